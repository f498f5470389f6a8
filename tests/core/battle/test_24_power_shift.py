"""24, R84: power shifts, by agreement."""

from engines.seam.documents import BattleSetup, Doctrine, Unit
from engines.seeded import SeededDice
from engines.talon import game, text
from engines.talon.dice import ScriptedDice
from engines.talon.documents.codec import decode_position, encode_position
from engines.talon.orders import PowerShift
from engines.talon.play.drawing.cards import ship_cards
from engines.talon.records.record import FoughtBattle, fight_out
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of
from engines.talon.report.sentences import sentences_of
from engines.talon.terms import TalonTerms
from engines.talon.view import View

SHIPS = ("heavy_cruiser", "light_cruiser", "destroyer")


def fought(seed: str, agreed: bool) -> FoughtBattle:
    """Three ships a side, to the end."""
    red, blue = (tuple(Unit(f"{side} {at}", key) for at, key in enumerate(SHIPS)) for side in ("Red", "Blue"))
    terms = TalonTerms(power_shift=agreed)
    setup = BattleSetup("Vega 5", "last_ship_standing", red, blue, format=2, terms=terms)
    return fight_out(setup, {"terran": Doctrine("hold"), "talon": Doctrine("hold")}, SeededDice(seed))


def test_captains_use_it_only_where_it_is_agreed() -> None:
    """By their rule for Speed, and then their curve changes by two rows in some Power Phase."""
    shifted = [fought(f"shift {seed}", agreed=True) for seed in range(4)]
    given = [step for record in shifted for step in record.steps if isinstance(step.order, PowerShift)]
    assert given
    for record in shifted:
        cast = cast_of(record.setup)
        told = [
            cast.plain(one.words) for frame in frames_of(record, cast) for one in sentences_of(frame, cast)
        ]
        ordered = any(isinstance(step.order, PowerShift) for step in record.steps)
        assert any("a power shift" in words for words in told) == ordered
    plain = fought("shift 0", agreed=False)
    assert not any(isinstance(step.order, PowerShift) for step in plain.steps)


def test_the_card_shows_the_marker_and_both_forms_keep_it() -> None:
    """As text and as JSON; what is not agreed is in neither."""
    battle = text.read_position(
        "position 1\nclock 1F terran ap\npower-shift\nterran CA Patton 0,0 E\ntalon CA Sacrifice 12,0 W"
    )
    game.run_to_decision(battle, ScriptedDice([]))
    game.apply(battle, PowerShift("terran", 0), ScriptedDice([]))
    assert ("Power shift", "two rows") in ship_cards(View(battle, "terran"), set())[0].facts
    assert "power-shift" in text.write_position(battle)
    assert text.write_position(decode_position(encode_position(battle))) == text.write_position(battle)
    plain = text.read_position(
        "position 1\nclock 1F terran ap\nterran CA Patton 0,0 E\ntalon CA Sacrifice 12,0 W"
    )
    assert b"shift" not in encode_position(plain)
