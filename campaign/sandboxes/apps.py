"""The feature sandboxes of wars."""

from config import feature


class SandboxesFeature(feature.Feature):
    """campaign/sandboxes/"""

    name = "campaign.sandboxes"

    def ready(self) -> None:
        """Stand in the line of a war's pages."""
        from campaign.sandboxes.war_hooks import tabs  # noqa: PLC0415
        from campaign.war.hooks import TABS  # noqa: PLC0415

        TABS.bring(tabs)
