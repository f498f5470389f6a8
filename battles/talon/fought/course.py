"""How a battle was fought, worked out: opening, turning points, frames, rounds, tallies and doctrines."""

from collections.abc import Sequence
from functools import cached_property

from battles.battle.doctrine import STANCES
from battles.table.report import Outcome, outcome_of
from battles.talon.fought.parts import Score, ShownTurningPoint, SideConduct, Spoken
from battles.talon.fought.replay import Replay
from engines.seam.cards import CARRIER, fate_words, squadrons_home
from engines.seam.documents import FateWord, Result
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.aims import at_once, bombardment, by_landing, deciding, planet_name
from engines.talon.captains.doctrine import temper_of
from engines.talon.catalogue import ShipClass, class_of
from engines.talon.records.record import FoughtBattle, Said
from engines.talon.report.cast import Words, cast_of, counted, named
from engines.talon.report.curve import ChanceCurve, curve_of
from engines.talon.report.drawing.board import BoardPicture, draw
from engines.talon.report.drawing.camera import close_view
from engines.talon.report.frames import frames_of
from engines.talon.report.giving_up import chance_given_up
from engines.talon.report.tally import Service, SideFire, fire_of, services_of
from engines.talon.report.turning_points import TurningPoint, estimates, turning_points
from engines.talon.results.counting import points_for_planet
from engines.talon.results.degree import decision
from engines.talon.terms import aims_of

STANCE_WORDS = {value: (title, words) for value, title, words in STANCES}

CAME_OF_IT: dict[FateWord, str] = {
    "stands": "still on the map at the end",
    "destroyed": "destroyed in round {round}",
    "jumped": "jumped away",
    "left": "left over the map edge",
    "through": "left through the worm hole",
    "landed": "landed",
    "landed_after": "landed after the battle",
    "waited": "never came in",
}

WENT: dict[str, tuple[FateWord, ...]] = {
    "left the map": ("jumped", "left", "through"),
    "landed": ("landed", "landed_after"),
    "never came in": ("waited",),
}
"""What became of those who were not destroyed and are not on the map."""

TOOTHLESS = "Conceded: no working weapon left."


class FoughtReport(Replay):
    """Everything the page shows; each part is worked out when it is first asked for."""

    def __init__(self, record: FoughtBattle) -> None:
        cast = cast_of(record.setup)
        super().__init__(frames_of(record, cast), cast)
        self.record = record

    @cached_property
    def outcome(self) -> Outcome:
        """What the battle came to."""
        return outcome_of(self.record.setup, self.record.result.report)

    @cached_property
    def sentence(self) -> str:
        """Who held the field, the losses and the degree, for onlookers."""
        return opening_sentence(self.record)

    @cached_property
    def losses(self) -> str:
        """The same without the degree, which the player's own verdict says."""
        return opening_sentence(self.record, degree=False)

    @cached_property
    def scores(self) -> tuple[Score, ...]:
        """What both sides lost."""
        return tuple(self._score(side) for side in SIDES)

    def _score(self, side: Side) -> Score:
        setup, report = self.record.setup, self.record.result.report
        fates, home = self._fates(side), self._home(side)
        gone = [
            fate for kind, fate in fates if home == CARRIER or kind.role != "squadron" or fate != "jumped"
        ]
        words = f"{gone.count('destroyed')} of {len(fates)} destroyed" + "".join(
            f", {many} {what}"
            for what, some in WENT.items()
            if (many := sum(gone.count(fate) for fate in some))
        )
        points = sum(role.kind.points for role in self.cast if role.side == side)
        for_planet = points_for_planet(setup, report, side)
        planet = planet_name(aims_of(setup)) if for_planet else ""
        return Score(side, self.record.result.lost(side), points, words, for_planet, planet)

    @cached_property
    def planet(self) -> str:
        """Who has the planet after the battle, or what was done to it; "" where it changes hands in no way."""
        aim = bombardment(aims_of(self.record.setup))
        if aim is not None:
            done = self.record.result.report.damage_to_planet
            return f"{aim.planet}: {done} of {aim.needs} points of damage."
        owner = self.record.setup.planet_owner
        if owner is None:
            return ""
        if not any(aim.takes for aim in deciding(aims_of(self.record.setup))):
            return ""
        if self.outcome.captured:
            return f"{SIDE_TITLES[opponent(owner)]} captures the planet."
        return f"{SIDE_TITLES[owner]} keeps the planet."

    @cached_property
    def turns(self) -> tuple[ShownTurningPoint, ...]:
        """The turning points with their pictures."""
        return tuple(
            ShownTurningPoint(number, point, self._close_picture(point))
            for number, point in enumerate(turning_points(self.frames, self.cast), 1)
        )

    def _close_picture(self, point: TurningPoint) -> BoardPicture:
        """The units that a turning point names, and what is around them."""
        first = named(point.words)
        return draw(point.frame, self.cast, close_view(point.frame, first), first)

    @cached_property
    def curve(self) -> ChanceCurve:
        """The captains' estimate over the battle."""
        return curve_of(self.frames, [turn.point for turn in self.turns])

    @cached_property
    def fire(self) -> tuple[SideFire, ...]:
        """Expected and actual damage of both sides."""
        return fire_of(self.frames, self.cast)

    @cached_property
    def services(self) -> tuple[tuple[Service, str], ...]:
        """What every unit did, and its fate in words."""
        found = services_of(self.record, self.frames, self.cast)
        return tuple(
            (
                service,
                fate_words(
                    class_of(service.role.side, service.role.unit),
                    service.fate,
                    self._home(service.role.side),
                ),
            )
            for service in found
        )

    def _home(self, side: Side) -> str:
        """What the side's squadrons are aboard in the end."""
        return squadrons_home((kind, fate) for kind, fate in self._fates(side))

    def _fates(self, side: Side) -> list[tuple[ShipClass, FateWord]]:
        """What became of each unit of the side, by its class."""
        fates = {fate.name: fate.fate for fate in self.record.result.report.fates(side)}
        return [(class_of(side, unit), fates[unit.name]) for unit in self.record.setup.force(side)]

    @cached_property
    def commands(self) -> tuple[SideConduct, ...]:
        """Both doctrines, with the rounds in which they were triggered; none where people fought."""
        return () if not self.record.doctrines else tuple(self._command(side) for side in SIDES)

    def _command(self, side: Side) -> SideConduct:
        doctrine = self.record.doctrine(side)
        title, words = STANCE_WORDS[doctrine.stance]
        said = [said for said in self.record.said if said.side == side]
        spoken = tuple(self._spoken(one) for one in said)
        if self._conceded_unasked(side, said):
            spoken = (*spoken, Spoken(self.record.result.report.rounds, self.last, (TOOTHLESS,)))
        level, play_outs = self.record.level(side), self.record.play_outs.get(side, 0)
        return SideConduct(side, SIDE_TITLES[side], title, words, doctrine, spoken, level, play_outs)

    def _conceded_unasked(self, side: Side, said: Sequence[Said]) -> bool:
        """Whether the side conceded without its doctrine giving up the field: it had no weapon left."""
        report = self.record.result.report
        given_up = any(one.what == "field" for one in said)
        return report.ending == "conceded" and report.winner == opponent(side) and not given_up

    def _spoken(self, said: Said) -> Spoken:
        frame = next((frame.number for frame in self.frames if frame.round == said.round), 0)
        return Spoken(said.round, frame, self._said_words(said))

    def _said_words(self, said: Said) -> Words:
        if said.unit is None:
            return (f"Field given up, all ships ordered to retreat: {self._estimated(said)}",)
        why = "hit, marked to be saved" if said.what == "saved" else "badly damaged"
        service, _fate = self.services[said.unit]
        came = CAME_OF_IT[service.fate].format(round=service.lost_in)
        return (said.unit, f" ordered to retreat ({why}): {came}.")

    def _estimated(self, said: Said) -> str:
        """The chance at which the field was given up, and below which the doctrine gives it up."""
        limit = round(100 * temper_of(self.record.doctrine(said.side)).chance)
        chance = chance_given_up(self.record, said.side, said.round)
        estimated = "too low" if chance is None else _percent(chance, limit)
        return f"win chance {estimated} (limit of this doctrine: {limit}%)."

    def chance(self, number: int) -> int:
        """Terran's chance after a frame, in hundredths."""
        return round(estimates(self.frames)[number] * 100)


def _percent(chance: float, limit: int) -> str:
    """A chance below a limit in hundredths, in words: "3%"."""
    hundredths = round(chance * 100)
    if not hundredths:
        return "under 1%"
    return f"{'just under ' if hundredths == limit else ''}{hundredths}%"


def opening_sentence(record: FoughtBattle, *, degree: bool = True) -> str:
    """Who holds the field and how, then both sides' losses and, if asked for, the degree, in two sentences."""
    result = record.result
    clear = f": {result.degree} victory" if degree and result.degree else ""
    decided = "" if result.report.ending in ("aim", "planet") else decision(record.setup, result.report)
    return f"{decided} {_holds(record)}. {_cost(result)}{clear}.".strip()


def _cost(result: Result) -> str:
    """What both lost, the winner first."""
    first = result.winner or "terran"
    if not (result.terran_lost or result.talon_lost):
        return "No losses"
    losses = (
        f"{SIDE_TITLES[side]} lost {counted(lost, 'point') if (lost := result.lost(side)) else 'nothing'}"
        for side in (first, opponent(first))
    )
    return ", ".join(losses)


def _holds(record: FoughtBattle) -> str:
    """Who holds the field, and how."""
    report, rounds = record.result.report, counted(record.result.report.rounds, "round")
    if report.winner is None:
        return f"Nobody holds the field after {rounds}"
    winner, loser = SIDE_TITLES[report.winner], SIDE_TITLES[opponent(report.winner)]
    planet = " and takes the planet" if record.result.captured and report.ending != "planet" else ""
    how = {
        "held": f" after {rounds}",
        "conceded": f": {loser} conceded in round {report.rounds}",
        "planet": f": it took the planet in round {report.rounds}",
    }
    done = _done(record, report.winner)
    if done:
        return f"{winner} {done} in round {report.rounds}"
    return f"{winner} holds the field{planet}{how.get(report.ending, '')}"


def _done(record: FoughtBattle, winner: Side) -> str:
    """What the winner has done that won at once, after its name; "" if the field, or taking the planet, decided."""
    aims, ending = aims_of(record.setup), record.result.report.ending
    if ending == "planet":
        return by_landing(aims, winner)
    return at_once(aims, winner) if ending == "aim" else ""
