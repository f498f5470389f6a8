"""How much work the file of a war may make for whoever checks it: far more than any war that people have played."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from campaign.files.document import FiledEntry, WholeWar
from campaign.war.log.fold import AMEND, CORRECT_LOG, WITHDRAW
from engines.seam.refusals import refuse

MOST_WITHDRAWALS: Final = 200
MOST_AMENDMENTS: Final = 100
MOST_ASIDES: Final = 1000
MOST_AGAIN: Final = 40_000
"""Twenty times what a war of 350 entries needs for five corrected results of its first turn."""
READ_AS_ONE: Final = 8
"""So many entries are read again in the time in which one is judged again."""
ASIDES: Final = frozenset({"deadline", "lend", "take-back", "offer-draw", "answer-draw", "levels"})
"""Kinds of entries that can be given again and again without the war going on."""
ASK_THE_HOST: Final = "The host of this site can import the file."


def check_limits(file: WholeWar) -> None:
    """Raise `Refused` with the first limit that the file exceeds; nothing in it is judged."""
    if sum(entry.kind == WITHDRAW for entry in file.entries) > MOST_WITHDRAWALS:
        raise refuse("S42", f"The file withdraws more than {MOST_WITHDRAWALS} results. {ASK_THE_HOST}")
    if sum(entry.kind in (AMEND, CORRECT_LOG) for entry in file.entries) > MOST_AMENDMENTS:
        raise refuse("S67", f"The file corrects more than {MOST_AMENDMENTS} results. {ASK_THE_HOST}")
    if sum(entry.kind in ASIDES for entry in file.entries) > MOST_ASIDES:
        what = "passed deadlines, lent seats, draw offers and changes of difficulty"
        raise refuse("", f"The file has more than {MOST_ASIDES:,} {what}. {ASK_THE_HOST}")
    again = judged_by(file)[-1] - len(file.entries)
    if again > MOST_AGAIN:
        reason = (
            f"To check the corrected results, {again:,} entries would have to be judged again. "
            f"The limit is {MOST_AGAIN:,}. {ASK_THE_HOST}"
        )
        raise refuse("S67", reason)


def judged_by(file: WholeWar) -> list[int]:
    """By entry how many entries are judged up to it, those included that its corrected results have judged again.

    A file that says of itself what is not true is refused where it does so, before its later entries are judged.
    """
    return [*accumulate(1 + again for again in _Kept().judged_again(file))]


class _Kept:
    """The numbers of the entries that count so far, and of the corrections among them."""

    def __init__(self) -> None:
        self._numbers: list[int] = []
        self._amends: list[int] = []

    def judged_again(self, file: WholeWar) -> Iterator[int]:
        """How many entries are judged again for each of the file's."""
        for number, entry in enumerate(file.entries, start=1):
            yield self._again(entry)
            if entry.kind == WITHDRAW:
                self._drop(entry.withdraws or 0)
                continue
            if _rewinds(entry):
                self._drop((entry.retells or 0) + 1)
            self._numbers.append(number)
            if entry.kind == AMEND:
                self._amends.append(number)

    def _again(self, entry: FiledEntry) -> int:
        """The log is read for a correction, and once more for each earlier one that is judged again."""
        if entry.kind not in (AMEND, CORRECT_LOG):
            return 0
        read = len(self._numbers) // READ_AS_ONE
        if entry.kind == AMEND or _rewinds(entry):
            return read
        since = len(self._numbers) - bisect_left(self._numbers, entry.retells or 0)
        amends = len(self._amends) - bisect_right(self._amends, entry.retells or 0)
        return read * (1 + amends) + since

    def _drop(self, first: int) -> None:
        """Entries from number `first` on do not count any more."""
        del self._numbers[bisect_left(self._numbers, first) :]
        del self._amends[bisect_left(self._amends, first) :]


def _rewinds(entry: FiledEntry) -> bool:
    return entry.kind == CORRECT_LOG and entry.corrects is not None and entry.corrects.way == "rewind"
