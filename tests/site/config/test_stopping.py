"""What is told to stop does so at once, whatever it is doing, and leaves no process."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from accounts.live.hub import hub
from bench import with_services
from config.management.commands.serve import Server, server_config
from config.serving.supervise import GRACE_SECONDS, ROOT, STOPS, StopSignal, _begin, start, stop
from tests.workers import wait_until

SAY_PID = "import os; print(os.getpid(), flush=True); "
DEAF = (
    SAY_PID
    + "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf', flush=True); "
)


def alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be asked how it ended does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_signal_only_sets_the_servers_flag_whatever_it_interrupts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing the hub asks for a lock that the interrupted thread may hold: the server would hang for ever."""
    locked = threading.Lock()
    monkeypatch.setattr(hub, "close", locked.acquire)
    server = Server(server_config())
    with locked:
        server.handle_exit(signal.SIGTERM, None)
    assert server.should_exit


def test_a_server_that_hangs_while_it_stops_is_ended() -> None:
    code = (
        "import django, os, signal, socket, threading, time\n"
        "django.setup()\n"
        "from config.management.commands import serve\n"
        "serve.LONGEST_STOP_SECONDS = 0.5\n"
        "serve.hub.close = lambda: time.sleep(3600)\n"
        "listener = socket.create_server(('127.0.0.1', 0))\n"
        "server = serve.Server(serve.server_config(app=lambda *_: None))\n"
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGTERM)).start()\n"
        "server.run(sockets=[listener])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 1
    assert "in shutdown" in done.stderr, "it prints where it hung"


def test_a_child_that_does_not_end_in_time_is_ended_with_all_it_has_started() -> None:
    other = f"subprocess.Popen([sys.executable, '-c', {DEAF + 'time.sleep(60)'!r}]); "
    reading, writing = os.pipe()
    code = f"import os, subprocess, sys; os.dup2({writing}, 1); " + DEAF + other + "time.sleep(60)"
    child = start([sys.executable, "-c", code], pass_fds=(writing,))
    os.close(writing)
    with os.fdopen(reading) as said:
        lines = [said.readline().strip() for _ in range(4)]
    assert lines.count("deaf") == 2
    begun = time.monotonic()
    stop(child)
    assert time.monotonic() - begun < GRACE_SECONDS + 30
    pids = [int(line) for line in lines if line != "deaf"]
    wait_until(lambda: not any(map(alive, pids)), seconds=60)


def test_a_child_whose_parent_is_gone_before_it_begins_does_not_begin() -> None:
    code = "from config.serving.supervise import _begin; _begin(1, 0); print('began')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    _begin(os.getppid(), 0)


@pytest.mark.parametrize("number", STOPS)
def test_a_signal_is_noted_while_a_block_runs_and_then_means_what_it_meant(number: signal.Signals) -> None:
    before = [signal.getsignal(one) for one in STOPS]
    with StopSignal() as told:
        assert not told.to_stop
        os.kill(os.getpid(), number)
        assert (told.to_stop, told.by) == (True, number)
    assert [signal.getsignal(one) for one in STOPS] == before


def test_a_signal_before_the_first_child_is_there_is_heeded() -> None:
    """Children that are begun while the supervisor can still die of a signal would be left."""
    code = (
        "import os, signal, sys\n"
        "from config.serving import supervise\n"
        "class Child(supervise.Child):\n"
        "    def begin(self):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        super().begin()\n"
        "        print(self.process.pid, flush=True)\n"
        "supervise.Child = Child\n"
        "wait = [sys.executable, '-c', 'import time; time.sleep(60)']\n"
        "supervise.web_command = supervise.worker_command = lambda *_: wait\n"
        "supervise.clock_command = lambda: wait\n"
        "sys.exit(supervise.main(supervise._options(['0'])))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    pids = [int(line) for line in done.stdout.split()]
    assert len(pids) >= 4
    assert not any(map(alive, pids))


def started(*words: str) -> subprocess.Popen[str]:
    """A Redis of our own and a command beside it, which prints the number of its process."""
    command = [sys.executable, "-m", "bench.with_services", "redis", "--", sys.executable, "-c", *words]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True)


def family(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.worker
@pytest.mark.parametrize("number", [*STOPS, signal.SIGKILL])
def test_services_of_a_command_stop_when_it_is_told_to_stop_or_killed(number: signal.Signals) -> None:
    process = started(SAY_PID + "import time; time.sleep(60)")
    assert process.stdout
    own = int(process.stdout.readline())
    both = family(process.pid)
    assert (len(both), own in both) == (2, True)
    (redis,) = set(both) - {own}
    try:
        if number == signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
        else:
            process.send_signal(number)
        assert process.wait(60) == (-number if number == signal.SIGKILL else 128 + number)
        wait_until(lambda: not alive(redis), seconds=60)
        assert number == signal.SIGKILL or not alive(own)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(own, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            os.kill(redis, signal.SIGKILL)


@pytest.mark.parametrize("number", STOPS)
def test_services_that_are_still_starting_leave_no_folder(tmp_path: Path, number: signal.Signals) -> None:
    """A Redis that never listens is waited for."""
    programs, temporary = tmp_path / "bin", tmp_path / "tmp"
    programs.mkdir()
    temporary.mkdir()
    redis = programs / "redis-server"
    redis.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(60)\n")
    redis.chmod(0o755)
    environ = {**os.environ, "TMPDIR": str(temporary), "PATH": f"{programs}:{os.environ['PATH']}"}
    command = [sys.executable, "-m", "bench.with_services", "redis", "--", "true"]
    errors = tmp_path / "errors"
    with errors.open("w") as written:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, start_new_session=True, stderr=written)
    wait_until(lambda: any(map(alive, family(process.pid))), seconds=60)
    (child,) = family(process.pid)
    assert len(list(temporary.iterdir())) == 1
    process.send_signal(number)
    assert process.wait(60) in (128 + number, -number), errors.read_text()
    assert list(temporary.iterdir()) == []
    wait_until(lambda: not alive(child), seconds=60)


def test_a_command_beside_services_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(with_services, "GRACE_SECONDS", 0.5)
    threading.Timer(1, os.kill, (os.getpid(), signal.SIGTERM)).start()
    with pytest.raises(SystemExit) as ended:
        with_services.call([sys.executable, "-c", DEAF + "time.sleep(60)"])
    assert ended.value.code == 128 + signal.SIGTERM
