"""What a set-up says of a battle of Space Empires: 4X, and what of that is refused (32)."""

import pytest

from engines.seam.codec import decode_setup, encode
from engines.seam.documents import BattleSetup, Quality, Unit
from engines.talon.aim_documents import Aim, Escape, Land
from engines.talon.layout import Layout, Patch, Strip, Zone
from engines.talon.results.layout_check import written
from engines.talon.results.setup_check import setup_refusals
from engines.talon.terms import TalonTerms

SKILLED = Quality(attack=2, defence=1, experience=3, legendary=True)
NEAR = Zone("talon", (Strip(1), Strip(2)), near_hole=True)


def _set_up(*aims: Aim, terms: TalonTerms | None = None, layout: Layout | None = None) -> BattleSetup:
    return BattleSetup(
        place="Hex 12",
        mode="planet",
        planet_owner="terran",
        terran=(Unit("Patton", "heavy_cruiser", quality=Quality(defence=1)),),
        talon=(Unit("Sacrifice", "heavy_cruiser", quality=SKILLED), Unit("Hope", "transport")),
        format=2,
        terms=terms
        or TalonTerms(aims=aims, tactics="talon", layout={} if layout is None else written(layout)),
    )


def test_a_set_up_keeps_what_is_said_of_it() -> None:
    setup = _set_up(Land("talon", returns=True), layout=Layout((NEAR,), (Patch("worm-hole", 2, 8),)))
    assert setup_refusals(setup) == []
    assert decode_setup(encode(setup)) == setup


def test_a_set_up_without_it_does_not_mention_it() -> None:
    plain = BattleSetup("Orion", "last_ship_standing", (Unit("A", "frigate"),), (Unit("B", "frigate"),))
    for word in (b"quality", b"tactics", b"no_retreat", b"returns", b"near_hole"):
        assert word not in encode(plain)


def test_only_format_2_has_a_quality() -> None:
    with pytest.raises(ValueError, match="quality"):
        BattleSetup("Orion", "last_ship_standing", (Unit("A", "frigate", quality=SKILLED),), ())


def test_no_level_above_three() -> None:
    raw = encode(_set_up(Land("talon", returns=True))).replace(b'"attack":2', b'"attack":4')
    with pytest.raises(ValueError, match="attack"):
        decode_setup(raw)


@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        (_set_up(Land("talon", 2, returns=True)), "32.3"),
        (_set_up(Land("talon", returns=True, takes=True)), "32.3"),
        (_set_up(terms=TalonTerms(aims=(Escape("talon"),), no_retreat="talon")), "32.2"),
        (_set_up(layout=Layout((NEAR,))), "32.2"),
    ],
)
def test_what_cannot_be(setup: BattleSetup, rule: str) -> None:
    assert [refusal.rule for refusal in setup_refusals(setup)] == [rule]
