"""Signals of wars for whoever has arranged one."""

from django.dispatch import Signal

war_changed = Signal()
"""Sent with `war`, as it is stored now, inside the transaction of every change of a war that was arranged."""
