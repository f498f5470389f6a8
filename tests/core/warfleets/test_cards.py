"""Cards of Warfleets: FTL: all that a fleet has, with its boxes and in our words."""

from typing import get_args

import pytest

from engines.warfleets import cards
from engines.warfleets.cards import ship_card, squadron_card, words
from engines.warfleets.catalogue import Special, catalogue
from engines.warfleets.fleet import Mount, Ship, Squadron
from engines.warfleets.rules.tracks import PULSE


def test_everything_has_its_words_and_nothing_else():
    known, told = catalogue(), words()
    assert told.heroes.keys() == known.heroes.keys()
    assert told.titles.keys() == known.titles.keys()
    assert told.upgrades.keys() == known.upgrades.keys()
    assert told.specials.keys() == set(get_args(Special))


def test_a_card_adds_to_speeds_what_the_rules_add():
    assert tuple(100 * inches for inches in cards.PULSE) == (PULSE["move"], PULSE["cruise"])


def test_a_ship_has_a_box_for_each_damage_of_each_upgrade():
    mounts = (Mount("front", "tsunami-cannon"), Mount("sides", "weapon-batteries"))
    ark = Ship("Ark", "heavy", ("armored-plating", "warp-drive"), mounts, "ace-commander", "avenger")
    card = ship_card(ark, catalogue())
    assert [(line.title, line.boxes) for line in (*card.upgrades, *card.weapons)] == [
        ("Armored Plating", 5),
        ("Warp Drive", 3),
        ("Front: Tsunami Cannon", 3),
        ("Sides: Weapon Batteries", 3),
    ]
    assert card.weapons[0].words.startswith("24″, attacks 1, strength 2. Fires only when holding. ")
    assert [line.title for line in card.extras] == ["Ace Commander", "Avenger"]
    assert (card.points, card.boxes) == (95, 0)


@pytest.mark.parametrize(("kind", "rules"), [("gunship", 0), ("fighter", 1), ("bomber", 2)])
def test_a_squadron_has_three_boxes_and_its_rules(kind, rules):
    card = squadron_card(Squadron("Sparks", kind))
    assert (card.boxes, len(card.extras), card.points) == (3, rules, 10)
