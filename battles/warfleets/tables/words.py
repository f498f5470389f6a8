"""A battle in words: what is asked, and what a shot does."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from battles.warfleets.tables.naming import inches
from engines.warfleets.offers import Asked
from engines.warfleets.shots import Expected, ShotOffer
from engines.warfleets.state import NOBODY, Battle, Model
from engines.warfleets.table import ZONE

BEST: Final = 6
ASKED: Final = {
    "roll": "Roll for the initiative. Whoever rolls higher chooses an edge.",
    "terrain": "Lay a piece of terrain. The table needs at least five.",
    "enough": "Lay a piece of terrain, or say that there is enough.",
    "edge": "Choose your edge of the table.",
    "damage": "Which upgrade of {model} takes the next point of damage?",
    "displace": "{ship} has come to lie over {model}. Put it beside the ship.",
    "return": "{model} comes back to the table.",
    "activate": "Choose a model, and say what it does.",
    "lead": "{model} leads: a second squadron may act now.",
    "act": "What does {model} do?",
    "warp": "The Warp Drive takes {model} {warp}″. Where does it go?",
    "shoot": "{model} may shoot.",
    "arrive": "{model} may come out of reserve, more than {away}″ from every enemy.",
}
"""What is asked, by the engine's word for it."""


def asked_words(battle: Battle, asked: Asked) -> str:
    """What is to be decided, as a sentence to whoever decides."""
    if asked.word == "marker":
        left = f"{asked.markers} are left" if asked.markers != 1 else "it is the last one"
        return f"Lay a marker of the mission: {left}."
    if asked.word == "deploy":
        what = "ship" if battle.step == "ships" else "squadron"
        edge = battle.edges[asked.side]
        return f"Set a {what} up, with its whole base within {inches(ZONE)}″ of the {edge} edge."
    if asked.word == "terrain" and asked.done:
        return ASKED["enough"]
    only = asked.ranges[0].model if len(asked.ranges) == 1 else NOBODY
    if asked.word == "activate" and only != NOBODY:
        return ASKED["act"].format(model=battle.models[only].name)
    model = "" if asked.model == NOBODY else battle.models[asked.model].name
    ship = "" if asked.beside == NOBODY else battle.models[asked.beside].name
    return ASKED[asked.word].format(model=model, ship=ship, warp=inches(battle.warp), away=inches(asked.away))


def shot_words(shot: ShotOffer, models: Sequence[Model]) -> str:
    """What a shot needs and does on average."""
    dice = f"{shot.attacks} {'die' if shot.attacks == 1 else 'dice'}"
    needed = f"hits on {_on(shot.hit_faces)}, blocked on {_on(shot.block_faces)}"
    does = f"On average {decimal(shot.expected.damage)} damage; destroyed {percent(shot.expected.destroyed)}"
    return f"{dice}: {needed}. {does}.{''.join(_other(one, models) for one in shot.others)}"


def _on(faces: int) -> str:
    """The least die that will do, of one with so many good faces.

    >>> _on(3), _on(1)
    ('4+', '6')
    """
    least = BEST + 1 - faces
    return f"{least}+" if least < BEST else str(BEST)


def _other(one: Expected, models: Sequence[Model]) -> str:
    return f" {models[one.model].name}: {decimal(one.damage)} damage."


def decimal(ratio: tuple[int, int]) -> str:
    """A number with two digits behind the point."""
    return f"{float(Fraction(*ratio)):.2f}"


def percent(ratio: tuple[int, int]) -> str:
    """A chance in whole percent; what is possible is never 0 %, and what is not sure never 100 %."""
    chance = Fraction(*ratio)
    if 0 < chance < Fraction(1, 100):
        return "under 1 %"
    if Fraction(99, 100) < chance < 1:
        return "over 99 %"
    return f"{round(100 * chance)} %"
