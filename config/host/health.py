"""The health of this deployment: for monitoring, and in sentences for the host."""

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.core.mail import get_connection
from django.db import connection
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone

from accounts.clock import CLOCK_STEP
from accounts.deliveries.allowance import waited_since
from accounts.models import Delivery, Heartbeat, Letter, PaperSheet
from accounts.printing.sheets import DEBIAN_PACKAGES, has_pdf
from accounts.work import QUEUED, RUNNING
from battles.battle.selectors import overdue, unabsorbed
from battles.models import Play, Resolution, Status
from campaign.models import WarImport
from campaign.odds.forecasts import late_pieces
from config.celery import app
from config.host import on_disk
from config.host.checks import faults
from config.host.desk import is_host
from config.host.upgrading import unapplied
from config.pages import Page, show
from engines.native.builds import built, running, wanted
from engines.native.compiling import failed_today, under_way

WORKER_SILENT = timedelta(seconds=30)
WORK_LATE = timedelta(minutes=2)
FILE_LATE = timedelta(minutes=10)
ASK_THE_DATABASE = {"worker", "work", "results", "odds", "printing", "engine"}
TRUST_THE_PARTS = (Exception,)  # a doctor reports whatever a part raises


@dataclass(frozen=True, slots=True)
class Finding:
    """One part of the deployment and its status."""

    part: str
    well: bool
    sentence: str


@dataclass(frozen=True, slots=True)
class StatusPage(Page):
    """The doctor's findings; `well` if there is nothing wrong."""

    template: ClassVar = "status.html"
    findings: list[Finding]
    well: bool


def healthz(_request: HttpRequest) -> JsonResponse:
    """200 and {"status": "ok"} while the site can read its database; 503 otherwise."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Exception:  # noqa: BLE001 - whatever it is, the answer is the same
        return JsonResponse({"status": "no database"}, status=503)
    return JsonResponse({"status": "ok"})


def status(request: HttpRequest) -> HttpResponse:
    """The doctor's findings as a page, for the host alone; 404 for everybody else."""
    if not is_host(request):
        raise Http404
    found = list(findings())
    return show(request, StatusPage(findings=found, well=all(finding.well for finding in found)))


def findings() -> Iterator[Finding]:
    """The status of every part; a part that raises has a problem."""
    ailing: set[str] = set()
    for part, look in PARTS.items():
        if part in ASK_THE_DATABASE and "database" in ailing:
            continue
        try:
            well, sentence = look()
        except TRUST_THE_PARTS as error:
            well, sentence = False, f"Check failed: {type(error).__name__}: {error}"
        if not well:
            ailing.add(part)
        yield Finding(part, well, sentence)


def _settings() -> tuple[bool, str]:
    wrong = [f"{message} {hint}" for _number, message, hint in faults()] if settings.PRODUCTION else []
    kind = (
        "for other people" if settings.PRODUCTION else "for one machine (set ALLOWED_HOSTS to serve others)"
    )
    return not wrong, " ".join(wrong) or f"Settings OK {kind}."


def _database() -> tuple[bool, str]:
    if missing := unapplied():
        return (
            False,
            f"{missing} migrations are not applied. Stop the site, and run: python manage.py prepare",
        )
    return True, f"{connection.vendor} is up to date."


def _broker() -> tuple[bool, str]:
    with app.connection_for_write() as link:
        link.ensure_connection(max_retries=1, timeout=3)
    return True, "Redis answers." if settings.REDIS_URL else f"The queue is in {settings.QUEUE_DIR}."


def _worker() -> tuple[bool, str]:
    beat = Heartbeat.objects.filter(name="worker").first()
    if beat is None:
        return False, "No worker has run yet. `python manage.py up` starts one with the site."
    silent = timezone.now() - beat.at
    if silent < -CLOCK_STEP:
        return (
            False,
            f"The worker's last sign is from {beat.at:%d %B, %H:%M} UTC, which is ahead of this clock.",
        )
    if silent > WORKER_SILENT:
        return (
            False,
            f"The worker was last alive {silent.total_seconds():.0f} s ago. Start it, or check its log.",
        )
    return True, f"Alive {silent.total_seconds():.0f} s ago."


def _mail() -> tuple[bool, str]:
    if not settings.HAS_MAIL:
        return True, "No mail server (EMAIL_URL is not set): reset links appear in this server's console."
    with get_connection():
        return True, "The mail server accepts connections."


def _work() -> tuple[bool, str]:
    now = timezone.now()
    since = now - WORK_LATE
    late, mail = Q(due_at__lt=since), Q(channel=Delivery.Channel.EMAIL)
    of_mail = late & mail & ~Q(held_until__gte=since)
    of_outside = late & ~mail & ~Q(user__in=waited_since(since))
    messages = _counted(Delivery, late=of_mail, outside=of_outside)
    papers = [_counted(kind, late=late) for kind in (Letter, PaperSheet)]
    files = WarImport.objects.filter(status=QUEUED, due_at__lt=now - FILE_LATE).count()
    others, outside = sum(one["late"] for one in [messages, *papers]), messages["outside"]
    wrong = []
    if outside and _worker()[0]:
        wrong = ["No worker takes messages to webhooks and browsers (`-Q outside`)."]
    else:
        others += outside
    if others:
        wrong += [f"{others} messages or sheets have waited more than two minutes. Is a worker running?"]
    if files:
        wrong += [f"Imported files that have waited more than ten minutes: {files}. Is a worker running?"]
    waiting = sum(one["all"] for one in [messages, *papers])
    return not wrong, " ".join(wrong) or f"{waiting} messages or sheets waiting, none for long."


def _counted(kind: type[Delivery | Letter | PaperSheet], **some: Q) -> dict[str, int]:
    """How many of a kind are owed, in all and of some; one query."""
    owed = kind._default_manager.filter(status__in=[QUEUED, RUNNING])
    found: dict[str, int] = owed.aggregate(
        all=Count("pk"), **{name: Count("pk", filter=which) for name, which in some.items()}
    )
    return found


def _results() -> tuple[bool, str]:
    late = timezone.now() - WORK_LATE
    unbooked = unabsorbed().filter(settled_at__lt=late).count()
    unanswered = overdue(late).count()
    owed = Resolution.objects.filter(status__in=[QUEUED, RUNNING], asked_at__lt=late)
    playing = Play.objects.filter(stage=Play.Stage.ON, battle__held_at=None, battle__status=Status.OPEN)
    playing = playing.filter(status__in=[QUEUED, RUNNING], moved_at__lt=late)
    unfought = owed.values("battle").union(playing.values("battle")).count()
    if unfought:
        return (
            False,
            f"{unfought} battles have waited more than two minutes. Does a worker take from the queue `battles`?",
        )
    if unbooked or unanswered:
        return (
            False,
            (
                f"{unbooked} battle results are not booked in their wars, and {unanswered} unanswered reports should "
                "be final. Is a worker running? Its log says why a result is refused."
            ),
        )
    return True, "All battle results are booked."


def _odds() -> tuple[bool, str]:
    late = late_pieces()
    if late:
        return False, f"Odds wait for a worker ({late} pieces). Does one take from the queue `odds`?"
    return True, "Nobody waits for odds."


def _printing() -> tuple[bool, str]:
    if has_pdf():
        return True, "Sheets are made as PDF."
    words = "The worker has no Pango or WeasyPrint: people print sheets from their browsers, without PDF."
    return True, f"{words} To install Pango: apt-get install {DEBIAN_PACKAGES}"


def _address() -> tuple[bool, str]:
    host = settings.SITE_URL.partition("://")[2].partition("/")[0].partition(":")[0]
    socket.getaddrinfo(host, None)
    return True, f"Links in messages start with {settings.SITE_URL}."


def _engine() -> tuple[bool, str]:
    here = running()
    beat = Heartbeat.objects.filter(name="worker").first()
    fights = beat.build if beat else ""
    if here == "plain" and fights and fights == _newest():
        words = f"Battles use {_engine_words(fights)}. The web server started before it was compiled and uses plain"
        return True, f"{words} Python until the next start; results are the same."
    if fights and fights != here:
        return (
            False,
            (
                f"The worker uses {_engine_words(fights)}, but this process has {_engine_words(here)}. "
                "Restart the site with the same ENGINE for both."
            ),
        )
    sentence = f"Battles use {_engine_words(here)}."
    if not fights:
        sentence = f"This process uses {_engine_words(here)}; the worker's engine is unknown."
    return True, sentence + (_why_plain() if here == "plain" else "")


def _newest() -> str:
    """The name of the build of the present sources, "" if there is none."""
    folder = built()
    return folder.name if folder else ""


def _engine_words(build: str) -> str:
    return "the plain Python engine" if build == "plain" else f"the compiled engine ({build[:6]})"


def _why_plain() -> str:
    if wanted() == "plain":
        return " ENGINE=plain is set."
    if built():
        return " A faster compiled engine is ready. Restart the site to use it."
    if under_way():
        return " A faster compiled engine is being made now. The worker restarts with it when it is ready."
    if failed_today():
        return " Compiling the faster engine failed. To try again: make engine"
    return " It is several times slower than the compiled one. To compile it: make engine"


PARTS: dict[str, Callable[[], tuple[bool, str]]] = {
    "settings": _settings,
    "address": _address,
    "database": _database,
    "broker": _broker,
    "worker": _worker,
    "mail": _mail,
    "disk": on_disk.room,
    "static": on_disk.static_files,
    "backup": on_disk.backup,
    "work": _work,
    "results": _results,
    "odds": _odds,
    "printing": _printing,
    "engine": _engine,
}
