"""A full disk, or a kill, leaves no file that looks whole; what was cut before is found."""

import errno
import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.test import Client
from whitenoise.compress import Compressor

from config.host import backups, on_disk
from config.host.backups import Unfit, back_up, check, last_backup
from config.serving.errors import is_full
from config.serving.static import HashedFiles
from tests.people import make_person
from tests.site.config.commands import manage
from tests.site.config.test_serving import found

SOURCE = "body { color: red }\n" * 200


@pytest.fixture
def stored(settings: Any, tmp_path: Path) -> HashedFiles:
    """The static files of a site, of which there is one."""
    settings.STATIC_ROOT, settings.DEBUG = str(tmp_path / "static"), False
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "site.css").write_text(SOURCE)
    settings.STATICFILES_DIRS = [sources]
    storage = HashedFiles()
    collect(storage)
    return storage


def collect(storage: HashedFiles) -> None:
    """What collectstatic does with the file, and with what belongs to it."""
    from django.core.files.storage import FileSystemStorage

    source = FileSystemStorage(location=Path(storage.location).parent / "sources")
    storage.delete("site.css")
    with source.open("site.css") as file:
        storage.save("site.css", file)
    for _name, _hashed, processed in storage.post_process({"site.css": (source, "site.css")}):
        if isinstance(processed, Exception):
            raise processed


def test_a_static_file_is_whole_or_not_there(stored: HashedFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    def chunks() -> Any:
        yield b"half of it"
        raise OSError(errno.ENOSPC, "No space left on device")

    content = ContentFile(b"x")
    monkeypatch.setattr(content, "chunks", chunks)
    for name in ("new.css", "site.css"):
        before = Path(stored.path(name)).read_bytes() if stored.exists(name) else None
        with pytest.raises(OSError, match="No space"):
            stored._save(name, content)
        assert (Path(stored.path(name)).read_bytes() if stored.exists(name) else None) == before
    assert not list(Path(stored.location).rglob("*.part"))


def test_what_is_written_anew_is_replaced_and_never_missing(
    stored: HashedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = stored.hashed_files["site.css"]
    monkeypatch.setattr(
        HashedFiles, "_save", Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    )
    with pytest.raises(OSError, match="No space"):
        list(stored.post_process({"site.css": (stored, "site.css")}))
    assert stored.exists(hashed)
    assert stored.exists("staticfiles.json")


def test_what_was_compressed_before_is_left_as_it_is(
    stored: HashedFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    compressed = Mock(side_effect=gzip.compress)
    for one in ("compress_brotli", "compress_gzip"):
        monkeypatch.setattr(Compressor, one, compressed)
    collect(stored)
    assert not compressed.called
    assert stored.damaged() == []
    (Path(stored.location).parent / "sources" / "site.css").write_text(SOURCE + SOURCE)
    collect(stored)
    assert compressed.called


@pytest.mark.parametrize("ending", ["", ".gz", ".br"])
def test_one_that_was_cut_is_found_and_made_again(
    stored: HashedFiles, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(on_disk, "staticfiles_storage", stored)
    assert on_disk.static_files() == (True, "All 1 static files are whole.")
    hashed = stored.hashed_files["site.css"]
    cut = Path(stored.path(f"{hashed}{ending}"))
    cut.write_bytes(cut.read_bytes()[:20])
    well, sentence = on_disk.static_files()
    assert (well, "1 static files are damaged" in sentence, hashed in sentence) == (False, True, True)
    stored.drop_damaged()
    collect(stored)
    assert stored.damaged() == []


@pytest.mark.embedded
def test_prepare_makes_a_cut_file_again_and_says_what_keeps_it_from_writing(prepared: Path) -> None:
    static = prepared / "static"
    css = next(path for path in static.glob("css/*.css") if path.name.count(".") == 2)
    whole = css.read_bytes()
    css.write_bytes(whole[:100])
    done = manage(prepared, "doctor")
    assert "static files are damaged" in done.stdout
    assert manage(prepared, "prepare").returncode == 0
    assert css.read_bytes() == whole
    aside = static.rename(prepared / "aside")
    static.write_text("no folder")
    done = manage(prepared, "prepare")
    assert done.returncode == 1
    assert "The static files could not be written" in done.stderr
    assert "Traceback" not in done.stderr
    static.unlink()
    aside.rename(static)
    css.unlink()
    assert manage(prepared, "prepare").returncode == 0
    assert css.read_bytes() == whole


@pytest.mark.django_db(transaction=True)
def test_a_backup_has_what_the_database_has(tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR = tmp_path
    make_person("anna")
    assert found("backup").well
    call_command("backup", str(tmp_path / "copy"))
    check(tmp_path / "copy")
    last = last_backup()
    assert last is not None
    assert last.size == (tmp_path / "copy").stat().st_size
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    if connection.vendor == "sqlite":
        with sqlite3.connect(tmp_path / "copy") as copy:
            assert copy.execute("SELECT username FROM accounts_user").fetchall() == [("anna",)]
    assert str(tmp_path / "copy") in found("backup").sentence
    (tmp_path / "copy").write_bytes((tmp_path / "copy").read_bytes()[:-1])
    assert "is not as the backup" in found("backup").sentence
    assert not found("backup").well
    with pytest.raises(CommandError):
        call_command("backup", str(tmp_path / "copy"), check=True)
    (tmp_path / "copy").unlink()
    assert found("backup").well
    assert "has been moved" in found("backup").sentence


@pytest.mark.django_db(transaction=True)
def test_a_killed_backup_leaves_the_one_of_before_and_the_doctor_says_so(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.VAR_DIR = tmp_path
    target = tmp_path / "copy"
    back_up(target)
    before = target.read_bytes()

    def killed(part: Path) -> None:
        part.write_bytes(b"")
        raise KeyboardInterrupt

    monkeypatch.setitem(backups.WAYS, connection.vendor, (killed, backups.WAYS[connection.vendor][1]))
    with pytest.raises(KeyboardInterrupt):
        back_up(target)
    assert target.read_bytes() == before
    assert not found("backup").well
    assert "was not finished" in found("backup").sentence


@pytest.mark.django_db
def test_a_file_without_tables_is_no_backup(tmp_path: Path) -> None:
    """This is what the copying of SQLite leaves when it is killed: it passes integrity_check."""
    if connection.vendor == "sqlite":
        with sqlite3.connect(tmp_path / "copy") as empty:
            empty.execute("PRAGMA user_version = 1")
        with pytest.raises(
            Unfit, match=r"no complete backup of this site: it lacks \d+ tables, such as account_emailaddress"
        ):
            check(tmp_path / "copy")
    (tmp_path / "words").write_text("words")
    for name in ("words", "nowhere"):
        with pytest.raises(Unfit):
            check(tmp_path / name)


@pytest.mark.embedded
def test_a_backup_is_made_and_checked_by_a_command(prepared: Path) -> None:
    target = prepared / "copy"
    assert "complete." in manage(prepared, "backup", str(target)).stdout
    assert "is a complete backup" in manage(prepared, "backup", "--check", str(target)).stdout
    done = manage(prepared, "backup", str(prepared / "nowhere" / "copy"))
    assert (done.returncode, "could not be written" in done.stderr) == (1, True)


MIGRATED = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
steps = MigrationExecutor(connection)
steps.loader.replace_migrations = False
steps.loader.build_graph()
ours = ("accounts", "battles", "campaign", "clubs")
others = [leaf for leaf in steps.loader.graph.leaf_nodes() if leaf[0] not in ours]
steps.migrate([*{last}, *others])
"""
"""Migrates one step after the other, as databases were made before one step replaced them."""
AT_0_1 = [("accounts", "0006_worker_build"), ("battles", "0007_levels"), ("campaign", "0003_commanders")]


@pytest.mark.embedded
def test_a_database_is_backed_up_before_an_upgrade_changes_it(tmp_path: Path) -> None:
    """It lacks tables of this version; a backup of it, and no other, lacks them too."""
    target = tmp_path / "copy"
    code = MIGRATED.format(last=[("campaign", "0018_taken_over")])
    assert manage(tmp_path, "shell", "-v0", "-c", code).returncode == 0
    made = manage(tmp_path, "backup", str(target))
    assert (made.returncode, made.stderr) == (0, "")
    assert "is a complete backup" in manage(tmp_path, "backup", "--check", str(target)).stdout
    with closing(sqlite3.connect(target)) as copy:
        names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
        assert "campaign_war" in names
        assert "campaign_playermap" not in names
        copy.execute("DROP TABLE campaign_loss")
    done = manage(tmp_path, "backup", "--check", str(target))
    assert (done.returncode, "lacks 1 tables" in done.stderr) == (1, True)


@pytest.mark.embedded
def test_a_database_of_0_1_is_backed_up_by_this_version(tmp_path: Path) -> None:
    """Only the first of the migrations that one of 0.2 replaces were applied to it."""
    done = manage(tmp_path, "shell", "-v0", "-c", MIGRATED.format(last=AT_0_1))
    assert done.returncode == 0, done.stderr
    made = manage(tmp_path, "backup", str(tmp_path / "copy"))
    assert (made.returncode, made.stderr) == (0, "")
    assert not list(tmp_path.glob("copy.part*"))
    with closing(sqlite3.connect(tmp_path / "copy")) as copy:
        names = {name for (name,) in copy.execute("SELECT name FROM sqlite_master")}
        assert "campaign_war" in names
        assert "accounts_cacherow" not in names
        copy.execute("DROP TABLE campaign_loss")
    done = manage(tmp_path, "backup", "--check", str(tmp_path / "copy"))
    assert (done.returncode, "lacks 1 tables" in done.stderr) == (1, True)


@pytest.mark.embedded
def test_a_database_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    for environ in ({}, {"DATABASE_URL": "postgres://app@127.0.0.1:1/app"}):
        done = manage(tmp_path, "backup", str(tmp_path / "copy"), **environ)
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        assert done.stderr.startswith("CommandError: ")
        assert not (tmp_path / "copy").exists()


@pytest.mark.django_db
def test_the_doctor_looks_at_the_disk_of_the_database_too(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    settings.VAR_DIR = tmp_path
    place, unknown = on_disk._place_of_database()
    assert (place is not None, unknown) == (True, "")
    assert str(place) in found("disk").sentence
    usage = {tmp_path: Mock(free=10**12), place: Mock(free=10**6)}
    monkeypatch.setattr("shutil.disk_usage", usage.__getitem__)
    well, sentence = on_disk.room()
    assert (well, "Make room" in sentence) == (False, True)
    monkeypatch.setattr(
        on_disk, "connection", Mock(vendor="postgresql", settings_dict={"HOST": "db.example"})
    )
    well, sentence = on_disk.room()
    assert (well, "PostgreSQL is on another machine" in sentence) == (True, True)
    refused = Mock(vendor="postgresql", settings_dict={"HOST": "127.0.0.1"})
    refused.cursor.side_effect = OperationalError("must be superuser")
    monkeypatch.setattr(on_disk, "connection", refused)
    assert "does not say where its files are" in on_disk.room()[1]


def full(**cause: Any) -> OperationalError:
    """An error of a database, with what its driver says of it."""
    error, error.__cause__ = OperationalError("full"), ValueError()
    for name, value in cause.items():
        setattr(error.__cause__, name, value)
    return error


FULL = [
    *[full(sqlite_errorcode=13), full(sqlstate="53100")],
    *[OSError(number, "full") for number in (errno.ENOSPC, errno.EDQUOT)],
]


@pytest.mark.django_db
@pytest.mark.parametrize("why", FULL, ids=str)
def test_a_page_names_a_full_disk(monkeypatch: pytest.MonkeyPatch, why: Exception) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(make_person("anna"))
    monkeypatch.setattr("campaign.lobby.views.lobby.show", Mock(side_effect=why))
    answer = client.get("/wars/")
    assert answer.status_code == 507
    assert "The site's disk is full" in answer.content.decode().replace("&#x27;", "'")
    bare = client.get("/wars/", headers={"HX-Request": "true"})
    assert bare.content.decode().startswith("The site's disk is full. Nothing was changed.")


def test_other_errors_are_not_of_a_full_disk() -> None:
    others = [
        full(sqlite_errorcode=5),
        full(sqlstate="57P01"),
        OSError(errno.EACCES, "no"),
        ValueError(),
        None,
    ]
    assert not any(map(is_full, others))
