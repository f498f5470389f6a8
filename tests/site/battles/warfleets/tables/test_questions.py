"""Every question of a battle has forms by which every order can be given, and every event a sentence."""

from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from battles.warfleets.tables.choices import ready_fleets, ready_tables
from battles.warfleets.tables.filling import line_of
from battles.warfleets.tables.foretelling import ram_words
from battles.warfleets.tables.log import WORDS, event_words
from battles.warfleets.tables.questions import OrderForm, groups
from battles.warfleets.tables.report import ends_of
from battles.warfleets.tables.services.ordering import order_in
from battles.warfleets.tables.words import asked_words
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES
from engines.seeded import SeededDice
from engines.warfleets.building import refusals
from engines.warfleets.captains.levels import player_of
from engines.warfleets.events import AnyEvent, Skipped
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron, fleet_points
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from engines.warfleets.offers import asked_of
from engines.warfleets.orders import AnyOrder, Fly, Ram, Skip
from engines.warfleets.random_orders import random_order
from engines.warfleets.records.match import Match
from engines.warfleets.set_ups import SetUp, table_refusals
from engines.warfleets.state import models_of
from engines.warfleets.trying import refusal
from tests.site.battles.warfleets.tables.filled import filled, of_question

BATTLES = 12
RICH = Fleet(
    "Rich",
    (
        Ship(
            "Spar", "light", ("warp-drive",), (Mount("front", "heavy-cannon"),), "tactical-master", "vanguard"
        ),
        Ship(
            "Reef",
            "medium",
            ("repair-bay", "tractor-beam"),
            (Mount("front", "heavy-cannon"),),
            "expert-sapper",
        ),
        Ship("Gale", "light", ("shield-booster",), (Mount("front", "plasma-cannon"),), "ace-commander"),
    ),
    (Squadron("Bees", "gunship"), Squadron("Wasps", "gunship"), Squadron("Gnats", "fighter")),
)


@pytest.mark.parametrize("fleet", ready_fleets().values(), ids=lambda fleet: fleet.name)
def test_a_ready_fleet_may_be_played(fleet: Fleet) -> None:
    assert (fleet_points(fleet), refusals(fleet, 300)) == (300, ())


@pytest.mark.parametrize("table", ready_tables(), ids=str)
def test_a_ready_table_may_be_played_on(table: str) -> None:
    assert not table_refusals(ready_tables()[table])


@pytest.mark.parametrize(
    ("rammer", "target", "says"),
    [
        (0, 3, "Damage: Oak 2, Elm 2. Oak is pushed 1 to 6″ away."),
        (1, 3, "Damage: Oak 4, Fir 2. Oak is pushed 1 to 6″ away."),
        (2, 4, "Damage: Yew 3, Ash 3. Yew is pushed 2 to 12″ away."),
        (0, 4, "Damage: Yew 2, Elm 4. Yew is too large to be pushed."),
    ],
)
def test_w14_a_ram_says_what_it_does_to_both_ships(rammer: int, target: int, says: str) -> None:
    bumper = ("gravity-bumper", "tractor-beam", "stealth-rig", "repair-bay")
    ours = (
        Ship("Elm", "light", ("pulse-engine", "stealth-rig")),
        Ship("Fir", "medium", ("reinforced-ram", "pulse-engine", "stealth-rig")),
        Ship("Ash", "heavy", bumper),
    )
    theirs = (
        Ship("Oak", "light", ("pulse-engine", "stealth-rig")),
        Ship("Yew", "medium", ("ablative-armor", "pulse-engine", "stealth-rig")),
    )
    models = models_of({"terran": Fleet("Ours", ours), "talon": Fleet("Theirs", theirs)})
    assert ram_words(Ram("terran", rammer, target), models) == says


def test_every_event_has_a_sentence() -> None:
    assert set(WORDS) == set(get_args(AnyEvent))


def test_every_order_can_be_given_by_a_form() -> None:
    seen: set[type[Any]] = set()
    told: set[type[Any]] = set()
    for number in range(BATTLES):
        for order, happened in _fought(number):
            seen.add(type(order))
            told |= set(map(type, happened))
    assert seen == set(get_args(AnyOrder)) - {Skip}  # of the squadrons that a fleet can have, none is a rogue
    assert told == set(WORDS) - {Skipped}


def _fought(number: int) -> Iterator[tuple[AnyOrder, list[AnyEvent]]]:
    """A battle with all that a fleet can have, of captains or of people who order at random, order by order."""
    terrain = () if number % 2 else ready_tables()["open-lanes"]
    other = [*ready_fleets().values(), RICH][number % 4]
    match = Match.of(SetUp(RICH, other, 900, terrain))
    captains = {side: player_of("admiral" if number % 3 else "captain", number) for side in SIDES}
    dice, chance = SeededDice(number), Random(number)
    while (question := asked(match.battle)) is not None:
        battle = match.battle
        now = asked_of(battle, question, offered=True)
        assert asked_words(battle, now)
        at_random = number % 3 == 2
        order = (
            random_order(battle, chance) if at_random else captains[question.side].decide(battle, question)
        )
        offered = [of_question(form) for group in groups(battle, now) for form in group.forms]
        for one in offered:
            if any(word in one.fields["put"].split() for word in ("repair", "pull")):
                order = order_in(one.fields["put"], battle, (question.side,))
                assert refusal(battle, order) is None
        line = write_order(order, battle.models)
        sent = filled(iter(offered), line)
        assert sent is not None, line
        read = order_in(line_of(sent.fields), battle, (question.side,))
        assert read == order, line
        happened = match.play(read, dice)
        assert all(event_words(one, battle.models) for one in happened)
        yield order, happened
    for side in SIDES:
        assert len(ends_of(match.battle, side)) == sum(one.side == side for one in match.battle.models)


def test_a_flight_has_as_many_corners_as_its_form_says() -> None:
    match, captain = Match.of(SetUp(RICH, RICH, 900, ready_tables()["open-lanes"])), player_of("captain", 1)
    dice = SeededDice(1)
    flights: list[OrderForm] = []
    while not flights:
        battle = match.battle
        question = asked(battle)
        assert question is not None
        offered = groups(battle, asked_of(battle, question, offered=True))
        flights = [form for group in offered for form in group.forms if "{by}" in form.line]
        if not flights:
            match.play(captain.decide(battle, question), dice)
    (most,) = {int(form.words.partition(" to ")[2].split()[0]) for form in flights}
    battle = match.battle
    model = battle.models[int(flights[0].line.split()[1])]
    for corners, lawful in ((most, True), (most + 1, False)):
        by = tuple((model.place[0] + at % 2, model.place[1]) for at in range(1, corners + 1))
        why = refusal(battle, Fly(model.side, model.number, "move", by))
        assert ("corners" not in (why.reason if why else "")) == lawful


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({}, "Choose an order"),
        ({"put": "marker {x},{y}", "x": "4.555", "y": "3"}, "A length is inches"),
        ({"put": "light 0 hold pivot {turn}", "turn": "east"}, "A turn is degrees"),
        ({"put": "fighter 2 fly move {by}", "by": "12"}, "Write each place"),
        ({"put": "fighter 2 fly move {by}", "by": " "}, "Say where it goes"),
        ({"put": "light 0 shoot heavy-cannon {split}", "dice light 2": "0"}, "how many dice"),
        ({"put": "lay {piece} {x},{y}", "piece": "moon\n1", "x": "1", "y": "1"}, "Choose a piece"),
        ({"order": "x" * 1001}, "Choose an order"),
    ],
)
def test_a_field_that_cannot_be_read_is_refused_in_words(sent: dict[str, str], why: str) -> None:
    with pytest.raises(Refused, match=why):
        line_of(sent)


def test_people_write_places_as_they_like() -> None:
    sent = {"put": "fighter 2 fly move {by}", "by": "12.5 , 30;  14,31"}
    assert line_of(sent) == "fighter 2 fly move 12.5,30 14,31"
    assert line_of({"put": "marker {x},{y}", "x": "4,5", "y": " 3 "}) == "marker 4.5,3"
