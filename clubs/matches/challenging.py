"""A club challenges another; that one's organiser accepts or declines, and the challenger can take it back."""

from typing import Final

from django.db import transaction

from accounts.models import User
from clubs.games.terms import Terms, stored_war
from clubs.matches.telling import tell_organisers
from clubs.membership.locking import held, organiser
from clubs.membership.reading import seen_by
from clubs.models import Club, ClubNote, Match
from engines.seam.refusals import Refused, refuse

MOST_OPEN: Final = 5
"""How many challenges of a club can wait for an answer."""
WAITING: Final = (Match.Stage.ASKED, Match.Stage.NAMING)


@transaction.atomic
def challenge(*, club_id: int, by: User, away: int, name: str, boards: int, terms: Terms) -> Match:
    """The challenge of a club the organiser sees; its organisers are told. The same one if it was made just before.

    `Refused` for a club that is not seen, and if too many challenges wait.
    """
    home = held(club_id)
    organiser(home, by)
    rival = seen_by(by).filter(pk=away).exclude(pk=home.pk).first()
    if rival is None:
        raise refuse("", "There is no such club to challenge.", "away")
    waiting = Match.objects.filter(home=home, stage=Match.Stage.ASKED)
    same = waiting.filter(away=rival, name=name, boards=boards).select_related("war_terms").last()
    if same is not None and terms.are_of(same):
        return same
    if waiting.count() >= MOST_OPEN:
        raise refuse("", f"{MOST_OPEN} challenges of this club wait for an answer. Take one back first.")
    row = Match.objects.create(
        home=home, away=rival, name=name, boards=boards, war_terms=stored_war(terms.war), **terms.columns
    )
    note(home, ClubNote.Kind.CHALLENGED, by, rival.name)
    tell_organisers(row, rival, "asked", f"{home.name} challenges your club. Accept, or decline.")
    return row


@transaction.atomic
def accept(*, match: Match, club_id: int, by: User) -> None:
    """Accepts a challenge; both clubs then name their teams. Harmless when done twice."""
    row, club = held_by_organiser(match, club_id, by)
    if club.pk != row.away_id:
        raise refuse("", "The club that was challenged accepts.")
    if row.stage == Match.Stage.NAMING:
        return
    if row.stage != Match.Stage.ASKED:
        raise closed(row)
    row.stage = Match.Stage.NAMING
    row.save(update_fields=["stage"])
    note(club, ClubNote.Kind.ACCEPTED, by, row.home.name)
    tell_organisers(row, row.home, "accepted", f"{club.name} has accepted. Name your team.")


@transaction.atomic
def call_off(*, match: Match, club_id: int, by: User) -> None:
    """Declines a challenge, or calls a match off that has not begun; the other club is told. Harmless twice."""
    row, club = held_by_organiser(match, club_id, by)
    if row.stage == Match.Stage.CALLED_OFF:
        return
    if row.stage not in WAITING:
        raise closed(row)
    declined = row.stage == Match.Stage.ASKED and club.pk == row.away_id
    row.stage = Match.Stage.CALLED_OFF
    row.save(update_fields=["stage"])
    other = row.home if club.pk == row.away_id else row.away
    note(club, ClubNote.Kind.DECLINED if declined else ClubNote.Kind.TAKEN_BACK, by, other.name)
    what = "declined your challenge" if declined else "called the match off"
    tell_organisers(row, other, "off", f"{club.name} has {what}.", other.get_absolute_url())


def held_by_organiser(match: Match, club_id: int, by: User) -> tuple[Match, Club]:
    """The match, held until the transaction ends, and the club for which the organiser acts; `Refused` for others."""
    row = Match.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=match.pk)
    club = next((one for one in (row.home, row.away) if one.pk == club_id), None)
    if club is None:
        raise refuse("", "This match is between other clubs.")
    organiser(club, by)
    is_closed = row.home.closed_at is not None or row.away.closed_at is not None
    if club.closed_at is not None or (is_closed and row.stage != Match.Stage.ON):
        raise refuse("", "A club of this match has been closed.")
    return row, club


def closed(row: Match) -> Refused:
    """The refusal for what can be done no longer."""
    called_off = row.stage == Match.Stage.CALLED_OFF
    return refuse("", "This match was called off." if called_off else "This match has begun.")


def note(club: Club, kind: ClubNote.Kind, by: User, words: str) -> None:
    """Writes down what an organiser has done, for every member of the club to see."""
    ClubNote.objects.create(club=club, kind=kind, by=by, words=words)
