"""The link for onlookers as it stands beside a war: a tab, and the link on the war's page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from campaign.war.at import At
from campaign.war.frame import Rival, rival_of
from campaign.war.hooks import Panel, Tab


@dataclass(frozen=True, slots=True)
class OnlookersPanelPage(Panel):
    """The link on the war's page. It is a key, and so asked for by itself; `watched`: there is one."""

    template: ClassVar = "campaign/onlookers_panel.html"
    path: str
    rival: Rival
    watched: bool


def link(at: At) -> OnlookersPanelPage | None:
    """The link; None for a deputy, and in a sandbox."""
    if at.war.is_sandbox or at.acts_for:
        return None
    return OnlookersPanelPage(at.path, rival_of(at), at.war.watch_token is not None)


def tabs(at: At) -> Iterator[Tab]:
    """The tab of the link's page, where there is a link."""
    if at.war.watch_token is not None and not at.acts_for:
        yield Tab("Onlookers", "watch/", icon="eye", pushed=True)
