"""The time of a war in the line of its pages."""

from collections.abc import Iterator

from campaign.war.at import At
from campaign.war.hooks import Tab
from campaign.war.time.arranging import has_time


def tabs(at: At) -> Iterator[Tab]:
    """The page about it, where two people can agree about it."""
    if has_time(at):
        yield Tab("Time", "time/")
