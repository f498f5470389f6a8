"""An upgrade: what refuses a database that is not ready, who is found still serving, and where the site is served."""

import os
import subprocess
import sys
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command, get_commands
from django.utils import timezone

from accounts.models import Heartbeat
from config.host import upgrading
from config.host.upgrading import MigratedCommand, who_serves
from config.management.commands import prepare
from config.serving.served import address_of, note, served
from config.serving.supervise import ROOT
from tests.site.config.commands import manage

NEEDS_NONE = {
    *("backup", "doctor", "judge_imports", "make_sample", "play_war", "prepare", "replay_battle"),
    *("resolve_battle", "serve", "up"),
}
"""Commands that look at the database in another way, or at none."""


def own_commands() -> dict[str, str]:
    """The names of the site's own commands, and of their apps."""
    ours = {"accounts", "battles", "campaign", "clubs", "config"}
    return {name: app for name, app in get_commands().items() if app.partition(".")[0] in ours}


@pytest.mark.embedded
@pytest.mark.parametrize("words", [["up", "--port", "0"], ["rebuild"], ["reset_link", "anna"]])
def test_a_database_that_is_not_ready_is_said_in_a_sentence(tmp_path: Path, words: list[str]) -> None:
    done = manage(tmp_path, *words)
    assert done.returncode == 1
    assert "migrations are not applied). Stop the site wherever it still runs" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.embedded
@pytest.mark.parametrize("words", [["up", "--port", "0"], ["rebuild"]])
def test_so_is_one_that_does_not_answer(tmp_path: Path, words: list[str]) -> None:
    done = manage(tmp_path, *words, DATABASE_URL="postgres://app@127.0.0.1:1/app")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "The database does not answer" in done.stderr


def test_every_command_that_needs_the_database_says_so() -> None:
    assert "rebuild" in own_commands()
    for name, app in own_commands().items():
        command = import_module(f"{app}.management.commands.{name}").Command
        assert issubclass(command, MigratedCommand) == (name not in NEEDS_NONE), name


@pytest.fixture
def behind(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[str]:
    """A database that needs migrations; the commands that `prepare` has called."""
    called: list[str] = []
    settings.VAR_DIR, settings.SWEEP_SECONDS = tmp_path, 0.5
    monkeypatch.setattr(prepare, "unapplied", lambda: 2)
    monkeypatch.setattr(prepare, "call_command", lambda name, **_: called.append(name))
    return called


@pytest.mark.django_db
def test_nothing_is_migrated_under_a_site_that_runs(behind: list[str], tmp_path: Path) -> None:
    hold = f"from pathlib import Path; from config.serving import served; served.note(Path({str(tmp_path)!r}), 'http://here:1')"
    code = f"{hold}; print('noted', flush=True); input()"
    streams: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, **streams) as site:
        assert site.stdout
        assert site.stdin
        site.stdout.readline()
        with pytest.raises(CommandError, match=rf"served at http://here:1 \(process {site.pid}\).* Stop it"):
            call_command("prepare")
        assert not behind
        call_command("prepare", while_served=True)
        site.stdin.write("\n")
    behind.clear()
    call_command("prepare")
    assert "migrate" in behind


@pytest.mark.django_db
def test_a_worker_on_another_machine_is_found_by_its_second_sign(behind: list[str], monkeypatch) -> None:
    now = timezone.now()
    Heartbeat.objects.create(name="worker", at=now)

    def beat(_seconds: float) -> None:
        Heartbeat.objects.update(at=now + timedelta(seconds=3))

    with monkeypatch.context() as patch:
        patch.setattr(upgrading, "sleep", beat)
        with pytest.raises(CommandError, match="A worker is at work on this database"):
            call_command("prepare")
    assert not behind
    assert who_serves() == "", "it has just stopped"
    Heartbeat.objects.update(at=now - timedelta(minutes=1))
    assert who_serves() == ""


@pytest.mark.django_db
def test_where_nothing_is_to_be_migrated_nobody_is_looked_for(behind: list[str], monkeypatch) -> None:
    monkeypatch.setattr(prepare, "unapplied", lambda: 0)
    monkeypatch.setattr(prepare, "who_serves", lambda: "Somebody.")
    call_command("prepare")
    assert "migrate" in behind


def test_without_an_address_links_lead_to_where_the_site_is_served(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.delenv("HOST", raising=False)
    assert (served(tmp_path), address_of(tmp_path)) == (None, "http://127.0.0.1:8000")
    monkeypatch.setenv("PORT", "8011")
    assert address_of(tmp_path) == "http://127.0.0.1:8011"
    code = "from pathlib import Path; from config.serving.served import note; note(Path({!r}), 'http://10.0.0.7:4711')"
    subprocess.run([sys.executable, "-c", code.format(str(tmp_path))], cwd=ROOT, check=True)
    assert address_of(tmp_path) == "http://127.0.0.1:8011", "it is not served there now"
    monkeypatch.delenv("PORT")
    assert address_of(tmp_path) == "http://10.0.0.7:4711", "it was the last time"
    note(tmp_path, "http://10.0.0.7:4712")
    monkeypatch.setenv("PORT", "8011")
    assert address_of(tmp_path) == "http://10.0.0.7:4712"
    found = served(tmp_path)
    assert found is not None
    assert (found.now, found.process) == (True, os.getpid())
    note(tmp_path, "http://10.0.0.7:4713")
    assert address_of(tmp_path) == "http://10.0.0.7:4712", "the first one serves it still"


@pytest.mark.embedded
def test_the_host_is_given_links_to_the_port_that_is_used(tmp_path: Path) -> None:
    say = ["shell", "-v0", "-c", "from django.conf import settings; print(settings.SITE_URL)"]
    assert manage(tmp_path, *say, PORT="4711").stdout.strip() == "http://127.0.0.1:4711"
    assert manage(tmp_path, *say, SITE_URL="https://front.example/").stdout.strip() == "https://front.example"
