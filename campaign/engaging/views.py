"""What a player sends with the answer to 31.6: later answers, an instruction, doctrines; and what declining costs."""

from collections.abc import Iterable, Iterator

from django.http import QueryDict
from msgspec.structs import replace

from battles.battle.doctrine import read_doctrine
from campaign.engaging.page import Giving
from campaign.engaging.prospects import losses
from campaign.engaging.questions import BY_HAND, doctrine_prefix, hopeless_battles, onward
from campaign.rules.battles.instructions import engage_when_leading
from campaign.rules.battles.stakes import loses_something, stakes
from campaign.rules.map.strategic_map import place_in_text
from campaign.rules.orders import Engage, Hopeless, LaterAnswer
from campaign.war.at import At
from campaign.war.services.log import StaleWar
from engines.seam.documents import Doctrine
from engines.seam.refusals import refuse
from engines.seam.sides import opponent
from engines.seam.words.whole_numbers import whole_number

LATER = "later-"
HOPELESS = "hopeless"
"""The field of the button that declines every battle which the side hardly ever wins."""
ONWARD = "onward"
"""The field that says what the side does in such battles that are not revealed yet (S78)."""
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


def given_up(order: Engage, at: At) -> list[Giving]:
    """What the declined battles of an answer may cost the side; those that cost nothing are left out.

    So are those that it hardly ever wins: there the page has advised it to decline, and said what that costs.
    """
    declined = [] if order.engage else [order.battle]
    declined += [answer.battle for answer in order.later if not answer.engage]
    hopeless = hopeless_battles(at.view, at.side, order.battle, at.captains) if declined else []
    return list(_costs([number for number in declined if number not in hopeless], at))


def _costs(numbers: Iterable[int], at: At) -> Iterator[Giving]:
    view = at.view
    for battle in view.battles:
        if (
            battle.number in numbers
            and battle.forces
            and loses_something(stakes(view, battle, at.side).given_up)
        ):
            engaged = battle.answers.get(opponent(at.side), False)
            yield Giving(place_in_text(battle.place), losses(view, battle, at.side), engaged)
