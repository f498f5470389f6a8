"""What earlier versions stored is read for ever: a site's database, wars in files, and records of battles.

The files in `golden/` were written by version 0.1 as released. They are never written again; a version that stores
something otherwise adds its own.
"""

import gzip
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from campaign.files import archive
from campaign.files.document import read_whole
from campaign.war.log.rebuild import differences
from engines.talon.records.exchange import in_form, read_upload
from engines.talon.system import own
from tests.core.battle.records import fleets
from tests.people import make_person

GOLDEN = Path(__file__).parents[1] / "golden"
ROOT = Path(__file__).parents[3]
LOOK = """
import sys
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from accounts.models import User
from campaign.models import Waiting

call_command("migrate", verbosity=0)
call_command("rebuild", verbosity=0)

def page(who, path):
    client = Client()
    client.force_login(User.objects.get(username=who), backend=settings.AUTHENTICATION_BACKENDS[0])
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return answer.content

waiting = {
    war: set(Waiting.objects.filter(war=war).values_list("kind", "turn", "place", "name"))
    for war in Waiting.objects.values_list("war_id", flat=True)
}
assert waiting[1] == {("plan", 3, "", "")}, waiting
assert waiting[2] == waiting[10] == {("bases", 1, "", "")}, waiting
assert waiting[3] == {("plan", 1, "", "")}, waiting
assert waiting[4] == {("engage", 2, "Antares/4", "")}, waiting
assert waiting[5] == {("go_on", 2, "", "")}, waiting
assert waiting[6] == {("record", 2, "Antares/4", "")}, waiting
assert waiting[7] == {("confirm", 2, "Antares/4", "Ishbel")}, waiting
assert len(waiting) == 8, waiting

for form in ("txt", "json"):
    assert page("Vera", f"/battles/43/record.{form}") == open(f"{sys.argv[1]}/fought.{form}", "rb").read(), form
assert page("Vera", "/battles/45/record.json") == open(f"{sys.argv[1]}/fought_unwritten.json", "rb").read()
for number in (41, 42, 43, 45):
    for part in ("", "fought/", "fought/frames.json", "dice/", "record.txt", "record.json"):
        page("Vera", f"/battles/{number}/{part}")
for path in ("/wars/", "/wars/11/terran/", "/wars/11/terran/history/", "/wars/11/terran/treasury/", "/opponents/"):
    page("Vera", path)
for number in range(1, 9):
    page("Halvard", f"/wars/{number}/terran/")
    page("Ishbel", f"/wars/{number}/talon/history/")
print("read")
"""


@pytest.mark.embedded
def test_a_database_of_version_0_1_is_read_after_migrating(tmp_path: Path) -> None:
    """Every war agrees with its log, and every battle that was fought or brought in has its report."""
    file = tmp_path / "site.sqlite3"
    with sqlite3.connect(file) as database:
        database.executescript(gzip.decompress((GOLDEN / "site_0.1.sql.gz").read_bytes()).decode())
    database.close()
    environ = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{file}",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }
    command = [sys.executable, "-c", LOOK, str(GOLDEN)]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.stdout.strip().endswith("read"), done.stdout + done.stderr


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["whole_war", "war_against_the_computer"])
def test_a_war_exported_by_version_0_1_is_imported(name: str) -> None:
    data = (GOLDEN / f"{name}.json").read_bytes()
    war = archive.bring_in(file=read_whole(data), importer=make_person("cora"), side="talon")
    assert differences(war) == []


@pytest.mark.parametrize("form", ["txt", "json"])
def test_a_record_of_version_0_1_is_brought_in_as_it_was_written(form: str) -> None:
    raw = (GOLDEN / f"fought.{form}").read_bytes()
    assert in_form(own(read_upload(fleets(), raw).battle).written, form) == raw
