"""The odds of a battle in words and figures for the side that asked, with how many play-outs each rests on."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from battles.battle.doctrine import TITLES
from campaign.models import Forecast
from campaign.odds.comparing import comparison
from campaign.odds.expecting import WORDS
from campaign.odds.forecasts import MOST, ROUGH, SURE, CaseSoFar, asked_in, cases_of, latest_forecasts
from campaign.odds.question import captain, enemy, in_a_sentence, rests_on, taking_over
from campaign.odds.table import Count, OddsFigure, OddsRow, OddsSection, average_figure, figure_of, percent
from campaign.rules.battles.predicting import STANCES
from campaign.rules.battles.stakes import landing
from campaign.rules.map.strategic_map import HOMES, Place, place_title
from campaign.rules.odds.asked import Asked, ends_war, misses_minimum, moves_front, takes_planet
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.war.at import At
from engines.odds.chances import Chance
from engines.odds.comparing import Compared
from engines.odds.tally import DEGREES, Ended, Names, Tally
from engines.seam.documents import Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import by_hand, role_of

USUAL = STANCES.index("withdraw")
"""The case that the sentence is about."""
AT_RISK = 4
"""Ships of each side that are named, those lost most often."""


@dataclass(frozen=True)
class OddsCase:
    """One doctrine of the enemy, in a word: how many play-outs are counted, and percents for a bar.

    `rough`: too few for figures that mean much.
    """

    title: str
    fought: int
    shown: bool
    rough: bool
    won: int
    lost: int


@dataclass(frozen=True)
class Odds:
    """What a side has asked of a battle, and the answer so far.

    `zone` is the key of its place. `enemy` are the ships it is expected to come with, "" where they are revealed, and
    `assumed` says by what.
    `other` is the doctrine with which the side compares its own, "" for none; then `counted` and `in_all` are of both.
    `since` is when captains took over a battle that has begun, "" for one played from its beginning; `joined`: it is
    going to be fought, or being fought. `minimum`: a figure is about the minimum of the next turn.
    `words` say it in one sentence for the side's own `stance`, against an enemy that withdraws, "" before there is a
    figure; `rests_on` is how many play-outs of that there are. `path` is where it is asked for again; `going_on`: it
    gets better; `failed`: some of it cannot be worked out.
    """

    place: str
    zone: Place
    path: str
    number: int
    captain: str
    other: str
    assumed: str
    enemy: str
    played_by: str
    since: str
    joined: bool
    minimum: bool
    stance: str
    settled: bool
    words: str
    rests_on: str
    cases: tuple[OddsCase, ...]
    sections: tuple[OddsSection, ...]
    counted: int
    in_all: int
    going_on: bool
    failed: bool

    @property
    def title(self) -> str:
        """What the stance that the sentence is about is called."""
        return TITLES[self.stance]

    @property
    def shown(self) -> bool:
        """Whether there is a first figure."""
        return any(case.shown for case in self.cases)


def latest_odds(at: At, view: WarView, battles: list[int]) -> dict[int, Odds]:
    """The odds that the side has asked for last, by battle; one query, and one more for each battle with any."""
    return {
        number: odds
        for number, forecast in latest_forecasts(at.war, at.side, battles).items()
        if (odds := odds_of(at.path, view, forecast)) is not None
    }


def odds_of(path: str, view: WarView, forecast: Forecast) -> Odds | None:
    """The odds of a forecast; None once its battle belongs to an earlier turn."""
    asked, found = asked_in(forecast), cases_of(forecast)
    battle = _battle(view, asked)
    if battle is None or view.turn != asked.turn:
        return None
    shown = tuple(case.tally if case.tally.fought >= ROUGH else None for case in found)
    figures = _Figures(view, battle, asked, shown)
    compared = tuple(case.compared if case.tally.fought >= ROUGH else None for case in found)
    each = 1 if asked.other is None else 2
    return Odds(
        place=place_title(battle.place),
        zone=battle.place,
        path=f"{path}odds/{forecast.key}/",
        number=battle.number,
        captain=captain(asked),
        other=TITLES[asked.other.stance] if asked.other is not None else "",
        assumed=WORDS[asked.assumption][0].lower() if asked.assumption else "as assumed",
        enemy=enemy(asked),
        played_by="Ensigns" if asked.level == "ensign" else "Captains",
        since=taking_over(asked),
        joined=battle.status == "joined",
        minimum=bool(asked.number or asked.fleet),
        stance=asked.doctrine.stance,
        settled=found[USUAL].tally.fought >= SURE,
        words=in_a_sentence(view, battle, asked.side, shown[USUAL]),
        rests_on=rests_on(found[USUAL].tally.fought),
        cases=tuple(_case(asked.side, *one) for one in zip(STANCES, found, strict=True)),
        sections=(*figures.compared(compared), *figures.sections()) if any(shown) else (),
        counted=each * sum(case.tally.fought for case in found),
        in_all=each * MOST * len(found),
        going_on=not (all(case.done for case in found) or any(case.failed for case in found)),
        failed=any(case.failed for case in found),
    )


def _battle(view: WarView, asked: Asked) -> Battle | None:
    """The battle that was asked about; one that is only expected is made of what was asked."""
    if not asked.number:
        place, forces = asked.setup.place, {side: asked.setup.force(side) for side in SIDES}
        return Battle(0, place, view.markers_on(place), "revealed", forces=forces)
    return next((one for one in view.battles if one.number == asked.number), None)


def _case(side: Side, stance: str, found: CaseSoFar) -> OddsCase:
    tally = found.tally
    return OddsCase(
        title=stance,
        fought=tally.fought,
        shown=tally.fought >= ROUGH,
        rough=tally.fought < SURE,
        won=percent(tally.won(side)),
        lost=percent(tally.won(opponent(side))),
    )


@dataclass(frozen=True)
class _Figures:
    """The rows for one side; of each case the tally, None before the first figure."""

    view: WarView
    battle: Battle
    asked: Asked
    tallies: tuple[Tally | None, ...]

    @property
    def side(self) -> Side:
        return self.asked.side

    @property
    def enemy(self) -> Side:
        return opponent(self.asked.side)

    def sections(self) -> Iterator[OddsSection]:
        """Who wins, what follows, and what is lost."""
        yield OddsSection("Who wins", tuple(self._wins()))
        yield OddsSection("What follows", tuple(self._follows()))
        yield OddsSection("Points lost, average", tuple(self._points()))
        for title, side in (("Your ships lost", self.side), ("Enemy ships lost", self.enemy)):
            rows = tuple(self._at_risk(side))
            if rows:
                yield OddsSection(title, rows)

    def compared(self, cases: tuple[Compared | None, ...]) -> Iterator[OddsSection]:
        """Both doctrines beside each other; nothing where none is compared."""
        if self.asked.other is not None:
            missed = self._missed if self._minimum_known else None
            yield from comparison(self.asked, cases, self._gains(), missed)

    def _gains(self) -> tuple[str, Callable[[Ended], bool]]:
        """What the side gains by winning, in words, and the ends that count."""
        if self.battle.place == HOMES[self.enemy]:
            return "You win the war", lambda ended: ended.winner == self.side and ends_war(self.battle, ended)
        return (
            "Front line advances",
            lambda ended: ended.winner == self.side and moves_front(self.view, self.battle, ended),
        )

    @property
    def _minimum_known(self) -> bool:
        """Whether the minimum of the next turn is looked at: the whole fleet of the side is known."""
        return bool(self.asked.number or self.asked.fleet)

    def _row(self, title: str, count: Count, *, main: bool = False) -> OddsRow:
        """A row of chances."""
        figures = (OddsFigure("") if tally is None else figure_of(count(tally)) for tally in self.tallies)
        return OddsRow(title, tuple(figures), main)

    def _wins(self) -> Iterator[OddsRow]:
        for who, side in (("You win", self.side), ("Enemy wins", self.enemy)):
            yield self._row(who, lambda tally, side=side: tally.won(side), main=True)  # type: ignore[misc]
            for degree in DEGREES:
                yield self._row(degree.title(), lambda tally, side=side, of=degree: tally.won(side, of))  # type: ignore[misc]
        yield self._row("Nobody wins", lambda tally: tally.chance(lambda ended: not ended.winner), main=True)
        if self.asked.forces:
            yield self._row("Nothing comes", lambda tally: tally.chance(lambda ended: ended.unfought))

    def _follows(self) -> Iterator[OddsRow]:
        for words, war, lands, side in (
            ("Front line advances", "You win the war", "You take the planet", self.side),
            ("Front line falls back", "You lose the war", "Your planet is taken", self.enemy),
        ):
            if self.battle.place == HOMES[opponent(side)]:
                yield self._row(war, self._by(side, lambda ended: ends_war(self.battle, ended)))
            else:
                yield self._row(
                    words, self._by(side, lambda ended: moves_front(self.view, self.battle, ended))
                )
            if any(landing(self.view, battle, side) is not None for battle in self._battles()):
                yield self._row(
                    lands, self._by(side, lambda ended: takes_planet(self.view, self.battle, ended))
                )
        if self._minimum_known:
            yield self._row("You miss the minimum", self._missed)

    def _battles(self) -> Iterator[Battle]:
        """The battle, or where the enemy's force is drawn, the battle with each force that may come."""
        if not self.asked.forces:
            yield self.battle
        for force in self.asked.forces:
            yield replace(self.battle, forces={**self.battle.forces, self.enemy: force})

    def _by(self, side: Side, counts: Callable[..., bool]) -> Count:
        """How often the side wins in a way that counts."""
        return lambda tally: tally.chance(lambda ended: ended.winner == side and counts(ended))

    def _missed(self, tally: Tally) -> Chance:
        """How often so much is lost that the minimum is missed; fleets of the same classes and places are alike."""
        known: dict[tuple[tuple[str, str], ...], bool] = {}
        ships = self.asked.fleet or self.view.fleet(self.side).ships

        def missed(names: Names) -> bool:
            lost = [ships[name] for name in names if name in ships]
            alike = tuple(sorted((ship.ship_class, str(ship.where)) for ship in lost))
            if alike not in known:
                known[alike] = misses_minimum(self.view, self.side, ships, names)
            return known[alike]

        return tally.chance_of_losses(self.side, missed)

    def _points(self) -> Iterator[OddsRow]:
        for title, side in (("You", self.side), ("Enemy", self.enemy)):
            figures = (
                average_figure(None if tally is None else tally.points(side)) for tally in self.tallies
            )
            yield OddsRow(title, tuple(figures))

    def _known(self, side: Side) -> list[Unit]:
        """A side's ships that can be named: those still there; of drawn ones those that were seen, and a base."""
        if self.asked.position:
            gone = by_hand(self.asked.setup.system).destroyed(self.asked.position.encode())
            return [unit for unit in self.asked.setup.force(side) if unit.name not in gone]
        if side == self.side or not self.asked.forces:
            return list(self.asked.setup.force(side))
        seen = self.view.sightings[side]
        units = {unit.name: unit for force in self.asked.forces for unit in force}
        return [unit for name, unit in units.items() if name in seen or role_of(unit.ship_class) == "base"]

    def _at_risk(self, side: Side) -> Iterator[OddsRow]:
        shown = [tally for tally in self.tallies if tally is not None]
        risks = {
            unit.name: max(_times(tally, side, unit.name).share for tally in shown)
            for unit in self._known(side)
        }
        most = sorted(risks, key=lambda name: (-risks[name], name))[:AT_RISK]
        for name in (name for name in most if risks[name]):
            yield self._row(name, lambda tally, name=name: _times(tally, side, name))  # type: ignore[misc]


def _times(tally: Tally, side: Side, name: str) -> Chance:
    return tally.chance_of_losses(side, lambda names: name in names)
