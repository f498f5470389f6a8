"""Odds that were shown before a side engaged, and how the battles ended: what says how good odds are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone

from battles.models import Resolution, SettledHow
from battles.services.resolving import decode_doctrines
from campaign.models import Engagement, Forecast, War
from campaign.rules.odds import STANCES, Stance
from campaign.services.odds import FIRST, CaseSoFar, asked_in, cases_of, latest_forecasts
from engines.odds.tally import Tally
from engines.seam.documents import Doctrine
from engines.seam.sides import Side, opponent

OVER, FOUGHT = "over", "fought"


@dataclass(frozen=True)
class CameTrue:
    """One battle: the chance of a victory that was shown, and whether it came; `by_captains` if captains fought it."""

    said: float
    won: bool
    by_captains: bool


def keep_odds(*, war: War, side: Side, battles: Mapping[int, Doctrine | None]) -> None:
    """Keep what was shown last of the battles in which a side engages, if there was a figure for every case.

    Each battle has the doctrine that the side sends along, None for none. Of two that were compared its figures count,
    else those of the first.
    """
    for number, forecast in latest_forecasts(war, side, [*battles]).items():
        cases = cases_of(forecast)
        if all(case.tally.fought >= FIRST for case in cases):
            other = asked_in(forecast).other is not None and asked_in(forecast).other == battles[number]
            shares = [_tally(case, other=other).won(side).share for case in cases]
            kept = {"kept_at": timezone.now(), "shares": shares}
            Forecast.objects.filter(pk=forecast.pk).update(**kept)


def _tally(case: CaseSoFar, *, other: bool) -> Tally:
    """What is booked of a case for the doctrine asked about, or for the one it was compared with."""
    return case.compared.second if other and case.compared is not None else case.tally


def came_true() -> list[CameTrue]:
    """Every battle of a war that is over with odds that were kept, once, by those kept last; three queries.

    Sandboxes do not count.

    Wars under way are left out, so that nobody learns whether the enemy has asked.
    """
    kept = (
        Forecast.objects.filter(war__phase=OVER, war__sandbox_of=None)
        .exclude(kept_at=None)
        .order_by("kept_at", "pk")
    )
    last = {(row.war_id, row.battle): row for row in kept.defer("asked")}
    fought = Engagement.objects.filter(war__in={war for war, _ in last}, outcome=FOUGHT)
    ends = {(one.war_id, one.number): one for one in fought.select_related("battle")}
    rows = [(last[at], ends[at]) for at in last if at in ends]
    stances = _stances(end.battle_id for _, end in rows if end.battle_id is not None)
    return [_came(row, end, stances) for row, end in rows]


def _stances(battles: Iterable[int]) -> dict[int, dict[Side, Stance]]:
    """The stances by which captains fought, by battle."""
    found = Resolution.objects.filter(battle__in=list(battles), status="done").values_list(
        "battle", "doctrines"
    )
    return {
        battle: {side: doctrine.stance for side, doctrine in decode_doctrines(bytes(raw)).items()}
        for battle, raw in found
    }


def _came(row: Forecast, end: Engagement, stances: dict[int, dict[Side, Stance]]) -> CameTrue:
    """A battle with the chance for the doctrine that the enemy had; where people fought, the mean of all cases."""
    side: Side = "terran" if row.side == "terran" else "talon"
    how = end.battle.settled_how if end.battle is not None else ""
    by_captains = how == SettledHow.FOUGHT and end.battle_id in stances
    shares: list[float] = row.shares or []
    said = sum(shares) / len(shares)
    if by_captains and end.battle_id is not None:
        said = shares[STANCES.index(stances[end.battle_id][opponent(side)])]
    return CameTrue(said, end.winner == side, by_captains)
