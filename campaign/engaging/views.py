"""What a player sends with the answer to 31.6: later answers, an instruction, doctrines; and what is against advice."""

from collections.abc import Iterator
from typing import Final

from django.http import QueryDict
from msgspec.structs import replace

from battles.battle.doctrine import read_doctrine
from campaign.engaging.page import AgainstAdvice
from campaign.engaging.prospects import losses
from campaign.engaging.questions import BY_HAND, doctrine_prefix, expected, hopeless_battles, onward
from campaign.rules.battles.forces import has_forces
from campaign.rules.battles.instructions import engage_when_leading
from campaign.rules.battles.stakes import loses_something, stakes
from campaign.rules.map.strategic_map import place_in_text
from campaign.rules.orders import Engage, Hopeless, LaterAnswer
from campaign.rules.state import Battle
from campaign.war.at import At
from campaign.war.services.log import StaleWar
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, opponent
from engines.seam.words.whole_numbers import whole_number

LATER = "later-"
HOPELESS = "hopeless"
"""The field of the button that declines every battle which the side hardly ever wins."""
ONWARD = "onward"
"""The field that says what the side does in such battles that are not revealed yet (S78)."""
MUCH: Final = 50
"""An answer that is worth so many Ship Points less than the recommended one is asked about once more."""
SAID: dict[str, Hopeless] = {"ask": "ask", "decline": "decline"}


def filled_in(post: QueryDict, at: At) -> QueryDict:
    """The form as if every hopeless battle had been declined in it, if that was pressed; else as it is.

    Those that are not revealed yet are declined when they are (S78).

    `StaleWar` if it was made for an earlier version of the war.
    """
    if post.get(HOPELESS) != "decline":
        return post
    if whole_number(post.get("seen_version", "")) != at.war.version:
        raise StaleWar(at.war.version)
    question = at.view.question
    if question is None or (question.kind, question.side) != ("engage", at.side):
        return post
    form = post.copy()
    del form[HOPELESS]
    for number in hopeless_battles(at.view, at.side, question.battle, at.captains):
        form["engage" if number == question.battle else f"{LATER}{number}"] = "no"
    if onward(at.view, at.side):
        form[ONWARD] = "decline"
    if "engage" not in form:
        raise refuse("", "Answer the first battle too: engage there or decline.", "engage")
    return form


def with_extras(order: Engage, post: QueryDict, at: At) -> Engage:
    """The answer with later answers (S62), the lead to engage with (S61), and what is hopeless (S78)."""
    order = replace(order, later=tuple(_later(post)), hopeless=SAID.get(post.get(ONWARD, "")))
    if post.get("leading") != "yes":
        return order
    lead = whole_number(post.get("lead", "")) or 0
    if not 1 <= lead <= 99:
        raise refuse("S61", "Enter your lead in LP, from 1 to 99.", "lead")
    fleet = at.state.fleet(at.side)
    instruction = engage_when_leading(at.state.chart.order, fleet.standing, lead)
    return replace(order, standing=instruction)


def _later(post: QueryDict) -> Iterator[LaterAnswer]:
    for name in sorted(post):
        number = whole_number(name.removeprefix(LATER)) if name.startswith(LATER) else None
        if number is not None and post[name] in ("yes", "no"):
            yield LaterAnswer(number, engage=post[name] == "yes")


def doctrines_sent(order: Engage, post: QueryDict, at: At) -> dict[int, Doctrine]:
    """The doctrines that came with the decisions to engage, by battle, where the computer fights the battles."""
    by_hand, found = by_hand_sent(order, post), {}
    for number in engaged(order):
        prefix = doctrine_prefix(number, order.battle)
        battle = at.state.battle(number)
        if f"{prefix}stance" in post or number in by_hand:
            found[number] = read_doctrine(post, battle.forces.get(at.side, ()) if battle else (), prefix)
    return found


def by_hand_sent(order: Engage, post: QueryDict) -> set[int]:
    """The battles that the side engages in, and wants to play itself."""
    asked = {number: f"{doctrine_prefix(number, order.battle)}{BY_HAND}" for number in engaged(order)}
    return {number for number, field in asked.items() if post.get(field) == "yes"}


def engaged(order: Engage) -> list[int]:
    """The battles in which the side engages by the answer, the later ones too."""
    now = [order.battle] if order.engage else []
    return [*now, *(answer.battle for answer in order.later if answer.engage)]


def against_advice(order: Engage, post: QueryDict, at: At) -> list[AgainstAdvice]:
    """The answers that are not the recommended ones and cost the side much, by the estimate that the page has shown."""
    answers = {order.battle: order.engage} | {one.battle: one.engage for one in order.later}
    doctrines = doctrines_sent(order, post, at)
    found = []
    for battle in at.view.battles:
        if battle.number in answers and all(has_forces(battle.forces.get(side, ())) for side in SIDES):
            doctrine = doctrines.get(battle.number)
            found.append(_against(at, battle, engages=answers[battle.number], doctrine=doctrine))
    return [one for one in found if one is not None]


def _against(at: At, battle: Battle, *, engages: bool, doctrine: Doctrine | None) -> AgainstAdvice | None:
    """None if the answer is recommended, or costs little; where the enemy has declined nobody fights."""
    if battle.answers.get(opponent(at.side)) is False:
        return None
    if not engages and not loses_something(stakes(at.view, battle, at.side).given_up):
        return None
    told = expected(at.view, battle, at.side, at.captains, doctrine)
    if told.advises in (None, engages) or (abs(told.gain) < MUCH and not told.at_home):
        return None
    when = "The enemy engages" if battle.answers.get(opponent(at.side)) else "If the enemy engages"
    costs = told.words if engages else f"{when}: {losses(at.view, battle, at.side)}"
    return AgainstAdvice(place_in_text(battle.place), engages, f"{costs} {told.advice}")
