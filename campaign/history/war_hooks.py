"""The pages of a war's past in the line of its pages."""

from campaign.war.at import At
from campaign.war.hooks import Tab

TABS = (Tab("History", "history/"), Tab("Treasury", "treasury/"), Tab("Charts", "charts/"))


def tabs(_at: At) -> tuple[Tab, ...]:
    """Every war has them."""
    return TABS
