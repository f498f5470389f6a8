"""What a name can be, and which two look alike; every character of Unicode is tried, of those without a use some."""

import re
from unicodedata import category

import pytest

from campaign.rules.fleets.ship_names import next_name
from engines.seam.looks import alike, look
from engines.seam.sides import SIDES
from engines.seam.words.names import LONGEST, fault, tidy, title, unwritable
from engines.talon.catalogue import classes_of
from engines.talon.fleets.ship_names import OWN
from tests.thorough import some

REFUSED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
USELESS = {"Co", "Cn"}
ALL = [chr(number) for number in range(0x110000)]
EVERY = [
    *(letter for letter in ALL if category(letter) not in USELESS),
    *some([letter for letter in ALL if category(letter) in USELESS], 16),
]


def test_of_every_character_it_is_said_whether_a_name_can_hold_it() -> None:
    """By its category, and by name; the few of other categories of which nothing is seen are refused too."""
    refused = [letter for letter in EVERY if fault(tidy(f"A{letter}B"))]
    assert {category(letter) for letter in refused} == REFUSED | {"Mn", "Lo", "So"}
    assert {letter for letter in EVERY if category(letter) in REFUSED} <= set(refused)
    assert all(title(letter) in fault(tidy(f"A{letter}B")) for letter in refused[::97])
    unseen = [letter for letter in refused if category(letter) not in REFUSED]
    assert len(unseen) < 300


def test_whatever_is_a_name_stays_as_it_is_and_can_be_written() -> None:
    for letter in EVERY:
        name = tidy(f"A {letter} B")
        if not fault(name):
            assert tidy(name) == name
            assert unwritable(name) == ""


def test_every_space_is_a_plain_one() -> None:
    for letter in EVERY:
        if category(letter) == "Zs":
            assert tidy(f" Sun{letter} Tzu{letter}") == "Sun Tzu"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "The name is empty."),
        ("Pat\u200bton", "an invisible character, U+200B ZERO WIDTH SPACE; type it again."),
        ("Pat\u3164ton", "an invisible character, U+3164 HANGUL FILLER"),
        ("Pat\u200fton", "a mark that changes the direction of writing, U+200F RIGHT-TO-LEFT MARK"),
        ("Pat\tton", "a control character, U+0009;"),
        ("Pat\ue000ton", "a character of private use, U+E000;"),
        ("Pat\u0378ton", "a character that is not in Unicode, U+0378;"),
        ("Pat\ud800ton", "half of a character, U+D800;"),
        ("Sun\u00a0Tzu", "unusual spaces"),
        ("Zoe\u0308", "unusual spaces, accents"),
        ("x" * (LONGEST + 1), "61 characters; at most 60"),
    ],
)
def test_what_is_wrong_with_a_name_is_named(words: str, said: str) -> None:
    assert said in fault(words)


@pytest.mark.parametrize(
    "name", ['Fort "Lucky"', "Bonnie & Clyde", "L'Aigle", "Zoë <3", "# 1", "長門", "1st", "⚔"]
)
def test_what_ships_are_called_is_a_name(name: str) -> None:
    assert fault(name) == ""


def test_a_picture_is_taken_without_its_style() -> None:
    """Phones write ⚔ with a mark that asks for the picture; who types it again gets it again."""
    assert tidy("⚔\ufe0f Thor") == "⚔ Thor"


def test_names_that_look_alike() -> None:
    assert alike("Pаtton", ["Thor", "Patton"]) == "Patton"  # with a Cyrillic а
    assert alike("SUN TZU", ["Sun Tzu"]) == "Sun Tzu"
    assert alike("Sun Tzu", ["Suntzu"]) is None


def test_names_that_ships_get_look_like_no_other() -> None:
    for side in SIDES:
        taken: list[str] = []
        for kind in classes_of(side):
            for _ in range(120):
                taken.append(next_name(side, kind.key, taken))
        assert len({look(name) for name in taken}) == len(taken)


def test_a_new_ship_gets_no_name_that_looks_like_another_ships() -> None:
    """S34"""
    assert next_name("terran", "light_cruiser", {"ASGARD", "Thοr"}) == "Valhalla"  # a Greek ο
    assert next_name("terran", "light_cruiser", {"ASGARD"}, 2) == "Asgard"
    assert next_name("terran", "scout", {"Explorer", "Voyager", "scout 3"}, 3) == "Scout 4"
    assert next_name("terran", "scout", {"Explorer", "Voyager", "pathfinder"}) == "Humboldt"


def test_the_names_of_this_site_are_words() -> None:
    """Each begins with a capital letter and has no other: "Red_Baron" is two words."""
    names = [name for line in OWN.values() for name in line.split()]
    assert len(names) > 100
    assert [name for name in names if not re.fullmatch(r"[A-Z][a-z]+(_[A-Z][a-z]+)?", name)] == []
