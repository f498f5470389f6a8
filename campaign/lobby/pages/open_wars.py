"""What the list of open wars shows: wars that wait for a stranger, and a short form for one more."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final

from django.core.paginator import Page as PageOfList
from django.core.paginator import Paginator

from accounts.models import User
from battles.pace import pace_here
from campaign.lobby.agreed import settled_words, treasury_words
from campaign.lobby.open_war_form import OpenWarForm
from campaign.lobby.players import PlayerNote, notes_on
from campaign.models import Invitation
from campaign.new_war.invitations import OPEN_DAYS
from campaign.new_war.open_wars import MOST_LISTED, listed
from campaign.war.log.documents import decode_settings
from config.pages import Page

A_PAGE: Final = 30
"""How many wars are on a page of the list."""


@dataclass(frozen=True, slots=True)
class OpenWar:
    """A war that anybody may join, without its name, which is the host's own words.

    `side` is the free one, `mine`: the reader is its host.
    """

    host: str
    note: str
    map: str
    treasury: str
    pace: str
    settled: str
    side: str
    token: str
    made_at: datetime
    mine: bool


@dataclass(frozen=True, slots=True)
class OpenWarsPage(Page):
    """A page of the wars on the list, the newest first.

    `form` is None for visitors and guests, who cannot put one there.
    """

    template: ClassVar = "campaign/open_wars.html"
    wars: list[OpenWar]
    page: PageOfList[Invitation]
    form: OpenWarForm | None
    most: int = MOST_LISTED
    days: int = OPEN_DAYS


def open_wars_page(user: User | None, number: str | None, form: OpenWarForm | None = None) -> OpenWarsPage:
    """The page of that number for a user, None for a visitor; the first if there is none of that number."""
    found = listed().select_related("war__host").defer("war__state", "war__chart")
    page = Paginator(found, A_PAGE).get_page(number)
    may_host = user is not None and not user.is_guest
    return OpenWarsPage(
        wars=_lines(page, user), page=page, form=(form or OpenWarForm()) if may_host else None
    )


def _lines(found: Iterable[Invitation], user: User | None) -> list[OpenWar]:
    rows = [(one, one.war.host) for one in found if one.war.host is not None]
    notes = notes_on({host.pk for _, host in rows})
    return [_line(one, host, notes.get(host.pk, PlayerNote()), mine=host == user) for one, host in rows]


def _line(one: Invitation, host: User, note: PlayerNote, *, mine: bool) -> OpenWar:
    settings = decode_settings(bytes(one.war.settings))
    return OpenWar(
        host=host.username,
        note=note.words,
        map=one.war.map_name,
        treasury=treasury_words(settings),
        pace=pace_here(one.war.pace),
        settled=settled_words(settings),
        side=one.side,
        token=one.token,
        made_at=one.made_at,
        mine=mine,
    )
