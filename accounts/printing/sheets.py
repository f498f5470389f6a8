"""Sheets as PDF are typeset by the worker, in a process of its own; they are owed work and are deleted after a day."""

import subprocess
import sys
from ctypes.util import find_library
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from typing import Literal, get_args

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django_stubs_ext import WithAnnotations

from accounts.live import OWN, Newest, newest_under, publish, topic_of
from accounts.models import Heartbeat, PaperSheet, User
from accounts.work import DONE, FAILED, QUEUED, RUNNING, Bell, Failed, Work
from engines.seam.refusals import refuse

Paper = Literal["A4", "Letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
BELL = Bell("accounts.tasks.typeset")
KEPT = timedelta(days=1)
MOST_SHEETS = 20
"""Sheets of one person; of more, the oldest are deleted."""
MOST_AT_ONCE = 2
"""Sheets of one person that may wait for the worker."""
MOST_HTML = 2 * 2**20
MOST_PDF = 8 * 2**20
SECONDS = 60
KEY_DIGITS = 32
LIBRARIES = ("gobject-2.0", "pango-1.0", "pangoft2-1.0")
DEBIAN_PACKAGES = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"


@dataclass(frozen=True)
class Content:
    """What a sheet shows, as a page of HTML; `name` is the file's, and `back` the path of the page that shows the same.

    `name` has letters, digits and "-" only.
    """

    html: str
    name: str
    back: str


@cache
def can_typeset() -> bool:
    """Whether WeasyPrint and Pango are on this machine; they are looked for, not loaded."""
    return find_spec("weasyprint") is not None and all(find_library(name) for name in LIBRARIES)


def has_pdf() -> bool:
    """Whether the worker makes PDFs, as it last said; one query."""
    return Heartbeat.objects.filter(name="worker", typesets=True).exists()


def paper_of(word: str) -> Paper:
    """The paper of that name; `Refused` if sheets are not made for it."""
    for paper in PAPERS:
        if paper == word:
            return paper
    raise refuse("", f"Choose {' or '.join(PAPERS)}.", "paper")


@transaction.atomic
def ask_for_pdf(*, user: User, content: Content, paper: Paper) -> PaperSheet:
    """The user's sheet with that content, owed from now on unless it was made already.

    `Refused` if it is too long, or two others of the user's are being made.
    """
    if len(content.html.encode()) > MOST_HTML:
        raise refuse("", "This sheet is too long for a PDF. Print it from your browser.")
    User.objects.select_for_update().get(pk=user.pk)
    now = timezone.now()
    key = sha256(f"{user.pk}\n{paper}\n{content.html}".encode()).hexdigest()[:KEY_DIGITS]
    queued = {"status": QUEUED, "attempts": 0, "due_at": now, "asked_at": now, "html": content.html}
    told = {"paper": paper, "name": content.name, "back": content.back}
    others = PaperSheet.objects.filter(user=user, status__in=[QUEUED, RUNNING]).exclude(key=key)
    if others.count() >= MOST_AT_ONCE:
        raise refuse("", "Your last PDFs are still being made. Try again when they are ready.")
    sheet, made = PaperSheet.objects.get_or_create(user=user, key=key, defaults={**queued, **told})
    if sheet.status == FAILED:
        PaperSheet.objects.filter(pk=sheet.pk, status=FAILED).update(**queued)
    elif not made:
        PaperSheet.objects.filter(pk=sheet.pk).update(asked_at=now)
    if made or sheet.status == FAILED:
        _keep_few(user)
        BELL.ring(sheet.pk)
    return sheet


def sheet_of_user(user: User, key: str) -> "WithAnnotations[PaperSheet, Newest] | None":
    """The user's sheet of that key; None if there is none any more."""
    rows = PaperSheet.objects.annotate(newest=newest_under(OWN, of="user"))
    return rows.filter(user=user, key=key).first()


def _keep_few(user: User) -> None:
    newest = PaperSheet.objects.filter(user=user).order_by("-asked_at", "-pk").values_list("pk", flat=True)
    PaperSheet.objects.filter(user=user).exclude(pk__in=list(newest[:MOST_SHEETS])).delete()


def pdf_of(html: str, paper: str) -> bytes:
    """The PDF of a page, typeset in a process of its own; `Failed` if there is none in time, or it is too big."""
    folders = [settings.STATIC_ROOT, *settings.STATICFILES_DIRS]
    command = [
        sys.executable,
        "-m",
        "accounts.printing.typeset",
        paper,
        settings.STATIC_URL,
        *map(str, folders),
    ]
    try:
        made = subprocess.run(  # noqa: S603 - the paper is one of PAPERS
            command,
            input=html.encode(),
            capture_output=True,
            timeout=SECONDS,
            check=True,
            cwd=settings.BASE_DIR,
        ).stdout
    except subprocess.TimeoutExpired as error:
        raise Failed("The sheet took too long.", again=False) from error
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines() or [f"exit code {error.returncode}"]
        raise Failed(f"Typesetting failed: {said[-1]}") from error
    if len(made) > MOST_PDF:
        raise Failed("The PDF would be too big.", again=False)
    return made


class Typesetting(Work[PaperSheet, bytes]):
    """Sheets owed as PDF."""

    model = PaperSheet
    related = ()
    bell = BELL
    lease_setting = "TYPESET_LEASE_SECONDS"
    pauses = (timedelta(seconds=2),)
    went_wrong = "An error occurred while the PDF was made."

    def perform(self, row: PaperSheet) -> bytes:
        """The sheet's PDF."""
        return pdf_of(row.html, row.paper)

    def settle(self, row: PaperSheet, outcome: bytes) -> bool:
        """Whether the PDF was booked; the page it was made from is deleted."""
        return self.book(row, DONE, pdf=outcome, html="", done_at=timezone.now(), last_error="")

    def notify(self, row: PaperSheet, status: str) -> None:
        """Let the user's open pages show what came of it."""
        if status in (DONE, FAILED):
            publish(topic_of(row.user_id))


def prune_sheets() -> int:
    """How many sheets were deleted that were asked for more than a day ago."""
    return PaperSheet.objects.filter(asked_at__lt=timezone.now() - KEPT).delete()[0]


SHEETS = Typesetting()
typeset_sheet, sweep_sheets = SHEETS.attempt, SHEETS.sweep
