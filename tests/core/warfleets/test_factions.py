"""Factions of players: read from files, judged, used in fleets, and played with (W3, WF61)."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engines.seam.refusals import Unreadable
from engines.seeded import SeededDice
from engines.warfleets.building import refusals
from engines.warfleets.captains.levels import player_of
from engines.warfleets.cards import ship_card, words
from engines.warfleets.catalogue import catalogue
from engines.warfleets.factions import Faction, faults, read_faction
from engines.warfleets.fleet import Fleet, Mount, Ship, fleet_points
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import read_event, read_order, write_event, write_order
from engines.warfleets.records.document import read_record
from engines.warfleets.records.match import Match, replay
from engines.warfleets.rules.shooting import guns
from engines.warfleets.set_ups import SetUp
from engines.warfleets.shell.main import main
from engines.warfleets.state import ship_model

EXAMPLE = Path("docs/examples/warfleets-faction.toml")
TRADERS = read_faction(EXAMPLE.read_bytes())
RUNNER = Ship(
    "Runner",
    "heavy",
    ("smugglers-hold", "shield-booster"),
    (Mount("front", "tow-cable"), Mount("sides", "flak-curtain")),
    hero="old-hand",
    title="blockade-runner",
)
TUG = Ship("Tug", "medium", ("smugglers-hold", "pulse-engine", "warp-drive"))
FLEET = Fleet("Convoy", (RUNNER, TUG), faction=TRADERS)


def bad(**changes: Any) -> str:
    return next(faults(replace(TRADERS, **changes))).reason


def test_w3_a_fleet_uses_the_published_assets_and_those_of_one_faction() -> None:
    assert refusals(FLEET, 300) == ()
    assert fleet_points(FLEET) == 80 + 15 + 10 + 60
    plain = replace(FLEET, faction=msgspec.UNSET)
    assert {refusal.reason for refusal in refusals(plain, 300)} >= {
        "Runner: There is no hero “old-hand”.",
        "Tug: There is no upgrade “smugglers-hold”.",
        "Runner: There is no weapon “tow-cable”.",
    }


def test_wf61_what_works_as_a_published_asset_counts_as_that_one() -> None:
    known = FLEET.assets
    assert {known.effect(key) for key in ("old-hand", "ace-commander")} == {"ace-commander"}
    twice = replace(TUG, upgrades=("smugglers-hold", "armored-plating", "warp-drive"))
    both = replace(FLEET, ships=(twice, replace(RUNNER, name="Two", hero="ace-commander"), RUNNER))
    reasons = [refusal.reason for refusal in refusals(both, 600)]
    assert "Tug: Armored Plating is taken 2 times. A ship takes it only once." in reasons
    assert "Ace Commander is on 2 ships. A hero joins only one." in reasons


def test_wf61_a_ship_on_the_table_has_the_values_of_its_faction_and_works_as_the_published() -> None:
    model = ship_model(0, "terran", RUNNER, FLEET.assets)
    assert (model.hero, model.title) == ("ace-commander", "vanguard")
    assert model.has("armored-plating")
    assert model.slots == ("armored-plating", "shield-booster", "tow-cable", "flak-curtain")
    assert model.slot_titles == ("Smuggler's Hold", "Shield Booster", "Tow Cable", "Flak Curtain")
    assert model.boxes == (4, 3, 3, 2)
    cable = next(gun for gun in guns(model) if gun.title == "Tow Cable")
    assert (cable.range, cable.attacks, cable.strength) == (800, 2, 3)


def test_a_weapon_of_a_faction_stays_on_its_facings() -> None:
    wrong = replace(RUNNER, weapons=(Mount("sides", "tow-cable"), Mount("front", "flak-curtain")))
    reasons = [refusal.reason for refusal in refusals(replace(FLEET, ships=(wrong,)), 300)]
    assert "Runner: Tow Cable cannot be on the sides, only on the front or rear." in reasons
    assert "Runner: Flak Curtain cannot be on the front, only on the sides." in reasons


def test_a_card_has_the_titles_of_the_faction_and_the_words_of_what_they_work_as() -> None:
    card = ship_card(RUNNER, FLEET.assets)
    hold, hero = card.upgrades[0], card.extras[0]
    assert (hold.title, hold.boxes, hold.words) == ("Smuggler's Hold", 4, "Is disabled only by 4 damage.")
    assert (hero.title, hero.words) == ("Old Hand", words().heroes["ace-commander"])
    assert card.weapons[0].words.startswith("8″, attacks 2, strength 3.")


def test_battles_of_a_faction_are_replayed_from_their_records() -> None:
    """The lines of orders and events name its weapons, and are read back."""
    fired = set[str]().union(*map(weapons_fired, range(6)))
    assert fired == {"tow-cable"}


def weapons_fired(seed: int) -> set[str]:
    """Those of the faction that were fired in a battle with these dice."""
    match, dice = Match.of(SetUp(FLEET, replace(FLEET, name="Others"))), SeededDice(seed)
    players = {"terran": player_of("ensign", seed), "talon": player_of("captain", seed)}
    models, fired = match.battle.models, set[str]()
    while (question := asked(match.battle)) is not None:
        order = players[question.side].decide(match.battle, question)
        line = write_order(order, models)
        assert read_order(line, models) == order
        for event in match.play(order, dice):
            assert read_event(write_event(event, models), models) == event
        fired |= {word for word in line.split() if word in TRADERS.weapons}
    record = read_record(msgspec.json.encode(match.record("Convoy")))
    assert replay(record).outcome == match.outcome
    return fired


def test_a_document_without_a_faction_is_as_before() -> None:
    assert b"faction" not in msgspec.json.encode(Fleet("Plain", (TUG,)))
    assert msgspec.json.decode(msgspec.json.encode(FLEET), type=Fleet) == FLEET


@pytest.mark.parametrize(
    ("group", "key", "changes", "reason"),
    [
        ("weapons", "tow-cable", {"range": 0}, "range is 1 to 72, not 0"),
        ("weapons", "tow-cable", {"attacks": 13}, "attacks is 1 to 12, not 13"),
        ("weapons", "tow-cable", {"strength": 7}, "strength is 0 to 6, not 7"),
        ("weapons", "tow-cable", {"boxes": 0}, "boxes is 1 to 9, not 0"),
        ("weapons", "tow-cable", {"facings": ()}, "facings names"),
        ("weapons", "tow-cable", {"facings": ("front", "front")}, "facings names"),
        ("weapons", "tow-cable", {"specials": ("deadly", "deadly")}, "each rule once"),
        ("weapons", "tow-cable", {"specials": ("rogue",)}, "a rule of models"),
        ("weapons", "tow-cable", {"attacks": 9, "specials": ("blast",)}, "8 attacks at most"),
        ("weapons", "flak-curtain", {"attacks": 5, "specials": ("broadside", "blast")}, "8 attacks at most"),
        ("weapons", "tow-cable", {"specials": ("anti-ship", "anti-squadron")}, "shoot at nothing"),
        ("weapons", "tow-cable", {"specials": ("broadside",)}, "broadside needs"),
        ("weapons", "tow-cable", {"title": "Tow\u200bCable"}, "an invisible character"),
        ("heroes", "old-hand", {"works_as": "avenger"}, "works_as must name the published hero"),
        ("heroes", "old-hand", {"points": -1}, "costs 0 to 100 points, not -1"),
        ("titles", "blockade-runner", {"points": 101}, "costs 0 to 100 points, not 101"),
        ("upgrades", "smugglers-hold", {"boxes": 10}, "boxes are 1 to 9, not 10"),
        ("upgrades", "smugglers-hold", {"works_as": ""}, "works_as must name the published upgrade"),
    ],
)
def test_wf61_an_asset_is_refused(group: str, key: str, changes: dict[str, Any], reason: str) -> None:
    assets = getattr(TRADERS, group)
    assert reason in bad(**{group: assets | {key: replace(assets[key], **changes)}})


def test_wf61_keys_are_its_own_and_plain() -> None:
    cable = TRADERS.weapons["tow-cable"]
    for key in ("Tow", "tow cable", "t" * 31, "tow--cable", "", "tow2"):
        assert "its key may have" in bad(weapons={key: cable})
    for key in ("turret", "giga-cannon", "warp-drive", "avenger"):
        assert "is the key of a published asset" in bad(weapons={key: cable})
    assert "is the key of 2 assets" in bad(weapons={"old-hand": cable})
    assert "The name of the faction is empty." in bad(name="")
    assert "20 assets of a kind at most" in bad(weapons={f"gun-{chr(97 + at)}": cable for at in range(21)})
    assert next(faults(Faction("Nobody"))).reason == "The faction has no hero, title, upgrade or weapon."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "missing"),
        ('name = "X"', "no hero, title, upgrade or weapon"),
        ('name = "X"\nships = 1', "ships"),
        ('name = "X"\n[weapons.gun]\ntitle = "Gun"', "range"),
        ("name = ", "not valid TOML"),
        (EXAMPLE.read_text().replace("range = 8", f"range = 0x{'f' * 5_000}", 1), "too many digits"),
    ],
)
def test_a_file_that_holds_none_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=reason):
        read_faction(text.encode())


def test_the_page_shows_the_first_hero_and_weapon_of_the_example() -> None:
    page = Path("docs/warfleets.md").read_text(encoding="utf-8")
    block = page.partition("## Factions")[2].partition("```toml\n")[2].partition("```")[0]
    weapons = {"tow-cable": TRADERS.weapons["tow-cable"]}
    assert read_faction(block.encode()) == replace(TRADERS, titles={}, upgrades={}, weapons=weapons)


def test_the_command_says_what_a_faction_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["faction", str(EXAMPLE)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Free Traders\n  Old Hand\n")
    assert said.endswith("It may be played with.\n")


def test_fleets_without_a_faction_have_what_is_published() -> None:
    assert Fleet("Plain").assets is catalogue()
