"""The feature files of wars."""

from config import feature


class FilesFeature(feature.Feature):
    """campaign/files/"""

    name = "campaign.files"
