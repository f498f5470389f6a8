"""The feature of tables of Warfleets in the browser."""

from config import feature


class WarfleetsTablesFeature(feature.Feature):
    """battles/warfleets/tables/"""

    name = "battles.warfleets.tables"
