"""Lines of a battle played by hand: sealed dice in pieces, resuming, and orders that leave no trace."""

from random import Random

import pytest

from engines.seam.commitments import DiceCommitment, DiceMark
from engines.seam.committed_dice import CommittedDice
from engines.seam.documents import BattleSetup, Doctrine
from engines.seam.sides import SIDES
from engines.talon import game
from engines.talon.captains.captain import Captain
from engines.talon.dice import Label
from engines.talon.documents.codec import encode_position
from engines.talon.play.barriers import try_order
from engines.talon.play.drafts.lines import (
    Line,
    LineInPlay,
    decode_line,
    encode_line,
    first_mark,
    played_battle,
    resumed,
    with_draft,
)
from engines.talon.records.dice_check import fault
from engines.talon.records.record import FoughtBattle, fight_out, mind_of
from engines.talon.set_ups.scenarios import fleets_of, scenarios
from engines.talon.state import Battle
from engines.talon.text import read_order, write_order
from engines.talon.view import View, decider

PROMISE = DiceCommitment("war:1/3", "ab" * 32, {"terran": "mine", "talon": "theirs"})
USUAL = dict.fromkeys(SIDES, Doctrine())


def in_pieces(setup: BattleSetup) -> FoughtBattle:
    """The battle of two captains in lines of one order each, stored and read again between them."""
    battle = game.new_battle(setup)
    mark, position = first_mark(PROMISE, battle), encode_position(battle)
    lines: list[Line] = []
    captains = {side: Captain(Doctrine(), mind_of(PROMISE.name, side)) for side in SIDES}
    while (side := decider(battle := resumed(position))) is not None:
        line = LineInPlay(battle, PROMISE, DiceMark(*mark))
        line.give(captains[side].decide(View(battle, side)))
        lines.append(decode_line(encode_line(line.written())))
        mark, position = line.mark, encode_position(battle)
    return played_battle(setup, lines, battle, PROMISE, mark)


@pytest.mark.parametrize("number", scenarios())
def test_a_battle_in_pieces_is_the_one_fought_in_one_go(number: int) -> None:
    played, fought = in_pieces(fleets_of(number)), fight_out(fleets_of(number), USUAL, PROMISE)
    assert played.written == fought.written
    assert (played.events, played.prospects) == (fought.events, fought.prospects)
    assert (played.positions, played.result, played.sealed) == (
        fought.positions,
        fought.result,
        fought.sealed,
    )
    assert fault(played.written) == ""


def test_dice_go_on_from_a_mark() -> None:
    whole = CommittedDice("battle:1", "cd" * 32, {"anything": 1}, {})
    pieces = CommittedDice("battle:1", "cd" * 32, {"anything": 1}, {})
    for number in range(300):
        label = Label(1, number % 6, number % 4, "weapon")
        if number % 3 == 0:
            for dice in (whole, pieces):
                dice.give({"order": number})
        assert whole.roll(label) == pieces.roll(label)
        pieces = CommittedDice.resumed("battle:1", "cd" * 32, pieces.mark())
    assert whole.seal() == pieces.seal()


def random_order(battle: Battle, random: Random) -> str:
    side = decider(battle)
    assert side is not None
    orders = View(battle, side).orders
    return write_order(orders[random.randrange(len(orders))], battle)


@pytest.mark.parametrize("number", [2, 4, 6, 9])
def test_what_can_be_taken_back_has_shown_nothing(number: int) -> None:
    """Random orders: a draft line never holds a die, an uncovered counter or another side's decision."""
    random, tries = Random(number), 0
    battle = game.new_battle(fleets_of(number))
    position, mark = encode_position(battle), first_mark(PROMISE, battle)
    draft: list[str] = []
    while tries < 1500 and decider(battle) is not None:
        now, orders = with_draft(battle, draft)
        assert len(orders) == len(draft)
        assert decider(now) == decider(battle)
        assert [View(now, side).veiled for side in SIDES] == [View(battle, side).veiled for side in SIDES]
        words, tries = random_order(now, random), tries + 1
        order = read_order(words, now)
        tried = try_order(now, order)
        if not tried.barrier:
            draft.append(words)
            assert encode_position(with_draft(battle, draft)[0]) == encode_position(tried.battle)
            assert encode_position(with_draft(battle, draft[:-1])[0]) == encode_position(now)
            assert encode_position(battle) == position
            continue
        line = LineInPlay(battle, PROMISE, mark)
        for one in (*orders, order):
            line.give(one)
        published = line.written()
        assert not any(given.dice for given in published.given[:-1])
        assert bool(published.given[-1].dice) == (tried.barrier == "die")
        draft, position, mark = [], encode_position(battle), line.mark
        battle = resumed(position)
    assert tries > 100
