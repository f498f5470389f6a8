"""Stored records of battles, followed once more by the rules of now."""

from collections.abc import Collection, Iterator

from battles.models import Battle, BroughtRecord, Play, Resolution
from engines.seam.systems import System, system


def records_of(battles: Collection[int]) -> Iterator[tuple[int, bytes]]:
    """Every stored record of these battles with the number of its battle, in their order; three queries."""
    for rows in (
        Resolution.objects.filter(battle__in=battles, status=Resolution.Status.DONE),
        Play.objects.filter(battle__in=battles).exclude(record=None),
        BroughtRecord.objects.filter(battle__in=battles),
    ):
        for number, raw in rows.order_by("battle", "pk").values_list("battle", "record"):
            yield number, bytes(raw or b"")


def differences_of(number: int, raw: bytes) -> list[str]:
    """How the recorded battle differs by the rules of now, in sentences; none if it does not."""
    engine: System = system(Battle.objects.values_list("system", flat=True).get(pk=number))
    try:
        return engine.differences(raw)
    except ValueError as error:
        return [f"its record cannot be read: {error}"]
