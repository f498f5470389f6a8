"""A war out to a file and in again; what one side's file holds; files that cannot be."""

import json
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from accounts.models import User
from accounts.people.special_users import computer_user
from battles import services as battles
from battles.models import Resolution, Way, Wish
from campaign.computer import commanding
from campaign.files import archive, importing, verifying
from campaign.files.document import MOST_BYTES, read_whole
from campaign.files.verifying import verify
from campaign.models import Deadline, Engagement, Entry, GivenDoctrine, Seat, War, WarImport
from campaign.rules.evolve import fold
from campaign.rules.orders import Surrender
from campaign.war.log.projections import stored
from campaign.war.log.rebuild import differences
from campaign.war.services import log, results
from engines.seam.documents import Doctrine
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side, opponent
from tests.people import browser, make_person
from tests.site.campaign.computer.test_computer_seat import against_the_computer
from tests.site.wars import make_war, play_until, state_of, step, user_of, version_of

pytestmark = pytest.mark.django_db


def war_of(
    names: tuple[str, str] = ("anna", "bert"), *, turn: int = 3, over: bool = True, seed: int = 7, **more
) -> War:
    """A war some turns in, given up by the Terrans if it shall be over."""
    war = make_war(make_person(names[0]), make_person(names[1]), **more)
    play_until(war, phase="planning", turn=turn, random=Random(seed))
    if over:
        surrender(war)
    return war


def surrender(war: War) -> None:
    """The Terrans give the war up."""
    war.refresh_from_db()
    if war.status == "running":
        user = war.seats.get(side="terran").user
        log.submit(war_id=war.pk, side="terran", user=user, seen_version=war.version, order=Surrender())
        war.refresh_from_db()


def told(war: War) -> dict:
    """The whole war's file as plain JSON."""
    found: dict = json.loads(archive.whole(war))
    return found


FILES: dict[int, bytes] = {}


def file_of(turn: int) -> dict:
    """The file of a war some turns in, as plain JSON; the war is played once in each process."""
    if turn not in FILES:
        FILES[turn] = archive.whole(war_of(turn=turn))
    found: dict = json.loads(FILES[turn])
    return found


def refused(data: object) -> str:
    """What is said of a file."""
    with pytest.raises(Refused) as caught:
        verify(read_whole(data if isinstance(data, bytes) else json.dumps(data).encode()))
    return str(caught.value)


@pytest.mark.parametrize("map_name", ["four_sectors", "three_gates"])
def test_out_and_in_again_everything_is_the_same(map_name):
    war = war_of(map_name=map_name)
    data = archive.whole(war)
    assert data == archive.whole(war)
    copy = archive.bring_in(file=read_whole(data), importer=make_person("cora"), side="talon")
    assert state_of(copy) == state_of(war)
    without = [table for table in stored(war.pk) if table is not Engagement]
    assert {t: stored(copy.pk)[t] for t in without} == {t: stored(war.pk)[t] for t in without}
    assert differences(copy) == []
    assert (copy.imported, copy.status, copy.version, copy.winner) == (True, "over", war.version, "talon")
    again = json.loads(archive.whole(copy))
    assert again == json.loads(data)


def with_open_result() -> War:
    """A war whose last result can still be withdrawn."""
    war = war_of(over=False)
    random = Random(3)
    for _ in range(200):
        step(war, random)
        if results.withdrawable(war) is not None:
            break
    war.refresh_from_db()
    return war


def withdrawn_again_and_again(war: War, times: int) -> dict:
    """The war's file, in which the last result is withdrawn and recorded again so many times."""
    found = told(war)
    place = max(n for n, entry in enumerate(found["entries"]) if entry["kind"] == "result")
    result, after = found["entries"][place], found["entries"][place + 1 :]
    for _ in range(times):
        last = found["entries"][-1]["number"]
        back = {"number": last + 1, "turn": result["turn"], "seat": "both", "kind": "withdraw"}
        first = max(e["number"] for e in found["entries"] if e["kind"] == "result")
        again = [result, *after]
        found["entries"] += [{**back, "withdraws": first}]
        found["entries"] += [{**entry, "number": last + 2 + n} for n, entry in enumerate(again)]
    return found


def test_a_result_withdrawn_a_hundred_times_folds_the_log_once(monkeypatch):
    folds = []

    def counted(events):
        folds.append(1)
        return fold(events)

    monkeypatch.setattr(verifying, "fold", counted)
    war = with_open_result()
    data = json.dumps(withdrawn_again_and_again(war, 100)).encode()
    assert verify(read_whole(data)) == state_of(war)
    assert len(folds) == 1


def test_a_war_with_a_withdrawn_result_fits_too():
    war = with_open_result()
    for side in ("terran", "talon"):
        results.ask_withdrawal(war_id=war.pk, side=side, user=None, seen_version=version_of(war))
    assert Entry.objects.filter(war=war, kind="withdraw").exists()
    surrender(war)
    copy = archive.bring_in(file=read_whole(archive.whole(war)), importer=make_person("cora"), side="terran")
    assert state_of(copy) == state_of(war)
    assert differences(copy) == []


def test_the_importer_looks_from_one_side_and_no_score_is_booked(client):
    war = war_of(lifetime_score=True)
    cora = make_person("cora")
    copy = archive.bring_in(file=read_whole(archive.whole(war)), importer=cora, side="talon")
    client.force_login(cora)
    assert client.get(f"/wars/{copy.pk}/").url == f"/wars/{copy.pk}/talon/"
    assert client.get(f"/wars/{copy.pk}/terran/").status_code == 404
    assert [seat.title for seat in copy.seats.order_by("side")] == ["bert", "anna"]
    assert copy.waiting.count() == 0
    assert not Engagement.objects.filter(war=copy, battle__isnull=False).exists()


class TestOneSidesFile:
    def test_holds_only_what_the_side_may_see(self):
        war = war_of(over=False)
        for side in SIDES:
            other = opponent(side)
            found = json.loads(archive.seen_by(war, side))
            events = [event for entry in found["entries"] for event in entry.get("events", [])]
            secret = {"ships-bought", "fleet-assigned", "fleet-counted", "ships-repaired", "ships-scrapped"}
            assert not [event for event in events if event["event"] in secret and event["side"] == other]
            assert not [entry for entry in found["entries"] if entry["seat"] == other and "order" in entry]
            assert [entry for entry in found["entries"] if entry["seat"] == side and "order" in entry]

    def test_is_the_same_whatever_the_other_side_keeps_secret(self):
        war = war_of(over=False, turn=1)
        before = archive.seen_by(war, "talon")
        step_one_side(war, "terran")
        assert archive.seen_by(war, "talon") == before

    def test_has_no_time_and_no_number_of_this_site(self):
        war = war_of(over=False)
        words = archive.seen_by(war, "terran").decode()
        for name in ("made_at", "user", '"id"', "token"):
            assert name not in words

    def test_is_refused_as_a_whole_war(self):
        war = war_of(over=False)
        assert "only what the Terran side saw" in refused(archive.seen_by(war, "terran"))

    def test_is_what_a_running_war_is_exported_as_and_the_whole_when_it_is_over(self):
        war = war_of(over=False)
        assert archive.export(war, "terran") == (
            "the-long-night-terran-turn-3.json",
            archive.seen_by(war, "terran"),
        )
        surrender(war)
        assert archive.export(war, "terran") == ("the-long-night.json", archive.whole(war))


def step_one_side(war: War, side: Side) -> None:
    """One side seals its orders."""
    from tests.site.wars import seal_random

    seal_random(war, side, Random(4))
    war.refresh_from_db()


class TestFilesThatCannotBe:
    @pytest.mark.parametrize(
        ("data", "words"),
        [
            (b"", "it is empty"),
            (b"\xff\xfe\x00", "no text"),
            (b"[" * 100_000, "not a war file"),
            (b"null", "not a war file"),
            (b"{}", "not a war file"),
            (b'{"document": "battle"}', "not a war file"),
            (b" " * (MOST_BYTES + 1), "larger than 5 MB"),
        ],
    )
    def test_malformed(self, data, words):
        assert words in refused(data)

    def test_cut_off(self):
        assert "it is incomplete" in refused(archive.whole(war_of(turn=2))[:-40])

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda f: f.update(more=1), "it has “more”, which is not a part of a war file"),
            (lambda f: f.update(name=""), "a name is empty, too long"),
            (lambda f: f.update(name="x\u0000"), "U+0000; type it again"),
            (lambda f: f.update(callsigns={"terran": "anna"}), "must name both players"),
            (lambda f: f.update(callsigns={"nobody": "anna"}), "callsigns"),
            (lambda f: f.update(format=3), "“format” cannot be 3"),
            (lambda f: f.update(computer={"terran": "wild"}), "“computer” cannot be"),
            (lambda f: f.update(computer={"terran": "shrewd", "talon": "shrewd"}), "cannot play both sides"),
            (lambda f: f.update(settled_by="worker"), "needs a battle in progress"),
            (
                lambda f: f.update(
                    doctrines=[{"battle": 1, "side": "talon", "doctrine": {"document": "doctrine"}}]
                ),
                "Battle 1 is over, or that side already has a doctrine",
            ),
            (lambda f: f.update(entries=[]), "“entries” must have at least 1 entry"),
            (lambda f: f["entries"].pop(0), "Entry 2"),
            (lambda f: f["entries"].pop(2), "entry 3 should be here"),
            (lambda f: f["entries"][1].pop("order"), "its order is missing"),
            (lambda f: f["entries"][1].update(seat="talon"), "Entry 2 (bases) does not fit"),
            (lambda f: f["entries"][1].update(seat="both"), "Entry 2 (bases) does not fit"),
            (lambda f: f["entries"][1].update(turn=9), "turn does not match"),
            (lambda f: f["entries"][1].update(kind="plan"), "does not match its order"),
            (lambda f: f["entries"][1].update(number=0), "“entries[1].number” must be 1 or more"),
            (lambda f: f["entries"][1]["order"].update(places=["Nowhere/1"]), "is not allowed"),
            (lambda f: f["entries"][1]["events"].pop(), "events"),
            (lambda f: f["entries"][1]["events"][0].update(cost=-500), "the file says"),
            (lambda f: f["settings"].update(treasury=20_000), "own map and settings"),
            (lambda f: f["settings"].update(reserve=9_999), "is limited to"),
            (lambda f: f["chart"].update(order=["Antares", "Badlands"]), "battle order"),
            (lambda f: f["chart"]["sectors"]["Orion"].update(zones=[]), "“chart.sectors.zones” must have"),
            (
                lambda f: f["entries"][-1].update(order={"order": "surrender", "side": "talon"}),
                "it has “side”, which is not a part of a war file (entries[",
            ),
            (lambda f: f["entries"][-1].update(seat="talon"), "the file says"),
            (
                lambda f: f["entries"].append(dict(f["entries"][-1], number=len(f["entries"]) + 1)),
                "This war is over",
            ),
            (
                lambda f: f["entries"].append(
                    {
                        "number": len(f["entries"]) + 1,
                        "turn": 2,
                        "seat": "both",
                        "kind": "withdraw",
                        "withdraws": 2,
                    }
                ),
                "no recorded result to withdraw",
            ),
            (
                lambda f: f["entries"].append(
                    {"number": len(f["entries"]) + 1, "turn": 2, "seat": "both", "kind": "withdraw"}
                ),
                "not a valid withdrawal",
            ),
        ],
    )
    def test_impossible(self, change, words):
        found = file_of(2)
        change(found)
        assert words in refused(found)

    def test_a_withdrawal_after_the_next_battle_was_revealed(self):
        """S42: the file of a war cannot take back what players no longer could."""
        found = file_of(2)
        result = max(entry["number"] for entry in found["entries"] if entry["kind"] == "result")
        turn = next(entry["turn"] for entry in found["entries"] if entry["number"] == result)
        number = len(found["entries"]) + 1
        late = {"number": number, "turn": turn, "seat": "both", "kind": "withdraw", "withdraws": result}
        found["entries"].append(late)
        assert "the result there was already final (S42)" in refused(found)

    @pytest.mark.parametrize("value", [0, 7, 99])
    def test_a_die_that_is_none(self, value):
        found = file_of(3)
        dice = [
            event for entry in found["entries"] for event in entry["events"] if event["event"] == "die-rolled"
        ]
        assert dice
        dice[0]["value"] = value
        assert "does not fit" in refused(found)

    def test_the_first_mismatch_is_named_by_its_entry(self):
        found = file_of(3)
        number = next(e["number"] for e in found["entries"] if e["kind"] == "plan")
        income = next(
            e for e in found["entries"][number:] if any(x["event"] == "income-paid" for x in e["events"])
        )
        event = next(x for x in income["events"] if x["event"] == "income-paid")
        event["by_sector"]["Antares"] += 1
        words = refused(found)
        assert f"Entry {income['number']} (" in words
        assert "“income-paid”" in words

    def test_any_field_changed_at_random_is_refused_or_harmless(self):
        war = war_of(turn=3)
        random, data = Random(11), archive.whole(war)
        for _ in range(60):
            found = json.loads(data)
            spoil(found, random)
            try:
                verify(read_whole(json.dumps(found).encode()))
            except Refused as caught:
                assert str(caught)  # noqa: PT017


def spoil(found: dict, random: Random) -> None:
    """Change one value somewhere in the file."""
    node: dict | list = found
    for _ in range(40):
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = random.choice(keys)
        child = node[key]
        if isinstance(child, dict | list) and child and random.random() < 0.9:
            node = child
            continue
        node[key] = random.choice([None, -1, 0, 3, 10**12, "x", "", [], {}, True, "terran", "Antares"])
        return


class TestImportPage:
    def post(self, client, data: bytes, **more):
        upload = SimpleUploadedFile("war.json", data, "application/json")
        return client.post("/wars/import/", {"file": upload, "side": "talon", **more})

    def test_a_finished_war_is_brought_in(self, client):
        data = archive.whole(war_of())
        cora = make_person("cora")
        client.force_login(cora)
        page = self.post(client, data).url
        assert not War.objects.filter(imported=True).exists()
        assert "Checking the file" in client.get(page).content.decode()
        owed = WarImport.objects.get()
        assert importing.import_war(owed.pk)
        assert not importing.import_war(owed.pk)
        copy = War.objects.get(imported=True)
        assert f'href="/wars/{copy.pk}/"' in client.get(page).content.decode()
        assert copy.seats.get(side="talon").user == cora
        assert "Imported" in client.get("/wars/").content.decode()
        assert bytes(WarImport.objects.get().data) == b""

    def test_nobody_else_sees_how_it_goes(self, client):
        client.force_login(make_person("cora"))
        page = self.post(client, archive.whole(war_of())).url
        client.force_login(make_person("dora"))
        assert client.get(page).status_code == 404

    def test_one_at_a_time(self, client):
        data = archive.whole(war_of())
        client.force_login(make_person("cora"))
        page = self.post(client, data).url
        again = self.post(client, data)
        assert (again.status_code, "still being checked" in again.content.decode()) == (422, True)
        importing.import_war(WarImport.objects.get().pk)
        assert self.post(client, data).url != page

    def test_its_page_says_how_far_it_is(self, client, monkeypatch):
        monkeypatch.setattr(importing, "BEAT_SECONDS", 0.0)
        client.force_login(make_person("cora"))
        page, seen = self.post(client, archive.whole(war_of())).url, []
        real = importing.Importing.renew

        def renew(*arguments, **changes):
            real(*arguments, **changes)
            seen.append(client.get(page, headers={"HX-Request": "true"}).content.decode())

        monkeypatch.setattr(importing.Importing, "renew", renew)
        importing.import_war(WarImport.objects.get().pk)
        entries = WarImport.objects.get().entries
        assert f"3 of {entries} so far" in seen[2]

    def test_a_war_taken_over_meanwhile_is_stored_once(self, client, monkeypatch):
        client.force_login(make_person("cora"))
        self.post(client, archive.whole(war_of()))
        monkeypatch.setattr(importing, "store_finished", self.taken_over(archive.store_finished))
        assert not importing.import_war(WarImport.objects.get().pk)
        assert not War.objects.filter(imported=True).exists()

    @staticmethod
    def taken_over(store):
        """Storing, while another worker claims the file."""

        def stored_late(*arguments, **named):
            WarImport.objects.update(token="another")
            return store(*arguments, **named)

        return stored_late

    def test_a_war_under_way_is_not(self, client):
        data = archive.whole(war_of(over=False))
        client.force_login(make_person("cora"))
        page = self.post(client, data).url
        importing.import_war(WarImport.objects.get().pk)
        assert "This war is not over" in client.get(page).content.decode()
        assert War.objects.count() == 1

    @pytest.mark.parametrize("data", [b"{}", b"\x00\x01", b"x" * 100])
    def test_bad_files_are_refused_in_a_sentence(self, client, data):
        client.force_login(make_person("cora"))
        answer = self.post(client, data)
        assert answer.status_code == 422
        assert "file" in answer.content.decode()
        assert not War.objects.exists()

    def test_too_large_no_file_no_side(self, client):
        client.force_login(make_person("cora"))
        assert "larger than 5 MB" in self.post(client, b" " * (MOST_BYTES + 1)).content.decode()
        assert client.post("/wars/import/", {"side": "talon"}).status_code == 422
        assert self.post(client, b"{}", side="both").status_code == 422

    def test_strangers_cannot(self, client):
        assert client.get("/wars/import/").status_code == 302


class TestHostCommands:
    def test_a_running_war_is_put_back_and_goes_on(self, tmp_path):
        war = war_of(over=False, turn=2)
        random = Random(5)
        while Engagement.objects.filter(war=war, outcome="joined", battle__isnull=False).count() == 0:
            step(war, random)
        call_command("export_war", war.pk, tmp_path / "war.json")
        assert (tmp_path / "war.json").stat().st_mode & 0o077 == 0
        call_command("import_war", tmp_path / "war.json")
        copy = War.objects.exclude(pk=war.pk).get()
        assert (copy.status, copy.imported) == ("running", False)
        assert state_of(copy) == state_of(war)
        assert copy.waiting.count() == 2
        play_until(copy, phase="planning", turn=4, random=Random(5))
        assert differences(copy) == []

    def test_players_who_are_not_here_are_named(self, tmp_path):
        war = war_of(over=False, turn=2)
        call_command("export_war", war.pk, tmp_path / "war.json")
        war.delete()
        from battles.models import Battle, BattleNote

        BattleNote.objects.all()._raw_delete("default")
        Battle.objects.all().delete()
        User.objects.get(username="bert").delete()
        with pytest.raises(CommandError, match="Nobody here is called bert"):
            call_command("import_war", tmp_path / "war.json")
        assert not War.objects.exists()

    def test_no_such_war_no_such_file(self, tmp_path):
        with pytest.raises(CommandError, match="no war 99"):
            call_command("export_war", 99, tmp_path / "war.json")
        with pytest.raises(CommandError, match="Cannot read"):
            call_command("import_war", tmp_path / "nothing.json")
        (tmp_path / "bad.json").write_text("{}")
        with pytest.raises(CommandError, match="not a war file"):
            call_command("import_war", tmp_path / "bad.json")
        war = war_of(turn=1)
        with pytest.raises(CommandError, match="Cannot write"):
            call_command("export_war", war.pk, tmp_path / "no" / "folder.json")


def restored(data: bytes) -> War:
    """The war of a file, put back."""
    return archive.restore(file=read_whole(data))


@pytest.mark.parametrize("pace", ["days:3", "days:7", ""])
def test_a_war_put_back_has_the_deadlines_on_which_its_players_agreed(pace):
    war = make_war(make_person("anna"), make_person("ben"), pace="days:3")
    War.objects.filter(pk=war.pk).update(pace=pace)
    war.refresh_from_db()
    copy = restored(archive.whole(war))
    assert (copy.pace, Deadline.objects.filter(war=copy).exists()) == (pace, bool(pace))


def test_deadlines_that_nobody_can_choose_are_refused():
    war = make_war(make_person("anna"), make_person("ben"))
    found = {**json.loads(archive.whole(war)), "pace": "days:1000"}
    with pytest.raises(Refused, match="deadlines"):
        restored(json.dumps(found).encode())


class TestAgainstTheComputer:
    def test_the_computer_plays_on_by_a_whim_of_its_own(self):
        war = against_the_computer(make_person("anna"))
        Seat.objects.filter(war=war, side="talon").update(commander="shrewd", whim="77")
        copy = restored(archive.whole(war))
        seat = copy.seats.get(side="talon")
        assert (seat.user, seat.commander) == (computer_user(), "shrewd")
        assert seat.whim not in ("", "77")
        assert copy.host == copy.seats.get(side="terran").user
        assert copy.pk in commanding.wars_waiting()
        assert commanding.command(copy.pk) == 1
        assert copy.pk not in commanding.wars_waiting()

    def test_on_a_host_where_it_never_played_and_a_person_has_its_callsign(self):
        data = archive.whole(against_the_computer(make_person("anna")))
        War.objects.all().delete()
        User.objects.filter(is_computer=True).delete()
        namesake = make_person("Computer")
        seat = restored(data).seats.get(side="talon")
        assert seat.user != namesake
        assert seat.user is not None
        assert (seat.title, seat.user.is_computer) == ("Computer-2", True)

    def test_a_person_called_so_elsewhere_is_not_the_computer_here(self):
        found = told(war_of(over=False, turn=1))
        found["callsigns"]["talon"] = "Computer"
        computer_user()
        with pytest.raises(Refused, match="Nobody here is called Computer"):
            restored(json.dumps(found).encode())

    def test_a_file_of_the_first_form_is_read_by_the_callsign(self):
        found = told(against_the_computer(make_person("anna")))
        for name in ("computer", "doctrines", "settled_by"):
            del found[name]
        seat = restored(json.dumps(found | {"format": 1}).encode()).seats.get(side="talon")
        assert (seat.user, seat.commander) == (computer_user(), "steady")

    def test_a_war_that_is_over_says_who_played(self):
        war = against_the_computer(make_person("anna"))
        surrender(war)
        data = archive.whole(war)
        copy = archive.bring_in(file=read_whole(data), importer=make_person("cora"), side="talon")
        assert archive.whole(copy) == data
        assert commanding.command(copy.pk) == 0


FLEE = Doctrine(stance="preserve", save=("Spared One",))


class TestABattleUnderWay:
    def fighting(self, settled_by: str = "table") -> War:
        """A war in whose battle Talon has just asked for the computer, or has given it its doctrine."""
        war = war_of(over=False, turn=1, settled_by=settled_by)
        random = Random(5)
        while not Engagement.objects.filter(war=war, outcome="joined", battle__isnull=False).exists():
            step(war, random)
        return war

    def wish(self, war: War, side: Side, way: Way) -> None:
        battle = Engagement.objects.get(war=war, outcome="joined").battle
        assert battle is not None
        battles.ask_for(battle_id=battle.pk, side=side, seen_version=battle.version, way=way, doctrine=FLEE)

    def test_is_fought_anew_by_the_same_doctrines(self):
        war = self.fighting()
        for side in SIDES:
            self.wish(war, side, Way.WORKER)
        before = Resolution.objects.get()
        copy = restored(archive.whole(war))
        battle = copy.engagements.get(outcome="joined").battle
        assert battle is not None
        after = battle.resolutions.get()
        assert (after.status, after.doctrines) == ("queued", before.doctrines)
        assert after.seal != before.seal
        assert bytes(battle.setup) == bytes(before.battle.setup)

    def test_stays_at_the_table_where_both_wanted_it(self):
        war = self.fighting(settled_by="worker")
        for side in SIDES:
            self.wish(war, side, Way.TABLE)
        copy = restored(archive.whole(war))
        assert not Resolution.objects.filter(battle__engagement__war=copy).exists()

    def test_doctrines_given_before_it_begins_are_kept_too(self):
        war = war_of(over=False, turn=1)
        random = Random(5)
        while (question := state_of(war).question) is None or question.kind != "engage":
            step(war, random)
        GivenDoctrine.objects.create(
            war=war, number=question.battle, side="terran", document=b'{"document":"doctrine","save":["Ark"]}'
        )
        copy = restored(archive.whole(war))
        assert GivenDoctrine.objects.get(war=copy).side == "terran"
        assert b"Ark" in bytes(GivenDoctrine.objects.get(war=copy).document)

    def test_its_doctrines_are_in_no_file_of_a_player(self):
        war = self.fighting()
        self.wish(war, "talon", Way.WORKER)
        assert b"Spared One" in bytes(Wish.objects.get(side="talon").doctrine)
        for side in SIDES:
            assert b"Spared One" not in archive.seen_by(war, side)
            assert b"doctrine" not in archive.seen_by(war, side)
        assert b"Spared One" in archive.whole(war)
        surrender(war)
        assert b"Spared One" not in archive.export(war, "terran")[1]


def test_an_imported_war_says_so_and_makes_nobody_its_loser() -> None:
    """Whoever looks at it did not play it: how it ended is told by the sides' names, on the war's page and in lists."""
    war = war_of(turn=2)
    surrender(war)
    anna = make_person("importer")
    again = archive.bring_in(file=read_whole(archive.whole(war)), importer=anna, side="terran")
    client = browser(anna)
    for page in ("", "history/", "charts/", "treasury/"):
        assert "This war was imported from a file" in client.get(f"/wars/{again.pk}/terran/{page}").text
    page = client.get(f"/wars/{again.pk}/terran/").text
    assert "Talon wins the war" in page
    assert "Terran surrendered." in page
    for words in (
        "You lost",
        "You surrendered",
        "cost you",
        "Try next",
        "you / enemy",
        "Your fleet",
        "Your treasury",
        "Rematch",
    ):
        assert words not in page
    assert "Talon won" in client.get("/wars/").text
    player = user_of(war, "terran")
    assert player is not None
    own = browser(player).get(f"/wars/{war.pk}/terran/").text
    assert "You lost the war" in own
    assert "imported from a file" not in own
