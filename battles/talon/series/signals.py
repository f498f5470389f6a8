"""Signals of campaign games for whoever has arranged one."""

from django.dispatch import Signal

series_changed = Signal()
"""Sent with `found`, a `SeriesState`, inside the transaction of every change of a campaign game that was arranged."""
