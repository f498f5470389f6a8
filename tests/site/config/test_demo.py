"""The demo: what it loads, and where it refuses to."""

from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command

from accounts.models import User
from campaign.models import Engagement, FrontLine, War
from campaign.war.log.rebuild import differences
from tests.people import make_person

pytestmark = pytest.mark.django_db


def load(**options) -> str:
    """What the command prints."""
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def embedded(settings):
    """A site on its embedded database, for its owner alone."""
    settings.EMBEDDED_DATABASE, settings.PRODUCTION = True, False
    return settings


def test_a_lively_war_in_which_both_have_something_to_do(embedded):
    printed = load()
    war = War.objects.get()
    assert (war.turn, war.phase, war.status) == (3, "planning", "running")
    assert set(war.waiting.values_list("side", flat=True)) == {"terran", "talon"}
    fought = Engagement.objects.filter(outcome="fought")
    assert fought.count() >= 4
    assert set(fought.values_list("winner", flat=True)) == {"terran", "talon"}
    assert FrontLine.objects.filter(turn__gt=0).exists()
    assert differences(war) == []
    for user in User.objects.all():
        assert user.is_demo
        password = next(line.split()[-1] for line in printed.splitlines() if user.username in line)
        assert authenticate(username=user.username, password=password) == user


def test_the_set_up_makes_the_computers_account_after_the_demo(embedded, monkeypatch):
    called = []
    monkeypatch.setattr(
        "config.management.commands.prepare.call_command", lambda name, **_: called.append(name)
    )
    for _ in range(2):
        called.clear()
        call_command("prepare")
        assert called == ["migrate", "collectstatic", "demo"]
    assert User.objects.get().is_computer
    load()
    call_command("prepare")
    assert called[-1] == "collectstatic"


def test_again_it_refuses_and_says_so(embedded):
    load()
    with pytest.raises(CommandError, match="already loaded"):
        load(force=True)
    assert War.objects.count() == 1


def test_not_among_people_unless_forced(embedded):
    make_person()
    with pytest.raises(CommandError, match="--force"):
        load()
    assert User.objects.count() == 1
    load(force=True)
    assert User.objects.filter(is_demo=True).count() == 2


def test_not_into_another_database_unless_forced(embedded):
    embedded.EMBEDDED_DATABASE = False
    with pytest.raises(CommandError, match="--force"):
        load()


def test_never_on_a_site_for_others(embedded):
    embedded.PRODUCTION = True
    with pytest.raises(CommandError, match="public site"):
        load(force=True)
    assert not User.objects.exists()
