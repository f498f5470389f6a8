"""The page of a PDF that is made."""

from dataclasses import dataclass
from typing import ClassVar

from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from accounts.models import PaperSheet
from accounts.selectors import worker_is_silent
from accounts.work import DONE, FAILED
from config.pages import Page


@dataclass(frozen=True, slots=True)
class PaperSheetPage(Page):
    """A PDF that the worker makes or has made; `at` is the number of the latest notice."""

    template: ClassVar = "printing/paper_sheet.html"
    sheet: PaperSheet
    done: bool
    failed: bool
    silent: bool
    at: int


def paper_sheet(sheet: "WithAnnotations[PaperSheet, Newest]") -> PaperSheetPage:
    """The page of a sheet."""
    done, failed = sheet.status == DONE, sheet.status == FAILED
    return PaperSheetPage(
        sheet=sheet,
        done=done,
        failed=failed,
        silent=not done and not failed and worker_is_silent(since=sheet.asked_at),
        at=sheet.newest,
    )
