"""Reads what the planning page posts: buttons named `do`, and fields for single ships and instructions.

Words of a button are parted by "/", which no sector's name has: "buy/destroyer/1", "send/destroyer/Antares/-1",
"ship/Patton/Reserve". A class's key may have one: "buy/dice/raider/1".
Fields are "to/Patton" with a target, "answer/Antares", "lead/Antares", "odds/Antares", "stance/Antares" and
"fought/Antares" with an instruction.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from campaign.planning.editor import edits
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals import proposals, ready_fleets
from campaign.rules.orders import USUAL_ODDS, StandingInstruction
from campaign.war.log.documents import converted
from engines.seam.refusals import Refused, refuse
from engines.seam.words.whole_numbers import whole_number

MOST_BY = 20
AFTER_A_CLASS = {"buy": 1, "send": 2}
"""By the first word of a button how many words follow the key of a class, which comes second."""


def read_form(working: WorkingPlan, form: Mapping[str, str]) -> WorkingPlan:
    """The editor after everything in a form: its fields first, then its button; `Refused` if anything cannot be."""
    return press(read_fields(working, form), form.get("do", ""))


def read_fields(working: WorkingPlan, form: Mapping[str, str]) -> WorkingPlan:
    """The editor after the fields that differ from it; `Refused` with all that cannot be."""
    wrong: list[Refused] = []
    for name, value in form.items():
        word, _, rest = name.partition("/")
        try:
            if word == "to":
                working = edits.send_ship(working, rest, value)
            elif word == "answer":
                working = edits.instruct(
                    working,
                    rest,
                    _standing(
                        value,
                        form.get(f"lead/{rest}", "1"),
                        form.get(f"odds/{rest}", str(USUAL_ODDS)),
                        form.get(f"stance/{rest}", "withdraw"),
                        by_hand=form.get(f"fought/{rest}") == "hand",
                    ),
                )
        except Refused as refused:
            wrong.append(refused)
    if wrong:
        raise Refused(*(refusal for refused in wrong for refusal in refused.refusals))
    return working


def _standing(answer: str, lead: str, odds: str, stance: str, *, by_hand: bool) -> StandingInstruction:
    raw: dict[str, object] = {"answer": answer, "stance": stance}
    if answer in ("unless", "leading"):
        raw["lead"] = _counted(lead, "S36", "Enter the lead in LP, from 1 to 99.")
    if answer == "odds":
        raw["odds"] = _counted(
            odds, "S76", "Enter in how many of 100 you want to hold the front line, from 1 to 99."
        )
    if by_hand:
        raw["by_hand"] = True
    return converted(raw, StandingInstruction, "instruction")


def _counted(text: str, rule: str, otherwise: str) -> int:
    """The number that an instruction needs; `Refused` with what to enter if it is none from 1 to 99."""
    number = whole_number(text) or 0
    if not 1 <= number <= 99:
        raise refuse(rule, otherwise, "standing")
    return number


def press(working: WorkingPlan, words: str) -> WorkingPlan:
    """The editor after a button; `Refused` if there is no such button, or it cannot be pressed now."""
    if not words:
        return working
    verb, stroke, others = words.partition("/")
    rest = others.rsplit("/", AFTER_A_CLASS.get(verb, -1)) if stroke else []
    act = _BUTTONS.get((verb, len(rest)))
    if act is None:
        raise refuse("", "This page has no such button. Nothing was changed. Try again from this page.")
    return act(working, *rest)


def _by(text: str) -> int:
    number = whole_number(text.removeprefix("-"))
    if number is None or not 1 <= number <= MOST_BY:
        raise refuse("", f"One press changes a number by 1 to {MOST_BY}, not by {text[:12]!r}.")
    return -number if text.startswith("-") else number


def _buy(working: WorkingPlan, key: str, by: str) -> WorkingPlan:
    number = _by(by)
    for _ in range(abs(number)):
        working = edits.buy_more(working, key, 1 if number > 0 else -1)
    return working


def _send(working: WorkingPlan, key: str, target: str, by: str) -> WorkingPlan:
    number = _by(by)
    for _ in range(abs(number)):
        working = edits.send_more(working, key, target, 1 if number > 0 else -1)
    return working


def _fleet(working: WorkingPlan, key: str) -> WorkingPlan:
    """A ready fleet as it is sent out; it engages by the odds unless there are instructions already."""
    for offer in ready_fleets.fleet_choices(working.war, working.side):
        if offer.fleet.key == key:
            plan = replace(offer.working.plan, standing=working.plan.standing)
            return offer.working.with_plan(
                plan if plan.standing else proposals.answering(working.view, plan, proposals.ADVISED)
            )
    raise refuse("31.2", "There is no such ready fleet for this war and turn.", "buy")


def _spread(working: WorkingPlan) -> WorkingPlan:
    if working.war.turn != 1:
        raise refuse(
            "31.5",
            "You can spread ships evenly on turn 1 only. Later they move to neighbouring sectors.",
            "assign",
        )
    return ready_fleets.spread(working)


def _proposal(working: WorkingPlan, key: str) -> WorkingPlan:
    """The whole turn as a proposal has it; instructions stay as they are."""
    if working.war.turn == 1:
        raise refuse("31.2", "On turn 1, use a ready fleet instead.", "buy")
    plan = proposals.whole(working.view, working.side, _known(key))
    return working.with_plan(replace(plan, standing=working.plan.standing))


def _sending(working: WorkingPlan, key: str) -> WorkingPlan:
    """What is bought as it is, and every ship sent as a proposal has it."""
    return working.with_plan(proposals.sent_by(working.view, working.side, working.plan, _known(key)))


def _known(key: str) -> str:
    if key not in proposals.SENDING:
        raise refuse("31.5", "There is no proposal of that name.", "assign")
    return key


def _answers(working: WorkingPlan, key: str) -> WorkingPlan:
    """The same instruction for every sector (S36)."""
    if key not in proposals.ANSWERS:
        raise refuse("S36", "Choose one of the answers that the page offers for every sector.", "standing")
    return working.with_plan(proposals.answering(working.view, working.plan, key))


def _clear(working: WorkingPlan) -> WorkingPlan:
    return edits.first_plan(working.war, working.side)


_BUTTONS: dict[tuple[str, int], Callable[..., WorkingPlan]] = {
    ("buy", 2): _buy,
    ("send", 3): _send,
    ("ship", 2): edits.send_ship,
    ("scrap", 1): edits.scrap,
    ("keep", 1): edits.keep,
    ("fleet", 1): _fleet,
    ("proposal", 1): _proposal,
    ("sending", 1): _sending,
    ("answers", 1): _answers,
    ("spread", 0): _spread,
    ("as-last-turn", 0): edits.as_last_turn,
    ("nearest", 0): edits.nearest_legal,
    ("damaged", 0): edits.damaged_to_reserve,
    ("clear", 0): _clear,
}
