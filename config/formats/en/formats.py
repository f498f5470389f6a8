"""Times name their zone."""

DATETIME_FORMAT = "j M Y, H:i e"
