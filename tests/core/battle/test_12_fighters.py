"""12.2: how far a carrier sends power."""

import pytest

from tests.core.board import board


@pytest.mark.parametrize("place", ["0,0", "1,0", "6,0", "0,-6", "6,-6", "-3,-3", "-6,3"])
def test_12_2_within_six_hexes(place):
    """12.2: the squadron may be up to six hexes away, on any side, also in the carrier's hex."""
    table = board(f"""
        clock 1A terran ap
        terran CV Wasp 0,0 E
        terran FTR Cougar {place} E charge 1+0/1+0/1+0
        talon FF Vision 7,3 W
    """)
    assert table.offers("terran transmit Wasp Cougar charge 1")
