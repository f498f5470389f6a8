"""Players' own scenarios: made, changed, undone, deleted, and shared by a link.

A battle keeps its own set-up, so nothing here changes one that has begun.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from battles.models import OwnScenario, OwnScenarioVersion
from engines.seam.refusals import refuse
from engines.seam.words.names import LONGEST, tidy
from engines.talon.scenario_files.reading import LONGEST as LONGEST_TEXT
from engines.talon.scenario_files.reading import Written, read

LABEL: Final = "Own scenario"
"""What the rules of a battle by such a scenario are called."""
NAMELESS: Final = "Without a title"
MOST: Final = 24
"""How many scenarios a player can have."""
MOST_VERSIONS: Final = 20
"""How many changes can be undone."""
TOKEN_BYTES: Final = 32
UNDONE: Final = "undone"
"""Stands for the form where the last change was taken back."""
Change = Callable[[str], str]


class StaleScenario(Exception):
    """The page was older than the scenario: nothing was changed; `scenario` is as it is now."""

    def __init__(self, found: OwnScenario) -> None:
        super().__init__("This scenario has been changed in another tab since you opened this page.")
        self.scenario = found


@dataclass(frozen=True)
class Edit:
    """A change to a scenario: what it is in words, the version that the page showed, and the digest of its form."""

    change: Change
    words: str
    seen: int
    form: str = ""


def as_written(found: OwnScenario) -> Written:
    """What the text of a scenario says, and what is wrong with it."""
    return read(found.text, LABEL)


class NoScenario(Exception):
    """The player has no such scenario, or has none any more."""


def make_scenario(*, owner: User, text: str) -> OwnScenario:
    """A new scenario of the player's, or the one that the first of two clicks has made.

    `Refused` for a guest, at the limit, or if the text is too long to be kept.
    """
    title, faults = _judged(text)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=owner.pk)
        if owner.is_guest:
            raise refuse("", "Create an account before you write scenarios.")
        if (made := owner.scenarios.filter(text=text, version=1).order_by("-pk").first()) is not None:
            return made
        if owner.scenarios.count() >= MOST:
            raise refuse("", f"You have {MOST} scenarios. Delete one first.")
        return OwnScenario.objects.create(owner=owner, title=title, text=text, faults=faults)


def change_scenario(*, scenario_id: int, owner: User, edit: Edit) -> OwnScenario:
    """The scenario with the change, once for a form; a change that changes nothing is no version.

    `StaleScenario` if the page was older than the scenario, `Refused` if the change cannot be made; nothing has changed
    then.
    """
    with _locked(scenario_id, owner) as found:
        if found.version == edit.seen + 1 and edit.form and edit.form == found.last_form:
            return found
        if found.version != edit.seen:
            raise StaleScenario(found)
        after = edit.change(found.text)
        if after == found.text:
            return found
        OwnScenarioVersion.objects.create(
            scenario=found, number=found.version, text=found.text, words=edit.words[:120]
        )
        _forget_old(found)
        return _store(found, after, edit.form)


def undo(*, scenario_id: int, owner: User, seen: int) -> OwnScenario:
    """The scenario as it was before its last change, once for two clicks.

    `StaleScenario` if the page was older, `Refused` if no earlier version is kept.
    """
    with _locked(scenario_id, owner) as found:
        if found.version == seen + 1 and found.last_form == UNDONE:
            return found
        if found.version != seen:
            raise StaleScenario(found)
        last = found.versions.order_by("-number").first()
        if last is None:
            raise refuse("", "There is nothing to undo.")
        text = last.text
        last.delete()
        return _store(found, text, UNDONE)


def delete_scenario(*, scenario_id: int, owner: User) -> None:
    """Delete a scenario with its versions, harmless when done twice; battles by it stay."""
    OwnScenario.objects.filter(pk=scenario_id, owner=owner).delete()


def share(*, scenario_id: int, owner: User) -> str:
    """The token of the scenario's link, a new one if there was none; `Refused` while something is wrong with it."""
    with _locked(scenario_id, owner) as found:
        if found.faults:
            raise refuse("", "Put right what is wrong with the scenario before you share it.")
        if found.share_token is None:
            found.share_token = secrets.token_urlsafe(TOKEN_BYTES)
            found.save(update_fields=["share_token"])
        return found.share_token


def unshare(*, scenario_id: int, owner: User) -> None:
    """Take the scenario's link back: it leads nowhere from now on. Harmless without one; copies stay."""
    with _locked(scenario_id, owner) as found:
        found.share_token = None
        found.save(update_fields=["share_token"])


def shared_scenario(token: str) -> OwnScenario | None:
    """The scenario that a link shows; None if the link was taken back, or never was."""
    return OwnScenario.objects.select_related("owner").filter(share_token=token).first() if token else None


@contextmanager
def _locked(scenario_id: int, owner: User) -> Iterator[OwnScenario]:
    """The player's scenario, held in a transaction; `NoScenario` if the player has none of that number."""
    with transaction.atomic():
        found = OwnScenario.objects.select_for_update().filter(pk=scenario_id, owner=owner).first()
        if found is None:
            raise NoScenario
        yield found


def _judged(text: str) -> tuple[str, int]:
    """The title of a text, and how much is wrong with it; `Refused` if it is too long to be kept."""
    if len(text) > LONGEST_TEXT:
        raise refuse("", f"The text has {len(text):,} characters; {LONGEST_TEXT:,} are allowed.")
    if "\0" in text:
        raise refuse("", "The text has a character that is no text. Type it again.")
    written = read(text, LABEL)
    return tidy(written.title)[:LONGEST] or NAMELESS, len(written.faults)


def _store(found: OwnScenario, text: str, form: str) -> OwnScenario:
    title, faults = _judged(text)
    if title == NAMELESS:
        title = found.title
    found.title, found.text, found.faults = title, text, faults
    found.version, found.last_form, found.saved_at = found.version + 1, form, timezone.now()
    found.save(update_fields=["title", "text", "faults", "version", "last_form", "saved_at"])
    return found


def _forget_old(found: OwnScenario) -> None:
    kept = found.versions.order_by("-number").values_list("pk", flat=True)[:MOST_VERSIONS]
    found.versions.exclude(pk__in=list(kept)).delete()
