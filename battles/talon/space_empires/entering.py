"""What players have entered of a battle, step by step: kept as it was typed, also while something of it is wrong."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Final, Literal

import msgspec
from django.db import transaction

from battles.models import SpaceEmpiresBattle
from battles.talon.space_empires.forms import FIRST, MORE, HowForm, WhereForm, WhoForm, brief_of
from engines.seam.sides import SIDES, Side
from engines.talon.space_empires.brief import Brief

Step = Literal["where", "who", "how"]
STEPS: Final[tuple[Step, ...]] = ("where", "who", "how")
TITLES: Final[dict[Step, str]] = {"where": "Where", "who": "Who", "how": "How"}
LONGEST_VALUE: Final = 120
"""Characters of the longest value that is kept."""
USUAL: Final = {"count": "1", "attack": "0", "defence": "0", "experience": "0", "tactics": "0"}
"""What a field says, by the last part of its name, while nothing has been entered; others are empty."""
StepForm = WhereForm | WhoForm | HowForm
Entered = dict[str, dict[str, str]]


def all_entered(row: SpaceEmpiresBattle) -> Entered:
    """What has been entered, by step and field."""
    return msgspec.json.decode(bytes(row.entered), type=dict[str, dict[str, str]])


def entered_in(row: SpaceEmpiresBattle, step: str) -> dict[str, str]:
    """What has been entered in a step, and what the form begins with if nothing has been."""
    return all_entered(row).get(step, dict(FIRST[step]))


def form_of(row: SpaceEmpiresBattle, step: Step, data: Mapping[str, str] | None = None) -> StepForm:
    """The form of a step: with `data` as it was sent, otherwise with what has been entered."""
    known = entered_in(row, step)
    if step == "who":
        where = entered_in(row, "where")
        return WhoForm(data, where=where) if data is not None else WhoForm(initial=known, where=where)
    kind = WhereForm if step == "where" else HowForm
    return kind(data) if data is not None else kind(initial=known)


@transaction.atomic
def keep(row: SpaceEmpiresBattle, step: Step, form: StepForm, *, more: str = "") -> tuple[Side, ...]:
    """Keep what was sent of a step's fields, with room for more groups of the side `more`.

    What the other player has entered since the page was made is not overwritten. Returned are the sides that both have
    changed: of these, nothing of what was sent is kept.
    """
    row.entered = SpaceEmpiresBattle.objects.select_for_update().get(pk=row.pk).entered
    sent = {name: str(form.data.get(name, ""))[:LONGEST_VALUE] for name in form.fields if name in form.data}
    both: tuple[Side, ...] = ()
    if isinstance(form, WhoForm):
        if more in SIDES:
            sent[f"{more}_rows"] = str(form.rows[more] + MORE)
        sent, both = _merged(form, entered_in(row, "who"), sent)
    row.entered = msgspec.json.encode({**all_entered(row), step: sent})
    SpaceEmpiresBattle.objects.filter(pk=row.pk, battle=None).update(entered=row.entered)
    return both


def _merged(
    form: WhoForm, known: Mapping[str, str], sent: Mapping[str, str]
) -> tuple[dict[str, str], tuple[Side, ...]]:
    """By side what was sent, or what is known if only that is new; and the sides that were changed twice."""
    found: dict[str, str] = {}
    both: list[Side] = []
    for side in SIDES:
        was, mine, theirs = form.data.get(f"{side}_was", ""), side_mark(side, sent), side_mark(side, known)
        aliens = form.aliens and side == form.defender
        takes = aliens or theirs in (was, mine)
        if not takes and mine != was:
            both.append(side)
        found |= _of_side(side, sent if takes else known)
    return found, tuple(both)


def side_mark(side: Side, values: Mapping[str, str]) -> str:
    """What tells the ships of a side, and its rating, from others; "" while nothing of them has been entered."""
    told = {
        name: value
        for name, value in _of_side(side, values).items()
        if name != f"{side}_rows" and value not in ("", USUAL.get(name.rpartition("_")[2], ""))
    }
    return sha256(msgspec.json.encode(sorted(told.items()))).hexdigest() if told else ""


def _of_side(side: Side, values: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in values.items() if name.startswith(f"{side}_")}


def first_wrong(row: SpaceEmpiresBattle) -> Step | None:
    """The first step with something missing or wrong; None if all three can be read."""
    entered = all_entered(row)
    for step in STEPS:
        if step not in entered or not form_of(row, step, entered[step]).is_valid():
            return step
    return None


def brief_in(row: SpaceEmpiresBattle) -> Brief | None:
    """What has been entered as a whole, with the usual choices of a last step that is still to come.

    None while one of the others is missing or wrong.
    """
    entered = {"how": dict(FIRST["how"]), **all_entered(row)}
    if first_wrong(row) not in (None, "how"):
        return None
    where, how = WhereForm(entered["where"]), HowForm(entered["how"])
    who = WhoForm(entered["who"], where=entered["where"])
    valid = all(form.is_valid() for form in (where, who, how))
    return brief_of(where, who, how, f"Battle {row.number}") if valid else None
