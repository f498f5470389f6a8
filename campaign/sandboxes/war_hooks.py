"""The sandbox in the line of a war's pages."""

from collections.abc import Iterator

from campaign.war.at import At
from campaign.war.hooks import Tab
from campaign.war.words.band import may_be_tried


def tabs(at: At) -> Iterator[Tab]:
    """The page on which a sandbox begins, where one can."""
    if may_be_tried(at.war) and not at.acts_for:
        yield Tab("Sandbox", "sandbox/")
