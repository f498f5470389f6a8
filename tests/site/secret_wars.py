"""Pairs of wars that differ only in what the Terran side keeps secret, for each phase of a war.

Each scene is played twice, as variant 0 and 1; all that Talon may know is the same in both.
"""

from collections.abc import Callable
from random import Random

from accounts.models import User
from battles.models import Battle, ReportDraft, Resolution, Way, Wish
from battles.services import ask_for, enter_report, try_again
from bench.wars.random_player import random_bases, random_plan, random_report
from campaign.models import Forecast, ForecastChunk, War
from campaign.odds import forecasts as odds
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.playing_out import plan_questions
from campaign.rules import orders as o
from campaign.rules import sight, start
from campaign.rules import state as core
from campaign.rules.fleets.assignment import ships_to_send
from campaign.rules.fleets.nearest import nearest_legal
from campaign.rules.odds.asked import asked_of
from campaign.war.services import log, sealing
from campaign.war.services import secret_orders as planning
from campaign.war.services.doctrines import give
from engines.odds.tally import Tally
from engines.seam.documents import BattleSetup, Doctrine, Report
from engines.seam.sides import SIDES, Side
from engines.talon.catalogue import purchasable
from engines.talon.results.check import refusals
from tests.site.wars import make_war, put_state, state_of, user_of, version_of

Variant = int
Scene = Callable[[War, Variant], None]


class SameDice:
    """Dice that fall alike in both variants."""

    def __init__(self) -> None:
        self.random = Random(9)

    def roll(self, _cause: str, _place: str = "") -> int:
        """The next roll."""
        return self.random.randint(1, 6)


WATCH_TOKEN = "the-link-for-onlookers"


def begin(variant_people: tuple[User, User]) -> War:
    """The war in which the scenes are played; there is a link for its onlookers."""
    war = make_war(*variant_people)
    War.objects.filter(pk=war.pk).update(watch_token=WATCH_TOKEN, watch_by="terran")
    war.refresh_from_db()
    return war


def bases_of(state: core.War, variant: Variant) -> o.PlaceBases:
    """Terran bases: home, and the first or the last of the other zones."""
    home, *rest = start.base_places(state, "terran")
    free = start.free_bases(state, "terran") - 1
    return o.PlaceBases((home, *(rest[:free] if variant == 0 else rest[-free:])))


def seal(war: War, side: Side, order: planning.Sealed) -> None:
    """Seal an order for what the war waits for now."""
    state = state_of(war)
    sealing.seal_order(
        war_id=war.pk,
        side=side,
        user=user_of(war, side),
        turn=state.turn,
        phase=state.phase,
        order=order,
    )


def talon(war: War) -> None:
    """Talon seals: always the same."""
    state = state_of(war)
    random = Random(5)
    order = (
        random_bases(state, "talon", random)
        if state.phase == "bases"
        else random_plan(state, "talon", random)
    )
    if isinstance(order, o.Plan):
        order = o.Plan(order.scrap, order.buy, order.assign, {})
    seal(war, "talon", order)


def draft(war: War, order: planning.Sealed) -> None:
    """Terran keeps a draft."""
    planning.save_draft(war=war, state=state_of(war), side="terran", order=order)


def first_plan(state: core.War, variant: Variant, *, elsewhere: bool = False) -> o.Plan:
    """Turn 1: two of each class in the sectors, alike; more in the Reserve, not alike.

    `elsewhere`: what goes to the last two sectors is exchanged in variant 1, and so are instructions there.
    """
    pairs = {kind.key: 2 for kind in purchasable("terran")}
    public = _assigned(state, o.Plan((), pairs))
    if elsewhere and variant == 1:
        public = _exchanged(public, *state.chart.order[-2:])
    extra = ({"scout": 4}, {"light_cruiser": 3, "destroyer": 3})[variant]
    plan = o.Plan((), {**pairs, **extra})
    targets = {name: public.get(name, o.RESERVE) for name in ships_to_send(state, "terran", plan)}
    standing = (
        {state.chart.order[-1]: o.StandingInstruction(("engage", "decline")[variant])} if elsewhere else {}
    )
    return o.Plan((), plan.buy, targets, standing)


def _assigned(state: core.War, plan: o.Plan) -> dict[str, str]:
    """A legal assignment of all ships to the sectors in turn."""
    order = state.chart.order
    names = ships_to_send(state, "terran", plan)
    wish = {name: order[at % len(order)] for at, name in enumerate(names)}
    return nearest_legal(state, "terran", o.Plan(plan.scrap, plan.buy, wish))


def _exchanged(targets: dict[str, str], one: str, two: str) -> dict[str, str]:
    swap = {one: two, two: one}
    return {name: swap.get(target, target) for name, target in targets.items()}


def later_plan(state: core.War, variant: Variant) -> o.Plan:
    """Turn 2: the same in the sectors; a damaged ship goes to the Reserve, or is scrapped; a purchase, or none."""
    damaged = sorted(
        name for name, ship in state.terran.ships.items() if ship.damage and ship.where != o.RESERVE
    )
    for name in damaged:
        found = _without(state, name, variant)
        if not planning.refusals(state, "terran", found):
            return found
    raise AssertionError("no damaged ship that a sector can spare")


def _without(state: core.War, gone: str, variant: Variant) -> o.Plan:
    ships = {name: ship for name, ship in state.terran.ships.items() if name != gone}
    stay = {name: o.RESERVE if ship.stranded else ship.where or o.RESERVE for name, ship in ships.items()}
    if variant == 0:
        return o.Plan((), {"scout": 1}, _with_new(state, {**stay, gone: o.RESERVE}, {"scout": 1}))
    return o.Plan((gone,), {}, stay)


def _with_new(state: core.War, targets: dict[str, str], buy: dict[str, int]) -> dict[str, str]:
    names = ships_to_send(state, "terran", o.Plan((), buy))
    return {name: targets.get(name, o.RESERVE) for name in names}


def report_without_losses(setup: BattleSetup) -> Report:
    """A possible report in which no Terran unit is lost; the same for the same set-up."""
    for number in range(3000):
        report = random_report(setup, Random(number))
        if not any(fate.fate == "destroyed" for fate in report.terran) and not refusals(setup, report):
            return report
    raise AssertionError("no such report found")


def play_battles(war: War, until: Callable[[core.War], bool]) -> None:
    """Answer, record and go on, always alike, until the state is as wanted."""
    while not until(state := state_of(war)):
        assert state.phase == "battles"
        question = state.question
        if question is not None and question.kind == "engage":
            _give(war, question.side, o.Engage(question.battle, engage=True))
        elif question is not None:
            chosen = question.options[: question.count]
            kind = o.Land if question.kind == "land" else o.Strand
            _give(war, question.side, kind(question.battle, chosen))
        elif state.paused:
            _give(war, "talon", o.RevealNext())
        else:
            battle = state.current_battle()
            assert battle is not None
            assert battle.setup is not None
            _give(war, None, o.AcceptResult(battle.number, report_without_losses(battle.setup)))


def _give(war: War, side, order: o.AnyOrder) -> None:
    with log.locked(war.pk) as row:
        log.append(row, log.running(row), log.GivenOrder(side, user_of(war, side) if side else None, order))


def same_bases(war: War) -> None:
    """Both place their bases, alike."""
    seal(war, "terran", bases_of(state_of(war), 0))
    talon(war)


def to_battles(war: War, variant: Variant, *, elsewhere: bool = False) -> None:
    """Both have sealed turn 1."""
    same_bases(war)
    seal(war, "terran", first_plan(state_of(war), variant, elsewhere=elsewhere))
    talon(war)


def to_turn_2(war: War, variant: Variant) -> None:
    """The battles of turn 1 are over; treasury and Reserve are not alike."""
    to_battles(war, variant)
    play_battles(war, lambda state: state.phase != "battles")
    assert (state_of(war).turn, state_of(war).phase) == (2, "planning")


def to_battles_2(war: War, variant: Variant) -> None:
    """Both have sealed turn 2."""
    to_turn_2(war, variant)
    seal(war, "terran", later_plan(state_of(war), variant))
    talon(war)


def bases_draft(war: War, variant: Variant) -> None:
    """A draft of bases, or none."""
    if variant:
        draft(war, bases_of(state_of(war), 0))


def bases_sealed(war: War, variant: Variant) -> None:
    """Sealed bases, in other places."""
    seal(war, "terran", bases_of(state_of(war), variant))


def plan_draft(war: War, variant: Variant) -> None:
    """A draft of the first plan, the odds of which are being worked out; or none."""
    same_bases(war)
    if variant:
        state = state_of(war)
        plan = first_plan(state, 0)
        draft(war, plan)
        questions = plan_questions(WorkingPlan(state, "terran", plan), "captain")
        odds.ask_in_short(war=war, questions=questions)


def plan_sealed(war: War, variant: Variant) -> None:
    """Sealed first plans that are not alike, after another had been sealed and taken back in both."""
    same_bases(war)
    seal(war, "terran", first_plan(state_of(war), 1 - variant))
    seal(war, "terran", first_plan(state_of(war), variant, elsewhere=True))


def asked(war: War, variant: Variant) -> None:
    """Somebody is asked to engage in the first battle; the last two sectors are not yet revealed."""
    to_battles(war, variant, elsewhere=True)
    play_battles(war, lambda state: state.question is not None)


def odds_asked(war: War, variant: Variant) -> None:
    """Terran has asked for the odds of a battle, and they are being worked out; or it has not."""
    to_battles(war, variant)
    play_battles(war, lambda state: state.question is not None and state.question.side == "terran")
    if variant:
        state = state_of(war)
        battle = state.current_battle()
        assert battle is not None
        seen = sight.view(state, "terran")
        odds.ask(war=war, asked=asked_of(seen, "terran", battle, Doctrine(stance="hold"), "captain"))
        piece = odds.FORECASTS.claim(ForecastChunk.objects.get().pk)
        assert piece is not None
        assert odds.FORECASTS.settle(piece, Tally(fought=odds.FIRST))


def instructed(war: War, variant: Variant) -> None:
    """Terran engages in a battle, and with it leaves an instruction for the last sector, or none."""
    to_battles(war, variant)
    play_battles(war, lambda state: state.question is not None and state.question.side == "terran")
    state = state_of(war)
    assert state.question is not None
    last = state.chart.order[-1]
    assert state.battles[-1].number != state.question.battle
    told = {last: o.StandingInstruction("leading", 3)} if variant else {}
    _give(war, "terran", o.Engage(state.question.battle, engage=True, standing=told))


def joined(war: War, variant: Variant) -> None:
    """A battle is being fought, and Terran has typed some of its report, or not."""
    to_battles(war, variant)
    play_battles(war, _is_joined)
    if variant:
        battle_id = _battle_id(war)
        ReportDraft.objects.create(battle_id=battle_id, side="terran", document=b'{"rounds":"3"}')


def reported(war: War, variant: Variant) -> None:
    """Terran has reported a battle; Reserve and treasury are not alike."""
    to_battles(war, variant)
    play_battles(war, _is_joined)
    battle = state_of(war).current_battle()
    assert battle is not None
    assert battle.setup is not None
    number, report = _battle_id(war), report_without_losses(battle.setup)
    seen = Battle.objects.get(pk=number).version
    enter_report(battle_id=number, side="terran", seen_version=seen, report=report)


def doctrine(war: War, variant: Variant) -> None:
    """Terran asks for the computer in a battle, with one doctrine or another; Talon has yet to answer."""
    to_battles(war, variant)
    play_battles(war, _is_joined)
    number = _battle_id(war)
    seen = Battle.objects.get(pk=number).version
    wanted, part = Doctrine(stance="preserve" if variant else "hold"), f"part-{variant}"
    ask_for(battle_id=number, side="terran", seen_version=seen, way=Way.WORKER, doctrine=wanted, entropy=part)
    give(war, 99, "terran", wanted)


def doctrine_changed(war: War, variant: Variant) -> None:
    """Terran asks for the computer in a battle, and then, or not, once more with another doctrine."""
    to_battles(war, variant)
    play_battles(war, _is_joined)
    number = _battle_id(war)
    for wanted in (Doctrine(stance="hold"), Doctrine(stance="preserve"))[: variant + 1]:
        seen = Battle.objects.get(pk=number).version
        part = f"part-{wanted.stance}"
        ask_for(
            battle_id=number, side="terran", seen_version=seen, way=Way.WORKER, doctrine=wanted, entropy=part
        )


def not_fought(war: War, variant: Variant) -> None:
    """The computer could not fight a battle; Terran has it tried again, by one doctrine or another, in vain."""
    doctrine_changed(war, 0)
    number = _battle_id(war)
    seen = Battle.objects.get(pk=number).version
    ask_for(battle_id=number, side="talon", seen_version=seen, way=Way.WORKER, doctrine=Doctrine())
    failed = {"status": "failed", "attempts": 1, "last_error": "Something went wrong."}
    Resolution.objects.update(**failed)
    seen = Battle.objects.get(pk=number).version
    wanted = Doctrine(stance="preserve" if variant else "hold")
    try_again(battle_id=number, side="terran", seen_version=seen, doctrine=wanted)
    Resolution.objects.update(**failed)


def _is_joined(state: core.War) -> bool:
    battle = state.current_battle()
    return battle is not None and battle.status == "joined"


def _battle_id(war: War) -> int:
    battle = state_of(war).current_battle()
    assert battle is not None
    found = war.engagements.get(number=battle.number).battle_id
    assert found is not None
    return found


def paused(war: War, variant: Variant) -> None:
    """A result is recorded; the next battle waits."""
    to_battles(war, variant)
    play_battles(war, lambda state: state.paused)


def landing(war: War, variant: Variant) -> None:
    """Terran is asked which transports land."""
    _put_question(war, variant, "land")


def stranding(war: War, variant: Variant) -> None:
    """Terran is asked which squadrons are left behind."""
    _put_question(war, variant, "strand")


def first_home(war: War, variant: Variant) -> None:
    """Terran is asked which home is fought over first."""
    _put_question(war, variant, "first")


def _put_question(war: War, variant: Variant, kind: core.QuestionKind) -> None:
    """A question of that kind put to Terran by hand, in a battle that is revealed; Reserve and treasury differ."""
    to_battles(war, variant)
    play_battles(war, _is_joined)
    state = state_of(war)
    battle = state.current_battle()
    assert battle is not None
    assert battle.setup is not None
    names = tuple(unit.name for unit in battle.setup.terran)
    number, options = (0, SIDES) if kind == "first" else (battle.number, names)
    state.question = core.Question(kind, "terran", number, options, 1)
    put_state(war, state)


def withdrawal(war: War, variant: Variant) -> None:
    """Terran asks to withdraw the result."""
    from campaign.war.services.results import ask_withdrawal

    paused(war, variant)
    ask_withdrawal(war_id=war.pk, side="terran", user=user_of(war, "terran"), seen_version=version_of(war))


def second_plan(war: War, variant: Variant) -> None:
    """Turn 2 sealed: a damaged ship to the Reserve or scrapped, a purchase or none."""
    to_turn_2(war, variant)
    seal(war, "terran", later_plan(state_of(war), variant))


def second_asked(war: War, variant: Variant) -> None:
    """The first battle of turn 2 asks; a damaged ship lies in the Reserve or is scrapped."""
    to_battles_2(war, variant)
    play_battles(war, lambda state: state.question is not None)


def third_plan(war: War, variant: Variant) -> None:
    """Turn 3: a ship was repaired in the Reserve, or is no more."""
    to_battles_2(war, variant)
    play_battles(war, lambda state: state.phase != "battles")
    state = state_of(war)
    assert (state.turn, state.phase) == (3, "planning")
    if variant:
        draft(war, o.Plan())


def over(war: War, variant: Variant) -> None:
    """Talon has surrendered in turn 1 while Terran had a draft, or none."""
    plan_draft(war, variant)
    _give(war, "talon", o.Surrender())


SCENES: tuple[Scene, ...] = (
    bases_draft,
    bases_sealed,
    plan_draft,
    plan_sealed,
    asked,
    odds_asked,
    instructed,
    joined,
    reported,
    paused,
    landing,
    stranding,
    first_home,
    withdrawal,
    second_plan,
    second_asked,
    third_plan,
    over,
    doctrine,
    doctrine_changed,
    not_fought,
)


def secrets_of(war: War) -> dict[str, object]:
    """What Terran keeps secret in the war as it is: to make sure that two variants do differ."""
    state = state_of(war)
    return {
        "fleet": state.terran,
        "sealed": [bytes(row.document) for row in war.sealed_orders.filter(seat="terran")],
        "drafts": [bytes(row.document) for row in war.drafts.filter(seat="terran")],
        "doctrines": [bytes(row.doctrine) for row in Wish.objects.filter(side="terran")],
        "odds": [bytes(row.asked) for row in Forecast.objects.filter(side="terran")],
        "reports": list(ReportDraft.objects.filter(side="terran").values_list("document", flat=True)),
    }
