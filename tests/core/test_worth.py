"""The fit of what classes are worth: it finds a worth that is known."""

from random import Random

from bench.battles.worth import Fit, Outcome, surprise

CLASSES = (("terran", "heavy_cruiser"), ("terran", "destroyer"), ("talon", "heavy_cruiser"))
TRUE = {"heavy_cruiser": 100.0, "destroyer": 25.0}


def outcomes(seed: int) -> list[Outcome]:
    """Battles in which a destroyer is worth a quarter of a heavy cruiser, of either side."""
    random, found = Random(seed), []
    for _ in range(300):
        ships = {
            CLASSES[0]: random.randint(1, 3),
            CLASSES[1]: random.randint(1, 6),
            CLASSES[2]: random.randint(1, 4),
        }
        own = sum(TRUE[key] * ships[side, key] for side, key in CLASSES[:2])
        enemy = TRUE["heavy_cruiser"] * ships[CLASSES[2]]
        chance = 1 / (1 + (enemy / own) ** 8)
        found.append(Outcome(ships, float(random.random() < chance)))  # type: ignore[arg-type]
    return found


def test_the_fit_finds_what_a_class_is_worth():
    fit = Fit(set(CLASSES))  # type: ignore[arg-type]
    before = surprise(fit, outcomes(2))
    fit.improve(outcomes(1))
    destroyer, cruiser = fit.worth("terran", "destroyer"), fit.worth("terran", "heavy_cruiser")
    assert 0.2 < destroyer / cruiser < 0.3
    assert 6 < fit.steepness < 10.5
    assert surprise(fit, outcomes(2)) < before
