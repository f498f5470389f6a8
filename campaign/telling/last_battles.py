"""What became of the battles of a turn, a few words each."""

from collections.abc import Iterable
from dataclasses import dataclass

from battles.models import SettledHow
from campaign.rules.strategic_map import place_title
from campaign.telling.annals import Fight
from engines.seam.sides import Side


@dataclass(frozen=True)
class Fought:
    """A battle in a few words; `winner` "" if nobody won, `number` of its page, `told` if there is a report of it."""

    place: str
    winner: str
    words: str
    number: int | None
    told: bool


def last_battles(fights: Iterable[Fight], side: Side) -> list[Fought]:
    """What became of each battle, told to a side."""
    return [
        Fought(
            place_title(fight["place"]),
            fight["winner"],
            _became(fight, side),
            fight["battle_id"],
            fight["how"] == SettledHow.FOUGHT,
        )
        for fight in fights
    ]


def _became(fight: Fight, side: Side) -> str:
    mine = fight["winner"] == side
    if fight["outcome"] == "forfeited":
        return "won without a fight" if mine else "given up"
    if fight["outcome"] != "fought":
        return "no battle"
    if not fight["winner"]:
        return "a draw"
    return f"{'a' if mine else 'their'} {fight['degree']} victory"
