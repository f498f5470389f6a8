"""The sample as it is shipped, read once in each process."""

from dataclasses import dataclass
from functools import cache
from gzip import decompress
from pathlib import Path

from battles.talon.fought.course import FoughtReport
from campaign.files.document import WholeWar, read_whole
from campaign.history.chances import Chances, chances_of
from campaign.models import Engagement, FrontLine, Loss
from campaign.rules import events as e
from campaign.rules.evolve import evolve, fold
from campaign.rules.record import clone
from campaign.rules.sight import WarView, view
from campaign.war.log.projections import Rows, walk
from campaign.war.words.history_rows import Fight, LossCount
from engines.seam.sides import Side, opponent
from engines.talon.system import SYSTEM, own

FOLDER = Path(__file__).parent
WAR, BATTLE = FOLDER / "war.json.gz", FOLDER / "battle.record"


@dataclass(frozen=True)
class SampleWar:
    """The finished war: its file, every event, and the rows that follow from them.

    `views` has the war as it stood at the end of each turn, from turn 1; `moves` are as in `history_rows.front_moves`.
    """

    file: WholeWar
    events: tuple[e.AnyEvent, ...]
    views: tuple[WarView, ...]
    fights: list[Fight]
    losses: dict[tuple[int, Side], LossCount]
    moves: list[tuple[int, str, int]]

    @property
    def turns(self) -> int:
        """How many turns it lasted."""
        return len(self.views)


@cache
def sample_war() -> SampleWar:
    """The war, with everything both sides did: it is over, so nothing of it is secret (S15)."""
    file = read_whole(decompress(WAR.read_bytes()))
    events = tuple(event for entry in file.entries for event in entry.events)
    rows = Rows()
    walk(None, events, rows)
    return SampleWar(
        file=file,
        events=events,
        views=tuple(_views(events)),
        fights=_fights(rows),
        losses=_losses(rows),
        moves=sorted((*key, (row or {})["zone"]) for key, row in rows.tables[FrontLine].items()),
    )


def _views(events: tuple[e.AnyEvent, ...]) -> list[WarView]:
    """The war at the end of each turn: before the next begins, and at the very end."""
    war, found = fold(events[:1]), []
    for event in events[1:]:
        if isinstance(event, e.TurnBegan) and event.turn > 1:
            found.append(view(clone(war), "terran"))
        war = evolve(war, event)
    return [*found, view(war, "terran")]


def _fights(rows: Rows) -> list[Fight]:
    found = [
        Fight(
            number=number,
            turn=row["turn"],
            place=row["place"],
            outcome=row["outcome"],
            winner=row["winner"],
            degree=row["degree"],
            terran_lp=row["terran_lp"],
            talon_lp=row["talon_lp"],
            terran_lost=row["terran_lost"],
            talon_lost=row["talon_lost"],
            battle_id=None,
            how=None,
        )
        for (number,), row in rows.tables[Engagement].items()
        if row is not None
    ]
    return sorted(found, key=lambda fight: fight["number"])


def _losses(rows: Rows) -> dict[tuple[int, Side], LossCount]:
    found: dict[tuple[int, Side], LossCount] = {}
    for (_battle, side, _name), row in rows.tables[Loss].items():
        if row is not None:
            key = (row["turn"], side)
            found[key] = found.get(key, LossCount()).plus(row["points"])
    return found


@cache
def sample_chances() -> Chances:
    """The loser's chances in its battles; none where nobody won."""
    winner = sample_war().views[-1].winner
    return chances_of(sample_war().events, opponent(winner)) if winner is not None else {}


@cache
def sample_record() -> bytes:
    """The record of its best battle, as it is stored."""
    return BATTLE.read_bytes()


@cache
def sample_battle() -> FoughtReport:
    """The report of its best battle; its parts are worked out when they are first asked for."""
    return FoughtReport(own(SYSTEM.unpack(sample_record())))


@cache
def sample_fight() -> Fight:
    """The best battle as the war's lists have it."""
    setup = sample_battle().record.setup
    joined = (event for event in sample_war().events if isinstance(event, e.BattleJoined))
    number = next(event.battle for event in joined if event.setup == setup)
    return next(fight for fight in sample_war().fights if fight["number"] == number)
