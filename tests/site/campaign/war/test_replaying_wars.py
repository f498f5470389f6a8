"""`manage.py replay_wars`: what a host runs before a release, to see what the rules of now would change."""

from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from bench.site.fought_samples import fought_battle
from campaign.models import Entry, War
from campaign.rules.battles import aftermath
from engines.talon.records import record
from engines.talon.results.degree import result_for
from tests.people import make_person
from tests.site.wars import make_war, play_until

pytestmark = pytest.mark.django_db


def said(*wars: int) -> str:
    out = StringIO()
    call_command("replay_wars", *wars, stdout=out)
    return out.getvalue()


@pytest.fixture
def war(db: None) -> War:
    found = make_war(make_person("anna"), make_person("boris"))
    play_until(found, phase="planning", turn=2, random=Random(4))
    return found


def test_stored_wars_are_the_same_by_the_rules_they_were_played_by(war: War) -> None:
    entries = Entry.objects.filter(war=war).count()
    assert f"War {war.pk}: {entries} entries, 0 battles: the same." in said()
    assert Entry.objects.filter(war=war).count() == entries


def test_every_result_that_would_move_the_front_otherwise_is_named(
    war: War, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a rule in which no marker ever moves after a battle."""
    monkeypatch.setattr(aftermath, "_advance", lambda *_: None)
    out = StringIO()
    with pytest.raises(CommandError, match="1 would be different"):
        call_command("replay_wars", war.pk, stdout=out)
    moved = [
        entry.number
        for entry in Entry.objects.filter(war=war).order_by("number")
        if b"marker-moved" in bytes(entry.events)
    ]
    assert moved
    assert all(f"Entry {number} (" in out.getvalue() for number in moved)


def test_a_war_that_is_not_there_is_an_error(war: War) -> None:
    with pytest.raises(CommandError, match="no war 999"):
        said(999)


def test_battles_are_followed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """By their orders and dice; the second time by a rule in which every result is worth a point more."""
    fought_battle(make_person("anna"), make_person("boris"))
    assert "Battles of no war: 1 battles: the same." in said()
    monkeypatch.setattr(
        record, "result_for", lambda setup, told: replace(result_for(setup, told), terran_lost=999)
    )
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("replay_wars", stdout=out)
    assert "its result is another" in out.getvalue()
