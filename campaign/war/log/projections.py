"""Rows for everyone else, made from the events: ships, ledger, assignments, front lines, battles, losses.

A walk over events gives the operations on rows; applied to nothing they give every row of a war.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from campaign import models as m
from campaign.rules import events as e
from campaign.rules.corrections import amended_events as a
from campaign.rules.evolve import evolve
from campaign.rules.map.strategic_map import place_title
from campaign.rules.record import clone
from campaign.rules.state import Battle, Loss, War
from campaign.war.log.documents import encoded
from engines.seam.documents import Result
from engines.seam.sides import SIDES, Side
from engines.seam.systems import unit_class

Key = tuple[Any, ...]
Table = dict[Key, dict[str, Any] | None]
"""Rows by the values of their unique fields (the war apart); None for a row that goes."""

KEYS: dict[type[models.Model], tuple[str, ...]] = {
    m.Ship: ("side", "name"),
    m.LedgerLine: ("turn", "seat", "cause"),
    m.Assignment: ("turn", "side", "ship"),
    m.FrontLine: ("turn", "sector"),
    m.Base: ("place",),
    m.Engagement: ("number",),
    m.Loss: ("engagement", "side", "name"),
}


@dataclass
class Rows:
    """What is to be written: for each table, rows by key."""

    tables: dict[type[models.Model], Table] = field(default_factory=lambda: {table: {} for table in KEYS})
    changes: list[tuple[type[models.Model], Key, dict[str, Any]]] = field(default_factory=list)

    def put(self, table: type[models.Model], key: Key, **values: Any) -> None:
        """Write a whole row."""
        self.tables[table][key] = values

    def change(self, table: type[models.Model], key: Key, **values: Any) -> None:
        """Change some values of a row that is there already, in these rows or stored."""
        row = self.tables[table].get(key)
        if row is None:
            self.changes.append((table, key, values))
        else:
            row.update(values)

    def drop(self, table: type[models.Model], key: Key) -> None:
        """Remove a row, if it is there."""
        self.tables[table][key] = None


def walk(before: War | None, events: Iterable[e.AnyEvent], rows: Rows) -> War:
    """The war after the events; the rows that follow from them are put into `rows`. `before` is not changed."""
    war = clone(before) if before is not None else None
    for event in events:
        war = evolve(war, event)
        _project(event, war, rows)
    if war is None:
        raise ValueError("a war without a single event")
    _ships(before, war, rows)
    _bases(before, war, rows)
    return war


def _ships(before: War | None, after: War, rows: Rows) -> None:
    for side in SIDES:
        old = before.fleet(side).ships if before is not None else {}
        new = after.fleet(side).ships
        for name in old.keys() - new.keys():
            rows.drop(m.Ship, (side, name))
        for name, ship in new.items():
            if old.get(name) != ship:
                rows.put(
                    m.Ship,
                    (side, name),
                    ship_class=ship.ship_class,
                    target=ship.where or "",
                    damage=encoded(ship.damage),
                    stranded=ship.stranded,
                )


def _bases(before: War | None, after: War, rows: Rows) -> None:
    old = before.bases if before is not None else {}
    for place in old.keys() - after.bases.keys():
        rows.drop(m.Base, (place,))
    for place, base in after.bases.items():
        if old.get(place) != base:
            rows.put(m.Base, (place,), side=base.side, name=base.name, damage=encoded(base.damage))


def _project(event: e.AnyEvent, war: War, rows: Rows) -> None:
    if isinstance(event, e.BattlePlanned):
        _engagement(war, event.number, rows)
    elif (number := getattr(event, "battle", 0)) and not isinstance(event, e.QuestionAsked):
        _engagement(war, number, rows)
    match event:
        case e.WarBegan():
            _start(event, war, rows)
        case e.SandboxBegan():
            _carry_over(event.war, rows)
        case e.TakenOver():
            _take_over(war, rows)
        case e.BasesPlaced() | e.IncomePaid() | e.ShipsBought():
            _money(event, war, rows)
        case e.FleetAssigned():
            _assignments(event, war, rows)
        case e.MarkerMoved():
            rows.put(m.FrontLine, (war.turn, event.sector), zone=event.end + 1)
        case e.ResultAccepted():
            _losses([loss for loss in war.losses if loss.battle == event.battle], rows)
        case _:
            _amend(event, war, rows)


def _amend(event: e.AnyEvent, war: War, rows: Rows) -> None:
    match event:
        case a.ResultAmended():
            rows.change(m.Engagement, (event.battle,), **_result_values(event.result))
        case a.FatesAmended():
            for loss in event.withdrawn:
                rows.drop(m.Loss, (loss.battle, loss.side, loss.name))
            _losses(event.recorded, rows)
        case a.MarkerAmended():
            rows.put(m.FrontLine, (war.turn, event.sector), zone=event.end + 1)
        case a.TreasuryAmended():
            words = f"Corrected result of battle {event.battle}"
            _ledger(war, rows, event.side, cause=f"correction {event.nth}", words=words, amount=event.points)
        case _:
            pass


def _start(event: e.WarBegan, war: War, rows: Rows) -> None:
    for side in SIDES:
        amount = event.settings.first_treasury(side)
        _ledger(war, rows, side, cause="start", words="War chest", amount=amount, turn=0)
    for sector, index in war.markers.items():
        rows.put(m.FrontLine, (0, sector), zone=index + 1)


def _take_over(war: War, rows: Rows) -> None:
    """What a war from paper goes on with: treasuries and front lines after the turn before, and nothing earlier."""
    for side in SIDES:
        amount = war.fleet(side).treasury
        rows.drop(m.LedgerLine, (0, side, "start"))
        _ledger(
            war,
            rows,
            side,
            cause="taken-over",
            words="The war is taken over from paper",
            amount=amount,
        )
    for sector, index in war.markers.items():
        rows.drop(m.FrontLine, (0, sector))
        rows.put(m.FrontLine, (war.turn, sector), zone=index + 1)


def _carry_over(war: War, rows: Rows) -> None:
    """What a sandbox begins with: treasuries, front lines and the battles of its turn."""
    for side in SIDES:
        amount = war.fleet(side).treasury - war.settings.first_treasury(side)
        _ledger(war, rows, side, cause="sandbox", words="Until the sandbox began", amount=amount)
    for sector, index in war.markers.items():
        if index != war.chart.start(sector):
            rows.put(m.FrontLine, (war.turn - 1, sector), zone=index + 1)
    for battle in war.battles:
        _engagement(war, battle.number, rows)


def _money(event: e.BasesPlaced | e.IncomePaid | e.ShipsBought, war: War, rows: Rows) -> None:
    if isinstance(event, e.IncomePaid):
        paid = event.by_sector  # read from the log it is sorted by name, and not in battle order
        words = ", ".join(f"{sector} {paid[sector]}" for sector in war.chart.order if sector in paid)
        _ledger(war, rows, event.side, cause="income", words=f"Income: {words}", amount=event.total)
    elif isinstance(event, e.ShipsBought):
        words = _shopping(event.side, event)
        _ledger(war, rows, event.side, cause="purchases", words=words, amount=-event.total)
    elif event.cost:
        _ledger(war, rows, event.side, cause="bases", words="Extra bases", amount=-event.cost)


def _ledger(
    war: War, rows: Rows, side: Side, *, cause: str, words: str, amount: int, turn: int | None = None
) -> None:
    balance = war.fleet(side).treasury
    key = (war.turn if turn is None else turn, side, cause)
    rows.put(m.LedgerLine, key, words=words, amount=amount, balance=balance)


def _shopping(side: Side, event: e.ShipsBought) -> str:
    return "Bought " + ", ".join(
        f"{unit_class(side, purchase.ship_class).title} {purchase.name}" for purchase in event.purchases
    )


def _assignments(event: e.FleetAssigned, war: War, rows: Rows) -> None:
    ships = war.fleet(event.side).ships
    for name, target in event.targets.items():
        rows.put(
            m.Assignment,
            (war.turn, event.side, name),
            ship_class=ships[name].ship_class,
            target=target,
        )


def _losses(losses: Iterable[Loss], rows: Rows) -> None:
    for loss in losses:
        rows.put(
            m.Loss,
            (loss.battle, loss.side, loss.name),
            turn=loss.turn,
            ship_class=loss.ship_class,
            points=unit_class(loss.side, loss.ship_class).points,
        )


OUTCOMES = {"hidden": "due", "revealed": "revealed", "asking": "revealed", "joined": "joined"}


def _engagement(war: War, number: int, rows: Rows) -> None:
    battle = war.battle(number)
    if battle is not None:
        rows.put(m.Engagement, (number,), **_engagement_values(war, battle))


def _engagement_values(war: War, battle: Battle) -> dict[str, Any]:
    result = battle.result
    return {
        "turn": war.turn,
        "place": battle.place,
        "sectors": ", ".join(battle.sectors),
        "outcome": OUTCOMES.get(battle.status) or _outcome(battle),
        "terran_lp": battle.lp.get("terran"),
        "talon_lp": battle.lp.get("talon"),
        "forces": encoded(battle.forces) if battle.forces else None,
        **_result_values(result),
        "winner": _winner(battle) or "",
        "moved": battle.moved,
        "words": place_title(battle.place),
    }


def _result_values(result: Result | None) -> dict[str, Any]:
    return {
        "winner": (result.winner or "") if result else "",
        "degree": (result.degree or "") if result else "",
        "terran_lost": result.terran_lost if result else 0,
        "talon_lost": result.talon_lost if result else 0,
    }


def _outcome(battle: Battle) -> str:
    if battle.result is not None:
        return "fought"
    return "forfeited" if battle.forfeited_by else "not_fought"


def _winner(battle: Battle) -> Side | None:
    if battle.result is not None:
        return battle.result.winner
    if battle.forfeited_by is None:
        return None
    return "talon" if battle.forfeited_by == "terran" else "terran"


def write(war_id: int, rows: Rows) -> None:
    """Write what a walk found to the database: one statement a table, two where rows go."""
    for table, keyed in rows.tables.items():
        _write_table(war_id, table, keyed)
    for table, key, values in rows.changes:
        place = dict(zip(KEYS[table], key, strict=True))
        table._default_manager.filter(war_id=war_id, **place).update(**values)


def _write_table(war_id: int, table: type[models.Model], keyed: Mapping[Key, dict[str, Any] | None]) -> None:
    names = KEYS[table]
    gone = [key for key, values in keyed.items() if values is None]
    if gone:
        doomed = models.Q()
        for key in gone:
            doomed |= models.Q(**dict(zip(names, key, strict=True)))
        table._default_manager.filter(doomed, war_id=war_id).delete()
    kept = [(key, values) for key, values in keyed.items() if values is not None]
    if kept:
        table._default_manager.bulk_create(
            [table(war_id=war_id, **dict(zip(names, key, strict=True)), **values) for key, values in kept],
            update_conflicts=True,
            unique_fields=["war", *names],
            update_fields=list(kept[0][1]),
        )


def stored(war_id: int) -> dict[type[models.Model], Table]:
    """Every row of a war as it is stored now, in the form of a walk's rows."""
    found: dict[type[models.Model], Table] = {}
    for table, names in KEYS.items():
        skip = {"id", "war", "battle", *names}
        fields = [f.attname for f in table._meta.concrete_fields if f.name not in skip]
        found[table] = {
            tuple(getattr(row, name) for name in names): {name: _plain(getattr(row, name)) for name in fields}
            for row in table._default_manager.filter(war_id=war_id)
        }
    return found


def _plain(value: Any) -> Any:
    return bytes(value) if isinstance(value, memoryview | bytearray) else value


def delete_rows(war_id: int) -> None:
    """Remove every derived row of a war."""
    for table in KEYS:
        table._default_manager.filter(war_id=war_id).delete()
