"""Ships whose names can be written in no battle record, as earlier versions took them, get other names (S34)."""

from collections.abc import Iterator

from django.db.models import Q

from accounts.models import User
from battles import services as battles
from campaign.models import Correction, Draft, Engagement, Entry, GivenDoctrine, SealedOrder, SetAside, War
from campaign.rules import state as core
from campaign.war.log.documents import RULES_VERSION, Renamed, decode_state, encoded
from campaign.war.log.fold import RENAME, fold_entries, log_of
from campaign.war.services.acting import check_seat
from campaign.war.services.log import check_seen, locked, notify, running, snapshot, store
from campaign.war.services.results import rewrite_rows
from engines.seam.codec import renamed
from engines.seam.looks import alike
from engines.seam.refusals import refuse
from engines.seam.sides import SIDES, Side
from engines.seam.words.names import fault, tidy, unwritable


def rename_ship(*, war_id: int, side: Side, user: User | None, seen_version: int, name: str, new: str) -> War:
    """The war in which the ship is called otherwise, from its beginning and in all its battles.

    `StaleWar` if the page was older than the war, `SeatLost` if the user may not act for the side. `Refused` for a ship
    whose name can be written, or if the new name is none or looks like another one of the side.
    """
    with locked(war_id) as war:
        check_seat(war, side, user)
        check_seen(war, seen_version)
        by = Renamed(name, tidy(new))
        _check(running(war), side, by)
        _write(war, side, user, by)
        _rename_secrets(war, by)
        for battle_id in _battles(war):
            battles.rename_unit(battle_id=battle_id, name=by.name, new=by.new)
    return war


def _check(state: core.War, side: Side, by: Renamed) -> None:
    if by.name not in state.fleet(side).ships or not unwritable(by.name):
        raise refuse("S34", "Only a ship whose name cannot stand in a battle record gets another name.")
    if wrong := fault(by.new):
        raise refuse("S34", wrong, "new")
    for one in SIDES:
        if one == side or by.name in state.fleet(one).names:
            other = alike(by.new, _taken(state, one, by.name))
            if other is not None:
                raise refuse("S34", f"{by.new} looks like {other}. Choose another name.", "new")
    if by.name in (*state.chart.order, *state.chart.patterns, state.chart.name):
        raise refuse("S34", "This ship is called like a place on the map, so it cannot be renamed.")


def _taken(state: core.War, side: Side, name: str) -> Iterator[str]:
    """The names that the side has had in the war, but for the one that is given up."""
    fleet = state.fleet(side)
    yield from {*fleet.names, *fleet.ships} - {name}
    yield from (base.name for base in state.bases.values() if base.side == side)


def _write(war: War, side: Side, user: User | None, by: Renamed) -> None:
    """The entry, with the snapshot and rows to which the log leads with it."""
    seen = war.version
    Entry.objects.create(
        war=war,
        number=seen + 1,
        seat=side,
        user=user,
        kind=RENAME,
        turn=war.turn,
        document=encoded(by),
        events=encoded(()),
        rules_version=RULES_VERSION,
    )
    state, rows = fold_entries(log_of(war.pk))
    snapshot(war, state, version=seen + 1)
    store(war, seen)
    rewrite_rows(war, rows)
    if war.taken is not None:
        war.taken = renamed(bytes(war.taken), by.name, by.new)
        war.save(update_fields=["taken"])
    notify(war, decode_state(bytes(war.state or b"")))


def _rename_secrets(war: War, by: Renamed) -> None:
    """What waits outside the log: drafts, sealed orders, doctrines, and corrections to be made."""
    for model in (Draft, SealedOrder, GivenDoctrine, Correction):
        for row in model.objects.filter(war=war):
            document = renamed(bytes(row.document), by.name, by.new)
            model.objects.filter(pk=row.pk).update(document=document)


def _battles(war: War) -> set[int]:
    """The numbers of all battles of the war, those that no longer count too."""
    rows = Engagement.objects.filter(~Q(battle=None), war=war).values_list("battle", flat=True)
    return {*rows, *SetAside.objects.filter(war=war).values_list("battle", flat=True)}
