"""What the pages of a person's settings and lifetime scores show."""

from dataclasses import dataclass
from typing import Any, ClassVar

from django.core import paginator
from django_stubs_ext import WithAnnotations

from accounts.deliveries.owing import mail_address
from accounts.deliveries.push import public_key
from accounts.forms import MessagesForm, SignUpForm, ZoneForm
from accounts.lifetime import LifetimeScore, lines_between, opponents_of, totals_between
from accounts.live import Newest, latest_notice, topic_of
from accounts.models import PaperSheet, PushBrowser, User
from accounts.selectors import ChannelHistory, delivery_history, worker_is_silent
from accounts.work import DONE, FAILED
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


@dataclass(frozen=True, slots=True)
class SettingsPage(Page):
    """How a user gets messages; `mail_address` is "" without a confirmed one, `at` the number of the latest notice.

    `browsers` get messages by web push; `push_key` is the site's key for another one, "" where there can be none.
    """

    template: ClassVar = "accounts/settings.html"
    form: MessagesForm
    zone_form: ZoneForm
    mail_address: str
    at: int
    history: list[ChannelHistory]
    browsers: list[PushBrowser]
    push_key: str


def settings(
    user: User, form: MessagesForm, *, pushes: bool, zone_form: ZoneForm | None = None
) -> SettingsPage:
    """The user's settings with the forms as they are; `pushes`: the site was asked in a way that allows web push."""
    return SettingsPage(
        form=form,
        zone_form=zone_form or ZoneForm(instance=user),
        mail_address=mail_address(user),
        at=latest_notice([topic_of(user.pk)]),
        history=delivery_history(user),
        browsers=list(user.browsers.order_by("pk")),
        push_key=public_key() if pushes else "",
    )


@dataclass(frozen=True, slots=True)
class SettingsHistory(Page):
    """The part of the settings that says what was delivered."""

    template: ClassVar = "accounts/settings.html#history"
    history: list[ChannelHistory]


@dataclass(frozen=True, slots=True)
class KeepPage(Page):
    """Where a guest leaves a callsign and a password."""

    template: ClassVar = "accounts/keep.html"
    form: SignUpForm


@dataclass(frozen=True, slots=True)
class UnsubscribePage(Page):
    """The question whether e-mail is to be turned off, or, once `done`, that it is."""

    template: ClassVar = "accounts/unsubscribe.html"
    done: bool


@dataclass(frozen=True, slots=True)
class LogoutPage(Page):
    """allauth's question before somebody signs out; `unsure`: a guest, who could never come back."""

    template: ClassVar = "account/logout.html"
    unsure: bool


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
