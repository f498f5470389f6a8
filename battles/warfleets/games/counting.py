"""What a game of Warfleets: FTL counts in the lifetime score, and its document from either side (S97)."""

from datetime import date
from typing import Final

import msgspec
from msgspec.structs import replace

from accounts.models import LifetimeLine, PastResult
from accounts.scores.told import Counted, Counting, Told
from battles.warfleets.games.told import Game, Part, winner

WON: Final = 1
"""What a game won counts."""
Outcome = PastResult.Outcome
OUTCOMES: Final = {"own": Outcome.WON, "theirs": Outcome.LOST, None: Outcome.DRAWN}
_game = msgspec.json.Decoder(Game)


def game_in(details: bytes) -> Game:
    """The game of a document."""
    return _game.decode(details)


def told_of(game: Game, *, played_on: date, number: int) -> Told:
    """The game as a result to be confirmed: the first, second or later of that day."""
    return Told(
        kind=LifetimeLine.Kind.BATTLE,
        outcome=OUTCOMES[winner(game)],
        way=LifetimeLine.Way.TABLE,
        system=LifetimeLine.System.WARFLEETS,
        details=msgspec.json.encode(game),
        played_on=played_on,
        game=number,
    )


def counted(told: Told) -> Counted:
    """A game counts 1 for whoever has won it."""
    return Counted(0 if told.outcome == Outcome.DRAWN else WON, "")


def words(told: Told) -> str:
    """The game in words, whoever won it: "300 points, 4 rounds, markers 3 : 1"."""
    game = game_in(told.details)
    held = (game.own.markers, game.theirs.markers)
    won, lost = held[::-1] if told.outcome == Outcome.LOST else held
    rounds = f"{game.rounds} round{'' if game.rounds == 1 else 's'}"
    ended = ", given up" if game.gave_up else ""
    return f"{game.points} points, {rounds}, markers {won} : {lost}{ended}"


def turned(details: bytes) -> bytes:
    """The document from the other side."""
    game = game_in(details)
    other = {"own": "theirs", "theirs": "own", "": ""}
    seen = replace(game, own=game.theirs, theirs=game.own, gave_up=other[game.gave_up])
    return msgspec.json.encode(seen)


def joined(first: bytes, second: bytes) -> bytes | None:
    """What two tell of one game, seen from one side, with the fleets that either names; None if they differ."""
    one, two = game_in(first), game_in(second)
    if _facts(one) != _facts(two):
        return None
    return msgspec.json.encode(
        replace(one, own=_named(one.own, two.own), theirs=_named(one.theirs, two.theirs))
    )


def _facts(game: Game) -> tuple[object, ...]:
    return (game.points, game.rounds, game.markers, game.gave_up, game.own.counts, game.theirs.counts)


def _named(one: Part, two: Part) -> Part:
    return two if one.fleet is None else one


WARFLEETS: Final = Counting(counted, words, turned, joined)
