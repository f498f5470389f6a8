"""What players have entered of a battle, step by step: kept as it was typed, also while something of it is wrong."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from battles.models import SpaceEmpiresBattle
from battles.talon.space_empires.forms import FIRST, MORE, HowForm, WhereForm, WhoForm, brief_of
from engines.seam.sides import SIDES
from engines.talon.space_empires.brief import Brief

Step = Literal["where", "who", "how"]
STEPS: Final[tuple[Step, ...]] = ("where", "who", "how")
TITLES: Final[dict[Step, str]] = {"where": "Where", "who": "Who", "how": "How"}
LONGEST_VALUE: Final = 120
"""Characters of the longest value that is kept."""
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


def keep(row: SpaceEmpiresBattle, step: Step, form: StepForm, *, more: str = "") -> None:
    """Keep what was sent of a step's fields, with room for more groups of the side `more`."""
    sent = {name: str(form.data.get(name, ""))[:LONGEST_VALUE] for name in form.fields if name in form.data}
    if more in SIDES and isinstance(form, WhoForm):
        sent[f"{more}_rows"] = str(form.rows[more] + MORE)
    entered = {**all_entered(row), step: sent}
    row.entered = msgspec.json.encode(entered)
    SpaceEmpiresBattle.objects.filter(pk=row.pk, battle=None).update(entered=row.entered)


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
