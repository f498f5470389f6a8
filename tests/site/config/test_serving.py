"""The host's commands: starting, stopping, refusing, looking after."""

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.models import Delivery, Heartbeat
from accounts.printing import sheets
from battles.battle.services import resolving
from battles.talon.play.services import publishing
from bench.site.workers import database_url
from campaign.models import WarImport
from campaign.odds import forecasts as odds
from config.celery import app
from config.embedded import own_folder
from config.host.health import PARTS, Finding, findings
from config.serving.supervise import (
    EVERYTHING_ELSE,
    LONG,
    OUTSIDE_AT_ONCE,
    RESTART_SECONDS,
    ROOT,
    STOPS,
    Supervisor,
    _compiler,
    stop,
    worker_command,
)
from engines.native import builds
from tests.people import PASSWORD
from tests.site.config.commands import manage
from tests.thorough import some
from tests.workers import wait_until

GOOD = {
    "SECRET_KEY": "k" * 50,
    "ALLOWED_HOSTS": "front.example",
    "SITE_URL": "https://front.example",
}


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"DEBUG": "1"}, "DEBUG is on"),
        ({"SECRET_KEY": ""}, "SECRET_KEY is missing"),
        ({"SECRET_KEY": "short"}, "SECRET_KEY is missing or short"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS does not name"),
        ({"ALLOWED_HOSTS": "", "PRODUCTION": "1"}, "ALLOWED_HOSTS does not name"),
    ],
)
def test_a_site_for_others_does_not_start_unfit(tmp_path: Path, wrong: dict[str, str], sentence: str) -> None:
    done = manage(tmp_path, "up", "--port", "0", **(GOOD | wrong))
    assert done.returncode != 0
    assert sentence in done.stderr


@pytest.mark.embedded
def test_an_empty_setting_is_as_if_it_were_not_set(tmp_path: Path) -> None:
    """Compose files and unit files set names to nothing. An empty ALLOWED_HOSTS is refused, as it leaves nobody in."""
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', (ROOT / "config/settings.py").read_text()))
    assert {"DATABASE_URL", "LOG_LEVEL", "GUEST_DAYS", "TRUSTED_PROXIES"} <= read
    empty = dict.fromkeys([*read, "HOST", "PORT", "ENGINE"], "") | {"VAR_DIR": str(tmp_path)}
    del empty["ALLOWED_HOSTS"]
    say = (
        "from django.conf import settings; print(settings.DATABASES['default']['NAME'], settings.GUEST_DAYS)"
    )
    done = manage(tmp_path, "shell", "-v0", "-c", say, **empty)
    assert (done.stdout.split(), done.stderr) == ([str(tmp_path / "site.sqlite3"), "90"], "")
    done = manage(tmp_path, "up", **empty)
    assert "migrations are not applied" in done.stderr
    done = manage(tmp_path, "up", **empty, ALLOWED_HOSTS="")
    assert "ALLOWED_HOSTS does not name the site" in done.stderr


@pytest.mark.embedded
@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"DATABASE_URL": "nonsense"}, "What DATABASE_URL is set to cannot be read."),
        ({"DATABASE_URL": "mysql://a:secret@b/c"}, "What DATABASE_URL is set to cannot be read."),
        ({"DATABASE_URL": "postgres://a:secret@b:port/c"}, "What DATABASE_URL is set to cannot be read."),
        ({"EMAIL_URL": "carrier://pigeon"}, "What EMAIL_URL is set to cannot be read."),
        ({"REDIS_URL": "localhost"}, "REDIS_URL=localhost cannot be read."),
        ({"LOG_LEVEL": "LOUD"}, "LOG_LEVEL=LOUD cannot be read. Set it to DEBUG, INFO, WARNING or ERROR"),
        ({"GUEST_DAYS": "-1"}, "GUEST_DAYS=-1 cannot be read. Set it to a whole number, or leave it unset."),
        ({"SWEEP_SECONDS": "0"}, "SWEEP_SECONDS=0 cannot be read."),
        ({"DEBUG": "maybe"}, "DEBUG=maybe cannot be read. Set it to on or off"),
        ({"SITE_URL": "front.example"}, "SITE_URL=front.example cannot be read."),
        ({"VAR_DIR": "/proc/nowhere"}, "VAR_DIR=/proc/nowhere cannot be read."),
        ({"PORT": "70000"}, "70000 is no port. Choose one from 1 to 65535"),
        ({"PORT": "http"}, "http is no port."),
    ],
)
def test_a_setting_that_cannot_be_read_is_refused_in_a_sentence(
    tmp_path: Path, wrong: dict[str, str], sentence: str
) -> None:
    done = manage(tmp_path, "up", **wrong)
    assert done.returncode != 0
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert "secret@" not in done.stderr


@pytest.mark.embedded
def test_nor_does_it_under_another_server(tmp_path: Path) -> None:
    code = "import os; os.environ.setdefault('DJANGO_SETTINGS_MODULE','config.settings'); import config.asgi"
    environ = {"VAR_DIR": str(tmp_path), "PATH": os.environ["PATH"], **GOOD, "DEBUG": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "DEBUG is on" in done.stderr


@pytest.mark.embedded
def test_nor_with_the_demos_people(prepared: Path) -> None:
    make = "from accounts.models import User; User.objects.create_user('d', is_demo=True)"
    assert manage(prepared, "shell", "-c", make).returncode == 0
    assert manage(prepared, "check").returncode == 0
    done = manage(prepared, "up", "--port", "0", **GOOD)
    assert done.returncode != 0
    assert "demo" in done.stderr


@pytest.mark.embedded
def test_the_embedded_key_is_drawn_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    say = ["shell", "-v0", "-c", "from django.conf import settings; print(settings.SECRET_KEY)"]
    first, second = (manage(tmp_path, *say).stdout for _ in range(2))
    assert first == second
    assert len(first.strip()) >= 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


def test_a_data_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    assert own_folder(folder).stat().st_mode & 0o777 == 0o700


def test_one_that_everybody_shares_is_left_and_the_doctor_says_so(tmp_path: Path, settings) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    settings.VAR_DIR = own_folder(folder)
    assert folder.stat().st_mode & 0o7777 == 0o1777
    well, sentence = PARTS["disk"]()
    assert (well, "Others on this machine can read" in sentence) == (False, True)


@contextlib.contextmanager
def running(tmp_path: Path, **more: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The site as `make run` starts it, in a folder that is `prepared`, and its address."""
    environ = {"VAR_DIR": str(tmp_path), "PATH": os.environ["PATH"], "PORT": "0", **more}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up"],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout
        for line in process.stdout:
            if found := re.search(r"http://(127\.0\.0\.1:\d+)/", line):
                yield process, found[1]
                break
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()


def members(folder: Path) -> list[int]:
    """Processes that have this data folder in their environment."""
    found = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if f"VAR_DIR={folder}".encode() in environ.read_bytes():
                found.append(int(environ.parent.name))
    return found


SIGN_IN = """
from django.conf import settings
from django.test import Client
from accounts.models import User
client = Client()
client.force_login(User.objects.create_user("anna"), backend=settings.AUTHENTICATION_BACKENDS[0])
print(client.cookies[settings.SESSION_COOKIE_NAME].OutputString(attrs=[]))
"""


def ask(address: str, path: str, cookie: str = "") -> socket.socket:
    """A connection on which the path was asked for, and answered with 200."""
    host, _, port = address.partition(":")
    link = socket.create_connection((host, int(port)))
    head = f"GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n\r\n"
    link.sendall(head.encode())
    assert b"200 OK" in link.recv(4096)
    return link


@pytest.mark.embedded
@pytest.mark.worker
@pytest.mark.parametrize("number", some(STOPS, 3, first=1))
def test_the_site_stops_at_once_and_leaves_nothing(prepared: Path, number: signal.Signals) -> None:
    """At SIGTERM, and in `make test-all` at each signal; that all are noted alike is seen in `test_stopping.py`."""
    with running(prepared) as (process, address):
        cookie = manage(prepared, "shell", "-v0", "-c", SIGN_IN).stdout.strip()
        with ask(address, "/healthz"), ask(address, "/events/me", cookie):
            wait_until(lambda: len(members(prepared)) >= 4)
            begun = time.monotonic()
            process.send_signal(number)
            assert process.wait(30) == 0
            assert time.monotonic() - begun < 15, "streams hold nothing up"
        wait_until(lambda: members(prepared) == [], seconds=30)


@pytest.mark.embedded
@pytest.mark.worker
def test_a_killed_child_is_started_again_and_a_killed_parent_takes_all_along(prepared: Path) -> None:
    with running(prepared, WEB_PROCESSES="2") as (process, _address):
        for word in (b"celery", b"config.clock", b"serve"):
            old = wait_until(partial(_named, prepared, word))
            time.sleep(RESTART_SECONDS)
            os.kill(old[0], signal.SIGKILL)
            wait_until(partial(_replaced, prepared, word, old), seconds=60)
        process.kill()
        process.wait()
        wait_until(lambda: members(prepared) == [])


def _replaced(folder: Path, word: bytes, old: list[int]) -> bool:
    """Whether the oldest of the processes is gone, and as many are there as before."""
    now = _named(folder, word)
    return len(now) >= len(old) and old[0] not in now


def _named(folder: Path, word: bytes) -> list[int]:
    """The processes with a word in their command line, the oldest first."""
    return sorted(pid for pid in members(folder) if word in _command(pid))


def _command(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


class Compiling(Supervisor):
    """A supervisor of five small processes; the compiler ends as it is told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, compiler: str) -> None:
        wait = [sys.executable, "-c", "import time; time.sleep(60)"]
        monkeypatch.setattr("config.serving.supervise.web_command", lambda _fd: wait)
        monkeypatch.setattr("config.serving.supervise.worker_command", lambda *_words: wait)
        monkeypatch.setattr("config.serving.supervise.clock_command", lambda: wait)
        monkeypatch.setattr("config.serving.supervise.COMPILING", [sys.executable, "-c", compiler])
        monkeypatch.setattr("config.serving.supervise.RESTART_SECONDS", 0.0)
        monkeypatch.setattr(builds, "built", lambda: None)
        monkeypatch.delenv("ENGINE", raising=False)
        super().__init__(0, 1, for_long=1, compile_engine=True)

    def after_compiling(self) -> bool:
        """Whether both workers are others after the compiler has ended."""
        first = [worker.process.pid for worker in self._workers]
        assert self._compiler is not None
        self._compiler.wait(30)
        self._take_build()
        for worker in self._workers:
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.process.wait(3)
            worker.keep()
        stop(*(child.process for child in self._children))
        renewed = {worker.process.pid != pid for worker, pid in zip(self._workers, first, strict=True)}
        assert len(renewed) == 1
        return renewed == {True}


@pytest.mark.parametrize(
    ("compiler", "made", "words"),
    [
        ("pass", True, "The engine is compiled. The worker restarts with it."),
        ("pass", False, ""),  # no compiler on this machine: it says so itself
        ("raise SystemExit(1)", False, ""),
        ("import os; os.kill(os.getpid(), 9)", False, "Compiling the engine was stopped."),
    ],
)
def test_the_worker_takes_the_compiled_engine_once_it_is_there(
    monkeypatch, capfd, compiler: str, made: bool, words: str
) -> None:
    supervisor = Compiling(monkeypatch, compiler)
    monkeypatch.setattr(builds, "built", lambda: Path("there") if made else None)
    assert supervisor.after_compiling() == made
    said = capfd.readouterr().err
    assert (words in said, "The worker stopped" in said) == (True, False)


def test_nothing_is_compiled_where_there_is_a_build_or_one_kind_is_asked_for(monkeypatch) -> None:
    monkeypatch.delenv("ENGINE", raising=False)
    monkeypatch.setattr(builds, "built", lambda: Path("there"))
    assert _compiler() is None
    monkeypatch.setattr(builds, "built", lambda: None)
    monkeypatch.setenv("ENGINE", "plain")
    assert _compiler() is None


def test_battles_and_odds_have_a_worker_of_their_own_where_there_are_cores() -> None:
    """One that is alone is of a single process; the other then leaves their queues to it."""
    both, others, slow = worker_command(1), worker_command(3, EVERYTHING_ELSE), worker_command(1, LONG)
    assert "-Q" not in both
    assert (others[others.index("-Q") + 1], slow[slow.index("-Q") + 1]) == ("celery", LONG)
    assert (slow[slow.index("--pool") + 1], others[others.index("-c") + 1]) == ("solo", "3")


@pytest.mark.parametrize(
    ("part", "queue"),
    [(resolving, "battles"), (publishing, "battles"), (odds, "odds"), (sheets, "odds")],
)
def test_what_takes_long_is_not_in_the_queue_of_mail_and_sweeps(part: ModuleType, queue: str) -> None:
    """Somebody may have dozens of battles fought at once, each for some seconds; odds keep no battle waiting."""
    assert queue_of(part.BELL.task) == queue
    assert queue in LONG.split(",")
    assert {queue_of(entry["task"]) for entry in app.conf.beat_schedule.values()} == {EVERYTHING_ELSE}


def queue_of(task: str) -> str:
    """The queue in which the task waits."""
    return str(app.amqp.router.route({}, task)["queue"].name)


@pytest.mark.parametrize("for_long", [0, 1])
def test_messages_to_the_outside_have_a_worker_of_their_own_and_no_other(monkeypatch, for_long: int) -> None:
    """However slow the servers are that people name, the worker that sweeps waits for none of them."""
    started: list[list[str]] = []
    monkeypatch.setattr(
        "config.serving.supervise.Child", lambda _name, command, **_options: started.append(command)
    )
    Supervisor(0, 1, for_long=for_long)
    queues = [words[words.index("-Q") + 1] for words in started if "worker" in words]
    assert queues == (["celery", LONG, "outside"] if for_long else [f"celery,{LONG}", "outside"])
    (outside,) = [words for words in started if "outside" in words]
    assert outside[outside.index("--pool") + 1] == "threads"


@pytest.mark.embedded
@pytest.mark.parametrize("pool", [1, OUTSIDE_AT_ONCE + 1])
def test_each_message_under_way_has_a_connection_to_the_database(tmp_path: Path, pool: int) -> None:
    asked = "from django.conf import settings; print(settings.DATABASES['default']['OPTIONS']['pool']['max_size'])"
    here = {"DATABASE_URL": "postgres://app@127.0.0.1:1/app", "DATABASE_POOL": str(pool)}
    done = manage(tmp_path, "shell", "--no-imports", "-c", asked, **here)
    assert int(done.stdout) == max(OUTSIDE_AT_ONCE, pool)


@pytest.mark.embedded
def test_a_port_in_use_is_said_plainly(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = manage(tmp_path, "up", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert "is not available" in done.stderr
    assert "PORT=8001" in done.stderr


@pytest.mark.django_db
def test_the_doctor_says_what_is_wrong_and_what_is_well(capsys) -> None:
    with pytest.raises(SystemExit):
        call_command("doctor")
    said = capsys.readouterr().out
    assert "WRONG  worker: No worker has run yet" in said
    assert "ok     database" in said
    assert "ok     broker" in said
    Heartbeat.objects.create(name="worker", at=timezone.now())
    with contextlib.suppress(SystemExit):
        call_command("doctor")
    assert "ok     worker: Alive" in capsys.readouterr().out


def found(part: str) -> Finding:
    return next(finding for finding in findings() if finding.part == part)


@pytest.mark.django_db
def test_the_doctor_tells_which_worker_leaves_messages_waiting(person) -> None:
    anna, past = person("anna"), timezone.now() - timedelta(minutes=3)
    row = Delivery.objects.create(user=anna, key="a", channel="push", due_at=past)
    assert "1 messages or sheets have waited" in found("work").sentence
    Heartbeat.objects.create(name="worker", at=timezone.now())
    said = "No worker takes messages to webhooks and browsers (`-Q outside`)."
    assert (found("work").well, found("work").sentence) == (False, said)
    row.channel = "email"
    row.save()
    assert "1 messages or sheets have waited" in found("work").sentence
    row.held_until = timezone.now() + timedelta(hours=1)
    row.save()
    assert found("work").well, "an e-mail that is wanted once a day is not late"


@pytest.mark.django_db
def test_the_doctor_counts_files_that_nobody_checks(person) -> None:
    due = timezone.now() - timedelta(minutes=9)
    WarImport.objects.create(user=person("anna"), side="terran", data=b"", entries=1, due_at=due)
    assert found("work").well
    WarImport.objects.update(due_at=due - timedelta(minutes=2))
    assert "Imported files that have waited more than ten minutes: 1." in found("work").sentence


@pytest.mark.django_db
def test_the_doctor_finds_a_folder_that_cannot_be_written(settings, tmp_path: Path, monkeypatch) -> None:
    settings.VAR_DIR = tmp_path
    tmp_path.chmod(0o700)
    assert found("disk").well
    monkeypatch.setattr(
        "config.host.on_disk.TemporaryFile", Mock(side_effect=PermissionError(13, "Permission denied"))
    )
    assert found("disk").sentence == f"The site cannot write to {tmp_path}: Permission denied."


def engine_of_the_worker(build: str) -> Finding:
    Heartbeat.objects.update_or_create(name="worker", defaults={"at": timezone.now(), "build": build})
    return next(finding for finding in findings() if finding.part == "engine")


@pytest.mark.django_db
def test_the_doctor_says_which_engine_the_worker_fights_with(client, person, monkeypatch) -> None:
    for other, here in (
        ("plain", "abcdef012345"),
        ("012345abcdef", "abcdef012345"),
        ("abcdef012345", "plain"),
    ):
        monkeypatch.setattr("config.host.health.running", lambda here=here: here)
        assert engine_of_the_worker(here).well
        found = engine_of_the_worker(other)
        assert not found.well
        assert "The worker uses" in found.sentence
        assert "Restart the site" in found.sentence
    client.force_login(person("host", is_superuser=True, is_staff=True))
    assert found.sentence in client.get("/status/").content.decode()


@pytest.mark.django_db
def test_the_doctor_says_why_the_engine_is_plain(monkeypatch) -> None:
    monkeypatch.setattr("config.host.health.running", lambda: "plain")
    monkeypatch.setattr("config.host.health.built", lambda: None)
    monkeypatch.setattr("config.host.health.under_way", lambda: False)
    monkeypatch.setattr("config.host.health.failed_today", lambda: False)
    monkeypatch.delenv("ENGINE", raising=False)
    assert "make engine" in engine_of_the_worker("plain").sentence
    assert "the worker's engine is unknown" in engine_of_the_worker("").sentence
    monkeypatch.setattr("config.host.health.under_way", lambda: True)
    assert "is being made now" in engine_of_the_worker("plain").sentence
    monkeypatch.setattr("config.host.health.under_way", lambda: False)
    monkeypatch.setattr("config.host.health.failed_today", lambda: True)
    assert "Compiling the faster engine failed" in engine_of_the_worker("plain").sentence
    monkeypatch.setattr("config.host.health.built", lambda: Path("there"))
    newer = engine_of_the_worker("there")
    assert (newer.well, "plain Python until the next start" in newer.sentence) == (True, True)
    assert "compiled engine is ready" in engine_of_the_worker("plain").sentence
    monkeypatch.setenv("ENGINE", "plain")
    assert "ENGINE=plain is set" in engine_of_the_worker("plain").sentence


@pytest.mark.embedded
def test_the_doctor_of_a_database_that_is_not_there(tmp_path: Path) -> None:
    done = manage(tmp_path, "doctor", DATABASE_URL="postgres://app@127.0.0.1:1/app")
    assert done.returncode == 1
    assert "WRONG  database" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.embedded
def test_the_doctor_of_an_empty_database(tmp_path: Path) -> None:
    done = manage(tmp_path, "doctor")
    assert done.returncode == 1
    assert "migrations are not applied" in done.stdout


@pytest.mark.django_db
def test_the_address_for_monitoring(client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert database_url()


@pytest.mark.django_db
def test_the_status_page_is_the_hosts(client, person) -> None:
    person("anna")
    assert client.get("/status/").status_code == 404
    client.login(username="anna", password=PASSWORD)
    assert client.get("/status/").status_code == 404
    host = person("host", is_superuser=True, is_staff=True)
    client.force_login(host)
    page = client.get("/status/").content.decode()
    assert "No worker has run yet" in page
    assert "This process uses the" in page
