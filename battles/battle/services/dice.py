"""The dice of a battle: committed when it opens, added to by both sides, closed when the computer gets it."""

import re
import secrets
from collections.abc import Sequence

from django.db.models import Q

from battles.models import Battle, DiceSeal, EntropySource, Play, Resolution
from engines.seam.commitments import SEED_BYTES, commitment_of, part_of_seed
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side

ENTROPY = re.compile(r"[0-9A-Za-z_-]{1,64}")


def drawn(size: int) -> str:
    """Chance, in hex."""
    return secrets.token_hex(size)


def commit(*, name: str, battle: Battle | None = None) -> DiceSeal:
    """The seal of that name, drawn now if there is none; assigned to the battle if one is given."""
    seal = DiceSeal.objects.filter(name=name).first()
    if seal is None:
        seed = drawn(SEED_BYTES)
        fresh = {"seed": seed, "commitment": commitment_of(name, seed)}
        seal, _made = DiceSeal.objects.get_or_create(name=name, defaults=fresh)
    if battle is not None and seal.battle_id is None:
        DiceSeal.objects.filter(pk=seal.pk, battle=None).update(battle=battle)
        seal.refresh_from_db()
    return seal


def commit_ahead(names: Sequence[str]) -> None:
    """Commit dice under those of the names that have none; two queries at most."""
    known = set(DiceSeal.objects.filter(name__in=names).values_list("name", flat=True))
    seeds = {name: drawn(SEED_BYTES) for name in names if name not in known}
    fresh = [
        DiceSeal(name=name, seed=seed, commitment=commitment_of(name, seed)) for name, seed in seeds.items()
    ]
    if fresh:
        DiceSeal.objects.bulk_create(fresh, ignore_conflicts=True)


def current(battle: Battle) -> DiceSeal:
    """The seal of the battle's dice; a new one if a battle was fought with the last, because its seed is known."""
    last = battle.seals.order_by("-pk").first()
    if last is None:
        return commit(name=battle.topic, battle=battle)
    fought = last.resolutions.filter(status=Resolution.Status.DONE).exists()
    if (
        not fought
        and not Play.objects.filter(seal=last, stage__in=(Play.Stage.OVER, Play.Stage.GONE)).exists()
    ):
        return last
    return commit(name=f"{last.name.partition('#')[0]}#{battle.seals.count() + 1}", battle=battle)


def add_entropy(
    seal: DiceSeal, side: Side, entropy: str, source: EntropySource = EntropySource.PLAYER
) -> None:
    """Keep what the side adds to the dice; the last one counts, and none after the battle was begun here.

    `Refused` if it is not letters, digits, - and _; "" leaves what was added before.
    """
    if entropy:
        _add(Q(pk=seal.pk), side, entropy, source)


def add_entropy_ahead(*, names: Sequence[str], side: Side, entropy: str) -> None:
    """Keep what the side adds to the dice committed under these names; see `add_entropy`."""
    if entropy:
        _add(Q(name__in=names), side, entropy, EntropySource.PLAYER)


def _add(which: Q, side: Side, entropy: str, source: EntropySource) -> None:
    if not ENTROPY.fullmatch(entropy):
        raise refuse("", "Your part of the dice: up to 64 letters, digits, - and _.", "entropy")
    changes = {f"{side}_entropy": entropy, f"{side}_source": source}
    DiceSeal.objects.filter(which, resolutions=None, play=None).update(**changes)


def forget_commitments(*, prefix: str) -> None:
    """Delete the unused dice committed under names with this prefix."""
    DiceSeal.objects.filter(name__startswith=prefix, battle=None).delete()


def closed(seal: DiceSeal) -> DiceSeal:
    """The seal with a part from both sides; the part of a side that added nothing follows from the seed."""
    seal.refresh_from_db()
    for side in SIDES:
        if not seal.entropies[side]:
            add_entropy(seal, side, part_of_seed(seal.name, seal.seed, side), EntropySource.SITE)
    seal.refresh_from_db()
    return seal
