"""The outcomes of a turn's battles, a few words each."""

from collections.abc import Iterable
from dataclasses import dataclass

from battles.models import KNOWN_BY_ORDERS
from campaign.rules.map.strategic_map import place_title
from campaign.war.words.history_rows import Fight
from engines.seam.sides import Side


@dataclass(frozen=True)
class BattleOutcome:
    """A battle in a few words; `winner` "" if nobody won, `number` of its page, `has_report`: there is a report."""

    place: str
    winner: str
    words: str
    number: int | None
    has_report: bool


def last_battles(fights: Iterable[Fight], side: Side) -> list[BattleOutcome]:
    """The outcome of each battle, as a side sees it."""
    return [
        BattleOutcome(
            place_title(fight["place"]),
            fight["winner"],
            _became(fight, side),
            fight["battle_id"],
            fight["how"] in KNOWN_BY_ORDERS,
        )
        for fight in fights
    ]


def _became(fight: Fight, side: Side) -> str:
    mine = fight["winner"] == side
    if fight["outcome"] == "forfeited":
        return "Won without a fight" if mine else "Forfeited"
    if fight["outcome"] != "fought":
        return "No battle"
    if not fight["winner"]:
        return "Draw"
    return f"{fight['degree'].title()} {'victory' if mine else 'defeat'}"
