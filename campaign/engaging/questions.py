"""The question whether a side engages: who is there, what each answer leads to, and what can be settled with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from battles.battle.doctrine import DoctrineForm, doctrine_form
from campaign.engaging.prospects import Prospects, prospects
from campaign.odds.outlook import Outlook, outlook
from campaign.odds.words import Odds
from campaign.rules.battles.forces import has_forces
from campaign.rules.battles.hopeless import may_be_left
from campaign.rules.battles.instructions import engage_when_leading, instruction_for
from campaign.rules.battles.opening import answerable_later
from campaign.rules.battles.predicting import USUAL
from campaign.rules.map.strategic_map import HOMES, place_in_text
from campaign.rules.orders import Hopeless
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.war.words.war_room import RevealedForce, force, in_words
from engines.seam.by_hand import ByHand
from engines.seam.classes import UnitClass
from engines.seam.documents import Doctrine, Level, Stance
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import class_of, role_of, room_aboard, system
from engines.seam.words.in_a_row import in_row

USUAL_LEAD = 3
BY_HAND = "by_hand"
"""The field with which a side says that it plays a battle itself; a later battle's begins with its prefix."""


@dataclass(frozen=True)
class OwnPlay:
    """Whether the side may play battles itself that the computer would fight, and by battle what it has chosen."""

    offered: bool = False
    chosen: Mapping[int, bool] = field(default_factory=lambda: MappingProxyType({}))


NO_PLAY = OwnPlay()


@dataclass(frozen=True)
class BattleQuestion:
    """A battle that the side may answer now.

    `prefix` begins the names of its doctrine's fields; `said` is "yes" or "no" if it has been answered ahead, else "".
    `strengths` are both sides' LP, and the squadrons that sit out; `mine` and `theirs` are what both sides have there,
    in words; `odds` are those asked for last. `may_play`: the side may play the battle itself, on `board`, `by_hand`:
    it has chosen to. `unopposed`: the enemy has declined, so that nobody fights whatever is answered, and there is no
    captain, no board and there are no odds; else `outlook` is the estimate. `hopeless`: the side hardly ever wins, and
    declining does not lose the war.
    """

    number: int
    place: str
    strengths: str
    mine: str
    theirs: str
    turn_to_answer: str
    prospects: Prospects
    forces: tuple[RevealedForce, ...]
    doctrine: DoctrineForm | None
    prefix: str
    said: str
    odds: Odds | None = None
    may_play: bool = False
    by_hand: bool = False
    board: ByHand | None = None
    unopposed: bool = False
    outlook: Outlook | None = None
    hopeless: bool = False

    @property
    def key(self) -> str:
        """The battle's number as text, for the names of its fields."""
        return str(self.number)

    @property
    def advises(self) -> str:
        """The answer that is recommended, "engage" or "decline"; "" for neither. What the enemy declines is taken."""
        advised = True if self.outlook is None else self.outlook.advises
        return {True: "engage", False: "decline", None: ""}[advised]


@dataclass(frozen=True)
class EngageForm:
    """Everything that is answered together: the battle that asks, those after it, and a lead in LP to offer.

    `lead` is 0 where every sector has an instruction of another kind; `counted` says which battle of the turn it is.
    `onward` is what the side does in hopeless battles that are not revealed yet (S78), None if there are none.
    """

    battle: BattleQuestion
    later: tuple[BattleQuestion, ...]
    lead: int
    counted: str
    onward: Hopeless | None = None

    @property
    def hopeless(self) -> str:
        """Where the side hardly ever wins and may decline, in a row; "" without several battles, or none such."""
        places = [one.place for one in (self.battle, *self.later) if one.hopeless]
        return in_row(places) if self.later else ""

    @property
    def declines_all(self) -> bool:
        """Whether this battle and the hopeless ones still to come are declined in one press."""
        return self.onward == "ask" and self.battle.hopeless

    @property
    def by_degree(self) -> bool:
        """Whether a minor victory may not move the front line in one of the battles."""
        return any(one.prospects.by_degree for one in (self.battle, *self.later))


def engage_form(
    view: WarView,
    side: Side,
    battle: Battle,
    odds: Mapping[int, Odds],
    *,
    play: OwnPlay = NO_PLAY,
    level: Level = "captain",
) -> EngageForm:
    """The form for a side that is asked whether it engages, with the odds it has asked for, by battle.

    `level` is that of the captains of whom battles are estimated.
    """
    standing = view.own.standing if view.own is not None else {}
    offered = engage_when_leading(view.chart.order, standing, USUAL_LEAD)
    return EngageForm(
        battle=_question(view, side, battle, battle, odds, play=play, level=level),
        later=tuple(
            _question(view, side, one, battle, odds, play=play, level=level)
            for one in later_battles(view, battle.number)
        ),
        lead=_lead(battle, side) if offered else 0,
        counted=_counted(view, battle),
        onward=onward(view, side),
    )


def hopeless_battles(view: WarView, side: Side, now: int, level: Level) -> list[int]:
    """The numbers of the battles that the side may answer now and hardly ever wins, and may decline."""
    asked = [*(one for one in view.battles if one.number == now), *later_battles(view, now)]
    return [
        one.number for one in asked if may_be_left(one, side) and outlook(view, one, side, level, "").hopeless
    ]


def onward(view: WarView, side: Side) -> Hopeless | None:
    """What the side does in the hopeless battles of the turn that are not revealed yet (S78); None without such."""
    hidden = any(one.status == "hidden" and one.place != HOMES[side] for one in view.battles)
    return view.own.hopeless if hidden and view.own is not None else None


def later_battles(view: WarView, now: int) -> list[Battle]:
    """The later battles that the side may answer ahead, and in which both sides have forces (S4, S62)."""
    return [
        battle
        for battle in answerable_later(view.settings, view.battles, now)
        if all(has_forces(battle.forces[side]) for side in SIDES)
    ]


def doctrine_prefix(number: int, now: int) -> str:
    """What the names of the doctrine's fields of a battle begin with, when battle `now` asks."""
    return "" if number == now else f"{number}-"


def _question(
    view: WarView,
    side: Side,
    battle: Battle,
    now: Battle,
    odds: Mapping[int, Odds],
    *,
    play: OwnPlay,
    level: Level,
) -> BattleQuestion:
    enemy = opponent(side)
    ahead = view.own.answered_ahead(battle.number) if view.own is not None else None
    unopposed = battle.answers.get(enemy) is False
    led = view.settings.settled_by == "worker" and not unopposed
    told = None if unopposed else expected(view, battle, side, level)
    return BattleQuestion(
        number=battle.number,
        place=place_in_text(battle.place),
        strengths=_strengths(battle, side),
        mine=in_words(battle, side),
        theirs=in_words(battle, enemy),
        turn_to_answer=_turn_to_answer(battle, side) if battle is now else "",
        prospects=prospects(view, battle, side),
        forces=(force(battle, side), force(battle, enemy)),
        doctrine=_captain(told.stance, side, battle) if led and told is not None else None,
        prefix=doctrine_prefix(battle.number, now.number),
        said="" if ahead is None else "yes" if ahead else "no",
        odds=None if unopposed else odds.get(battle.number),
        may_play=play.offered and not unopposed,
        by_hand=plays_itself(view, battle, play),
        board=system(view.settings.system).by_hand,
        unopposed=unopposed,
        outlook=told,
        hopeless=told is not None and told.hopeless and may_be_left(battle, side),
    )


def plays_itself(view: WarView, battle: Battle, play: OwnPlay) -> bool:
    """Whether the side plays the battle itself if both engage, as it has said so far."""
    standing = view.own.standing if view.own is not None else {}
    return play.offered and play.chosen.get(battle.number, instruction_for(battle, standing).by_hand)


def _strengths(battle: Battle, side: Side) -> str:
    """Both sides' LP in a battle, and which of them do not fight."""
    enemy = opponent(side)
    both = f"You have {_strength(battle, side)}, the enemy has {_strength(battle, enemy)}."
    idle = (_sitting_out(battle, side, "your"), _sitting_out(battle, enemy, "the enemy's"))
    return " ".join(filter(None, (both, *idle)))


def _without_room(battle: Battle, side: Side) -> list[UnitClass]:
    """The squadrons without room on a carrier or base, which count for the LP but do not fight (S20)."""
    units = battle.forces.get(side, ())
    squadrons = [kind for kind in (class_of(side, unit) for unit in units) if kind.role == "squadron"]
    return squadrons[room_aboard(side, units) :]


def _sitting_out(battle: Battle, side: Side, whose: str) -> str:
    """The squadrons that sit out, in a sentence; "" if none."""
    out = _without_room(battle, side)
    lp = sum(kind.lp for kind in out)
    if not out:
        return ""
    verbs = ("has", "sits") if len(out) == 1 else ("have", "sit")
    return f"{len(out)} of {whose} squadrons ({lp} LP) {verbs[0]} no room on a carrier or base and {verbs[1]} out."


def _strength(battle: Battle, side: Side) -> str:
    """A side's LP in a battle, and the base that fights beside them."""
    base = any(role_of(unit.ship_class) == "base" for unit in battle.forces.get(side, ()))
    return f"{battle.lp[side]} LP{' and a base' if base else ''}"


def _turn_to_answer(battle: Battle, side: Side) -> str:
    """What the enemy has answered, or why this side answers first: it has fewer LP, or the die chose it (S28)."""
    answered = battle.answers.get(opponent(side))
    if answered is not None:
        return "The enemy engages." if answered else "The enemy has declined."
    why = "You have fewer LP, so you answer first."
    if battle.lp["terran"] == battle.lp["talon"]:
        why = "Equal LP: the die chose you to answer first."
    return f"{why} The enemy sees your answer."


def _lead(battle: Battle, side: Side) -> int:
    lead = battle.lp[side] - battle.lp[opponent(side)]
    return lead if 1 <= lead < USUAL_LEAD else USUAL_LEAD


def _counted(view: WarView, battle: Battle) -> str:
    """Which battle of the turn this is, and whether the next one depends on it."""
    place = [one.number for one in view.battles].index(battle.number) + 1
    words = f"Battle {place} of {len(view.battles)} this turn."
    hidden = any(one.status == "hidden" for one in view.battles)
    return f"{words} The next one is revealed when this one is over." if hidden else words


def expected(
    view: WarView, battle: Battle, side: Side, level: Level, doctrine: Doctrine | None = None
) -> Outlook:
    """The estimate of a battle with a doctrine; without one with the stance that the side has chosen for the sector.

    Where it left the usual one, that is the best stance (S36).
    """
    instruction = instruction_for(battle, view.own.standing if view.own is not None else {})
    chosen = "" if instruction.stance == USUAL else instruction.stance
    return outlook(view, battle, side, level, doctrine.stance if doctrine is not None else chosen)


def _captain(stance: Stance, side: Side, battle: Battle) -> DoctrineForm:
    """The doctrine to give with the answer, with a stance filled in."""
    return doctrine_form(battle.forces.get(side, ()), Doctrine(stance=stance))
