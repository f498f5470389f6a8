"""Every page of a battle of teams, in each state that it can be in, as each kind of person: none fails."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import User
from battles.talon.play.pages.missed import AWAY
from engines.talon.orders import Concede
from tests.people import browser, make_person
from tests.site.battles.talon.teams.test_at_the_table import answer, enter
from tests.site.battles.talon.teams.test_team_play import order_round, ships_of
from tests.site.noted_headers import NotedHeaders, note_headers
from tests.site.seats import HTMX
from tests.teams import AT_A_TABLE, SEATS, Four, begun, gathered, path_of

pytestmark = pytest.mark.django_db
FORWARDS = "/teams/<str:token>/"
IN_BATTLE = "/battles/<number:battle_id>/"


@pytest.fixture(autouse=True)
def _fresh_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    note_headers(monkeypatch)


def _patterns(resolver: URLResolver, before: str = "/") -> Iterator[str]:
    for one in resolver.url_patterns:
        path = f"{before}{one.pattern}"
        if isinstance(one, URLPattern):
            yield path
        else:
            yield from _patterns(one, path)


def doors(four: Four) -> list[str]:
    """Every address of the battle, and of its seats by both kinds of link."""
    paths = [path for path in _patterns(get_resolver()) if path.count("<") == 1]
    tokens = (four.team.token, four.seat("talon", 0).token)
    found = [
        path.replace("<str:token>", token) for path in paths if path.startswith(FORWARDS) for token in tokens
    ]
    battle = four.team.battle_id
    if battle is not None:
        found += [
            path.replace("<number:battle_id>", str(battle)) for path in paths if path.startswith(IN_BATTLE)
        ]
    return found


def empty() -> Four:
    return Four(gathered())


def full() -> Four:
    four = empty()
    four.all_sit()
    return four


def with_a_captain() -> Four:
    four = empty()
    path_of(four.take("clara", "talon", 0))
    path_of(four.arrange("clara", "talon", "computer-1", level1="ensign"))
    return four


def called_off() -> Four:
    four = full()
    path_of(four.clients["anna"].post(f"{four.path}call-off/", {"sure": "yes"}))
    return four


def over() -> Four:
    four = Four(begun("move"))
    for name in ("anna", "ben"):
        path_of(four.wish(name, Concede))
    return four


def with_closed_accounts() -> Four:
    four = Four(begun("move"))
    User.objects.filter(username__in=("ben", "dora")).update(is_active=False)
    return four


def with_a_wish_as_the_only_news() -> Four:
    four = Four(begun("move"))
    last = four.play.lines.order_by("-number").first()
    assert last is not None
    for name in [name for name, seat in SEATS.items() if seat[0] != last.side]:
        path_of(four.wish(name, Concede))
        break
    return four


def with_orders_for_the_round() -> Four:
    four = Four(begun("move", ("tempo", "round")))
    name = four.acting
    path_of(order_round(four, name, ships_of(four, name)))
    mate = next(one for one, seat in SEATS.items() if seat[0] == SEATS[name][0] and one != name)
    path_of(four.wish(mate, Concede))
    return four


def at_a_table() -> Four:
    return Four(begun(AT_A_TABLE, ("way", "table")))


def recorded() -> Four:
    four = at_a_table()
    path_of(enter(four, "ben"))
    path_of(answer(four, "clara", "confirm"))
    return four


STATES = (
    empty,
    full,
    with_a_captain,
    called_off,
    pytest.param(over, marks=pytest.mark.every_view),
    with_closed_accounts,
    with_a_wish_as_the_only_news,
    with_orders_for_the_round,
    at_a_table,
    recorded,
)


@pytest.mark.parametrize("state", STATES)
def test_no_door_answers_with_an_error(state: Callable[[], Four]) -> None:
    four = state()
    people = {**four.clients, "emil": browser(make_person("emil")), "": Client()}
    known = {200, 204, 302, 400, 403, 404, 405, 409, 422}
    with time_machine.travel(timezone.now() + 2 * AWAY):
        for path in doors(four):
            for name in ("anna", "clara", "emil", ""):
                NotedHeaders.looked = False
                for headers in ({}, HTMX):
                    if headers and not NotedHeaders.looked:  # htmx is told the same
                        continue
                    found: Any = people[name].get(path, headers=headers)
                    assert found.status_code in known, (path, name)
