"""The feature sandboxes of battles."""

from config import feature


class SandboxesFeature(feature.Feature):
    """battles/talon/sandboxes/"""

    name = "battles.talon.sandboxes"
