"""What the pages of the clubs show: the list, a club, and a club behind its link."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Final

from django.db.models import Count, Q

from accounts.models import User
from accounts.scores.lifetime import met_by
from clubs.announcing.posting import last_post
from clubs.matches.reading import matches_of
from clubs.membership.founding import MOST_CLUBS
from clubs.membership.reading import members_of, organisers_among, seen_by
from clubs.models import Announcement, Candidate, ChannelPost, Club, ClubNote, Match, Member, Season
from clubs.overview.forms import (
    AnnouncementForm,
    ChannelForm,
    ClubForm,
    InvitationForm,
    RequestForm,
    channel_of,
    form_of,
)
from clubs.seasons.reading import seasons_of
from config.pages import Page
from engines.seam.refusals import Refusal

SHOWN: Final = 20
"""How many announcements a club's page shows."""
NOTES_SHOWN: Final = 200
"""How many deeds of organisers a club's page shows; a season can have many."""
LISTED: Final = 50
"""How many clubs of others the list shows."""


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club in one line; `asked` where the player waits for an answer."""

    number: int
    name: str
    about: str
    members: int
    asked: bool = False


@dataclass(frozen=True, slots=True)
class ClubsPage(Page):
    """The player's clubs, their invitations, the clubs one can ask to join, and the form of a new one."""

    template: ClassVar = "clubs/clubs.html"
    own: Sequence[ClubLine]
    invited: Sequence[ClubLine]
    others: Sequence[ClubLine]
    form: ClubForm
    is_full: bool
    most: int


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member; `may` is what the reader may do with them: "appoint", "dismiss", "remove".

    `has_score`: the reader and the member have a lifetime score.
    """

    number: int
    callsign: str
    since: datetime
    organises: bool
    is_reader: bool
    has_score: bool
    may: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class CandidateLine:
    """Somebody who is invited, or who has asked to join with these words."""

    number: int
    callsign: str
    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AnnouncementLine:
    """An announcement; `by` is "" once the account is gone."""

    number: int
    by: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class NoteLine:
    """What an organiser has done, as a sentence."""

    sentence: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ClubPage(Page):
    """A club as one player sees it.

    `place` is the reader's: "organiser", "member", "invited", "asked", or "" for whoever may ask to join. Only members
    see who belongs to it; others see who organises it. `refused` is why the last change was not made, `link` the
    address by which one joins or "".
    """

    template: ClassVar = "clubs/club.html"
    club: Club
    place: str
    organisers: Sequence[str]
    count: int
    members: Sequence[MemberLine]
    announcements: Sequence[AnnouncementLine]
    seasons: Sequence[Season]
    matches: Sequence[Match]
    notes: Sequence[NoteLine]
    requests: Sequence[CandidateLine]
    invited: Sequence[CandidateLine]
    link: str
    leaves: str
    may_close: bool
    refused: tuple[Refusal, ...]
    request_form: RequestForm
    announcement_form: AnnouncementForm
    invitation_form: InvitationForm
    channel_form: ChannelForm | None
    last_post: ChannelPost | None
    form: ClubForm


@dataclass(frozen=True, slots=True)
class ClubLinkPage(Page):
    """A club as whoever has its link sees it."""

    template: ClassVar = "clubs/club_link.html"
    club: Club
    token: str
    count: int
    refused: tuple[Refusal, ...] = ()


def clubs_page(user: User, form: ClubForm) -> ClubsPage:
    """The player's clubs, and those that they may join; three queries and one for each list."""
    counted = seen_by(user).annotate(
        people=Count("members", filter=Q(members__user__is_active=True), distinct=True)
    )
    rows = list(counted.order_by("name", "pk")[: LISTED + 2 * MOST_CLUBS])
    mine = set(user.memberships.filter(club__closed_at=None).values_list("club", flat=True))
    waiting = dict(Candidate.objects.filter(user=user).values_list("club", "is_invited"))
    lines = [
        (row, ClubLine(row.pk, row.name, row.about, row.people, waiting.get(row.pk) is False)) for row in rows
    ]
    return ClubsPage(
        own=[line for row, line in lines if row.pk in mine],
        invited=[line for row, line in lines if row.pk not in mine and waiting.get(row.pk)],
        others=[line for row, line in lines if row.pk not in mine and not waiting.get(row.pk)][:LISTED],
        form=form,
        is_full=len(mine) >= MOST_CLUBS,
        most=MOST_CLUBS,
    )


def club_page(
    club: Club,
    user: User,
    link: str = "",
    *,
    refused: tuple[Refusal, ...] = (),
    form: ClubForm | None = None,
    announcement: AnnouncementForm | None = None,
    invitation: InvitationForm | None = None,
    channel: ChannelForm | None = None,
) -> ClubPage:
    """The club as the user sees it, with forms as they were sent if something was refused."""
    members = members_of(club)
    organisers = organisers_among(members)
    mine = next((one for one in members if one.user_id == user.pk), None)
    place = _place(club, user, mine, organisers)
    organises = place == "organiser"
    return ClubPage(
        club=club,
        place=place,
        organisers=[one.user.username for one in organisers],
        count=len(members),
        members=_members(members, organisers, mine) if mine else (),
        announcements=[_announcement(row) for row in _newest(club)] if mine else (),
        seasons=seasons_of(user, club.pk) if mine else (),
        matches=matches_of(club) if mine else (),
        notes=_notes(club) if mine else (),
        requests=_candidates(club, invited=False) if organises else (),
        invited=_candidates(club, invited=True) if organises else (),
        link=link if organises else "",
        leaves=_leaves(members, organisers, mine),
        may_close=mine is not None and organisers[0].pk == mine.pk,
        refused=refused,
        request_form=RequestForm(),
        announcement_form=announcement or AnnouncementForm(),
        invitation_form=invitation or InvitationForm(),
        channel_form=(channel or channel_of(club)) if organises else None,
        last_post=last_post(club) if organises else None,
        form=form or form_of(club),
    )


def club_link_page(club: Club, refused: tuple[Refusal, ...] = ()) -> ClubLinkPage:
    """The club as whoever has its link sees it."""
    return ClubLinkPage(club=club, token=club.token or "", count=len(members_of(club)), refused=refused)


def _place(club: Club, user: User, mine: Member | None, organisers: Sequence[Member]) -> str:
    if mine is not None:
        return "organiser" if mine.pk in [one.pk for one in organisers] else "member"
    row = club.candidates.filter(user=user).first()
    if row is None:
        return ""
    return "invited" if row.is_invited else "asked"


def _members(members: Sequence[Member], organisers: Sequence[Member], mine: Member) -> list[MemberLine]:
    places = {one.pk: place for place, one in enumerate(organisers)}
    met = met_by(mine.user)
    return [
        MemberLine(
            number=one.pk,
            callsign=one.user.username,
            since=one.since,
            organises=one.pk in places,
            is_reader=one.pk == mine.pk,
            has_score=one.user_id in met,
            may=_may(one, mine, places),
        )
        for one in members
    ]


def _may(one: Member, mine: Member, places: dict[int, int]) -> tuple[str, ...]:
    """What the reader may do with a member; of themselves only to be an organiser no longer."""
    if mine.pk not in places:
        return ()
    if one.pk == mine.pk:
        return ("dismiss",) if len(places) > 1 else ()
    if one.pk not in places:
        return ("appoint", "remove")
    return ("dismiss", "remove") if places[mine.pk] < places[one.pk] else ()


def _leaves(members: Sequence[Member], organisers: Sequence[Member], mine: Member | None) -> str:
    """Whether the reader can leave: "yes", "last" as the last member, "alone" as the only organiser; "" for others."""
    if mine is None:
        return ""
    if len(members) == 1:
        return "last"
    return "alone" if [one.pk for one in organisers] == [mine.pk] else "yes"


def _newest(club: Club) -> list[Announcement]:
    return list(club.announcements.select_related("by").order_by("-pk")[:SHOWN])


def _announcement(row: Announcement) -> AnnouncementLine:
    return AnnouncementLine(row.pk, row.by.username if row.by else "", row.text, row.made_at)


def _candidates(club: Club, *, invited: bool) -> list[CandidateLine]:
    rows = club.candidates.select_related("user").filter(user__is_active=True, is_invited=invited)
    return [CandidateLine(row.pk, row.user.username, row.words, row.made_at) for row in rows.order_by("pk")]


def _notes(club: Club) -> list[NoteLine]:
    rows = club.notes.select_related("by", "whom").order_by("-pk")[:NOTES_SHOWN]
    return [NoteLine(_sentence(row), row.made_at) for row in rows]


def _sentence(row: ClubNote) -> str:
    by = row.by.username if row.by else "An organiser"
    whom = row.whom.username if row.whom else "a player"
    return str(ClubNote.Kind(row.kind).label).format(by=by, whom=whom, words=row.words)
