"""What the pages of a person's settings show."""

from dataclasses import dataclass
from typing import ClassVar

from accounts.deliveries.history import ChannelHistory, delivery_history
from accounts.deliveries.owing import mail_address
from accounts.deliveries.push import public_key
from accounts.live import latest_notice, topic_of
from accounts.models import PushBrowser, User
from accounts.people.forms import MessagesForm, SignUpForm, ZoneForm
from config.pages import Page


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
    """Where a guest leaves a callsign and a password; `following` is the page that comes next, "" for the wars."""

    template: ClassVar = "accounts/keep.html"
    form: SignUpForm
    following: str


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
