"""Battles of Warfleets brought to the moment at which a test begins, by orders like a player's."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count

from accounts.models import User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.choices import ready_tables
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services.beginning import Terms, begin
from battles.warfleets.tables.services.ordering import give
from engines.seam.commitments import DiceCommitment, commitment_of
from engines.warfleets.captains.ensign import Ensign
from engines.warfleets.events import Gone
from engines.warfleets.fleet import Fleet
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order
from engines.warfleets.notation.terms import write_model
from engines.warfleets.offers import Asked, asked_of
from engines.warfleets.orders import AnyOrder, Assign, Deploy, Done, Hold, LayMarker, PickEdge, RollOff
from engines.warfleets.records.match import SealedMatch
from engines.warfleets.rules.sequence import Question
from engines.warfleets.set_ups import SetUp
from engines.warfleets.state import Battle, Model
from engines.warfleets.table import DEPTH

LANES = ready_tables()["open-lanes"]
Moment = Callable[[Battle, Question], bool]


@dataclass(frozen=True)
class Script:
    """What is ordered until a test takes over: where models are set up, by name, as from the bottom edge.

    `orders` are what models do in a round, by round and name, without the name of the model; others hold.
    """

    places: Mapping[str, tuple[int, int, int]]
    orders: Mapping[tuple[int, str], str] = field(default_factory=dict)
    markers: tuple[tuple[int, int], ...] = ((6200, 2400), (5200, 2400), (1500, 2400), (2500, 2400))


def begun(user: User, fleets: tuple[Fleet, Fleet]) -> WarfleetsBattle:
    """A battle at one screen on a table with terrain."""
    return begin(user=user, terms=Terms(300, LANES), fleets=fleets)


def bring_on(row: WarfleetsBattle, user: User, script: Script, until: Moment) -> None:
    """Give orders until this holds of the next question."""
    while True:
        row.refresh_from_db()
        battle = match_of(row).battle
        question = asked(battle)
        assert question is not None, "the battle is over before the moment has come"
        if until(battle, question):
            return
        line = _line(battle, asked_of(battle, question, offered=True), script)
        give(battle_id=row.pk, user=user, seen=row.number, line=line)


def _line(battle: Battle, question: Asked, script: Script) -> str:
    if question.word == "activate":
        for one in question.ranges:
            wanted = script.orders.get((battle.round, battle.models[one.model].name))
            if wanted:
                return f"{question.side} {write_model(one.model, battle.models)} {wanted}"
    return write_order(ORDERS.get(question.word, _done)(battle, question, script), battle.models)


def _roll(_: Battle, question: Asked, __: Script) -> AnyOrder:
    return RollOff(question.side)


def _edge(_: Battle, question: Asked, __: Script) -> AnyOrder:
    return PickEdge(question.side, "bottom")


def _marker(battle: Battle, question: Asked, script: Script) -> AnyOrder:
    return LayMarker(question.side, script.markers[len(battle.markers)])


def _deploy(battle: Battle, question: Asked, script: Script) -> AnyOrder:
    model = battle.models[question.models[0]]
    x, y, heading = script.places[model.name]
    if battle.edges[model.side] == "top":
        y, heading = DEPTH - y, (1800 - heading) % 3600
    return Deploy(model.side, model.number, (x, y), heading)


def _damage(_: Battle, question: Asked, __: Script) -> AnyOrder:
    return Assign(question.side, question.model, question.slots[0])


def _hold(_: Battle, question: Asked, __: Script) -> AnyOrder:
    return Hold(question.side, question.ranges[0].model)


def _done(_: Battle, question: Asked, __: Script) -> AnyOrder:
    return Done(question.side, question.model)


ORDERS: Mapping[str, Callable[[Battle, Asked, Script], AnyOrder]] = {
    "roll": _roll,
    "edge": _edge,
    "marker": _marker,
    "deploy": _deploy,
    "damage": _damage,
    "activate": _hold,
}


def before_a_surrender(user: User, fleets: tuple[Fleet, Fleet]) -> tuple[WarfleetsBattle, Model]:
    """A battle in which a model is done for the round, whereupon a ship's crew surrenders; that ship."""
    for number in count():
        dice = f"warfleets:surrender-{number}"
        sealed = SealedMatch.of(SetUp(*fleets, 300, LANES), DiceCommitment(dice, f"{number:064x}", {}))
        found = _surrenders(sealed)
        if found is not None:
            row = begun(user, fleets)
            row.dice, row.seed = dice, f"{number:064x}"
            row.commitment = commitment_of(dice, row.seed)
            row.save()
            match = sealed.match
            for given in match.given[:-1]:
                row.refresh_from_db()
                line = write_order(given.order, match.battle.models)
                give(battle_id=row.pk, user=user, seen=row.number, line=line)
            return row, match.battle.models[found]
    raise AssertionError


def _surrenders(sealed: SealedMatch) -> int | None:
    """The ship that surrenders after an order that only ends an activation, once that was given."""
    players = {"terran": Ensign(1), "talon": Ensign(2)}
    while (question := asked(sealed.match.battle)) is not None:
        order = players[question.side].decide(sealed.match.battle, question)
        happened = sealed.play(order)
        gone = [
            one.model for one in happened if isinstance(one, Gone) and one.how == "surrendered" and one.die
        ]
        if gone and isinstance(order, Done):
            return gone[0]
    return None
