"""Sessions that last as long as somebody comes back, and guests who do not."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import LifetimeLine, User
from accounts.people.special_users import computer_user, new_guest
from accounts.scores import lifetime
from battles.models import Battle, Way
from battles.services import open_battle
from campaign import tasks
from campaign.host import pruning
from campaign.host.pruning import prune_guests
from campaign.models import Deputy, Entry, Invitation, SealedOrder, Seat, War
from campaign.new_war import invitations
from tests.core.battle.records import duel
from tests.people import PASSWORD, make_person
from tests.site.campaign.computer.test_computer_seat import against_the_computer, play
from tests.site.campaign.lobby.test_lobby import open_war
from tests.site.wars import make_war

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(client: Client) -> User:
    """Somebody who has pressed Play now."""
    assert client.post("/play/").status_code == 302
    return User.objects.get(is_guest=True)


class TestStayingSignedIn:
    def test_a_session_used_now_and_then_does_not_end(self, client, guest, settings, monkeypatch):
        now = timezone.now()
        for days in (30, 60, 90, 120):
            later = now + timedelta(days=days)
            monkeypatch.setattr(timezone, "now", lambda later=later: later)
            page = client.get("/wars/")
            assert page.status_code == 200
            assert page.cookies[settings.SESSION_COOKIE_NAME]["max-age"] == settings.SESSION_COOKIE_AGE
            assert User.objects.get(pk=guest.pk).seen_on == later.date()
        assert Session.objects.get().expire_date > now + timedelta(days=170)

    def test_once_a_day(self, client, guest, django_assert_max_num_queries):
        assert User.objects.get(pk=guest.pk).seen_on == timezone.now().date()
        with django_assert_max_num_queries(20) as queries:
            assert settings.SESSION_COOKIE_NAME not in client.get("/settings/").cookies
        assert not [q for q in queries.captured_queries if not q["sql"].lstrip("(").startswith("SELECT")]

    def test_strangers_get_no_session(self, client):
        assert not client.get("/").cookies.get(settings.SESSION_COOKIE_NAME)
        assert not Session.objects.exists()


def away(user: User, days: int = 91) -> User:
    """The user, last seen so many days ago, and their orders as old."""
    then = timezone.now() - timedelta(days=days)
    User.objects.filter(pk=user.pk).update(date_joined=then, last_login=then, seen_on=then.date())
    Entry.objects.filter(user=user).update(made_at=then)
    SealedOrder.objects.filter(user=user).update(sealed_at=then)
    return user


class TestForgetting:
    def test_with_the_wars_they_had_to_themselves(self):
        guest, anna = new_guest(), make_person("anna")
        war = against_the_computer(guest)
        play(war, 2)
        assert Battle.objects.exists()
        line = lifetime.book(
            source="war:0", winner=guest, loser=computer_user(), points=1, words="x", path="/"
        )
        assert line
        hers = against_the_computer(anna)
        away(guest)
        assert prune_guests() == 1
        assert not User.objects.filter(pk=guest.pk).exists()
        assert list(War.objects.all()) == [hers]
        assert not Battle.objects.filter(terran_user=guest.pk).exists()
        assert not LifetimeLine.objects.exists()
        assert prune_guests() == 0

    def test_all_of_them_however_many_there_are(self, monkeypatch):
        """Seven addresses can make more guests in a day than one round of twenty every ten minutes forgets."""
        rung: list[int] = []
        monkeypatch.setattr("accounts.work.Bell.ring_now", lambda _bell, until: rung.append(until))
        monkeypatch.setattr("campaign.host.pruning.AT_ONCE", 2)
        for _ in range(5):
            away(new_guest())
        tasks.prune()
        rounds = 0
        while rung:
            rounds += 1
            tasks.forget_guests(rung.pop())
        assert (User.objects.filter(is_guest=True).count(), rounds) == (0, 3)

    def test_a_round_ends_when_the_next_begins(self, monkeypatch):
        rung: list[int] = []
        monkeypatch.setattr("accounts.work.Bell.ring_now", lambda _bell, until: rung.append(until))
        away(new_guest())
        tasks.forget_guests(0)
        assert (User.objects.filter(is_guest=True).count(), rung) == (0, [])

    def test_not_before_their_time(self):
        guest = away(new_guest(), days=89)
        assert prune_guests() == 0
        for field in ("date_joined", "last_login", "seen_on"):
            away(guest)
            User.objects.filter(pk=guest.pk).update(**{field: timezone.now()})
            assert prune_guests() == 0
        war = against_the_computer(guest)
        away(guest)
        Entry.objects.filter(war=war).update(user=guest, made_at=timezone.now())
        assert prune_guests() == 0

    def test_never_a_person_the_computer_or_whoever_was_made_a_link(self):
        away(make_person("anna"))
        away(computer_user())
        linked = away(new_guest())
        linked.set_password(PASSWORD)
        linked.save(update_fields=["password"])
        assert prune_guests() == 0

    def test_never_what_is_another_persons_too(self):
        guest, anna = new_guest(), make_person("anna")
        war = make_war(guest, anna)
        away(guest)
        assert prune_guests() == 0
        Seat.objects.filter(war=war, user=guest).update(user=make_person("cora"))
        assert prune_guests() == 0
        War.objects.filter(pk=war.pk).update(host=anna)
        Entry.objects.filter(war=war).update(user=guest, made_at=timezone.now() - timedelta(days=200))
        assert prune_guests() == 0
        Entry.objects.filter(war=war).update(user=None)
        assert prune_guests() == 1
        assert War.objects.get() == war

    def test_with_the_wars_and_scores_that_only_guests_had(self):
        """Each keeps the others until the last of them lapses."""
        guests = [new_guest() for _ in range(3)]
        make_war(guests[0], guests[1])
        make_war(guests[1], guests[2])
        lifetime.book(source="war:0", winner=guests[0], loser=guests[2], points=1, words="x", path="/")
        away(guests[0])
        away(guests[1])
        assert prune_guests() == 0
        away(guests[2])
        assert prune_guests() == 3
        assert not War.objects.exists()
        assert not LifetimeLine.objects.exists()

    def test_a_guest_who_played_with_a_person_too_keeps_no_other_guest(self):
        lapsed, other, anna = new_guest(), new_guest(), make_person("anna")
        make_war(lapsed, other)
        hers = make_war(anna, other)
        away(lapsed)
        assert prune_guests() == 0
        away(other)
        assert prune_guests() == 1
        assert list(War.objects.all()) == [hers]
        assert {*User.objects.filter(is_computer=False)} == {other, anna}

    @pytest.mark.parametrize("how", ["host", "order", "deputy", "held", "link", "battle"])
    def test_never_what_a_person_has_a_part_in(self, how):
        """A war between two lapsed guests that somebody hosts, has given an order in, or has known a side of."""
        lapsed, other, anna = new_guest(), new_guest(), make_person("anna")
        war = make_war(lapsed, other)
        if how == "host":
            War.objects.filter(pk=war.pk).update(host=anna)
        elif how == "order":
            Entry.objects.filter(war=war, number=1).update(user=anna)
        elif how == "link":
            other.set_password(PASSWORD)
            other.save(update_fields=["password"])
        elif how == "battle":
            battle = open_battle(
                setup=duel(), title="b", place="x", terran_user=lapsed, talon_user=other, way=Way.TABLE
            )
            battle.notes.create(kind="filed", side="terran", user=anna)
        else:
            then, ended = timezone.now(), {"deputy": Deputy.How.LEFT, "held": Deputy.How.HELD}[how]
            Deputy.objects.create(
                war=war,
                side="talon",
                user=anna,
                turn=1,
                given_at=then,
                ended_turn=1,
                ended_at=then,
                how=ended,
            )
        away(lapsed)
        away(other)
        Entry.objects.filter(war=war).update(made_at=timezone.now() - timedelta(days=200))
        assert prune_guests() == 0
        assert War.objects.get() == war

    def test_a_hosts_war_stays_though_a_guest_alone_plays_it(self):
        guest, anna = new_guest(), make_person("anna")
        war = against_the_computer(guest)
        War.objects.filter(pk=war.pk).update(host=anna)
        away(guest)
        assert prune_guests() == 0

    def test_not_if_a_guest_they_played_with_comes_back_meanwhile(self, monkeypatch):
        lapsed, other = new_guest(), new_guest()
        make_war(lapsed, other)
        away(lapsed)
        away(other)
        monkeypatch.setattr(
            pruning,
            "_hold_all",
            lambda _number: User.objects.filter(pk=other.pk).update(seen_on=timezone.now()),
        )
        assert prune_guests() == 0
        assert War.objects.exists()

    def test_a_score_against_a_person_keeps_them(self):
        guest, anna = new_guest(), make_person("anna")
        lifetime.book(source="war:1", winner=anna, loser=guest, points=3, words="x", path="/")
        away(guest)
        assert prune_guests() == 0

    def test_invitations_to_and_from_them_are_withdrawn(self):
        guest, anna, bert = new_guest(), make_person("anna"), make_person("bert")
        open_war(guest, bert)
        hers, _ = open_war(anna, guest)
        away(guest)
        assert prune_guests() == 1
        assert not Invitation.objects.exists()
        assert list(War.objects.all()) == [hers]
        invitations.invite(war_id=hers.pk, host=anna)
