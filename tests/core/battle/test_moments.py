"""The board of any moment of a battle, from its orders and dice; and how many orders a frame of its replay is after."""

import pytest
from msgspec.structs import replace

from engines.talon.records.record import board_after
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of, orders_by
from engines.talon.text import write_position
from tests.core.battle.records import SETUPS, fought


@pytest.mark.parametrize("name", SETUPS)
def test_each_frame_ends_on_the_board_that_its_orders_lead_to(name: str) -> None:
    record = fought(name)
    cast = cast_of(record.setup)
    steps = [(step.order, step.events) for step in record.steps]
    frames, seen = frames_of(record, cast), set[str]()
    for frame in frames[:-1]:
        many = orders_by(steps, record.positions, cast, frame.number)
        board = board_after(record.setup, record.written.given[:many])
        seen.add(write_position(board))
        assert board.round in (frame.round, frame.round + 1)
        lost = {number for number, fate in frame.fates.items() if fate == "destroyed"}
        assert lost <= {unit.number for unit in board.units if unit.status == "destroyed"}
    assert orders_by(steps, record.positions, cast, frames[-1].number) == len(steps)
    assert board_after(record.setup, record.written.given).ending
    assert len(seen) > len(record.positions)


def test_a_battle_that_went_otherwise_under_other_rules_has_no_board() -> None:
    record = fought("duel")
    given = list(record.written.given)
    number = next(number for number, one in enumerate(given) if one.dice)
    more = replace(given[number], dice=(*given[number].dice, *given[number].dice))
    fewer = replace(given[number], dice=())
    for one in (more, fewer):
        with pytest.raises(LookupError):
            board_after(record.setup, [*given[:number], one])
