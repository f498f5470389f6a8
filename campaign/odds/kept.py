"""Odds that were shown before a side engaged, and how the battles ended: what says how good odds are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils import timezone

from battles.battle.player_actions import mostly_by_person
from battles.battle.services.resolving import decode_doctrines
from battles.models import Battle, Resolution, SettledHow
from campaign.models import Engagement, Forecast, War
from campaign.odds.forecasts import FIRST, CaseSoFar, asked_in, cases_of
from campaign.rules.battles.predicting import STANCES
from engines.odds.tally import Tally
from engines.seam.documents import Doctrine
from engines.seam.sides import Side, as_side, opponent

OVER, FOUGHT = "over", "fought"


@dataclass(frozen=True)
class CameTrue:
    """One battle: the chance of a victory that was shown, and whether it came; `by_captains` if captains fought it."""

    said: float
    won: bool
    by_captains: bool


def keep_odds(*, war: War, side: Side, battles: Mapping[int, Doctrine | None]) -> None:
    """Keep what was shown last of the battles in which a side engages, of each case that had a figure.

    Each battle has the doctrine that the side sends along, None for none. Of two that were compared its figures count,
    else those of the first. A question without any figure hides none that was shown before. In the transaction of the
    answer.
    """
    left = dict(battles)
    asked = Forecast.objects.filter(war=war, side=side, battle__in=[*battles]).order_by("-asked_at", "-pk")
    for forecast in asked:
        if forecast.battle not in left:
            continue
        other = asked_in(forecast).other is not None and asked_in(forecast).other == left[forecast.battle]
        shares = [_share(case, side, other=other) for case in cases_of(forecast)]
        if any(share is not None for share in shares):
            del left[forecast.battle]
            Forecast.objects.filter(pk=forecast.pk).update(kept_at=timezone.now(), shares=shares)


def _share(case: CaseSoFar, side: Side, *, other: bool) -> float | None:
    """The chance that was shown in the case, None where it had no figure yet."""
    return _tally(case, other=other).won(side).share if case.tally.fought >= FIRST else None


def _tally(case: CaseSoFar, *, other: bool) -> Tally:
    """What is booked of a case for the doctrine asked about, or for the one it was compared with."""
    return case.compared.second if other and case.compared is not None else case.tally


def came_true() -> list[CameTrue]:
    """Every battle of a war that is over with odds that were kept, once, by those kept last; five queries at the most.

    Sandboxes do not count. Nor do battles that say nothing: those which captains of another level fought, or by another
    doctrine than was asked about, and those in which a captain gave most of the side's orders on the board.
    Wars under way are left out, so that nobody learns whether the enemy has asked.
    """
    kept = Forecast.objects.filter(war__phase=OVER, war__sandbox_of=None).exclude(kept_at=None)
    last = {(row.war_id, row.battle): row for row in kept.order_by("kept_at", "pk")}
    fought = Engagement.objects.filter(war__in={war for war, _ in last}, outcome=FOUGHT)
    ends = {(one.war_id, one.number): one for one in fought.select_related("battle")}
    rows = [(last[at], ends[at]) for at in last if at in ends]
    numbers = [end.battle_id for _, end in rows if end.battle_id is not None]
    doctrines, by_person = _doctrines(numbers), mostly_by_person(numbers)
    return [one for row, end in rows if (one := _came(row, end, doctrines, by_person)) is not None]


def _doctrines(battles: Iterable[int]) -> dict[int, dict[Side, Doctrine]]:
    """The doctrines by which captains fought, by battle."""
    found = Resolution.objects.filter(battle__in=list(battles), status="done").values_list(
        "battle", "doctrines"
    )
    return {battle: decode_doctrines(bytes(raw)) for battle, raw in found}


def _came(
    row: Forecast,
    end: Engagement,
    doctrines: Mapping[int, Mapping[Side, Doctrine]],
    by_person: Mapping[tuple[int, str], bool],
) -> CameTrue | None:
    """A battle with the chance for the doctrine that the enemy had; where people fought, the mean of all cases."""
    side = as_side(row.side)
    battle, shares = end.battle, row.shares or []
    if battle is not None and battle.settled_how == SettledHow.FOUGHT and battle.pk in doctrines:
        said = _said_of_captains(row, battle, doctrines[battle.pk], side)
        return CameTrue(said, end.winner == side, by_captains=True) if said is not None else None
    if battle is not None and not by_person.get((battle.pk, side), True):
        return None
    shown = [share for share in shares if share is not None]
    return CameTrue(sum(shown) / len(shown), end.winner == side, by_captains=False)


def _said_of_captains(
    row: Forecast, battle: Battle, fought: Mapping[Side, Doctrine], side: Side
) -> float | None:
    """The chance that was shown for just this battle between captains, None if another was asked about."""
    asked = asked_in(row)
    if set(battle.levels.values()) != {asked.level} or fought[side] not in (asked.doctrine, asked.other):
        return None
    share: float | None = (row.shares or [])[STANCES.index(fought[opponent(side)].stance)]
    return share
