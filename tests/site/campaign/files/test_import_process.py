"""War files are judged in a process of their own, one on a machine, and short ones first."""

import os
import signal
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from campaign import tasks
from campaign.files import importing
from campaign.files import process as import_process
from campaign.files.archive import whole
from campaign.files.document import read_whole
from campaign.files.process import begin_judging
from campaign.management.commands import judge_imports
from campaign.models import WarImport
from tests.people import make_person
from tests.site.campaign.files.test_archive import war_of

pytestmark = pytest.mark.django_db
POPEN = "campaign.files.process.subprocess.Popen"


class Process:
    """A process that is not started: it keeps what it was given, and the lock until it ends."""

    begun: list["Process"]

    def __init__(self, command: list[str], *, pass_fds: tuple[int, ...], **_more: Any) -> None:
        self.command, self._kept = command, [os.dup(one) for one in pass_fds]
        self.begun.append(self)
        self.asked = 0

    def poll(self) -> int | None:
        """Whether it has ended; the system forgets it then."""
        self.asked += 1
        return None if self._kept else 0

    def end(self) -> None:
        """End as a process does, whatever of."""
        while self._kept:
            os.close(self._kept.pop())


@pytest.fixture
def begun(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that were begun."""
    settings.VAR_DIR = tmp_path
    Process.begun = []
    monkeypatch.setattr(POPEN, Process)
    monkeypatch.setattr(import_process, "_begun", [])
    return Process.begun


def owed(callsign: str, data: bytes, **more: Any) -> WarImport:
    with_defaults = {"entries": 1, "due_at": timezone.now(), **more}
    return WarImport.objects.create(user=make_person(callsign), side="terran", data=data, **with_defaults)


def test_the_worker_judges_nothing_itself(begun: list[Process]) -> None:
    row = owed("cora", whole(war_of()))
    tasks.import_war(row.pk)
    row.refresh_from_db()
    assert (row.status, row.attempts) == ("queued", 0)
    assert [one.command[2:] for one in begun] == [["judge_imports", "--parent", str(os.getpid())]]
    begun[0].end()


def test_one_process_at_a_time_and_another_once_it_has_ended(begun: list[Process]) -> None:
    assert begin_judging()
    assert not begin_judging()
    assert not begin_judging()
    begun[0].end()
    assert begin_judging()
    assert [one.asked for one in begun] == [3, 0], "the first is asked until it has ended"
    begun[1].end()
    assert [id(one) for one in import_process._begun] == [id(begun[1])]


def test_a_process_that_cannot_be_started_leaves_no_lock(
    begun: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_process(*_arguments: Any, **_more: Any) -> None:
        raise OSError("no memory")

    with monkeypatch.context() as patch:
        patch.setattr(POPEN, no_process)
        with pytest.raises(OSError, match="no memory"):
            begin_judging()
    assert begin_judging()
    begun[0].end()


def test_all_files_are_judged_the_one_with_the_least_work_first(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [owed(f"cora{work}", b"{}", entries=work) for work in (5000, 300, 40_000, 20)]
    order: list[int] = []

    def read(data: bytes) -> Any:
        order.append(WarImport.objects.get(status="running").entries)
        return read_whole(data)

    monkeypatch.setattr("campaign.files.importing.read_whole", read)
    each: list[int] = []
    assert importing.judge_owed(lambda: each.append(1)) == len(rows) == len(each)
    assert order == [20, 300, 5000, 40_000]
    assert not WarImport.objects.exclude(status="failed").exists()


def test_what_has_waited_long_is_judged_before_anything_short() -> None:
    now = timezone.now()
    waited = {5000: 6, 40_000: 9, 20: 0, 300: 4}
    for work, minutes in waited.items():
        owed(f"cora{work}", b"{}", entries=work, due_at=now - timedelta(minutes=minutes))
    order = []
    while (number := importing.IMPORTS.next()) is not None:
        order.append(WarImport.objects.get(pk=number).entries)
        WarImport.objects.filter(pk=number).delete()
    assert order == [40_000, 5000, 20, 300]


def test_the_command_judges_at_a_low_priority_and_ends_if_a_file_hangs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[object] = []
    monkeypatch.setattr(os, "nice", done.append)
    monkeypatch.setattr(judge_imports, "end_with_parent", lambda: done.append("with the worker"))
    monkeypatch.setattr("signal.alarm", done.append)
    monkeypatch.setattr("signal.signal", lambda *_handler: None)
    monkeypatch.setattr(judge_imports, "judge_owed", lambda before_each: before_each())
    call_command(import_process.COMMAND, parent=os.getpid())
    assert done == ["with the worker"], "the worker ended before it could be followed"
    done.clear()
    call_command(import_process.COMMAND, parent=os.getppid())
    assert done == ["with the worker", judge_imports.POLITE, *[judge_imports.MOST_SECONDS] * 2]


def test_a_process_that_is_asked_to_end_leaves_its_file_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    data = whole(war_of())
    rows = [owed(f"cora{number}", data, entries=number) for number in range(2)]

    def read(data: bytes) -> Any:
        os.kill(os.getpid(), signal.SIGTERM)
        return read_whole(data)

    monkeypatch.setattr("campaign.files.importing.read_whole", read)
    monkeypatch.setattr(importing.IMPORTS, "ending", False)
    monkeypatch.setattr(os, "nice", lambda _more: None)
    monkeypatch.setattr(judge_imports, "end_with_parent", lambda: None)
    monkeypatch.setattr("signal.alarm", lambda _seconds: None)
    before = signal.getsignal(signal.SIGTERM)
    try:
        call_command(import_process.COMMAND)
    finally:
        signal.signal(signal.SIGTERM, before)
    for row in rows:
        row.refresh_from_db()
        assert (row.status, row.attempts, bytes(row.data)) == ("queued", 0, data)


def test_a_sweep_rings_once_for_all_files(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[int] = []
    monkeypatch.setattr("accounts.work.Bell.ring_now", lambda _bell, number: rung.append(number))
    for number in range(3):
        owed(f"cora{number}", b"{}")
    importing.sweep_imports()
    assert len(rung) == 1
