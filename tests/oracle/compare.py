"""The engine's list of legal orders beside the oracle's, for one position (for the tests, and for a fuzzer)."""

import msgspec

from engines.talon import game, text
from engines.talon.documents.codec import encode_position
from engines.talon.documents.positions import PositionDocument
from engines.talon.orders import AnyOrder
from engines.talon.state import Battle
from tests.oracle.rules import legal_orders

_position = msgspec.json.Decoder(PositionDocument)


def document_of(battle: Battle) -> PositionDocument:
    """The position as the oracle reads it: by way of its JSON, and nothing besides."""
    return _position.decode(encode_position(battle))


def oracle_orders(battle: Battle) -> list[AnyOrder]:
    """The orders the oracle finds in a battle that waits for one."""
    return legal_orders(document_of(battle))


def compare(battle: Battle) -> list[str]:
    """What the two lists differ in, each as a line; nothing if they agree."""
    engine, oracle = game.legal_orders(battle), oracle_orders(battle)
    only_engine, only_oracle = set(engine) - set(oracle), set(oracle) - set(engine)
    found = [f"only the engine: {_told(order, battle)}" for order in engine if order in only_engine]
    found += [f"only the oracle: {_told(order, battle)}" for order in oracle if order in only_oracle]
    for name, orders in (("engine", engine), ("oracle", oracle)):
        if len(set(orders)) < len(orders):
            found.append(f"the {name} lists an order twice")
    made_when_looked_at = not isinstance(battle.options, list)
    if made_when_looked_at and any(order not in battle.options for order in battle.options):
        found.append("the engine refuses an order that it lists")
    return found


def told(battle: Battle, differences: list[str]) -> str:
    """The differences with their position in the notation."""
    return "\n".join([text.write_position(battle), *differences])


def _told(order: AnyOrder, battle: Battle) -> str:
    return f"{text.write_order(order, battle)}    {msgspec.json.encode(order).decode()}"
