"""What checking a war's file costs: work that is shared, and limits that no war of people reaches (S42, S67)."""

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from msgspec.structs import replace

from campaign.files import limits, verifying
from campaign.files.archive import whole
from campaign.files.document import FiledEntry, WholeWar, read_whole, written
from campaign.files.limits import check_limits, judged_by
from campaign.files.verifying import verify
from campaign.models import WarImport
from campaign.rules import decide
from campaign.rules.corrections import log_correction
from campaign.rules.orders import CorrectLog, Way
from campaign.rules.record import clone
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from tests.people import make_person
from tests.site.campaign.corrections.test_correcting import agree, battle_of
from tests.site.campaign.corrections.test_log_correction import asked, longer
from tests.site.wars import make_war, play_until, state_of

pytestmark = pytest.mark.django_db
REPORT = Report(ending="draw", rounds=1, winner=None, terran=(), talon=())


@pytest.fixture
def file() -> WholeWar:
    """The file of a war in which turn 2 is planned."""
    war = make_war(make_person("anna"), make_person("boris"))
    play_until(war, phase="planning", turn=2)
    return read_whole(whole(war))


def entry(kind: str, **more: Any) -> FiledEntry:
    return FiledEntry(number=1, turn=1, seat="both", kind=kind, **more)


def log_corrected(at: int, way: Way = "as_it_is") -> FiledEntry:
    return entry("retell", retells=at, corrects=CorrectLog(1, REPORT, way))


def refused(file: WholeWar, entries: Iterable[FiledEntry]) -> str:
    with pytest.raises(Refused) as found:
        check_limits(replace(file, entries=(*file.entries, *entries)))
    return str(found.value)


def again(file: WholeWar, *entries: FiledEntry) -> int:
    """How many entries are judged again if the file has these alone."""
    return judged_by(replace(file, entries=entries))[-1] - len(entries)


def test_more_than_any_war_has_is_refused_with_what_to_do(file: WholeWar) -> None:
    for kind, most, words in (
        ("withdraw", limits.MOST_WITHDRAWALS, "withdraws more than 200 results"),
        ("amend", limits.MOST_AMENDMENTS, "corrects more than 100 results"),
        ("retell", limits.MOST_AMENDMENTS, "corrects more than 100 results"),
        ("take-back", limits.MOST_ASIDES, "more than 1,000 passed deadlines, lent seats"),
    ):
        said = refused(file, [entry(kind)] * (most + 1))
        assert words in said
        assert "The host of this site can import the file." in said
    check_limits(file)


def test_few_corrections_of_a_long_log_are_refused_too(
    file: WholeWar, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_AGAIN", 100)
    plain = [entry("plan")] * 80
    check_limits(replace(file, entries=(*file.entries, *plain)))
    check_limits(replace(file, entries=(*file.entries, *plain, log_corrected(60))))
    said = refused(file, [*plain, log_corrected(2), log_corrected(2)])
    assert "entries would have to be judged again. The limit is 100." in said


def test_a_real_war_with_many_corrections_is_far_below_the_limit(file: WholeWar) -> None:
    war = [entry("plan")] * 350 + [log_corrected(10)] * 5
    assert 20 * again(file, *war) <= limits.MOST_AGAIN


def test_what_is_judged_again_follows_from_where_the_corrections_stand(file: WholeWar) -> None:
    plain = [entry("plan")] * 80
    assert again(file, *plain) == 0
    assert again(file, *plain, entry("amend")) == 10
    assert again(file, *plain, log_corrected(61)) == 10 + 20
    assert again(file, *plain, log_corrected(61, "rewind")) == 10
    assert again(file, *plain, log_corrected(41, "rewind"), log_corrected(31)) == 10 + 5 + 12
    assert again(file, *plain, entry("withdraw", withdraws=41), log_corrected(31)) == 5 + 10
    assert again(file, *plain[1:], entry("amend"), log_corrected(71)) == 9 + 2 * 10 + 10


def test_a_file_that_takes_too_long_is_refused_before_the_worker_sees_it(
    file: WholeWar, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MOST_AMENDMENTS", 0)
    data = written(replace(file, entries=(*file.entries, entry("amend"))))
    client.force_login(make_person("cora"))
    upload = SimpleUploadedFile("war.json", data, "application/json")
    answer = client.post("/wars/import/", {"file": upload, "side": "talon"})
    assert answer.status_code == 422
    assert "corrects more than 0 results" in answer.content.decode()
    assert not WarImport.objects.exists()


def test_corrected_results_are_checked_without_copying_the_war_for_each_entry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A copy of the war is most of what it costs to judge an order again."""
    war = make_war(make_person("anna"), make_person("boris"))
    play_until(war, phase="planning", turn=3)
    times = 4
    for _ in range(times):
        number = battle_of(war)
        assert agree(war, asked(war, number, "as_it_is", longer(war, number))).status_code == 302
    file, copies = read_whole(whole(war)), []

    def counted(state: Any) -> Any:
        copies.append(1)
        return clone(state)

    for module in (verifying, log_correction, decide):
        monkeypatch.setattr(module, "clone", counted)
    assert verify(file) == state_of(war)
    assert len(copies) <= len(file.entries) + 3 * times
