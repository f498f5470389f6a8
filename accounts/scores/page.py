"""The pages of a person's lifetime scores."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.core import paginator

from accounts.models import User
from accounts.scores.lifetime import LifetimeScore, lines_between, opponents_of, totals_between
from config.pages import Page

OPPONENTS_A_PAGE, LINES_A_PAGE = 24, 40


@dataclass(frozen=True, slots=True)
class OpponentsPage(Page):
    """Everybody the user has a score with."""

    template: ClassVar = "accounts/opponents.html"
    page: paginator.Page[LifetimeScore]


def opponents(user: User, number: str | None) -> OpponentsPage:
    """A page of the user's opponents; the first if there is none of that number."""
    return OpponentsPage(paginator.Paginator(opponents_of(user), OPPONENTS_A_PAGE).get_page(number))


@dataclass(frozen=True, slots=True)
class LedgerPage(Page):
    """The lines between the user and one opponent, and their totals."""

    template: ClassVar = "accounts/ledger.html"
    totals: LifetimeScore
    page: paginator.Page[Any]


def ledger(user: User, callsign: str, number: str | None) -> LedgerPage | None:
    """A page of the lines between two players; None if there are no lines."""
    totals = totals_between(user, callsign)
    if totals is None:
        return None
    lines = paginator.Paginator(lines_between(user, callsign), LINES_A_PAGE)
    return LedgerPage(totals=totals, page=lines.get_page(number))
