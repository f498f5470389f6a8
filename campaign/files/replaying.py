"""A war's log followed once more by the rules of now: every order that would be judged otherwise."""

from collections.abc import Iterator, Sequence

from campaign.files.document import FiledEntry
from campaign.files.verifying import Log
from campaign.war.log.fold import CORRECT_LOG, RENAME, WITHDRAW
from engines.seam.refusals import Refused


def differences(entries: Sequence[FiledEntry]) -> Iterator[str]:
    """Every way in which the log is another by the rules of now, in sentences; none if it is the same.

    After an entry that is judged otherwise the war goes on as it was recorded.
    """
    log = Log(entries[0])
    for entry in entries[1:]:
        try:
            if entry.kind == WITHDRAW:
                log.take_back(entry)
            elif entry.kind == CORRECT_LOG:
                log.correct_log(entry)
            elif entry.kind == RENAME:
                log.rename(entry)
            else:
                log.follow(entry)
        except Refused as refused:
            yield "; ".join(refusal.reason for refusal in refused.refusals)
            log.keep(entry)
