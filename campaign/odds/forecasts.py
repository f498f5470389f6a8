"""Odds are worked out by the worker: play-outs in small pieces, one after the other for each case, while wanted."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from time import monotonic
from typing import TypeVar

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.work import DONE, FAILED, QUEUED, Bell, Failed, Work
from campaign.models import Forecast, ForecastChunk, War
from campaign.rules.battles.predicting import STANCES
from campaign.rules.odds.asked import Asked
from campaign.war.log.documents import encoded
from engines.odds.comparing import Compared, compare
from engines.odds.playing import play_out
from engines.odds.tally import Tally
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.seeded import SeededDice

BELL = Bell("campaign.tasks.play_out")
MOST = 200
"""Play-outs of a case."""
ROUGH = 5
"""A case is shown from so many play-outs on."""
FIRST = 20
"""With fewer nothing of a case is kept; then the next case begins."""
SURE = 40
"""With fewer a case is rough, and the estimate stands in the first sentence."""
ORDER = (STANCES.index("withdraw"), *(at for at, one in enumerate(STANCES) if one != "withdraw"))
"""The cases in the order in which they begin: first the doctrine that captains have if nobody chooses another."""
AHEAD = 8
"""Of so many questions about battles that are expected the plan shows the answers."""
CHUNK_SECONDS = 0.35
WANTED = timedelta(seconds=30)
LATE = timedelta(seconds=15)
KEPT = timedelta(days=30)
KEY_DIGITS = 32
Booked = Tally | Compared
"""What a piece comes to: of one doctrine, or of two that are compared."""
Kind = TypeVar("Kind", Tally, Compared)
_asked = msgspec.json.Decoder(Asked)
_booked: msgspec.json.Decoder[Booked] = msgspec.json.Decoder(Booked)


@dataclass(frozen=True)
class CaseSoFar:
    """What is booked of one case; `compared` is that of both doctrines where two are compared."""

    tally: Tally
    failed: bool
    compared: Compared | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more comes."""
        return self.failed or self.tally.fought >= MOST


def ask(*, war: War, asked: Asked) -> Forecast:
    """The forecast that answers what a side asks, from now on worked at while it is wanted."""
    document = encoded(asked)
    key = sha256(document).hexdigest()[:KEY_DIGITS]
    now = timezone.now()
    when = {"asked_at": now, "wanted_until": now + WANTED}
    with transaction.atomic():
        forecast, _ = Forecast.objects.update_or_create(
            war=war,
            side=asked.side,
            key=key,
            defaults=when,
            create_defaults={**when, "battle": asked.number, "asked": document},
        )
        earlier = Forecast.objects.filter(war=war, side=asked.side, battle=asked.number, wanted_until__gt=now)
        earlier.exclude(pk=forecast.pk).update(wanted_until=now)
        forecast.chunks.filter(status=FAILED).update(status=QUEUED, attempts=0, due_at=now)
        _begin(forecast, case=ORDER[0], start=0)
        _ring_again(forecast)
    return forecast


def want(forecast: Forecast) -> None:
    """Let a forecast be worked at for a while longer; nothing is written if it is wanted long enough."""
    now = timezone.now()
    left = forecast.wanted_until - now
    if WANTED / 2 < left <= WANTED:
        return
    with transaction.atomic():
        Forecast.objects.filter(pk=forecast.pk).update(wanted_until=now + WANTED)
        if left <= timedelta(0):
            _ring_again(forecast)


def forecast_of(war: War, side: Side, key: str) -> Forecast | None:
    """What the side has asked under that key; None if it has not."""
    return Forecast.objects.filter(war=war, side=side, key=key).first()


def latest_forecasts(war: War, side: Side, battles: list[int]) -> dict[int, Forecast]:
    """What the side has asked last of each of the battles, by number; one query."""
    rows = Forecast.objects.filter(war=war, side=side, battle__in=battles).order_by("asked_at", "pk")
    return {row.battle: row for row in rows}


def forecasts_ahead(war: War, side: Side) -> list[Forecast]:
    """What the side has asked last of battles that it expects, the latest last; one query."""
    rows = Forecast.objects.filter(war=war, side=side, battle=0).order_by("-asked_at", "-pk")
    return [*reversed(rows[:AHEAD])]


def asked_in(forecast: Forecast) -> Asked:
    """What was asked."""
    return _asked.decode(bytes(forecast.asked))


def cases_of(forecast: Forecast) -> tuple[CaseSoFar, ...]:
    """What is booked of each case; one query."""
    found: list[Booked] = [Compared() if asked_in(forecast).other else Tally() for _ in STANCES]
    failed = set()
    for case, status, raw in forecast.chunks.filter(status__in=[DONE, FAILED]).values_list(
        "case", "status", "tally"
    ):
        if status == FAILED:
            failed.add(case)
        else:
            found[case] += _booked.decode(bytes(raw))  # type: ignore[operator]
    return tuple(_so_far(booked, case in failed) for case, booked in enumerate(found))


def _so_far(booked: Booked, failed: bool) -> CaseSoFar:
    if isinstance(booked, Compared):
        return CaseSoFar(booked.first, failed, booked)
    return CaseSoFar(booked, failed)


class PlayingOut(Work[ForecastChunk, Booked]):
    """Pieces of forecasts. Each is fought for a fraction of a second; the next begins where it ended."""

    model = ForecastChunk
    related = ("forecast",)
    bell = BELL
    lease_setting = "FORECAST_LEASE_SECONDS"
    pauses = (timedelta(seconds=1), timedelta(seconds=5))
    went_wrong = "An error occurred while the battle was played out."

    def fit(self) -> Q:
        """Nothing is done for a forecast that nobody looks at any more."""
        return Q(forecast__in=wanted())

    def perform(self, row: ForecastChunk) -> Booked:
        """What the play-outs come to for which there was time, at least one of each doctrine."""
        asked = asked_in(row.forecast)
        question, until = asked.case(row.case), monotonic() + CHUNK_SECONDS
        try:
            if asked.other is None:
                return _fought(
                    lambda number: play_out(question, number, SeededDice), Tally(), row.start, until
                )
            other = asked.other_case(row.case)
            return _fought(
                lambda number: compare(question, other, number, SeededDice), Compared(), row.start, until
            )
        except Refused as refused:
            raise Failed(str(refused), again=False) from refused

    @transaction.atomic
    def settle(self, row: ForecastChunk, outcome: Booked) -> bool:
        """Whether the play-outs were booked; then the next piece begins, and with the first figures the next case."""
        booked = self.book(row, DONE, tally=encoded(outcome), fought=outcome.fought, done_at=timezone.now())
        if booked:
            end = row.start + outcome.fought
            begun = [_begin(row.forecast, case=row.case, start=end)]
            if row.start < FIRST <= end:
                begun += [_begin(row.forecast, case=case, start=0) for case in _after(row.case)]
            BELL.ring(*(piece.pk for piece in begun if piece is not None))
        return booked


def _fought(fight: Callable[[int], Kind], found: Kind, start: int, until: float) -> Kind:
    """What was found, and what the play-outs from `start` on add to it until then, at least one."""
    while not found.fought or (monotonic() < until and start + found.fought < MOST):
        found += fight(start + found.fought)
    return found


def wanted() -> QuerySet[Forecast]:
    """The forecasts that somebody looks at."""
    now = timezone.now()
    return Forecast.objects.filter(wanted_until__gt=now, wanted_until__lte=now + 2 * WANTED)


def _begin(forecast: Forecast, *, case: int, start: int) -> ForecastChunk | None:
    """The piece of a case from `start` on, owed from now on; None where the case is at its end."""
    if start >= MOST:
        return None
    due = {"due_at": timezone.now()}
    return ForecastChunk.objects.get_or_create(forecast=forecast, case=case, start=start, defaults=due)[0]


def _after(case: int) -> tuple[int, ...]:
    """The case that begins after another, if there is one."""
    at = ORDER.index(case) + 1
    return ORDER[at : at + 1]


def _ring_again(forecast: Forecast) -> None:
    """Ring for the pieces that wait: one a case at the most."""
    BELL.ring(*forecast.chunks.filter(status=QUEUED).order_by("case").values_list("pk", flat=True))


def late_pieces() -> int:
    """How many pieces somebody waits for that no worker has taken up."""
    late = Q(status=QUEUED, due_at__lt=timezone.now() - LATE)
    return ForecastChunk.objects.filter(late, forecast__in=wanted()).count()


def prune_forecasts() -> int:
    """How many rows were deleted of forecasts that nobody has asked for in a month; what was kept of them stays."""
    old = Forecast.objects.filter(asked_at__lt=timezone.now() - KEPT)
    pieces = ForecastChunk.objects.filter(forecast__in=old.exclude(kept_at=None)).delete()[0]
    return pieces + old.filter(kept_at=None).delete()[0]


FORECASTS = PlayingOut()
play_out_chunk, sweep_forecasts = FORECASTS.attempt, FORECASTS.sweep
