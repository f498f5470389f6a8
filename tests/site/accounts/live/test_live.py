"""Notices and streams, over a real port."""

import asyncio
import contextlib
import json
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection, transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.live import latest_notice, prune_notices, publish, stream_response, topic_of
from accounts.live.hub import Hub, ReadNotices, Watch, hub
from accounts.models import Notice, User
from battles.models import Battle, WarfleetsBattle
from battles.talon.series import watching as of_series
from battles.talon.watching import link as onlookers
from battles.warfleets.tables.choices import chosen_fleet, chosen_table
from battles.warfleets.tables.services import beginning as tables
from campaign.models import Engagement, War
from campaign.watching import link as watching
from tests.campaign_games import begin, between
from tests.live_server import live_site
from tests.people import browser, make_person
from tests.site.campaign.war.test_results import battle_of
from tests.site.plays import begun
from tests.site.wars import make_war
from tests.workers import wait_until

STREAMS = 50


@pytest.fixture
def cookie(person, transactional_db) -> str:
    user = person()
    client = Client()
    client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return client.cookies[settings.SESSION_COOKIE_NAME].output(attrs=[], header="").strip()


class Stream:
    """A stream as a browser reads it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.head = ""

    async def change(self, seconds: float = 5.0) -> tuple[int, int]:
        """The id and the `at` of the next change."""
        number = -1
        async with asyncio.timeout(seconds):
            while True:
                line = (await self.reader.readline()).decode().strip()
                if line.startswith("id: "):
                    number = int(line[4:])
                if line.startswith("data: "):
                    return number, json.loads(line[6:])["at"]

    async def silent(self, seconds: float) -> bool:
        """Whether no change comes in that time."""
        try:
            await self.change(seconds)
        except TimeoutError:
            return True
        return False

    async def ended(self, seconds: float) -> bool:
        """Whether the server ends the stream in that time."""
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(seconds):
                await self.reader.readuntil(b"\r\n0\r\n\r\n")
                return True
        return False

    async def gone(self, seconds: float) -> bool:
        """Whether the server says in that time that the stream is no longer for its reader, and ends it."""
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(seconds):
                await self.reader.readuntil(b"event: gone\ndata: {}\n\n")
                return await self.ended(1)
        return False


@contextlib.asynccontextmanager
async def stream(
    site: str, cookie: str, query: str = "", path: str = "/events/me", **headers: str
) -> AsyncIterator[Stream]:
    """An open stream past its first line, if none is named that of one's own changes."""
    parts = urlsplit(site)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    lines = [f"GET {path}{query} HTTP/1.1", f"Host: {parts.netloc}", f"Cookie: {cookie}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    found = Stream(reader, writer)
    found.head = (await reader.readuntil(b"\r\n\r\n")).decode()
    await reader.readuntil(b"retry: 1500\n\n")
    try:
        yield found
    finally:
        writer.close()


def tell(user_id: int = 0) -> int:
    """Publishes, as a service does, in a transaction of its own; from a thread, as views are."""

    def work() -> int:
        try:
            with transaction.atomic():
                return publish(topic_of(user_id or User.objects.get().pk))
        finally:
            connection.close()

    return work()


async def told() -> int:
    return await asyncio.to_thread(tell)


def test_a_change_is_heard_with_its_number(site: str, cookie: str) -> None:
    async def scene() -> None:
        async with stream(site, cookie, Accept_Encoding="gzip, deflate, br") as one:
            assert "200 OK" in one.head
            assert "text/event-stream" in one.head
            assert "content-encoding" not in one.head.lower()
            assert "no-transform" in one.head
            begun = time.monotonic()
            number = await told()
            assert await one.change() == (number, number)
            assert time.monotonic() - begun < 2

    asyncio.run(scene())


def test_who_comes_back_is_told_once_if_behind_and_not_if_up_to_date(site: str, cookie: str) -> None:
    async def scene() -> None:
        numbers = [await told() for _ in range(3)]
        async with stream(site, cookie, Last_Event_ID=str(numbers[0])) as behind:
            assert await behind.change() == (numbers[2], numbers[2])
            assert await behind.silent(1)
        async with stream(site, cookie, Last_Event_ID=str(numbers[2])) as level:
            assert await level.silent(1)
        async with stream(site, cookie, f"?since={numbers[1]}") as first:
            assert await first.change() == (numbers[2], numbers[2])
        async with stream(site, cookie, f"?since={numbers[0]}", Last_Event_ID=str(numbers[2])) as both:
            assert await both.silent(1)
        async with stream(site, cookie, "?since=x", Last_Event_ID="9" * 40) as nonsense:
            assert await nonsense.change() == (numbers[2], numbers[2])

    asyncio.run(scene())


def test_what_a_page_knows_is_no_news_when_the_reader_comes_to_it(
    site: str, cookie: str, monkeypatch
) -> None:
    looks = threading.Event()

    async def wait(_bell: object) -> None:
        await asyncio.to_thread(looks.wait)
        await asyncio.sleep(0.1)

    monkeypatch.setattr("accounts.live.hub._Bell.wait", wait)

    async def scene() -> None:
        async with stream(site, cookie):
            await asyncio.sleep(0.3)  # the reader has begun, and now waits for `looks`
            number = await told()
            async with stream(site, cookie, f"?since={number}") as level:
                await asyncio.sleep(0.3)
                looks.set()
                assert await level.silent(1)
                number = await told()
                assert await level.change() == (number, number)

    asyncio.run(scene())


def test_what_a_stream_has_met_is_no_news_before_or_after() -> None:
    watch = Watch()
    watch.hear(7, "a")
    watch.meet(7)
    assert not watch.news.is_set()
    watch.hear(7, "a")
    assert not watch.news.is_set()
    watch.hear(6, "a")  # committed late
    watch.hear(8, "b")
    watch.meet(8)
    assert watch.news.is_set()
    assert (watch.take(), watch.at) == ({"a"}, 8)


def test_others_are_not_told(site: str, cookie: str, person) -> None:
    other = person("bert")

    async def scene() -> None:
        async with stream(site, cookie) as one:
            await asyncio.to_thread(tell, other.pk)
            assert await one.silent(1.5)

    asyncio.run(scene())


def close_account(_war: War) -> None:
    User.objects.filter(username="anna").update(is_active=False)


def sign_out_everywhere(_war: War) -> None:
    Session.objects.all().delete()


def change_password(_war: War) -> None:
    user = User.objects.get(username="anna")
    user.set_password("eight hooks of tin")
    user.save()


def lose_seat(war: War) -> None:
    war.seats.filter(user__username="anna").update(user=make_person("cora"))


@pytest.mark.parametrize("lose", [close_account, sign_out_everywhere, change_password, lose_seat])
def test_a_stream_ends_with_the_right_to_it(site: str, cookie: str, monkeypatch, lose) -> None:
    monkeypatch.setattr("accounts.live.streams.PING_SECONDS", 0.3)
    war = make_war(User.objects.get(), make_person("bert"))

    def and_close() -> None:
        lose(war)
        connection.close()

    async def scene() -> None:
        async with stream(site, cookie, path=f"/events/wars/{war.pk}/") as one:
            assert not await one.ended(1.0)
            await asyncio.to_thread(and_close)
            assert await one.gone(3.0)

    asyncio.run(scene())


def of_a_battle(anna: User) -> tuple[str, Callable[[], object]]:
    """The stream of a battle, and how its reader loses the right to it."""
    battle = begun(anna, make_person("bert")).battle
    rows = Battle.objects.filter(pk=battle.pk)
    return f"/events/battle/{battle.pk}/", lambda: rows.update(terran_user=make_person("cora"))


def of_a_table_of_miniatures(anna: User) -> tuple[str, Callable[[], object]]:
    """Its page asks for the battle itself besides."""
    fleet = chosen_fleet("line-of-battle", anna, 300)
    terms = tables.Terms(300, chosen_table("open-lanes"))
    row = tables.begin(user=anna, terms=terms, fleets=(fleet, fleet), level="captain")
    assert browser(anna).get(f"{row.get_absolute_url()}state/").json()["asked"]
    rows = WarfleetsBattle.objects.filter(pk=row.pk)
    return f"/events/warfleets/{row.pk}/", lambda: rows.update(terran_user=make_person("cora"))


def of_a_battles_link(anna: User) -> tuple[str, Callable[[], object]]:
    battle = begun(anna, make_person("bert")).battle
    token = onlookers.open_to_onlookers(battle=battle, side="terran")
    return f"/events/onlooker/{token}/", lambda: onlookers.close_to_onlookers(battle=battle)


def of_a_wars_link(anna: User) -> tuple[str, Callable[[], object]]:
    war = make_war(anna, make_person("bert"))
    token = watching.open_to_onlookers(war_id=war.pk, side="terran")
    return f"/events/watch/{token}/", lambda: watching.close_to_onlookers(war_id=war.pk)


def of_a_battle_of_a_wars_link(anna: User) -> tuple[str, Callable[[], object]]:
    war = make_war(anna, make_person("bert"), settled_by="hand")
    number = Engagement.objects.get(battle=battle_of(war)).number
    token = watching.open_to_onlookers(war_id=war.pk, side="terran")
    return f"/events/watch/{token}/{number}/", lambda: watching.close_to_onlookers(war_id=war.pk)


def of_a_campaign_games_link(anna: User) -> tuple[str, Callable[[], object]]:
    series = between(anna, make_person("bert"), 3, 5, way="hand")
    token = of_series.open_to_onlookers(series_id=series.pk, user=anna)
    return f"/events/series/{token}/", lambda: of_series.close_to_onlookers(series_id=series.pk)


def of_a_leg_of_a_campaign_games_link(anna: User) -> tuple[str, Callable[[], object]]:
    series = between(anna, make_person("bert"), 3, 5, way="hand")
    battle = begin(browser(anna), series, 1)
    token = of_series.open_to_onlookers(series_id=series.pk, user=anna)
    path = f"/events/series/{token}/{battle.pk}/"
    return path, lambda: of_series.close_to_onlookers(series_id=series.pk)


OF_LINKS = [
    *(of_a_battles_link, of_a_wars_link, of_a_battle_of_a_wars_link),
    *(of_a_campaign_games_link, of_a_leg_of_a_campaign_games_link),
]


@pytest.mark.parametrize("made", [of_a_battle, of_a_table_of_miniatures, *OF_LINKS])
def test_so_do_those_of_battles_and_of_links(site: str, cookie: str, monkeypatch, made) -> None:
    monkeypatch.setattr("accounts.live.streams.PING_SECONDS", 0.3)
    path, lose = made(User.objects.get(username="anna"))

    def and_close() -> None:
        lose()
        connection.close()

    async def scene() -> None:
        async with stream(site, "" if made in OF_LINKS else cookie, path=path) as one:
            assert not await one.ended(1.0)
            await asyncio.to_thread(and_close)
            assert await one.gone(3.0)

    asyncio.run(scene())


def test_fifty_streams_hold_neither_threads_nor_connections(site: str, cookie: str) -> None:
    async def scene() -> None:
        async with contextlib.AsyncExitStack() as stack:
            first = await stack.enter_async_context(stream(site, cookie))
            since = await told()
            await first.change()
            threads, connections = threading.active_count(), await asyncio.to_thread(_connections)
            opened = [
                stack.enter_async_context(stream(site, cookie, f"?since={since}")) for _ in range(STREAMS)
            ]
            streams = await asyncio.gather(*opened)
            assert threading.active_count() - threads <= 8
            assert await asyncio.to_thread(_connections) - connections <= 3
            number = await told()
            heard = await asyncio.gather(*[one.change() for one in streams])
            assert heard == [(number, number)] * STREAMS

    asyncio.run(scene())


def _connections() -> int:
    if connection.vendor == "sqlite":
        return 0
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return int(cursor.fetchone()[0])
    finally:
        connection.close()


def test_a_closing_server_ends_its_streams_at_once(site: str, cookie: str) -> None:
    from accounts.live.hub import hub

    async def scene() -> None:
        async with stream(site, cookie) as one:
            begun = time.monotonic()
            hub.close()
            assert await one.ended(3)
            assert time.monotonic() - begun < 1

    asyncio.run(scene())


def test_a_stream_left_is_forgotten(site: str, cookie: str) -> None:
    from accounts.live.hub import hub

    async def scene() -> None:
        async with stream(site, cookie):
            await asyncio.sleep(0.2)
            assert hub._watches
        for _ in range(40):
            if not hub._watches:
                break
            await asyncio.sleep(0.05)
        assert not hub._watches
        assert hub._task is None

    asyncio.run(scene())


def test_one_person_does_not_fill_a_web_server(site: str, cookie: str, monkeypatch) -> None:
    monkeypatch.setattr("accounts.live.streams.MOST_OF_A_PERSON", 3)

    async def scene() -> None:
        async with contextlib.AsyncExitStack() as stack:
            opened = [stack.enter_async_context(stream(site, cookie)) for _ in range(12)]
            held = await asyncio.gather(*opened)
            ended = [await one.ended(0.5) for one in held]
            assert ended.count(False) == 3
            refused = await stack.enter_async_context(stream(site, cookie))
            await asyncio.wait_for(refused.reader.readuntil(b"retry: 60000\n\n"), 2)
            number = await told()
            kept = held[ended.index(False)]
            assert await kept.change() == (number, number)
            kept.writer.close()
            await asyncio.sleep(0.3)
            again = await stack.enter_async_context(stream(site, cookie, f"?since={number}"))
            assert not await again.ended(0.5)

    asyncio.run(scene())


def test_who_finds_a_web_server_full_hears_of_what_has_changed(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.live.streams.MOST_OF_A_PERSON", 0)
    known, news = publish("war:1"), publish("user:1")

    def heard(since: int, aside: int) -> str:
        request = RequestFactory().get("/events/", {"since": str(since), "aside": str(aside)})

        async def listen() -> list[str]:
            chunks = stream_response(request, ["war:1"], aside=["user:1"], may=bool)
            async with asyncio.timeout(5):
                return [bytes(chunk).decode() async for chunk in aiter(chunks)]

        hub.open()
        try:
            return "".join(asyncio.run(listen()))
        finally:
            hub.close()

    end = "retry: 60000\n\n"
    assert heard(known, news) == f"retry: 1500\n\n{end}"
    assert re.findall("id: ([0-9]+)\nevent: ([a-z]+)", heard(0, news)) == [(str(known), "change")]
    both = heard(known - 1, news - 1)
    assert both.endswith(end)
    assert re.findall("id: ([0-9]+)\nevent: ([a-z]+)", both) == [
        (str(known), "change"),
        (str(news), "aside"),
    ]


def test_a_stream_outlives_a_lost_database_connection(site: str, cookie: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no connection to lose")

    async def scene() -> None:
        async with stream(site, cookie) as one:
            await told()
            await one.change()
            await asyncio.to_thread(_end_other_connections)
            numbers = [await told_over_a_new_connection()]
            while (await one.change(20))[1] < numbers[0]:  # news of before the loss may still come first
                pass

    asyncio.run(scene())


async def told_over_a_new_connection() -> int:
    """A notice, even if the pool still holds a connection that has been ended."""
    try:
        return await told()
    except OperationalError:
        return await told()


def _end_other_connections() -> None:
    others = "datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%notice%'"
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
    finally:
        connection.close()


def test_a_closed_hub_gives_its_connection_back(cookie: str) -> None:
    def held() -> int:
        pool = getattr(connection, "pool", None)
        found = pool.get_stats() if pool else {"pool_size": 0, "pool_available": 0}
        return int(found["pool_size"] - found["pool_available"])

    before = held()
    with live_site() as address:

        async def scene() -> None:
            async with stream(address, cookie) as one:
                await told()
                await one.change()

        asyncio.run(scene())
    wait_until(lambda: held() <= before)


@pytest.mark.django_db
def test_the_newest_of_a_topic_outlives_the_pruning() -> None:
    numbers = [publish("war:1") for _ in range(3)] + [publish("war:2")]
    fresh = publish("war:1")
    Notice.objects.filter(pk__in=numbers).update(made_at=timezone.now() - timedelta(hours=2))
    assert prune_notices() == 3
    assert latest_notice(["war:1"]) == fresh
    assert latest_notice(["war:2"]) == numbers[3]
    assert latest_notice(["war:1", "war:2"]) == fresh
    assert latest_notice(["war:3"]) == 0


@pytest.mark.django_db(transaction=True)
def test_a_change_taken_back_tells_nobody() -> None:
    with contextlib.suppress(RuntimeError), transaction.atomic():
        publish("war:1")
        raise RuntimeError
    assert latest_notice(["war:1"]) == 0


def test_a_lower_number_committed_late_is_read_once() -> None:
    seen = ReadNotices([11], floor=9)
    assert [seen.is_new(number) for number in (11, 12, 10, 10, 12)] == [False, True, True, False, False]
    seen.forget_old()
    assert seen.floor == 9


@pytest.fixture(autouse=True)
def _an_open_hub() -> Iterator[None]:
    yield
    from accounts.live.hub import hub

    if hub.closed:
        hub.open()


def test_a_new_hub_is_open() -> None:
    assert not Hub().closed


def test_what_changes_elsewhere_is_told_apart(transactional_db: None) -> None:
    """A page is behind in the war or elsewhere by numbers of their own; a Last-Event-ID stands for both."""
    notices = {"war:1": publish("war:1"), "user:1": publish("user:1")}

    def heard(query: dict[str, str], headers: dict[str, str] | None = None) -> list[str]:
        request = RequestFactory().get("/events/", query, headers=headers or {})

        async def listen() -> list[str]:
            chunks = aiter(stream_response(request, ["war:1"], aside=["user:1"], may=bool))
            found = []
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    async for chunk in chunks:
                        found += re.findall("event: ([a-z]+)", bytes(chunk).decode())
            return found

        hub.open()
        try:
            return asyncio.run(listen())
        finally:
            hub.close()

    war, own = notices["war:1"], notices["user:1"]
    assert heard({"since": str(war), "aside": str(own)}) == []
    assert heard({"since": "0", "aside": str(own)}) == ["change"]
    assert heard({"since": str(war), "aside": "0"}) == ["aside"]
    assert heard({"since": str(war)}) == ["aside"]
    assert heard({"since": "0"}, {"Last-Event-ID": str(own)}) == []
