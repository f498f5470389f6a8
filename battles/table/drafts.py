"""Keeping what a side has typed of its report."""

from collections.abc import Mapping

import msgspec
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from battles.models import ReportDraft
from engines.seam.sides import Side


@transaction.atomic
def save_draft(*, battle_id: int, side: Side, fields: Mapping[str, str]) -> None:
    """Keep the fields as the side's draft of its report; the last one kept counts."""
    document = msgspec.json.encode(dict(fields))
    mine = ReportDraft.objects.filter(battle_id=battle_id, side=side)
    changes = {"document": document, "revision": F("revision") + 1, "updated_at": timezone.now()}
    if mine.update(**changes):
        return
    _row, made = ReportDraft.objects.get_or_create(
        battle_id=battle_id, side=side, defaults={"document": document}
    )
    if not made:
        mine.update(**changes)
