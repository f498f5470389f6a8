"""Who plays the battles of these tests, what is drawn at random in them, and that each begins afresh."""

from collections.abc import Iterator

import pytest

from accounts.models import User
from accounts.outside import redis_rest
from tests.asked_views import asked, not_asked
from tests.draws import draw_the_same
from tests.people import make_person
from tests.site.on_both import on_both

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
    left_out = [item for item in items if not on_both(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


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
