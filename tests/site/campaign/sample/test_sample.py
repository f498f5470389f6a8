"""The sample: anybody sees a finished war and its best battle, and through it nobody sees anything else."""

import json

import pytest

from campaign.files.archive import bring_in
from campaign.files.document import read_whole
from campaign.files.verifying import verify
from campaign.rules.orders import AcceptResult
from campaign.sample.shipped import BATTLE, WAR, sample_battle, sample_fight, sample_war

PAGES = ["/sample/", "/sample/?turn=1", "/sample/battle/", "/sample/battle/?frame=20"]
FILES = [
    "/sample/war.json",
    "/sample/battle/frames.json",
    "/sample/battle/record.txt",
    "/sample/battle/record.json",
]


@pytest.mark.parametrize("address", PAGES + FILES)
def test_a_stranger_sees_the_sample_and_the_database_is_not_asked(
    client, django_assert_num_queries, db, address
):
    with django_assert_num_queries(0):
        assert client.get(address).status_code == 200
    assert client.post(address).status_code in (403, 405)


@pytest.mark.parametrize("address", PAGES)
def test_its_pages_lead_to_no_war_or_battle_of_the_site(client, db, address):
    page = client.get(address).content.decode()
    assert 'href="/wars/' not in page
    assert "/battles/" not in page


@pytest.mark.parametrize(
    "address",
    ["/sample/?turn=0", "/sample/?turn=12", "/sample/?turn=x", "/sample/1/", "/sample/battle/record.exe"],
)
def test_what_the_sample_has_not_is_not_found(client, db, address):
    assert client.get(address).status_code == 404


def test_every_turn_is_shown_with_the_map_as_it_stood(client, db):
    boards = set()
    for turn in range(1, sample_war().turns + 1):
        page = client.get("/sample/", {"turn": turn}).content.decode()
        assert f'<h2 id="turn-title">Turn {turn}</h2>' in page
        boards.add(page.split('class="map ')[1].split("</svg>")[0])
    assert len(boards) == sample_war().turns


def test_the_war_follows_from_the_rules_of_today():
    state = verify(sample_war().file)
    assert (state.phase, state.winner) == ("over", sample_war().views[-1].winner)


def test_its_best_battle_is_the_one_that_the_war_recorded():
    record, number = sample_battle().record, sample_fight()["number"]
    orders = [entry.order for entry in sample_war().file.entries]
    (booked,) = [order for order in orders if isinstance(order, AcceptResult) and order.battle == number]
    assert booked.report == record.result.report
    assert sample_fight()["outcome"] == "fought"


def test_its_export_can_be_imported(client, person):
    file = read_whole(client.get("/sample/war.json").content)
    war = bring_in(file=file, importer=person(), side="terran")
    assert war.turn == sample_war().turns


def test_the_replay_gets_every_frame(client, db):
    frames = json.loads(client.get("/sample/battle/frames.json").content)
    page = client.get("/sample/battle/").content.decode()
    assert f'data-last="{sample_battle().last}" data-frames="/sample/battle/frames.json"' in page
    assert len(frames if isinstance(frames, list) else frames["frames"]) == sample_battle().last + 1


def test_it_stays_small():
    assert WAR.stat().st_size + BATTLE.stat().st_size < 40_000
