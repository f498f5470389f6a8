"""25, R40, R110 to R113: sides with several players."""

import json
from collections.abc import Iterator

import msgspec
import pytest

from bench.battles.fleets import fleets_of
from engines.seam.codec import decode_setup, encode
from engines.seam.commitments import DiceCommitment
from engines.seam.documents import BattleSetup, Doctrine, Level
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon import events as e
from engines.talon import game, teams, text
from engines.talon import orders as o
from engines.talon.captains.captain import Captain
from engines.talon.captains.levels import player_of
from engines.talon.captains.withdrawal import joins
from engines.talon.documents.codec import decode_position, encode_position
from engines.talon.match import Match
from engines.talon.play.advice import advice
from engines.talon.play.barriers import try_order
from engines.talon.play.drawing.cards import ship_cards
from engines.talon.play.offers.legal import offers
from engines.talon.play.offers.prompts import prompt
from engines.talon.play.roster import Roster
from engines.talon.play.rounds.checks import check_round
from engines.talon.play.rounds.orders import Stops
from engines.talon.play.rounds.plan import planned
from engines.talon.play.rounds.sheet import round_sheet
from engines.talon.records.exchange import in_form, written_of
from engines.talon.records.record import fight_out
from engines.talon.records.text_form import read_text, write_text
from engines.talon.report.cast import cast_of
from engines.talon.report.frames import frames_of
from engines.talon.report.sentences import sentences_of
from engines.talon.results.setup_check import setup_refusals
from engines.talon.state import Battle, Seat
from engines.talon.terms import Teams, aims_of, number_of_players, terms_of, with_teams
from engines.talon.view import View
from tests.core.battle.test_offers import every_line
from tests.core.battle.test_verifier import tool


def in_teams(number: int, sizes: tuple[int, int] = (2, 2)) -> BattleSetup:
    """A scenario whose units are dealt in turn to so many players of each side."""
    setup = fleets_of(number)
    terran, talon = (
        tuple(tuple(unit.name for unit in setup.force(side)[player::size]) for player in range(size))
        for side, size in zip(SIDES, sizes, strict=True)
    )
    return with_teams(setup, Teams(terran, talon))


def reasons(setup: BattleSetup) -> list[str]:
    """The rule and reason of every refusal of a set-up."""
    return [f"{one.rule} {one.reason}" for one in setup_refusals(setup)]


TWO = in_teams(2)


def play(
    setup: BattleSetup, seed: str = "1", most: int = 4000
) -> Iterator[tuple[Battle, o.AnyOrder, list[e.AnyEvent]]]:
    """A battle of captains, one for each player, order by order, with the position after it."""
    battle, dice = game.new_battle(setup), SeededDice(seed)
    captains = {seat: Captain(Doctrine()) for seat in teams.seats(battle)}
    views = {seat: View(battle, seat.side, seat.player) for seat in captains}
    for _ in range(most):
        seat = teams.acting(battle)
        if seat is None:
            return
        wishes = [wish for one in views.values() if (wish := joins(one)) is not None]
        order = wishes[0] if wishes else captains[seat].decide(views[seat])
        yield battle, order, game.apply(battle, order, dice)
    raise AssertionError("the battle does not end")


class TestSetUp:
    """Who has which units."""

    def test_is_a_document_of_format_2_that_others_lack(self) -> None:
        assert TWO.format == 2
        assert decode_setup(encode(TWO)) == TWO
        assert b"teams" not in encode(fleets_of(2))
        assert aims_of(TWO) == aims_of(fleets_of(2))
        assert [number_of_players(TWO, side) for side in SIDES] == [2, 2]
        assert [number_of_players(fleets_of(2), side) for side in SIDES] == [1, 1]

    def test_every_unit_has_one_player(self) -> None:
        assert not reasons(TWO)
        teams = terms_of(TWO).teams
        first, second = teams.terran if teams else ((), ())
        wrong = [
            (first, (*second, first[0])),
            (first[1:], second) if len(first) > 1 else (second, ("Nobody",)),
        ]
        said = [reasons(with_teams(TWO, Teams(one, ()))) for one in wrong]
        assert said[0] == [f"25 {first[0]} is given to 2 players."]
        assert "is given to no player" in " ".join(said[1])
        with pytest.raises(Refused):
            game.new_battle(with_teams(TWO, Teams(wrong[0])))

    def test_somebody_unknown_and_no_team_at_all(self) -> None:
        names = tuple(unit.name for unit in TWO.terran)
        assert reasons(with_teams(TWO, Teams())) == [
            "25 A battle of teams has two players or more on a side."
        ]
        said = reasons(with_teams(TWO, Teams((names, ("Nobody",)))))
        assert said == ["25 Terran has no Nobody that a player could have."]

    def test_a_player_has_a_unit_and_a_side_four_players(self) -> None:
        for wrong in ([["Patton"], []], [["A"], ["B"], ["C"], ["D"], ["E"]]):
            with pytest.raises(msgspec.ValidationError):
                msgspec.convert({"terran": wrong}, Teams)

    def test_one_player_against_several(self) -> None:
        setup = in_teams(9, (1, 3))
        assert not reasons(setup)
        battle = game.new_battle(setup)
        assert [teams.players(battle, side) for side in SIDES] == [1, 3]
        assert [teams.is_team(battle, side) for side in SIDES] == [False, True]


@pytest.mark.parametrize("setup", [TWO, in_teams(4, (3, 2)), in_teams(12, (2, 1))], ids=["2", "4", "12"])
class TestCaptains:
    """Captains that play one player each."""

    def test_give_only_orders_of_their_own_units_to_the_end(self, setup: BattleSetup) -> None:
        battle, turns = game.new_battle(setup), dict[tuple[int, int, Side], list[int]]()
        before = teams.acting(battle)
        for battle, order, events in play(setup):
            seat = Seat(order.side, order.player) if isinstance(order, teams.Wish) else before
            named = getattr(order, "unit", None)
            assert seat is not None
            assert seat.side == order.side
            if named is not None:
                assert teams.owner(battle, named) == seat
            for event in events:
                if isinstance(event, e.Turn):
                    turns.setdefault((event.round, event.impulse, event.side), []).append(event.player)
            before = teams.acting(battle)
        assert battle.ending
        assert all(players == sorted(set(players)) for players in turns.values())
        assert any(len(players) > 1 for players in turns.values())

    def test_positions_read_back_in_both_forms(self, setup: BattleSetup) -> None:
        for number, (battle, _, _) in enumerate(play(setup)):
            if number % 7:
                continue
            raw = encode_position(battle)
            assert encode_position(decode_position(raw)) == raw
            written = text.write_position(battle)
            assert text.write_position(text.read_position(written)) == written
            assert text.read_position(written).players == battle.players

    def test_everybody_is_offered_what_is_his(self, setup: BattleSetup) -> None:
        for number, (battle, _, _) in enumerate(play(setup)):
            now = teams.acting(battle)
            if number % 9 or now is None or len(battle.options) > 2000:
                continue
            for seat in teams.seats(battle):
                view = View(battle, seat.side, seat.player)
                lines = sorted(every_line(offers(view)))
                legal = [one for one in game.legal_orders(battle) if not isinstance(one, o.Exceed)]
                own = [one for one in legal if teams.seat_of(battle, one) == seat]
                assert lines == sorted(text.write_order(one, battle) for one in own)
                assert view.is_asked == (now == seat)
                assert prompt(view, Roster(view))

    def test_both_sides_as_a_whole(self, setup: BattleSetup) -> None:
        fought = fight_out(setup, {side: Doctrine() for side in SIDES}, SeededDice("teams"))
        assert fought.result.report.rounds
        written = write_text(fought.written)
        assert write_text(read_text(written)[0]) == written
        frames = frames_of(fought)
        titles = {frame.title for frame in frames if frame.stage == "turn"}
        assert any(title.endswith(", player 2") for title in titles)
        cast = cast_of(setup)
        assert any(sentences_of(frame, cast) for frame in frames)


@pytest.mark.parametrize("level", ["ensign", "admiral"])
def test_every_level_plays_one_player(level: Level) -> None:
    """Whoever is in turn gives an order of his own."""
    battle, dice = game.new_battle(TWO), SeededDice("3")
    players = {seat: player_of(level, Doctrine(), at) for at, seat in enumerate(teams.seats(battle))}
    for _ in range(40):
        seat = teams.acting(battle)
        assert seat is not None
        order = players[seat].decide(View(battle, seat.side, seat.player))
        assert teams.seat_of(battle, order) == seat
        game.apply(battle, order, dice)


class TestPlayers:
    """Who gives an order, and who takes it back."""

    def test_an_order_of_another_player_is_refused(self) -> None:
        battle = _in_round_1()
        now = teams.acting(battle)
        assert now == Seat("talon", 0)
        order = battle.options[0]
        assert try_order(battle, order, "talon", 0).events is not None
        with pytest.raises(Refused, match="This is an order of player 1"):
            try_order(battle, order, "talon", 1)
        with pytest.raises(Refused, match="You give orders for Terran"):
            try_order(battle, order, "terran", 0)

    def test_a_line_ends_where_the_next_player_decides(self) -> None:
        battle = _in_round_1()
        view = View(battle, "talon", 0)
        orders = advice(view)
        assert orders
        assert not advice(View(battle, "talon", 1))
        for order in orders[:-1]:
            assert not try_order(battle, order, "talon", 0).barrier
            game.apply(battle, order, SeededDice("1"))
        assert try_order(battle, orders[-1], "talon", 0).barrier in ("turn", "die")

    def test_orders_for_the_round_are_for_his_own_ships(self) -> None:
        battle = _in_round_1()
        view = View(battle, "talon", 0)
        plan = planned(view, Stops())
        own = [unit.number for unit in teams.units_of(battle, Seat("talon", 0)) if unit.status == "map"]
        assert [one.unit for one in plan.ships] == own
        assert [row.number for row in round_sheet(view, plan)] == own
        check_round(plan, view)
        with pytest.raises(Refused, match="only to your own ships"):
            check_round(plan, View(battle, "talon", 1))

    def test_cards_say_whose_a_unit_is(self) -> None:
        battle = _in_round_1()
        cards = ship_cards(View(battle, "talon", 1), set())
        said = {card.number: dict(card.facts).get("Player") for card in cards}
        assert said == {
            unit.number: f"{teams.owner(battle, unit.number).player + 1}" for unit in battle.units
        }
        assert not [
            card for card in cards if card.ap and teams.owner(battle, card.number) != teams.acting(battle)
        ]

    def test_dice_are_checked_without_the_engine(self) -> None:
        """The verifier that players download reads a record of teams."""
        promise = DiceCommitment("battle:25", "5c" * 32, {"terran": "a1b2c3", "talon": "d4e5f6"})
        record = fight_out(TWO, {side: Doctrine() for side in SIDES}, promise)
        told = json.loads(in_form(written_of(record, {"terran": "Anna"}), "json"))
        assert list(tool["verdict"](told))
        told["given"][3]["dice"] = [[1, 0, "phaser", 1, 0]]
        with pytest.raises(tool["Fault"]):
            list(tool["verdict"](told))

    def test_the_last_order_is_taken_back_by_its_player(self) -> None:
        match = Match(_in_round_1())
        match.begin()
        order = match.battle.options[-1]
        match.play(order, SeededDice("1"))
        with pytest.raises(Refused, match="not that of player 2"):
            match.take_back("talon", 1)
        assert match.take_back("talon", 0).order == order

    def test_words(self) -> None:
        battle = game.new_battle(TWO)
        assert teams.talk(battle) == "free"
        battle = _in_round_1()
        assert teams.talk(battle) == "silent"
        words = {teams.talk(battle) for battle, _, _ in play(TWO) if battle.step == "curves"}
        assert words == {"counted"}
        assert teams.words_in(" Guderian 3 to\n0705 ") == 4

    def test_a_captain_joins_when_all_others_would(self) -> None:
        battle = _in_round_1()
        assert joins(View(battle, "terran", 1)) is None
        game.apply(battle, o.Concede("terran", 0), SeededDice("1"))
        wish = joins(View(battle, "terran", 1))
        assert wish == o.Concede("terran", 1)
        assert joins(View(battle, "terran", 0)) is None
        assert joins(View(battle, "talon", 1)) is None
        game.apply(battle, wish, SeededDice("1"))
        assert (battle.ending, battle.winner) == ("conceded", "talon")

    def test_captains_join_the_people_of_their_side(self) -> None:
        """Two captains and a person: neither waits for the other."""
        battle = game.new_battle(in_teams(4, (3, 2)))
        for battle, _, _ in play(in_teams(4, (3, 2))):
            if battle.round and battle.step == "move":
                break
        people = {Seat("terran", 0), Seat("talon", 0), Seat("talon", 1)}
        game.apply(battle, o.OfferDraw("terran", 0), SeededDice("1"))
        for player in (1, 2):
            wish = joins(View(battle, "terran", player), people)
            assert wish == o.OfferDraw("terran", player)
            game.apply(battle, wish, SeededDice("1"))
        assert battle.offers == ["terran"]

    def test_what_a_player_wishes_is_his_sides_alone(self) -> None:
        """R112."""
        battle = _in_round_1()
        game.apply(battle, o.Concede("terran", 0), SeededDice("1"))
        game.apply(battle, o.OfferDraw("talon", 1), SeededDice("1"))
        assert View(battle, "terran").wishes == ([Seat("terran", 0)], [])
        assert View(battle, "talon").wishes == ([], [Seat("talon", 1)])
        imagined = View(battle, "talon").imagined().players
        assert imagined is not None
        assert (imagined.conceding, imagined.drawing) == ([], [Seat("talon", 1)])

    def test_impossible_players(self) -> None:
        written = text.write_position(_in_round_1())
        for line, reason in (
            ("barred terran/3\n", "is a player of the battle"),
            ("conceding terran/1 terran/2\n", "all players of a side would concede"),
            ("drawing talon/1 talon/1\n", "is named once"),
            ("player 4\n", "has no such player"),
        ):
            with pytest.raises(Refused, match=reason):
                text.read_position(written.replace("initiative talon\n", f"initiative talon\n{line}"))
        with pytest.raises(Refused, match="each of them has a unit"):
            text.read_position(written.replace("player 2", "player 3"))


def _in_round_1() -> Battle:
    """The battle of two against two in the first impulse in which the Initiative Player's side decides."""
    for battle, _, _ in play(TWO):
        if battle.round and battle.step in ("ap", "move") and battle.side == "talon":
            return battle
    raise AssertionError("there is no first round")
