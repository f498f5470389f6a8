"""What the lobby's pages show: the front page, my wars, a new one, invitations, files."""

from dataclasses import dataclass
from typing import ClassVar

from django_stubs_ext import WithAnnotations

from accounts.live import Newest, latest_notice, topic_of
from accounts.models import User
from accounts.scores.confirming import asked_of
from battles.talon.play.playing import DesignLine, SkirmishLine, battles_of, designs_of, teams_of
from battles.talon.series.lines import going_lines
from battles.talon.skirmish.hooks import SeriesLine
from campaign.lobby.agreed import Agreed, agreed
from campaign.lobby.my_wars import MyWars, my_wars
from campaign.lobby.players import notes_on
from campaign.models import Invitation, War
from campaign.new_war.forms import InviteForm, NewWarForm
from campaign.paper.words import TakenWar, taken_of
from campaign.war.chart.map_library import DEFAULT, at_the_start, in_words
from campaign.war.chart.shapes import MapDrawing
from config.pages import Page


@dataclass(frozen=True, slots=True)
class FrontPage(Page):
    """What this site is, for visitors."""

    template: ClassVar = "campaign/front.html"
    has_demo: bool
    """Whether the visitor sits where the site runs, and can have seen the passwords of the demo there."""


def front_page(*, at_home: bool) -> FrontPage:
    """The page for everybody; `at_home`: the visitor is on the computer on which the site runs."""
    return FrontPage(has_demo=at_home and User.objects.filter(is_demo=True).exists())


@dataclass(frozen=True, slots=True)
class WarsPage(Page):
    """The user's wars, campaign games and single battles; `designs` are those whose fleets are still being chosen.

    `at` is the number of the latest notice, and `results` how many past results wait for the user's answer.
    """

    template: ClassVar = "campaign/wars.html"
    at: int
    results: int
    found: MyWars
    skirmishes: list[SkirmishLine]
    designs: list[DesignLine]
    series: list[SeriesLine]


def wars_page(user: User, number: str | None) -> WarsPage:
    """A page of the user's wars; the first if there is none of that number."""
    at, found = latest_notice([topic_of(user.pk)]), my_wars(user, number)
    return WarsPage(
        at=at,
        results=asked_of(user).count(),
        found=found,
        skirmishes=battles_of(user),
        designs=[*teams_of(user), *designs_of(user)],
        series=going_lines(user),
    )


@dataclass(frozen=True, slots=True)
class BadgePage(Page):
    """The number beside "My wars", which the template counts itself."""

    template: ClassVar = "campaign/badge.html"


@dataclass(frozen=True, slots=True)
class MapChoice:
    """A map that a war can be played on."""

    key: str
    name: str
    note: str
    words: str
    board: MapDrawing


@dataclass(frozen=True, slots=True)
class NewWarPage(Page):
    """The form for a new war; `refitted`: its house rules were just exchanged for those of the `chosen` map.

    `opens`: map and house rules are shown at once, because there is something to see.
    """

    template: ClassVar = "campaign/new_war.html"
    form: NewWarForm
    maps: list[MapChoice]
    refitted: bool
    chosen: str
    opens: bool


def new_war_page(form: NewWarForm, *, refitted: bool = False) -> NewWarPage:
    """The page with the form as it is."""
    maps = [
        MapChoice(key, offer.chart.name, offer.note, in_words(offer.chart), at_the_start(offer.chart))
        for key, offer in form.offers.items()
    ]
    chosen = form["chart"].value()
    opens = refitted or chosen != DEFAULT or bool(form["chart"].errors) or form.rules_wrong
    return NewWarPage(form=form, maps=maps, refitted=refitted, chosen=chosen, opens=opens)


@dataclass(frozen=True, slots=True)
class JoinPage(Page):
    """What one is invited to; `note` is about the host.

    `taken` is where a war from paper stands. `sentence` says why an answer was not taken, `back` leads here after
    signing in, and `guests`: a visitor can play without an account.
    """

    template: ClassVar = "campaign/join.html"
    title: str
    invitation: Invitation
    war: War
    agreed: Agreed
    taken: TakenWar | None
    note: str
    sentence: str
    back: str
    guests: bool


def join_page(invitation: Invitation, *, sentence: str, back: str, guests: bool) -> JoinPage:
    """The page of an invitation."""
    war = invitation.war
    note = notes_on([war.host_id])[war.host_id].words if war.host_id is not None else ""
    return JoinPage(
        title=_title(invitation),
        invitation=invitation,
        war=war,
        agreed=agreed(war),
        taken=taken_of(war),
        note=note,
        sentence=sentence,
        back=back,
        guests=guests,
    )


def _title(invitation: Invitation) -> str:
    """The war's name, or its host's where strangers read it: the name is the host's own words."""
    host = invitation.war.host
    return f"{host.username}'s open war" if invitation.listed and host else invitation.war.name


@dataclass(frozen=True, slots=True)
class GonePage(Page):
    """Why an invitation is closed, or what became of a seat."""

    template: ClassVar = "campaign/gone.html"
    sentence: str
    heading: str = "Invitation closed"


@dataclass(frozen=True, slots=True)
class OpenWarPage(Page):
    """A war that has not begun, for its host.

    `at` is the number of the latest notice, `mine` the host's side, `invitation` the open one with its `link`, `last`
    the latest of all.
    """

    template: ClassVar = "campaign/open_war.html"
    war: War
    at: int
    mine: str
    invitation: Invitation | None
    last: Invitation | None
    link: str
    form: InviteForm
    agreed: Agreed
    taken: TakenWar | None


def open_war_page(
    war: "WithAnnotations[War, Newest]",
    host: User,
    invitation: Invitation | None,
    link: str,
    form: InviteForm | None,
) -> OpenWarPage:
    """The page for the host, to whom the newest notice is; an empty form if none was posted."""
    return OpenWarPage(
        war=war,
        at=war.newest,
        mine=next((seat.side for seat in war.seats.all() if seat.user_id == host.pk), ""),
        invitation=invitation,
        last=war.invitations.order_by("-pk").select_related("invited").first(),
        link=link,
        form=form or InviteForm(host=host),
        agreed=agreed(war),
        taken=taken_of(war),
    )
