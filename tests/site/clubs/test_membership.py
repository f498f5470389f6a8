"""Who belongs to a club, how one joins and leaves, and who organises it."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from accounts.models import Delivery, User
from accounts.people.special_users import computer_user
from clubs.membership import founding, joining, organising
from clubs.membership.reading import seen_by
from clubs.models import Candidate, Club, ClubNote, Joining, Member
from engines.seam.refusals import Refused
from tests.people import make_person
from tests.site.clubs.clubs import join, make_club, names, organisers

pytestmark = pytest.mark.django_db
HOOK = "https://example.org/hook"


@pytest.fixture
def anna() -> User:
    return make_person("anna", webhook_url=HOOK)


@pytest.fixture
def ben() -> User:
    return make_person("ben", webhook_url=HOOK)


@pytest.fixture
def cleo() -> User:
    return make_person("cleo", webhook_url=HOOK)


def subjects(user: User, status: str = "queued") -> list[str]:
    return list(
        Delivery.objects.filter(user=user, status=status).order_by("pk").values_list("subject", flat=True)
    )


def test_who_founds_a_club_organises_it(anna: User) -> None:
    club = make_club(anna)
    assert (names(club), organisers(club)) == (["anna"], ["anna"])
    assert make_club(anna) == club  # pressed twice


def test_a_name_is_taken_whatever_its_capitals_until_the_club_is_closed(anna: User, ben: User) -> None:
    club = make_club(anna)
    with pytest.raises(Refused, match="of that name already"):
        make_club(ben, "THURSDAY fleet")
    founding.close_club(club_id=club.pk, user=anna)
    assert names(make_club(ben, "THURSDAY fleet")) == ["ben"]


def test_who_is_invited_gets_word_and_joins(anna: User, ben: User) -> None:
    club = make_club(anna, joining=Joining.INVITED)
    assert not seen_by(ben)
    joining.invite(club_id=club.pk, by=anna, callsign="BEN")
    joining.invite(club_id=club.pk, by=anna, callsign="ben")
    assert subjects(ben) == ["Invitation to Thursday Fleet"]
    assert list(seen_by(ben)) == [club]
    joining.decide(club_id=club.pk, user=ben, yes=True)
    joining.decide(club_id=club.pk, user=ben, yes=True)
    assert names(club) == ["anna", "ben"]
    assert not Candidate.objects.exists()
    assert subjects(ben, "cancelled") == ["Invitation to Thursday Fleet"]  # it has been answered


def test_an_invitation_is_taken_back_or_declined(anna: User, ben: User) -> None:
    club = make_club(anna)
    row = joining.invite(club_id=club.pk, by=anna, callsign="ben")
    assert row
    joining.answer(club_id=club.pk, by=anna, candidate=row.pk, yes=False)
    with pytest.raises(Refused, match="taken back"):
        joining.decide(club_id=club.pk, user=ben, yes=True)
    joining.invite(club_id=club.pk, by=anna, callsign="ben")
    joining.decide(club_id=club.pk, user=ben, yes=False)
    assert (names(club), Candidate.objects.count()) == (["anna"], 0)


@pytest.mark.parametrize("callsign", ["nobody", "Computer", "closed", "anna", "Guest-1"])
def test_nobody_else_is_invited(anna: User, callsign: str) -> None:
    assert computer_user().username == "Computer"
    make_person("closed", is_active=False)
    make_person("Guest-1", is_guest=True)
    club = make_club(anna)
    with pytest.raises(Refused):
        joining.invite(club_id=club.pk, by=anna, callsign=callsign)
    assert not Candidate.objects.exists()


def test_organisers_hear_of_a_request_and_let_somebody_in(anna: User, ben: User) -> None:
    club = make_club(anna)
    row = joining.ask_to_join(club_id=club.pk, user=ben, words="We met at the fair.")
    assert row
    assert joining.ask_to_join(club_id=club.pk, user=ben, words="again") == row
    assert subjects(anna) == ["ben wants to join Thursday Fleet"]
    joining.answer(club_id=club.pk, by=anna, candidate=row.pk, yes=True)
    joining.answer(club_id=club.pk, by=anna, candidate=row.pk, yes=True)
    assert names(club) == ["anna", "ben"]
    assert subjects(ben) == ["You are a member of Thursday Fleet"]
    assert subjects(anna) == []


def test_a_request_of_somebody_invited_and_an_invitation_of_somebody_who_asked_make_a_member(
    anna: User, ben: User, cleo: User
) -> None:
    club = make_club(anna)
    joining.invite(club_id=club.pk, by=anna, callsign="ben")
    assert joining.ask_to_join(club_id=club.pk, user=ben, words="") is None
    joining.ask_to_join(club_id=club.pk, user=cleo, words="")
    assert joining.invite(club_id=club.pk, by=anna, callsign="cleo") is None
    assert names(club) == ["anna", "ben", "cleo"]


def test_a_club_by_invitation_takes_no_requests(anna: User, ben: User) -> None:
    club = make_club(anna, joining=Joining.INVITED)
    with pytest.raises(Refused, match="takes no requests"):
        joining.ask_to_join(club_id=club.pk, user=ben, words="")


def test_who_has_the_link_joins_until_it_is_withdrawn(anna: User, ben: User, cleo: User) -> None:
    club = founding.make_link(club_id=make_club(anna).pk, user=anna)
    assert club.token
    assert founding.make_link(club_id=club.pk, user=anna).token == club.token
    assert joining.join_by_link(token=club.token, user=ben) == club
    assert joining.join_by_link(token=club.token, user=ben) == club
    founding.withdraw_link(club_id=club.pk, user=anna)
    assert joining.join_by_link(token=club.token, user=cleo) is None
    assert names(club) == ["anna", "ben"]


def test_only_organisers_change_a_club(anna: User, ben: User) -> None:
    club = make_club(anna)
    (member,) = join(club, ben)
    first = club.members.get(user=anna).pk
    for change in (
        lambda: founding.change_club(club_id=club.pk, user=ben, name="Mine", about="", joining=Joining.ASK),
        lambda: founding.make_link(club_id=club.pk, user=ben),
        lambda: founding.withdraw_link(club_id=club.pk, user=ben),
        lambda: founding.close_club(club_id=club.pk, user=ben),
        lambda: joining.invite(club_id=club.pk, by=ben, callsign="anna"),
        lambda: joining.answer(club_id=club.pk, by=ben, candidate=1, yes=True),
        lambda: organising.appoint(club_id=club.pk, by=ben, member=member.pk),
        lambda: organising.dismiss(club_id=club.pk, by=ben, member=first),
        lambda: organising.remove(club_id=club.pk, by=ben, member=first),
    ):
        with pytest.raises(Refused, match=r"Only (organisers|the organiser)"):
            change()
    assert (names(club), organisers(club)) == (["anna", "ben"], ["anna"])


def test_organisers_are_made_by_others_and_stand_by_how_long_they_are_one(
    anna: User, ben: User, cleo: User
) -> None:
    club = make_club(anna)
    of_ben, of_cleo = join(club, ben, cleo)
    of_anna = club.members.get(user=anna)
    organising.appoint(club_id=club.pk, by=anna, member=of_cleo.pk)
    organising.appoint(club_id=club.pk, by=cleo, member=of_ben.pk)
    assert organisers(club) == ["anna", "cleo", "ben"]
    for change in (organising.dismiss, organising.remove):
        with pytest.raises(Refused, match="for longer than you"):
            change(club_id=club.pk, by=ben, member=of_anna.pk)
    organising.remove(club_id=club.pk, by=cleo, member=of_ben.pk)
    organising.dismiss(club_id=club.pk, by=anna, member=of_anna.pk)
    assert (names(club), organisers(club)) == (["anna", "cleo"], ["cleo"])
    kinds = club.notes.order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["founded", "appointed", "appointed", "removed", "stepped_down"]


def test_there_is_always_an_organiser(anna: User, ben: User) -> None:
    club = make_club(anna)
    of_anna, (of_ben,) = club.members.get(user=anna), join(club, ben)
    with pytest.raises(Refused, match="needs an organiser"):
        organising.dismiss(club_id=club.pk, by=anna, member=of_anna.pk)
    with pytest.raises(Refused, match="only organiser"):
        joining.leave(club_id=club.pk, user=anna)
    with pytest.raises(Refused, match="Leave the club instead"):
        organising.remove(club_id=club.pk, by=anna, member=of_anna.pk)
    organising.appoint(club_id=club.pk, by=anna, member=of_ben.pk)
    joining.leave(club_id=club.pk, user=anna)
    assert (names(club), organisers(club)) == (["ben"], ["ben"])
    with pytest.raises(Refused, match="last member"):
        joining.leave(club_id=club.pk, user=ben)


def test_a_club_whose_organisers_have_closed_their_accounts_is_the_oldest_members(
    anna: User, ben: User, cleo: User
) -> None:
    club = make_club(anna)
    _, of_cleo = join(club, ben, cleo)
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert (names(club), organisers(club)) == (["ben", "cleo"], ["ben"])
    organising.appoint(club_id=club.pk, by=ben, member=of_cleo.pk)
    assert organisers(club) == ["ben", "cleo"]


def test_nobody_belongs_to_more_clubs_than_one_can(
    anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(founding, "MOST_CLUBS", 1)
    club, other = make_club(anna), make_club(ben, "Second Wave")
    founding.make_link(club_id=club.pk, user=anna)
    club.refresh_from_db()
    joining.invite(club_id=club.pk, by=anna, callsign="ben")
    for change in (
        lambda: make_club(ben, "Third Wave"),
        lambda: joining.ask_to_join(club_id=other.pk, user=anna, words=""),
        lambda: joining.decide(club_id=club.pk, user=ben, yes=True),
        lambda: joining.join_by_link(token=club.token or "", user=ben),
    ):
        with pytest.raises(Refused, match="Leave one first"):
            change()
    founding.close_club(club_id=other.pk, user=ben)
    joining.decide(club_id=club.pk, user=ben, yes=True)
    assert names(club) == ["anna", "ben"]


def test_a_club_has_its_most_members(anna: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_MEMBERS", 1)
    club = founding.make_link(club_id=make_club(anna).pk, user=anna)
    with pytest.raises(Refused, match="1 members, which is the most"):
        joining.join_by_link(token=club.token or "", user=ben)


def test_nothing_is_done_in_a_closed_club(anna: User, ben: User) -> None:
    club = make_club(anna)
    founding.close_club(club_id=club.pk, user=anna)
    with pytest.raises(Refused, match="has been closed"):
        joining.ask_to_join(club_id=club.pk, user=ben, words="")
    assert not seen_by(anna)


def test_what_organisers_did_is_noted(anna: User, ben: User) -> None:
    club = make_club(anna)
    founding.change_club(club_id=club.pk, user=anna, name=club.name, about=club.about, joining=Joining.ASK)
    founding.change_club(club_id=club.pk, user=anna, name="Friday", about="", joining=Joining.INVITED)
    assert list(ClubNote.objects.order_by("pk").values_list("kind", flat=True)) == ["founded", "changed"]


@pytest.mark.django_db(transaction=True)
def test_two_last_organisers_do_not_both_leave(anna: User, ben: User, cleo: User) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite lets one write at a time")
    club = make_club(anna)
    of_ben, _ = join(club, ben, cleo)
    organising.appoint(club_id=club.pk, by=anna, member=of_ben.pk)
    _at_once(
        lambda: joining.leave(club_id=club.pk, user=anna), lambda: joining.leave(club_id=club.pk, user=ben)
    )
    assert Member.objects.filter(club=club, organiser_since__isnull=False).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_clubs_founded_at_once_have_two_names(anna: User, ben: User) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite lets one write at a time")
    _at_once(lambda: make_club(anna), lambda: make_club(ben))
    assert Club.objects.count() == 1


def _at_once(*changes: Callable[[], Any]) -> None:
    """What each thread does; whoever comes second may be refused."""
    ready, wrong = Barrier(len(changes)), list[BaseException]()

    def work(change: Callable[[], Any]) -> None:
        try:
            ready.wait(10)
            change()
        except Refused:
            pass
        except BaseException as error:  # noqa: BLE001 - said by the test
            wrong.append(error)
        finally:
            connection.close()

    threads = [Thread(target=work, args=(change,)) for change in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert wrong == []
