"""What a change sets off once it is committed cannot turn its answer into an error."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, transaction

from accounts.after_commit import after_commit
from accounts.models import User
from accounts.work import Bell
from battles import services
from battles.models import Battle
from tests.people import browser, make_person
from tests.site import secret_wars

ROOT = Path(__file__).resolve().parents[4]
FAILS = {
    "battle_settled.send": "campaign.war.services.results.absorb",
    "refresh_waiting": "campaign.war.services.results.refresh_waiting",
    "self.ring_now": "accounts.work.Bell.ring_now",
    "_wake_readers": "accounts.live.notices._wake_readers",
}
"""What is called after a commit, and what fails of it in these tests."""


def calls(name: str) -> Iterator[tuple[Path, ast.Call]]:
    """Each call of a function of that name in the site's code, and the file it is in."""
    for app in ("accounts", "battles", "campaign", "clubs", "config"):
        for path in sorted((ROOT / app).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == name:
                    yield path, node


def test_what_follows_a_commit_has_a_name_everywhere() -> None:
    """`after_commit` is the one place that knows Django's hooks."""
    assert [path.name for path, _call in calls("on_commit")] == ["after_commit.py"]


def test_each_hook_is_tried_here() -> None:
    assert {ast.unparse(call.args[0]) for _path, call in calls("after_commit")} == set(FAILS)


@pytest.mark.django_db
def test_a_hook_is_named_after_what_it_does() -> None:
    with transaction.atomic():
        after_commit(Bell("tests.bell").ring, 3)
        name = connection.run_on_commit[-1][1].__qualname__
        transaction.set_rollback(True)
    assert name == "Bell.ring"


@pytest.fixture
def reported(transactional_db: None) -> Battle:
    """A battle of a war whose report waits for the Talon player, boris; both players get messages."""
    hook = {"webhook_url": "https://example.org/hook"}
    war = secret_wars.begin((make_person("anna", **hook), make_person("boris", **hook)))
    secret_wars.joined(war, 0)
    battle = Battle.objects.get()
    report = secret_wars.report_without_losses(battle.setup_document)
    return services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=battle.version, report=report
    )


@pytest.mark.parametrize("hook", FAILS)
def test_a_hook_that_fails_changes_no_answer(
    reported: Battle, hook: str, settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failed = []

    def fail(*_args: object, **_named: object) -> None:
        failed.append(hook)
        raise ZeroDivisionError("the hook fails")

    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr("accounts.live.notices._wake_readers", lambda _number: None)
    monkeypatch.setattr(FAILS[hook], fail)
    boris = browser(User.objects.get(username="boris"))
    answer = boris.post(f"/battles/{reported.pk}/confirm/", {"version": reported.version})
    assert failed
    assert (answer.status_code, Battle.objects.get().status) == (302, "settled")
    assert "the hook fails" in caplog.text
