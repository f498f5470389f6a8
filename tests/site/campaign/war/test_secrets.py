"""Two wars that differ only in one side's secrets give the other side, and strangers, the same bytes everywhere.

Every address the site has is asked, found by walking the resolver: one with a parameter that this test does not
know how to fill fails it. Both wars are played in an emptied database with its sequences reset, the clock stopped
and the dice told. Only the value of the CSRF token is taken out before comparing.
"""

import asyncio
import itertools
import logging
import re
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from http.cookies import SimpleCookie
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.resolvers import RoutePattern

from accounts.live import stream_response
from accounts.live.hub import hub
from accounts.models import Delivery, Notice, User
from battles.models import Battle, DiceSeal, OnlookerLink
from campaign.models import Waiting, War
from engines.seam.sides import SIDES
from tests.emptying import count_from_one, empty_tables
from tests.people import make_person
from tests.site import secret_wars
from tests.site.noted_headers import NotedHeaders, note_headers
from tests.thorough import some

# Each scene is played once in a run: one in eight on PostgreSQL and Redis, which is dearer, the others on SQLite. This
# file by itself plays all of them on SQLite.
ON_REDIS = secret_wars.SCENES[3::8]
SCENES = (
    ON_REDIS
    if settings.REDIS_URL
    else [
        pytest.param(one, marks=pytest.mark.shared) if one in ON_REDIS else one for one in secret_wars.SCENES
    ]
)
STRANGERS = ("clara", "")
SHUT = {403, 404, 405}
# What these say of a war is in the head of every page, if anywhere: they are asked where everything is.
OF_NO_WAR = re.compile(
    r"/(accounts|campaign-games|clubs|design|fleets|glossary|help|how-to-play|learn|maps|past-results|pdf|rules|rulings"
    r"|sample|scenarios|ships|space-empires|teams|warfleets)/"
)
# In these scenes strangers ask for every page of a war, and OPTIONS and htmx are tried at each.
WIDELY = (secret_wars.plan_sealed, secret_wars.doctrine, secret_wars.landing, secret_wars.over)
# What is of no war does not change for strangers with it, so they ask for that in two of them.
STRANGERS_WIDELY = some(WIDELY, 2)
# Of the other scenes one in three shows that every game's address tells strangers the same.
STRANGE = (*WIDELY, *some([one for one in secret_wars.SCENES if one not in WIDELY], 3))
# In these scenes battles are set up whose dice are drawn, and none is fought yet.
DRAWN = (secret_wars.doctrine, secret_wars.not_fought)
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
CSRF = re.compile(
    rb'(name="csrfmiddlewaretoken" value="|X-CSRFToken": "|X-CSRFToken&quot;: &quot;)[A-Za-z0-9]{64}'
)
PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
STAFF_ONLY = "admin/"
ROUTES_BY_HAND = {
    r"accounts/^confirm-email/(?P<key>[-:\w]+)/$": ["/accounts/confirm-email/no-such-key/"],
    r"accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": [
        "/accounts/password/reset/key/1-x/"
    ],
}
QUERIES = {
    "war-odds-ahead": ["?place=Antares/5"],
    "war-sandbox": ["?moment=1"],
    "war-side": [
        "?part=calls",
        "?part=table",
        "?zone=Antares/4",
        "?zone=Orion/5",
        "?zone=home/terran",
        "?zone=home/talon",
    ],
    "war-history": ["?turn=1", "?turn=2", "?turn=3"],
    "war-treasury": ["?of=enemy"],
    "war-seals": ["?turn=1&phase=planning&sealed=0"],
    "war-new": ["?like=1"],
    "watch": ["?turn=1", "?turn=2", "?turn=9", "?part=now"],
    "my_events": ["?since=0"],
    "fleet": ["?against=scenario:2"],
    "battle_fought": ["?frame=0", "?frame=40"],
    "battle_frames": ["?of=1"],
}


@dataclass
class Answers:
    """Everything one variant said to those who must not learn of its secrets."""

    said: dict[tuple[str, ...], Any] = field(default_factory=dict)
    secrets: dict[str, object] = field(default_factory=dict)
    logged: list[str] = field(default_factory=list)
    seeds: list[str] = field(default_factory=list)
    to_strangers: dict[tuple[str, str, int], set[bytes]] = field(default_factory=dict)


def routes() -> Iterator[tuple[str, URLPattern]]:
    """Every route of the site, but the host's desk."""
    return ((route, found) for route, found in _walk(get_resolver(), "") if not route.startswith(STAFF_ONLY))


def _walk(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, URLPattern]]:
    for found in resolver.url_patterns:
        route = prefix + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from _walk(found, route)
        else:
            yield route, found


def samples() -> dict[str, list[Any]]:
    """Values for the parameters of addresses, by name."""
    return {
        "war_id": list(War.objects.values_list("pk", flat=True)),
        "battle_id": list(Battle.objects.order_by("-pk").values_list("pk", flat=True)[:2]),
        "token": [
            "no-such-token",
            *War.objects.exclude(watch_token=None).values_list("watch_token", flat=True),
            *OnlookerLink.objects.values_list("token", flat=True),
        ],
        "battle": [1, 2],
        "callsign": ["anna", "boris", "nobody-of-this-name"],
        "side": list(SIDES),
        "form": ["json", "txt"],
        "map_id": [1],
        "copy_id": [1],
        "fleet_id": [1],
        "table_id": [1],
        "result_id": [1],
        "kind": ["shots"],
        "key": ["scout"],
        "number": ["S8", 1],
        "scenario_number": [7],
        "series_id": [1],
        "asked": [1],
        "record": [1],
        "leg": [1],
        "club_id": [1],
        "candidate": [1],
        "member": [1],
        "announcement": [1],
        "season_id": [1],
        "match_id": [1],
        "round_number": [1],
        "entrant": [1],
        "game": [1],
        "game_id": [1],
        "step": ["where"],
        "scenario_id": [1],
        "name": ["first-flight", "no-such-lesson"],
    }


def addresses_of(route: str, found: URLPattern, values: dict[str, list[Any]]) -> list[str]:
    """The addresses of a route; the test fails where it does not know what to put in."""
    if not isinstance(found.pattern, RoutePattern):
        assert route in ROUTES_BY_HAND, f"say in ROUTES_BY_HAND how {route} is asked"
        return ROUTES_BY_HAND[route]
    names = PARAMETER.findall(route)
    unknown = set(names) - set(values)
    assert not unknown, f"say in samples() what {unknown} of {route} may be"
    filled = []
    for chosen in itertools.product(*(values[name] for name in names)):
        by_name = dict(zip(names, chosen, strict=True))
        filled.append("/" + PARAMETER.sub(partial(_filled, by_name), route))
    return [path + query for path in filled for query in ["", *QUERIES.get(str(found.name), [])]]


def _filled(values: dict[str, Any], found: re.Match[str]) -> str:
    return str(values[found[1]])


def all_addresses() -> list[str]:
    """Every address of the site, in the war as it is."""
    values = samples()
    return [path for route, found in routes() for path in addresses_of(route, found, values)]


def answer_of(client: Client, method: str, path: str, **options: Any) -> tuple[int, dict[str, str], bytes]:
    """Status, head and body, without the CSRF token; whatever the request changed is undone."""
    with transaction.atomic():
        answer = client.generic(method, path, **options)
        body = _body(answer)
        transaction.set_rollback(True)
    head = {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}
    return answer.status_code, head, CSRF.sub(rb"\1", body)


def _body(answer: Any) -> bytes:
    """What was said; a stream never ends, and is listened to by itself."""
    if isinstance(answer, StreamingHttpResponse) and answer.is_async:
        answer.close()
        return b"a stream"
    content: bytes = answer.getvalue()
    return content


def ask_everything(war: War, scene: secret_wars.Scene) -> dict[tuple[str, ...], Any]:
    """What Talon is told by every address, and in the scenes of WIDELY also a stranger and somebody not signed in.

    htmx is told the same where nothing looked at its headers: that is seen in those scenes, and elsewhere it is not
    asked.
    """
    said: dict[tuple[str, ...], Any] = {}
    widely, everywhere = scene in WIDELY, all_addresses()
    of_wars = [path for path in everywhere if not OF_NO_WAR.match(path)]
    for name in ("boris", *(STRANGERS if widely else ())):
        client = client_of(name)
        by_htmx = set()
        of_no_war_too = scene in STRANGERS_WIDELY or (widely and name == "boris")
        addresses = everywhere if of_no_war_too else of_wars
        for path in addresses:
            NotedHeaders.looked = False
            said[name, "GET", path] = answer_of(client, "GET", path)
            if NotedHeaders.looked:
                by_htmx.add(path)
        if name == "boris":
            for path in filter(_of_a_game, addresses):
                said[name, "POST", path] = answer_of(client, "POST", path)
                if widely:
                    said[name, "OPTIONS", path] = answer_of(client, "OPTIONS", path)
                cookies = deepcopy(client.cookies)
                if widely or (path in by_htmx and said[name, "GET", path][0] not in SHUT):
                    said[name, "HTMX", path] = answer_of(client, "GET", path, HTTP_HX_REQUEST="true")
                    if path not in by_htmx:
                        check_alike(client, path, said, cookies)
            said |= told_orders(client, war)
    return said | outside(war)


def check_alike(client: Client, path: str, said: dict[tuple[str, ...], Any], cookies: SimpleCookie) -> None:
    """htmx was told what everybody is told; if not, then perhaps since its cookies brought words for the next page."""
    told = said["boris", "HTMX", path]
    if told != said["boris", "GET", path]:
        client.cookies = cookies
        assert told == answer_of(client, "GET", path), f"{path} looks at htmx's headers, which is not noted"


def client_of(name: str) -> Client:
    """A browser in which that person is signed in; "" for nobody."""
    client = Client(raise_request_exception=True)
    if name:
        client.force_login(User.objects.get(username=name))
    return client


def told_to_strangers(said: dict[tuple[str, ...], Any]) -> dict[tuple[str, str, int], set[bytes]]:
    """All that addresses of games tell those who play in none, by the person, the part of the site and the status.

    What they have `said` already is not asked again.
    """
    told = defaultdict(set)
    for name in STRANGERS:
        client = client_of(name)
        for path in filter(_of_a_game, all_addresses()):
            status, _, body = said.get((name, "GET", path)) or answer_of(client, "GET", path)
            told[name, re.split("/[0-9]", path)[0], status].add(body)
    return told


def _of_a_game(path: str) -> bool:
    """Whether an address is one of a war or battle that there is."""
    return re.search(r"/(wars|battles?)/[0-9]", path) is not None


def told_orders(client: Client, war: War) -> dict[tuple[str, ...], Any]:
    """What Talon's own orders are answered with, refused or not."""
    war.refresh_from_db()
    path = f"/wars/{war.pk}/talon/orders/"
    orders: list[dict[str, Any]] = [
        {"order": "engage", "battle": 1, "engage": "yes"},
        {"order": "engage", "battle": 5, "engage": "no"},
        {"order": "reveal"},
        {"order": "first", "home": "terran"},
        {"order": "offer-draw"},
        {"order": "ask-withdrawal"},
        {"order": "drop-withdrawal"},
    ]
    said: dict[tuple[str, ...], Any] = {}
    for order in orders:
        with transaction.atomic():
            answer = client.post(path, {"seen_version": war.version, **order})
            said["boris", "ORDER", str(order)] = (answer.status_code, CSRF.sub(rb"\1", answer.getvalue()))
            transaction.set_rollback(True)
    return said


def outside(war: War) -> dict[tuple[str, ...], Any]:
    """Messages owed to the others, what waits for them, and the notices they can hear."""
    others = ("boris", "clara")
    messages = Delivery.objects.filter(user__username__in=others).order_by("pk")
    heard = [
        f"war:{war.pk}",
        *(f"user:{pk}" for pk in User.objects.filter(username__in=others).values_list("pk", flat=True)),
    ]
    return {
        ("messages",): list(
            messages.values_list("user_id", "key", "channel", "subject", "body", "path", "status")
        ),
        ("waiting",): list(
            Waiting.objects.order_by("pk").values_list(
                "pk", "side", "key", "kind", "turn", "place", "name", "path"
            )
        ),
        ("notices",): list(Notice.objects.filter(topic__in=heard).order_by("pk").values_list("pk", "topic")),
        # a reader of Redis waits by the clock, which stands still here
        ("stream",): None if settings.REDIS_URL else heard_by_stream(f"war:{war.pk}"),
    }


def heard_by_stream(topic: str) -> list[str]:
    """The first two things a stream of the topic says."""

    async def listen() -> list[str]:
        answer = stream_response(_Request(), [topic], may=bool)  # type: ignore[arg-type]
        chunks = aiter(answer)
        heard = [await anext(chunks), await anext(chunks)]
        await chunks.aclose()  # type: ignore[attr-defined]
        return [chunk.decode() if isinstance(chunk, bytes) else chunk for chunk in heard]

    hub.open()
    try:
        return asyncio.run(listen())
    finally:
        hub.close()


class _Request:
    headers: dict[str, str] = {}
    GET: dict[str, str] = {}


def play(scene: secret_wars.Scene, variant: int, caplog: pytest.LogCaptureFixture) -> Answers:
    """One variant, played in an emptied database, and all it says."""
    caplog.clear()
    war = played(scene, variant)
    answers = Answers(secrets=secret_wars.secrets_of(war), said=ask_everything(war, scene))
    answers.seeds = list(DiceSeal.objects.values_list("seed", flat=True))
    own = [record for record in caplog.records if not record.name.startswith("psycopg")]
    answers.logged = [record.getMessage() for record in own if record.levelno >= logging.INFO]
    if variant == 0 and scene in STRANGE:
        answers.to_strangers = told_to_strangers(answers.said)
    return answers


def played(scene: secret_wars.Scene, variant: int) -> War:
    """One variant of a scene in an emptied database with its sequences reset."""
    empty_tables()
    count_from_one()
    cache.clear()
    people = [
        make_person(name, webhook_url="https://example.org/hook") for name in ("anna", "boris", "clara")
    ]
    war = secret_wars.begin((people[0], people[1]))
    scene(war, variant)
    return war


@pytest.fixture
def _told_dice(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> None:
    note_headers(monkeypatch)
    told = secret_wars.SameDice
    monkeypatch.setattr("campaign.war.log.dice.SecretDice", told)
    monkeypatch.setattr("battles.battle.services.dice.drawn", lambda size: "1a" * size)
    monkeypatch.setattr("accounts.work.Bell.ring_now", lambda _bell, _number: False)
    # the test client would copy every template's context, which nobody looks at here
    monkeypatch.setattr("django.test.client.store_rendered_templates", lambda *_args, **_named: None)


@pytest.mark.usefixtures("_told_dice")
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_secrets_change_no_byte_of_any_answer(
    scene: secret_wars.Scene, caplog: pytest.LogCaptureFixture
) -> None:
    with time_machine.travel(NOON, tick=False):
        one, two = play(scene, 0, caplog), play(scene, 1, caplog)
    assert one.secrets != two.secrets, "the scene keeps no secret"
    assert one.said.keys() == two.said.keys()
    assert one.said["boris", "GET", f"/wars/watch/{secret_wars.WATCH_TOKEN}/"][0] == 200
    told = [key for key, said in one.said.items() if said != two.said[key]]
    assert told == []
    assert one.logged == two.logged
    if scene in DRAWN:
        bodies = [said[-1] for key, said in one.said.items() if key[:2] == ("boris", "GET")]
        assert one.seeds
        assert not any(seed.encode() in body for seed in one.seeds for body in bodies)
    # strangers are told the same by every address of a game, so nothing of it is in that, secret or not
    assert {name for name, _, _ in one.to_strangers} == set(STRANGERS if scene in STRANGE else ())
    assert [key for key, told_there in one.to_strangers.items() if len(told_there) > 1] == []
    assert {status for _, _, status in one.to_strangers} <= {302, *SHUT}


@pytest.mark.usefixtures("_told_dice")
def test_the_proof_finds_what_is_not_secret() -> None:
    """An own page that shows the secrets differs, so the comparison can fail."""
    pages = []
    with time_machine.travel(NOON, tick=False):
        for variant in (0, 1):
            war = played(secret_wars.plan_sealed, variant)
            client = Client()
            client.force_login(User.objects.get(username="anna"))
            pages.append(answer_of(client, "GET", f"/wars/{war.pk}/terran/plan/"))
    assert pages[0] != pages[1]


@pytest.mark.shared
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scene", DRAWN, ids=lambda scene: scene.__name__)
def test_no_address_tells_a_seed_before_its_battle_was_fought(
    scene: secret_wars.Scene, caplog: pytest.LogCaptureFixture
) -> None:
    """Not to a player and not to the host, on no page, in no file, in no log; what Talon is told is seen above."""
    with time_machine.travel(NOON, tick=False):
        played(scene, 0)
        seeds = [seed.encode() for seed in DiceSeal.objects.values_list("seed", flat=True)]
        make_person("host", is_staff=True, is_superuser=True)
        desk = [
            f"/admin/battles/{model}/{end}"
            for model in ("battle", "resolution", "diceseal")
            for end in ("", "1/change/")
        ]
        said = []
        for name in ("anna", "host"):
            client = Client()
            client.force_login(User.objects.get(username=name))
            said += [answer_of(client, "GET", path)[2] for path in [*all_addresses(), *desk]]
    assert seeds
    assert not any(seed in body for seed in seeds for body in said)
    assert not any(seed.decode() in caplog.text for seed in seeds)


@pytest.mark.django_db
def test_the_desk_of_the_host_is_closed_to_players() -> None:
    client = Client()
    client.force_login(make_person("boris"))
    for route, found in _walk(get_resolver(), ""):
        if route.startswith(STAFF_ONLY) and isinstance(found.pattern, RoutePattern) and "<" not in route:
            shut = client.get(f"/{route}").status_code in (302, 404)
            assert shut or route in ("admin/login/", "admin/jsi18n/"), route
