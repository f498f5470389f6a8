"""Why a war was won or lost, in one paragraph: what the loser's ships went for, what it gave up, what cost most."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from campaign.history.chances import Chances
from campaign.history.points_by_place import PlaceLine
from campaign.rules.map.strategic_map import HOMES, place_in_text
from campaign.rules.sight import WarView
from campaign.war.words.history_line import counted
from campaign.war.words.history_rows import Fight
from engines.seam.sides import Side, opponent

FEW = 100
"""So few Ship Points decide no war."""


@dataclass(frozen=True)
class Parties:
    """How the loser and the winner are named: as the subject of a sentence, and what belongs to them."""

    loser: str
    loser_own: str
    loser_plain: str
    loser_than: str
    winner_own: str


@dataclass(frozen=True)
class Cause:
    """A war that has a winner, looked at from the loser: the `chances` are theirs, and so are the points by place."""

    view: WarView
    loser: Side
    fights: Sequence[Fight]
    total: PlaceLine
    chances: Chances
    names: Parties

    def lp(self, fight: Fight) -> tuple[int, int]:
        """The LP of the loser and of the winner in a battle; 0 where nothing was revealed."""
        terran, talon = fight["terran_lp"] or 0, fight["talon_lp"] or 0
        return (terran, talon) if self.loser == "terran" else (talon, terran)

    def points(self, fight: Fight) -> tuple[int, int]:
        """The Ship Points that the loser and the winner lost in a battle."""
        terran, talon = fight["terran_lost"], fight["talon_lost"]
        return (terran, talon) if self.loser == "terran" else (talon, terran)


def cause(
    view: WarView,
    side: Side,
    fights: Sequence[Fight],
    total: PlaceLine,
    chances: Chances,
    *,
    by_name: bool = False,
) -> str:
    """The paragraph for a side, whose points `total` are, or by the sides' names; "" if nobody won.

    `chances` are those of the loser.
    """
    if view.winner is None:
        return ""
    loser = opponent(view.winner)
    own = total if side == loser else _turned(total)
    names = _names(loser, None if by_name else side)
    return " ".join(_sentences(Cause(view, loser, fights, own, chances, names)))


def _turned(total: PlaceLine) -> PlaceLine:
    """The same from the other side."""
    return PlaceLine(
        title=total.title,
        earned=total.enemy_earned,
        enemy_earned=total.earned,
        lost=total.destroyed,
        destroyed=total.lost,
        given_up=total.unopposed,
        unopposed=total.given_up,
    )


def _names(loser: Side, reader: Side | None) -> Parties:
    if reader is None:
        return Parties(
            loser.title(), "its", loser.title(), f"{loser.title()}'s", f"{opponent(loser).title()}'s"
        )
    if reader == loser:
        return Parties("You", "your", "you", "your own", "the enemy's")
    return Parties("The enemy", "its", "the enemy", "its own", "your")


def _sentences(war: Cause) -> Iterator[str]:
    yield from _last_battle(war)
    yield from _ships(war)
    yield from _hopeless(war)
    yield from _given_up(war)
    yield from _income(war)
    yield from _costliest(war)


def _last_battle(war: Cause) -> Iterator[str]:
    """How the home fell."""
    last = next((one for one in reversed(war.fights) if one["place"] == HOMES[war.loser]), None)
    if war.view.ended != "home" or last is None:
        return
    mine, theirs = war.lp(last)
    if last["outcome"] == "forfeited":
        yield f"{war.names.loser} did not fight for {war.names.loser_own} home."
    else:
        yield f"{war.names.loser} had {mine} LP at {war.names.loser_own} home against {theirs}."


def _ships(war: Cause) -> Iterator[str]:
    """The ships of both sides; said where it was not they that decided, too."""
    lost, destroyed = war.total.lost, war.total.destroyed
    if lost - destroyed > FEW:
        yield f"{war.names.loser} lost {lost} points in ships and bases and destroyed {destroyed}."
    elif lost or destroyed:
        yield f"Losses did not decide it: {war.names.loser_plain} lost {lost} points and destroyed {destroyed}."


def _hopeless(war: Cause) -> Iterator[str]:
    """What was lost in battles that could hardly be won, and did not have to be fought."""
    fought = [one for one in war.fights if one["outcome"] == "fought"]
    hopeless = [one for one in fought if one["number"] in war.chances and war.chances[one["number"]].hopeless]
    cost = sum(war.points(one)[0] for one in hopeless)
    if hopeless and cost > FEW:
        battles = counted(len(hopeless), "battle")
        were = "was" if len(hopeless) == 1 else "were"
        yield f"{cost} of these points went in {battles} that {were} hopeless by the estimate and could be declined."


def _given_up(war: Cause) -> Iterator[str]:
    """The zones left without a fight, and how many of them could have been fought for."""
    given = [
        one for one in war.fights if one["outcome"] == "forfeited" and one["winner"] == opponent(war.loser)
    ]
    even = sum(one["number"] in war.chances and war.chances[one["number"]].even for one in given)
    if given:
        strong = f", {even} of them with even odds or better by the estimate" if even else ""
        yield f"{war.names.loser} gave up {counted(len(given), 'zone')} without a fight{strong}."


def _income(war: Cause) -> Iterator[str]:
    behind = -war.total.income
    if behind > FEW:
        yield f"Over the war {war.names.winner_own} zones paid {behind} points more than {war.names.loser_than}."


def _costliest(war: Cause) -> Iterator[str]:
    """The battle that cost most."""
    fought = [one for one in war.fights if one["outcome"] == "fought"]
    worst = max(fought, key=lambda one: war.points(one)[0] - war.points(one)[1], default=None)
    if worst is None or war.points(worst)[0] - war.points(worst)[1] <= FEW:
        return
    mine, theirs = war.points(worst)
    where = f"{place_in_text(worst['place'])} in turn {worst['turn']}"
    yield f"No battle cost {war.names.loser_plain} more than the one at {where}: {mine} points against {theirs}."
