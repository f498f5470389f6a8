"""What somebody sees who brings the file of a war."""

from dataclasses import dataclass
from typing import ClassVar

from django_stubs_ext import WithAnnotations

from accounts.live import Newest
from accounts.selectors import worker_is_silent
from campaign.models import WarImport
from campaign.new_war.forms import ImportForm
from config.pages import Page


@dataclass(frozen=True, slots=True)
class ImportWarPage(Page):
    """The form for the file of a finished war."""

    template: ClassVar = "campaign/import_war.html"
    form: ImportForm


@dataclass(frozen=True, slots=True)
class ImportingPage(Page):
    """A file that the worker checks; `at` is the number of the latest notice, `silent` if no worker is heard of."""

    template: ClassVar = "campaign/importing.html"
    owed: WarImport
    at: int
    silent: bool


def importing_page(owed: "WithAnnotations[WarImport, Newest]") -> ImportingPage:
    """The page of the user who imports."""
    waits = owed.done_at is None
    return ImportingPage(
        owed=owed,
        at=owed.newest,
        silent=waits and worker_is_silent(since=owed.made_at),
    )
