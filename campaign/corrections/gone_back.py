"""Wars that have gone back to an earlier battle and are not yet again where they stood (S69)."""

from collections.abc import Iterable
from dataclasses import dataclass

from campaign.models import Entry, War
from campaign.war.log.fold import CORRECT_LOG
from campaign.war.words.earlier import Earlier, earlier_of


@dataclass(frozen=True, slots=True)
class GoneBack:
    """From which turn a war has gone back, to which, and before which entry its history read otherwise."""

    until: int
    turn: int
    entry: int

    @property
    def words(self) -> str:
        """The same as a sentence."""
        where = (
            f"from turn {self.until} to turn {self.turn}"
            if self.until != self.turn
            else f"in turn {self.turn}"
        )
        return f"A result was corrected, and the war has gone back {where}."


def gone_back(war: War) -> GoneBack | None:
    """How the war has gone back, None if it has not or has gone on since; no query in a war that never has."""
    return gone_back_in([war]).get(war.pk)


def gone_back_in(wars: Iterable[War]) -> dict[int, GoneBack]:
    """The same by war for many; one query, none if no war has ever gone back."""
    concerned = {war.pk: war for war in wars if war.generation and war.status == War.Status.RUNNING}
    if not concerned:
        return {}
    rows: dict[int, list[Entry]] = {}
    for row in Entry.objects.filter(war__in=concerned, kind=CORRECT_LOG).order_by("number"):
        rows.setdefault(row.war_id, []).append(row)
    found = {number: _last(concerned[number], earlier_of(entries)) for number, entries in rows.items()}
    return {number: one for number, one in found.items() if one is not None}


def _last(war: War, earlier: Iterable[Earlier]) -> GoneBack | None:
    """The last time that it went back, while it is still before the turn from which it did."""
    last = next((one for one in earlier if one.kept), None)
    if last is None or not (war.turn < last.until or war.turn == last.now == last.until):
        return None
    return GoneBack(last.until, last.turn, last.entry)
