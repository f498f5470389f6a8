"""Odds are worked out by the worker: play-outs in small pieces, one after the other for each case, while wanted."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from time import monotonic
from typing import TypeVar

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.work import DONE, FAILED, QUEUED, RUNNING, Bell, Failed, Work
from campaign.models import Forecast, ForecastChunk, War
from campaign.rules.battles.predicting import STANCES
from campaign.rules.odds.asked import Asked
from campaign.war.log.documents import encoded
from engines.odds.comparing import Compared, compare
from engines.odds.playing import play_out
from engines.odds.tally import Tally
from engines.seam.own_documents import read_own
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.seam.systems import system
from engines.seeded import SeededDice

BELL = Bell("campaign.tasks.play_out")
MOST = 200
"""Play-outs of a case."""
SHORT = 100
"""Play-outs of a battle that is asked about in short."""
ROUGH = 5
"""A case is shown from so many play-outs on."""
FIRST = 20
"""With fewer nothing of a case is kept; then the next case begins."""
SURE = 40
"""With fewer a case is rough, and the estimate stands in the first sentence."""
ORDER = (STANCES.index("withdraw"), *(at for at, one in enumerate(STANCES) if one != "withdraw"))
"""The cases in the order in which they begin: first the doctrine that captains have if nobody chooses another."""
AHEAD = 16
"""Of so many questions about battles that are expected the plan shows the answers."""
CHUNK_SECONDS = 0.35
WANTED = timedelta(seconds=30)
LATE = timedelta(seconds=15)
KEPT = timedelta(days=30)
KEY_DIGITS = 32
Booked = Tally | Compared
"""What a piece comes to: of one doctrine, or of two that are compared."""
Kind = TypeVar("Kind", Tally, Compared)
_asked = msgspec.json.Decoder(Asked, dec_hook=read_own)
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
    with transaction.atomic():
        [forecast] = _asked_for(war, [asked], in_short=False)
        if forecast.in_short:
            _go_on_in_full(forecast)
    return forecast


@transaction.atomic
def ask_in_short(*, war: War, questions: Sequence[Asked]) -> None:
    """Have several battles that a side expects worked at together, at least one, each in short.

    That is against an enemy that withdraws alone, and less often. What has been asked in full stays so.
    """
    _asked_for(war, questions, in_short=True)


def are_asked(war: War, questions: Sequence[Asked]) -> bool:
    """Whether all of that has been asked before; one query."""
    keys = {_key(asked, encoded(asked)) for asked in questions}
    sides = {asked.side for asked in questions}
    return Forecast.objects.filter(war=war, side__in=sides, key__in=keys).count() == len(keys)


def _asked_for(war: War, questions: Sequence[Asked], *, in_short: bool) -> list[Forecast]:
    """The forecasts of questions about one battle, or about expected ones; any other of those is wanted no more."""
    now = timezone.now()
    when = {"asked_at": now, "wanted_until": now + WANTED}
    found = []
    for asked in questions:
        document = encoded(asked)
        new = {**when, "battle": asked.number, "asked": document, "in_short": in_short}
        forecast, _ = Forecast.objects.update_or_create(
            war=war, side=asked.side, key=_key(asked, document), defaults=when, create_defaults=new
        )
        found.append(forecast)
    of_the_side = Forecast.objects.filter(war=war, side=questions[0].side, battle=questions[0].number)
    earlier = of_the_side.filter(wanted_until__gt=now).exclude(pk__in=[one.pk for one in found])
    earlier.update(wanted_until=now)
    for forecast in found:
        forecast.chunks.filter(status=FAILED).update(status=QUEUED, attempts=0, due_at=now)
        _begin(forecast, case=ORDER[0], start=0)
        _ring_again(forecast)
    return found


def _key(asked: Asked, document: bytes) -> str:
    """What a question is known by: what captains of other rules came to is not gone on with."""
    version = system(asked.setup.system).rules_version
    return sha256(f"{version}\n".encode() + document).hexdigest()[:KEY_DIGITS]


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


def want_in_full(forecast: Forecast) -> None:
    """The same, and one that was asked in short goes on against every doctrine of the enemy."""
    if forecast.in_short:
        with transaction.atomic():
            _go_on_in_full(forecast)
    want(forecast)


def _go_on_in_full(forecast: Forecast) -> None:
    """Begin what is left of a forecast in short; in a transaction, as a piece may be settled at the same time."""
    row = Forecast.objects.select_for_update().get(pk=forecast.pk)
    if not row.in_short:
        return
    row.in_short = False
    row.save(update_fields=["in_short"])
    usual = row.chunks.filter(case=ORDER[0])
    fought = sum(usual.filter(status=DONE).values_list("fought", flat=True))
    if not usual.filter(status__in=[QUEUED, RUNNING]).exists():
        _begin(row, case=ORDER[0], start=fought)
    if fought >= FIRST:
        _begin(row, case=ORDER[1], start=0)
    _ring_again(row)


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
    return cases_of_each([forecast])[forecast.pk]


def cases_of_each(forecasts: Iterable[Forecast]) -> dict[int, tuple[CaseSoFar, ...]]:
    """What is booked of each case of each forecast, by its number in the database; one query."""
    chunks = ForecastChunk.objects.filter(forecast__in=forecasts, status__in=[DONE, FAILED])
    rows: defaultdict[int, list[tuple[int, str, bytes]]] = defaultdict(list)
    for forecast, case, status, raw in chunks.values_list("forecast", "case", "status", "tally"):
        rows[forecast].append((case, status, bytes(raw)))
    return {one.pk: _cases(asked_in(one), rows[one.pk]) for one in forecasts}


def _cases(asked: Asked, rows: Iterable[tuple[int, str, bytes]]) -> tuple[CaseSoFar, ...]:
    found: list[Booked] = [Compared() if asked.other else Tally() for _ in STANCES]
    failed = set()
    for case, status, raw in rows:
        if status == FAILED:
            failed.add(case)
        else:
            found[case] += _booked.decode(raw)  # type: ignore[operator]
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
        most = _most(row.forecast)
        try:
            if asked.other is None:
                return _fought(
                    lambda number: play_out(question, number, SeededDice),
                    Tally(),
                    range(row.start, most),
                    until,
                )
            other = asked.other_case(row.case)
            return _fought(
                lambda number: compare(question, other, number, SeededDice),
                Compared(),
                range(row.start, most),
                until,
            )
        except Refused as refused:
            raise Failed(str(refused), again=False) from refused

    @transaction.atomic
    def settle(self, row: ForecastChunk, outcome: Booked) -> bool:
        """Whether the play-outs were booked; then the next piece begins, and with the first figures the next case."""
        booked = self.book(row, DONE, tally=encoded(outcome), fought=outcome.fought, done_at=timezone.now())
        if booked:
            end = row.start + outcome.fought
            forecast = _as_asked_now(row.forecast)
            begun = [_begin(forecast, case=row.case, start=end)]
            if row.start < FIRST <= end and not forecast.in_short:
                begun += [_begin(forecast, case=case, start=0) for case in _after(row.case)]
            BELL.ring(*(piece.pk for piece in begun if piece is not None))
        return booked


def _fought(fight: Callable[[int], Kind], found: Kind, numbers: range, until: float) -> Kind:
    """What was found, and what the play-outs of those numbers add to it until then, at least the first one."""
    while not found.fought or (monotonic() < until and found.fought < len(numbers)):
        found += fight(numbers.start + found.fought)
    return found


def _most(forecast: Forecast) -> int:
    """How many play-outs of a case there will be."""
    return SHORT if forecast.in_short else MOST


def _as_asked_now(forecast: Forecast) -> Forecast:
    """The row as it is now, if it was in short when its piece began: it may go on in full; in a transaction."""
    return Forecast.objects.select_for_update().get(pk=forecast.pk) if forecast.in_short else forecast


def wanted() -> QuerySet[Forecast]:
    """The forecasts that somebody looks at."""
    now = timezone.now()
    return Forecast.objects.filter(wanted_until__gt=now, wanted_until__lte=now + 2 * WANTED)


def _begin(forecast: Forecast, *, case: int, start: int) -> ForecastChunk | None:
    """The piece of a case from `start` on, owed from now on; None where the case is at its end."""
    if start >= _most(forecast):
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
