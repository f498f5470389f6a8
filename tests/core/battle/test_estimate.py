"""The estimate of a battle: its net, and what no estimate may say."""

from math import tanh
from pathlib import Path

import msgspec
import pytest

from bench.wars.calibration import calibration as calibrate
from bench.wars.calibration import said_of
from bench.wars.zone_play_outs import PlayedOut, read
from campaign.rules.battles.predicting import STANCES
from engines.seam.documents import BattleSetup, Doctrine, Stance, Unit
from engines.seam.estimates import Estimate
from engines.seam.sides import SIDES, Side
from engines.seam.systems import system
from engines.talon.catalogue import classes_of
from engines.talon.damage import TalonDamage
from engines.talon.estimate.estimating import calibration, estimate, fitted
from engines.talon.estimate.features import features
from engines.talon.estimate.layers import Layer, Net
from engines.talon.estimate.staying import staying
from engines.talon.terrain import TalonTerrain

BOTH_WITHDRAW: dict[Side, Stance] = {"terran": "withdraw", "talon": "withdraw"}


def setup(terran: str, talon: str, damage: int = 0, owner: Side | None = None) -> BattleSetup:
    """A battle of ships by class keys, the Terran ones with that damage to the hull."""
    hurt = TalonDamage(hull=damage)
    return BattleSetup(
        place="Antares/4",
        mode="planet" if owner else "last_ship_standing",
        terran=tuple(Unit(f"T{n}", key, hurt) for n, key in enumerate(terran.split())),
        talon=tuple(Unit(f"N{n}", key) for n, key in enumerate(talon.split())),
        planet_owner=owner,
    )


def of(terran: str, talon: str, **more: object) -> Estimate:
    """The estimate of a battle in which both sides withdraw when it goes badly."""
    return estimate(setup(terran, talon, **more), BOTH_WITHDRAW)  # type: ignore[arg-type]


def test_a_net_is_worked_out_layer_by_layer() -> None:
    net = Net((1.0, 0.0), (2.0, 1.0), (Layer(((0.5, -1.0),), (0.25,)), Layer(((2.0,), (0.0,)), (0.0, 100.0))))
    inner = tanh(0.5 * 1.0 - 1.0 * 2.0 + 0.25)
    first, second = net.outputs([3.0, 2.0])
    assert first == pytest.approx(1 / (1 + 2.718281828459045 ** (-2 * inner)))
    assert second == pytest.approx(1.0)


def test_the_net_fits_what_goes_in() -> None:
    net = fitted().net
    numbers = features(setup("scout", "frigate"), BOTH_WITHDRAW, "captain")
    assert len(numbers) == len(net.middle) == len(net.spread) == len(net.layers[0].weights[0])
    assert all(spread > 0 for spread in net.spread)


@pytest.mark.parametrize("stance", STANCES)
@pytest.mark.parametrize(
    "terran", ["scout", "destroyer destroyer", "battle_cruiser", "carrier fighter fighter"]
)
def test_who_gives_up_at_once_is_who_a_captain_gives_up_for(terran: str, stance: Stance) -> None:
    """And who holds on at first but gives up in round 2 is told apart (20.4)."""
    given_up = set[bool]()
    for talon in (
        "frigate",
        "heavy_cruiser",
        "battle_cruiser battle_cruiser",
        "dreadnought battleship battleship",
    ):
        battle = setup(terran, talon)
        at_once, later = staying(units_of(battle), {"terran": stance, "talon": "hold"}, 1.0)[2:4]
        given_up.add(bool(at_once))
        assert bool(at_once) == system("talon").gives_up_unfought(battle, "terran", Doctrine(stance=stance))
        assert stance == "withdraw" or not later
    assert stance != "withdraw" or given_up == {False}
    assert stance != "preserve" or True in given_up


def test_a_hurt_ship_that_leaves_is_not_counted_among_those_that_stay() -> None:
    """With five of its hull boxes gone a battle cruiser leaves unless it is told to hold."""
    battle = setup("battle_cruiser battle_cruiser", "battle_cruiser", damage=5)
    found: dict[Stance, list[float]] = {
        stance: staying(units_of(battle), {"terran": stance, "talon": "hold"}, 1.0) for stance in STANCES
    }
    assert found["hold"][4] == 0
    assert found["hold"][0] == found["hold"][1]
    for stance in ("withdraw", "preserve"):
        assert found[stance][4] > 0
        assert found[stance][1] < found[stance][0] == found["hold"][0]


def units_of(battle: BattleSetup) -> dict[Side, tuple[Unit, ...]]:
    """Both forces of a battle."""
    return {side: battle.force(side) for side in SIDES}


def test_who_has_far_more_wins() -> None:
    far = of("battleship battleship battle_cruiser", "frigate")
    assert far.won["terran"] > 0.9
    assert of("scout", "dreadnought battleship battle_cruiser").won["terran"] < 0.1


@pytest.mark.parametrize("side", SIDES)
def test_another_ship_does_no_harm(side: Side) -> None:
    """Every class but the transport, beside two cruisers against two."""
    before = of("heavy_cruiser heavy_cruiser", "heavy_cruiser heavy_cruiser").won[side]
    for kind in classes_of(side):
        if kind.key in ("transport", "fighter", "base"):
            continue
        more = {"terran": "heavy_cruiser heavy_cruiser", "talon": "heavy_cruiser heavy_cruiser"}
        more[side] += f" {kind.key}"
        assert of(more["terran"], more["talon"]).won[side] > before, kind.key


def test_damage_costs_something_and_not_the_battle() -> None:
    whole = of("battle_cruiser battle_cruiser", "battle_cruiser battle_cruiser").won["terran"]
    half = of("battle_cruiser battle_cruiser", "battle_cruiser battle_cruiser", damage=3).won["terran"]
    assert half < whole


def test_chances_are_chances() -> None:
    for owner in (None, *SIDES):
        ends = of("transport transport heavy_cruiser", "transport transport light_cruiser", owner=owner)
        assert sum(ends.won.values()) <= 1.0
        assert all(0 <= ends.advanced[side] <= ends.won[side] for side in SIDES)
        assert 0 <= ends.captured <= 1
        assert owner is not None or ends.captured == 0
        assert all(0 <= ends.lost[side] <= 400 for side in SIDES)


def test_terrain_that_may_come_is_averaged() -> None:
    one, other = TalonTerrain("1 nebula", (1, 1)), TalonTerrain()
    terrains = (one, other)
    some = features(setup("scout", "frigate"), BOTH_WITHDRAW, "captain", terrains)
    each = [features(setup("scout", "frigate"), BOTH_WITHDRAW, "captain", (only,)) for only in terrains]
    assert some == pytest.approx([sum(pair) / 2 for pair in zip(*each, strict=True)])


def test_squadrons_without_room_count_for_nothing() -> None:
    """They sit the battle out (31.6)."""
    alone, with_idle = of("heavy_cruiser", "battleship"), of("heavy_cruiser fighter fighter", "battleship")
    assert with_idle.won == alone.won


def played_out(terran: str, talon: str, won: int) -> PlayedOut:
    """A battle that Terran won so many of a hundred times."""
    stances = (BOTH_WITHDRAW["terran"], BOTH_WITHDRAW["talon"])
    many = (won, 100 - won)
    return PlayedOut(1, 2, setup(terran, talon), (), stances, "captain", 100, many, many, 0, (0, 0))


def test_what_was_played_out_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Damage too, which is a document of its system's own."""
    done = PlayedOut(
        1,
        2,
        setup("scout", "frigate", damage=1),
        (),
        ("hold", "hold"),
        "ensign",
        9,
        (4, 5),
        (4, 5),
        0,
        (0, 0),
    )
    file = tmp_path / "shown.jsonl"
    file.write_bytes(msgspec.json.encode(done) + b"\n")
    assert read(file) == [done]


def test_the_curve_has_each_battle_in_the_band_of_what_was_said() -> None:
    battles = [
        played_out("scout", "dreadnought battleship", 0),
        played_out("scout", "battleship battleship", 10),
        played_out("battleship battleship", "frigate", 90),
    ]
    found = calibrate(battles)
    assert [(band.low, band.battles, band.won) for band in found.bands] == [(0, 2, 0.05), (90, 1, 0.9)]
    said = [said_of(one) for one in battles]
    assert found.bands[0].said == pytest.approx((said[0] + said[1]) / 2, abs=0.001)
    assert found.brier == pytest.approx(0.06, abs=0.01)


def test_the_curve_that_is_shipped_is_of_the_battles_whose_error_is_shipped() -> None:
    """Else one of the two is of another fit; made again by: python -m bench.wars.calibration."""
    shipped = calibration()
    assert shipped.battles == sum(band.battles for band in shipped.bands)
    assert shipped.battles == sum(error.battles for error in fitted().error.values())
    assert shipped.rules_version == fitted().rules_version
