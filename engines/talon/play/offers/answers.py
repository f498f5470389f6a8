"""Answers to questions, and the orders of no one unit (4.2, 8, 13, 15, 18, 20.4)."""

from collections.abc import Iterator
from typing import Any, Final, cast

from engines.talon import orders as o
from engines.talon.aims import bombardment
from engines.talon.hexes import FACINGS, STEP, Hex
from engines.talon.play.aims import decided_for
from engines.talon.play.offered import NOBODY, Choice, Offer
from engines.talon.play.offers.chances import shot_at
from engines.talon.play.offers.conceding import price
from engines.talon.play.offers.prompts import rule_of
from engines.talon.play.offers.unit_offers import OfferBuilder, spot
from engines.talon.report.words import WEAPONS
from engines.talon.rules import big_guns, black_holes, firing, missiles
from engines.talon.rules.arriving import setup
from engines.talon.rules.hits.damage import FIGHTER_BOXES
from engines.talon.state import Seat
from engines.talon.text.orders import tag, write_order
from engines.talon.units import Unit
from engines.talon.view import View

DONE_WORDS: Final = {
    "deploy": "Done placing",
    "undock": "Stay inside",
    "tactics": "Not now",
    "ap": "Done spending power",
    "move": "Done with afterburners",
    "fire": "Done firing",
    "curves": "Keep the other power curves",
    "arrivals": "Done bringing in ships",
    "jumps": "Done jumping away",
}


def pick(builder: OfferBuilder, order: o.Pick) -> tuple[int, Offer]:
    """The offer of a target, fighter, carrier or unit, and the unit or missile it is shown with."""
    question, rule = builder.view.question, rule_of(builder.view)
    name = builder.roster.name(order.target, order.fighter) + _hull_left(builder.view, order)
    number, words = order.target, name
    fired: dict[str, Any] = {}
    if isinstance(question, firing.Volley | big_guns.Fusion):
        number = question.unit
        unit = builder.view.unit(number)
        words = f"{WEAPONS[unit.kind.groups[question.group].weapon].capitalize()} at {name}"
        fired = _next_shot(builder, unit, question.group, order)
    elif isinstance(question, setup.Berthing):
        number, words = question.unit, f"Dock in {name}"
    elif isinstance(question, missiles.Detonation):
        number = question.missile
    fighter = NOBODY if order.fighter is None else order.fighter
    return number, builder.offer(order, rule, words, target=order.target, fighter=fighter, **fired)


def _hull_left(view: View, order: o.Pick) -> str:
    """What a fighter has left, as ", 1 of 2 hull boxes left"; "" for everything else."""
    if order.fighter is None:
        return ""
    left = FIGHTER_BOXES - view.unit(order.target).fighters[order.fighter]
    return f", {left} of {FIGHTER_BOXES} hull boxes left"


def _next_shot(builder: OfferBuilder, unit: Unit, group: int, order: o.Pick) -> dict[str, Any]:
    """What one more weapon of the group does to the target, as an offer has it."""
    shot = shot_at(builder.view, unit, group, order.target, order.fighter).last
    if shot.one is None:
        return {"arc": shot.arc}
    return {
        "chance": shot.percent,
        "destroys": shot.destroys,
        "arc": shot.arc,
        "damage": shot.mean,
        "hull": shot.mean_hull,
    }


def choice(builder: OfferBuilder, order: o.Done | o.Grant | o.Tactics | o.Toward | o.Place) -> Choice:
    """The choice of an order of no one unit."""
    text = write_order(order, builder.roster)
    if isinstance(order, o.Done):
        return Choice("done", text, DONE_WORDS[builder.view.step], rule_of(builder.view))
    if isinstance(order, o.Tactics):
        return _by_tactics(builder, text)
    if isinstance(order, o.Grant):
        words = (
            "Take the initiative"
            if order.to == builder.view.side
            else f"Give the initiative to {order.to.title()}"
        )
        return Choice("grant", text, words, "4.2")
    if isinstance(order, o.Place):
        return Choice("place", text, "Here", rule_of(builder.view), spot(order.place))
    place = _origin(builder.view) + STEP[order.facing]
    return Choice("toward", text, FACINGS[order.facing], rule_of(builder.view), spot(place), order.facing)


def _by_tactics(builder: OfferBuilder, text: str) -> Choice:
    """The choice to change the initiative now (32.4)."""
    view = builder.view
    words = (
        f"Give the initiative to {view.enemy_side.title()}"
        if view.initiative == view.side
        else "Take the initiative"
    )
    return Choice("tactics", text, words, "32.4", warn="This is possible once in the battle.")


def _origin(view: View) -> Hex:
    """The hex from which a direction is chosen."""
    question = view.question
    if isinstance(question, black_holes.Pull):
        return view.unit(question.left[0]).place
    if isinstance(question, missiles.Launching) and question.place is not None:
        return question.place
    return view.unit(cast("big_guns.Push", question).target).place


def standing(view: View) -> Iterator[o.AnyOrder]:
    """What the view's own side may always order while nothing is pending: give up, offer a draw (20.4, R29, R30).

    A player of a team says so for himself, and can take it back (R112).
    """
    if view.over or view.question is not None or not view.round:
        return
    for player in range(view.players(view.side)) if view.player is None else [view.player]:
        seat, (conceding, drawing) = Seat(view.side, player), view.wishes
        if seat not in conceding:
            yield o.Concede(view.side, player)
        if view.side not in view.offers and seat not in drawing:
            yield o.OfferDraw(view.side, player)
        if seat in conceding or seat in drawing:
            yield o.FightOn(view.side, player)


def standing_choice(builder: OfferBuilder, order: o.AnyOrder) -> Choice:
    """The choice to give up, to offer a draw, or to accept one; in a team to be for it, or no longer."""
    text = write_order(order, builder.roster)
    if isinstance(order, o.FightOn):
        return Choice(tag(order), text, "Fight on", "R112")
    if waits := _still_asked(builder.view, order):
        return _wish(builder, order, text, waits)
    if isinstance(order, o.Concede):
        warn = f"{_conceded(builder.view)} {price(builder.view, builder.roster)}"
        return Choice(tag(order), text, "Concede", "20.4", warn=warn.strip())
    if builder.view.enemy_side in builder.view.offers:
        return Choice(tag(order), text, "Accept the draw", "R29", warn="The battle ends in a draw.")
    return Choice(tag(order), text, "Offer a draw", "R29")


def _still_asked(view: View, order: o.AnyOrder) -> int:
    """How many other players of the side have still to say the same before it counts (R112)."""
    said = view.wishes[0 if isinstance(order, o.Concede) else 1]
    return view.players(view.side) - 1 - len(said)


def _wish(builder: OfferBuilder, order: o.AnyOrder, text: str, waits: int) -> Choice:
    """The choice of a player of a team to be for conceding or for a draw, which others have not said yet (R112)."""
    others = "The others of your side are" if waits > 1 else "One more player of your side is"
    if isinstance(order, o.Concede):
        warn = f"{others} asked first. If all agree: {price(builder.view, builder.roster)}"
        return Choice(tag(order), text, "Concede", "R112", warn=warn.strip())
    accepts = builder.view.enemy_side in builder.view.offers
    words = "Accept the draw" if accepts else "Offer a draw"
    return Choice(tag(order), text, words, "R112", warn=f"{others} asked first.")


def _conceded(view: View) -> str:
    """What conceding comes to: the other side wins, unless an aim has decided the battle already (R42, R91)."""
    if decided_for(view, view.side) == view.side:
        return "The battle ends. The enemy holds the field, and still you have won."
    aim = bombardment(view.aims)
    planet = ""
    if aim is not None and aim.side != view.side:
        planet = f" {aim.planet} then counts as destroyed: {aim.counts * aim.needs} points against you."
    return f"The battle ends, and the other side wins.{planet}"
