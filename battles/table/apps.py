"""The feature table of battles."""

from config import feature


class TableFeature(feature.Feature):
    """battles/table/"""

    name = "battles.table"
