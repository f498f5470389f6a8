"""A unit whose name can be written in no record gets another one, in everything that is stored of its battle."""

from django.db import transaction
from django.db.models import F

from battles.battle.services.resolving import resolve_again
from battles.battle.services.step import read
from battles.models import Battle, Wish
from engines.seam.codec import renamed

DOCUMENTS = ("setup", "report", "result")


@transaction.atomic
def rename_unit(*, battle_id: int, name: str, new: str) -> None:
    """Give every unit of that name the new one; a fight that failed is tried again.

    No record has the name, as none could be written with it.
    """
    battle = read(battle_id, lock=True)
    stored = {field: bytes(raw) for field in DOCUMENTS if (raw := getattr(battle, field)) is not None}
    changes = {field: now for field, raw in stored.items() if (now := renamed(raw, name, new)) != raw}
    if not changes:
        return
    Battle.objects.filter(pk=battle_id).update(version=F("version") + 1, **changes)
    for wish in Wish.objects.filter(battle=battle):
        Wish.objects.filter(pk=wish.pk).update(doctrine=renamed(bytes(wish.doctrine), name, new))
    if battle.held_at is None:
        resolve_again(battle_id=battle_id)
