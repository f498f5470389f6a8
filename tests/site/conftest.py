"""Who plays the battles of these tests, what is drawn at random in them, and that each begins afresh."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from accounts.models import User
from accounts.outside import redis_rest
from tests.asked_views import asked, not_asked
from tests.draws import draw_the_same
from tests.people import make_person

OF_A_DATABASE = re.compile(
    r"transaction|select_for_update|vendor|on_commit|IntegrityError|OperationalError|\blocked\b|tests\.workers"
)
"""What a file of tests names that may come out differently on the other database, or with the other queue."""
EVERY_VIEW = {
    "test_archive.py",
    "test_battle_chat.py",
    "test_battles_pages.py",
    "test_lessons.py",
    "test_maps.py",
    "test_onlookers.py",
    "test_people.py",
    "test_play_curtain.py",
    "test_play_log.py",
    "test_play_lookup.py",
    "test_play_pages.py",
    "test_printing.py",
    "test_rounds.py",
    "test_sandboxes.py",
    "test_sealing.py",
    "test_theme.py",
    "test_times_name_their_zone.py",
    "test_unsubscribing.py",
    "test_watch.py",
}
"""Files that ask the views which those leave out."""
ASKED = pytest.StashKey[set[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """--on-both leaves out the tests that come out the same on both databases; each view is still to be asked."""
    parser.addoption(
        "--on-both", action="store_true", help="only what may differ between databases, and every view"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is the same on both databases, if that is wanted."""
    if not config.getoption("--on-both"):
        return
    left_out = [item for item in items if not (item.get_closest_marker("embedded") or _on_both(item.path))]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


@cache
def _on_both(path: Path) -> bool:
    source = path.read_text(encoding="utf-8")
    return bool(OF_A_DATABASE.search(source)) or path.name in EVERY_VIEW


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of many tells the first which views it asked; the first fails if some view was never asked."""
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["asked"] = sorted(asked)
    elif config.getoption("--on-both"):
        found = config.stash.get(ASKED, set()) | asked
        if not_asked(found) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Keeps what a process of many has asked."""
    config: pytest.Config = node.config  # type: ignore[attr-defined]
    config.stash.setdefault(ASKED, set()).update(getattr(node, "workeroutput", {}).get("asked", ()))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Says which views were never asked."""
    if config.getoption("--on-both") and (missing := not_asked(config.stash.get(ASKED, set()) | asked)):
        terminalreporter.section("views that no test here has asked", red=True)
        for route in missing:
            terminalreporter.line(route)


@pytest.fixture
def anna(db: None) -> User:
    """The Terran player."""
    return make_person("anna")


@pytest.fixture
def ben(db: None) -> User:
    """The Talon player."""
    return make_person("ben")


@pytest.fixture(autouse=True)
def _draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn at random is the same in each run."""
    draw_the_same(request.node.nodeid, monkeypatch)


@pytest.fixture(autouse=True)
def _asked_again() -> Iterator[None]:
    """What one test was refused is asked again by the next."""
    yield
    redis_rest.end()
