"""The table of Warfleets: FTL against the printed one, as the text has it."""

import pytest

from engines.warfleets.catalogue import Model, catalogue

MODELS = {
    "heavy": (80, 4, 6, 24, 2, 2, 2, 2),
    "medium": (60, 6, 9, 18, 2, 1, 3, 3),
    "light": (40, 8, 12, 12, 2, 0, 4, 4),
    "gunship": (10, 10, 15, 2, 2, 0, 5, 5),
    "fighter": (10, 10, 15, 2, 3, 0, 5, 6),
    "bomber": (10, 8, 12, 2, 1, 2, 4, 5),
}
WEAPONS = {
    "energy-cannon": (12, 3, 1, "anti-ship"),
    "giga-cannon": (6, 1, 4, "deadly"),
    "heavy-cannon": (12, 4, 0, "relentless"),
    "linked-railgun": (24, 3, 1, "overheating"),
    "missile-cluster": (18, 1, 1, "blast"),
    "plasma-cannon": (18, 2, 3, "overheating"),
    "tsunami-cannon": (24, 1, 2, "deadly"),
    "weapon-batteries": (6, 2, 2, "broadside"),
}


@pytest.mark.parametrize("key", MODELS)
def test_a_model_is_as_printed(key):
    known = catalogue()
    models: dict[str, Model] = {}
    models.update((size, ship) for size, ship in known.ships.items())
    models.update((kind, squadron) for kind, squadron in known.squadrons.items())
    model = models[key]
    turret = model.turret
    printed = (turret.range, turret.attacks, turret.strength)
    assert (model.points, model.move, model.cruise, *printed, model.evasion, model.defence) == MODELS[key]


@pytest.mark.parametrize("key", WEAPONS)
def test_a_weapon_is_as_printed(key):
    weapon = catalogue().weapons[key]
    assert (weapon.range, weapon.attacks, weapon.strength, *weapon.specials) == WEAPONS[key]
    assert weapon.hold_only == (key == "tsunami-cannon")


def test_everything_printed_is_there():
    known = catalogue()
    assert {*known.ships, *known.squadrons} == MODELS.keys()
    assert known.weapons.keys() == WEAPONS.keys()
    assert [size.upgrades for size in known.ships.values()] == [4, 3, 2]
    assert {key: hero.points for key, hero in known.heroes.items()} == {
        "tactical-master": 15,
        "expert-sapper": 10,
        "ace-commander": 10,
    }
    assert {key: title.points for key, title in known.titles.items()} == {
        "vanguard": 10,
        "avenger": 5,
        "defiant": 5,
    }
    boxes = {key: upgrade.boxes for key, upgrade in known.upgrades.items()}
    assert len(boxes) == 12
    assert {key for key, count in boxes.items() if count != 3} == {"armored-plating"}
    assert boxes["armored-plating"] == 5
