"""What each answer to 31.6 would bring the side that reads, in a few short sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from campaign.rules.battles.stakes import Outcome, Stakes, forfeit, stakes
from campaign.rules.map.strategic_map import HOMES, Place, StrategicMap, place_in_text, place_title
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.war.words.figures import signed
from engines.seam.sides import Side, opponent
from engines.seam.systems import role_of
from engines.seam.words.in_a_row import in_row

NOTHING = "Nothing moves, and nobody wins."


@dataclass(frozen=True)
class Prospect:
    """One way in which a battle may end: when, and what it brings."""

    when: str
    brings: str


@dataclass(frozen=True)
class Prospects:
    """What both answers lead to; `by_degree`: a minor victory may not move the front."""

    engage: tuple[Prospect, ...]
    decline: tuple[Prospect, ...]
    by_degree: bool


def prospects(view: WarView, battle: Battle, side: Side) -> Prospects:
    """What may follow from both answers of a side that is asked in a revealed battle."""
    at_stake = stakes(view, battle, side)
    words = _Words(view.chart, battle, side)
    fought = at_stake.given_up is not None and bool(at_stake.won.moves or at_stake.lost.moves)
    return Prospects(tuple(_of_engaging(words, at_stake)), tuple(_of_declining(words, at_stake)), fought)


def unopposed(view: WarView, battle: Battle, side: Side) -> str:
    """What the side gains if nothing comes against it."""
    return _Words(view.chart, battle, side).of(forfeit(view, battle, opponent(side)))


def losses(view: WarView, battle: Battle, side: Side) -> str:
    """What the side gives up by declining while the enemy engages; "" if the enemy has declined."""
    at_stake = stakes(view, battle, side).given_up
    return _Words(view.chart, battle, side).of(at_stake) if at_stake is not None else ""


def _of_engaging(words: "_Words", at_stake: Stakes) -> Iterator[Prospect]:
    if at_stake.given_up is None and at_stake.handed_over is not None:
        yield Prospect("You win without a fight", words.of(at_stake.handed_over))
        return
    won = words.of_a_fight(at_stake.won, at_stake.won_landing)
    handed_over = words.of(at_stake.handed_over) if at_stake.handed_over is not None else ""
    if won == handed_over:
        yield Prospect("You win, or the enemy declines", won)
    else:
        yield Prospect("You win", won)
        if handed_over:
            yield Prospect("The enemy declines", handed_over)
    yield Prospect("You lose", words.of_a_fight(at_stake.lost, at_stake.lost_landing))


def _of_declining(words: "_Words", at_stake: Stakes) -> Iterator[Prospect]:
    if at_stake.given_up is None:
        yield Prospect("Neither side fights", NOTHING)
        return
    brings = f"You forfeit, without a ship lost. {words.of(at_stake.given_up)}"
    if at_stake.handed_over is None:
        yield Prospect("The enemy has engaged", brings)
        return
    yield Prospect("The enemy engages", brings)
    yield Prospect("The enemy declines too", NOTHING)


@dataclass(frozen=True)
class _Words:
    """The outcomes of a battle in words for one side."""

    chart: StrategicMap
    battle: Battle
    side: Side

    def of(self, outcome: Outcome) -> str:
        """What an outcome brings: the planet, the front line and the incomes, squadrons."""
        if outcome.ends_war:
            return "You win the war." if outcome.winner == self.side else "You lose the war."
        return " ".join(self._sentences(outcome))

    def of_a_fight(self, outcome: Outcome, landed: Outcome | None) -> str:
        """What a victory brings, and what it brings with the planet taken."""
        without = self.of(outcome)
        if landed is None:
            return without
        if outcome.winner == self.side:
            how = "If you land two more transports than the enemy, you take the planet"
        else:
            how = "If the enemy lands two more transports than you, it takes the planet"
        return f"{without} {how}, and {self._front(landed)}"

    def _sentences(self, outcome: Outcome) -> Iterator[str]:
        mine = outcome.winner == self.side
        if outcome.takes_planet:
            yield (
                "Two of your transports take the planet."
                if mine
                else "The enemy lands and takes your planet."
            )
        if outcome.barred:
            whose = "The enemy's planet" if mine else "Your planet"
            yield f"{whose} holds the front line at {place_in_text(self.battle.place)}."
            if self._guarded(opponent(outcome.winner)):
                yield "The planet cannot be taken before its base is destroyed."
        else:
            front = self._front(outcome)
            yield f"{front[:1].upper()}{front[1:]}"
        if outcome.stranded and not mine:
            yield f"{_squadrons(outcome.stranded)} stranded."

    def _guarded(self, owner: Side) -> bool:
        """Whether a base of the planet's owner fights there (S22, S23)."""
        return any(role_of(unit.ship_class) == "base" for unit in self.battle.forces.get(owner, ()))

    def _front(self, outcome: Outcome) -> str:
        """Where the front goes, and what each side's income then changes by."""
        places = [self.chart.place(move.sector, move.end) for move in outcome.moves]
        where = in_row([self._title(place) for place in dict.fromkeys(places)])
        mine, theirs = outcome.income[self.side], outcome.income[opponent(self.side)]
        if not mine and not theirs:
            return f"the front line moves to {where}."
        return f"the front line moves to {where}: {signed(mine)} points a turn for you, {signed(theirs)} for the enemy."

    def _title(self, place: Place) -> str:
        if place not in HOMES.values():
            return place_title(place)
        return "your home" if place == HOMES[self.side] else "the enemy's home"


def _squadrons(number: int) -> str:
    return "One of your squadrons is" if number == 1 else f"{number} of your squadrons are"
