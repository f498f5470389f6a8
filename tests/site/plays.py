"""Battles played by hand, for tests."""

from typing import Any

from accounts.models import User
from battles.models import Battle, Play
from battles.services import open_battle
from battles.talon.play.board import board_of
from battles.talon.play.services.beginning import begin
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.ordering import Seen, draft_of, give, show
from engines.seam.documents import Doctrine
from engines.seam.sides import Side
from engines.talon.captains.captain import Captain
from engines.talon.play.drafts.lines import with_draft
from engines.talon.records.record import mind_of
from engines.talon.set_ups.scenarios import fleets_of
from engines.talon.text import write_order
from engines.talon.view import View
from tests.people import make_person
from tests.prepared import prepared


def begun(terran: User, talon: User, number: int = 2, **more: Any) -> Play:
    """The play of a scenario between the two."""
    battle = open_battle(
        setup=fleets_of(number),
        title="Single battle",
        place="Open space",
        terran_user=terran,
        talon_user=talon,
        **more,
    )
    return begin(battle)


def seen(play: Play, side: Side) -> Seen:
    """What a page of the side would show now."""
    return Seen(Play.objects.get(pk=play.pk).number, draft_of(play, side).revision)


def drafted(play: Play, side: Side) -> list[str]:
    """The draft line of the side."""
    return draft_of(play, side).lines


def captains_order(play: Play, side: Side, *, fought: bool = False) -> str:
    """What the captain would order now, after the draft line.

    It opens every battle alike, so that a test does not depend on those before it; with `fought` as the captain does to
    whom the battle of these dice is left.
    """
    play.refresh_from_db()
    board, _orders = with_draft(board_of(play), drafted(play, side))
    mind = mind_of(play.seal.promise.name, side) if fought else 0
    return write_order(Captain(Doctrine(), mind).decide(View(board, side)), board)


def ordered(play: Play, side: Side, *orders: str) -> int:
    """Give orders from a page that is as new as can be."""
    taken = give(battle_id=play.battle_id, side=side, seen=seen(play, side), orders=orders)
    play.refresh_from_db()
    return taken


def one_step(play: Play, *, fought: bool = False) -> None:
    """One order of the side that decides, as a captain would give it; an offer after its draft line, not before."""
    side: Any = play.decider
    order = captains_order(play, side, fought=fought)
    if order.split()[-1] == "offer-draw" and drafted(play, side):
        show(battle_id=play.battle_id, side=side, seen=seen(play, side))
        play.refresh_from_db()
    ordered(play, side, order)


def until(play: Play, *, number: int = 0, drafts: int = 0) -> Side:
    """Play on to a number of lines, then until who decides has so many orders in the draft line; or to the end."""
    while play.decider and (play.number < number or len(drafted(play, play.decider)) < drafts):  # type: ignore[arg-type]
        one_step(play)
    return play.decider  # type: ignore[return-value]


@prepared
def skirmish_at(lines: int, number: int = 3, **more: Any) -> Play:
    """A scenario's battle between anna (Terran) and ben (Talon), played on to a number of lines."""
    play = begun(make_person("anna"), make_person("ben"), number, **more)
    until(play, number=lines)
    return play


def played_out(play: Play, *, fought: bool = False) -> Battle:
    """The battle played to its end, order by order, with its result."""
    while play.decider:
        one_step(play, fought=fought)
    go_on(play.battle_id)
    return Battle.objects.get(pk=play.battle_id)


def drawn_as(page: str) -> str:
    """By what an open page knows whether it has what it is sent already."""
    return page.partition('data-as="')[2].partition('"')[0]


def until_it_docks(play: Play, unit: str) -> str:
    """Play on, while nobody fires, to the order by which a unit of Terran's docks; that order, not given yet."""
    while True:
        side: Any = play.decider
        order = captains_order(play, side)
        if f"move {unit} " in order and " dock " in order:
            return order
        if " fire " in order:
            order = f"{side} done"
        ordered(play, side, order)
