"""The feature company of battles."""

from config import feature


class CompanyFeature(feature.Feature):
    """battles/company/"""

    name = "battles.company"
