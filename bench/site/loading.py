"""Two thousand wars: a dozen played ones, copied inside the database with every row that belongs to them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection, transaction
from django.db.models import ForeignKey, Model, OneToOneField

from accounts.models import LifetimeLine, Notice, User
from battles.models import Battle, BattleNote, ReportDraft
from campaign import models as m

STEP = 1_000_000
OF_WARS: tuple[type[Model], ...] = (
    m.Seat, m.Entry, m.SealedOrder, m.Draft, m.Ship, m.LedgerLine, m.Assignment, m.FrontLine, m.Base,
    m.Engagement, m.Loss,
)  # fmt: skip
OF_BATTLES: tuple[type[Model], ...] = (BattleNote, ReportDraft)


@dataclass(frozen=True)
class Pair:
    """Who plays the copies of one round: the ids of two users."""

    terran: int
    talon: int


def copy_wars(wars: Sequence[m.War], pairs: Sequence[Pair], *, first: int = 1) -> None:
    """Copy the wars once for each pair; copy `n` has every id moved up by n times STEP."""
    played = {"terran": _player(wars[0], "terran"), "talon": _player(wars[0], "talon")}
    ids = ",".join(str(war.pk) for war in wars)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE bench_copy (up BIGINT, terran BIGINT, talon BIGINT)")
        rows = [((first + number) * STEP, pair.terran, pair.talon) for number, pair in enumerate(pairs)]
        cursor.executemany("INSERT INTO bench_copy VALUES (%s, %s, %s)", rows)
        battles = f"SELECT battle_id FROM campaign_engagement WHERE war_id IN ({ids})"
        cursor.execute(_insert(m.War, played, f"t.id IN ({ids})"))
        cursor.execute(_insert(Battle, played, f"t.id IN ({battles})"))
        for table in OF_WARS:
            cursor.execute(_insert(table, played, f"t.war_id IN ({ids})"))
        for table in OF_BATTLES:
            cursor.execute(_insert(table, played, f"t.battle_id IN ({battles})"))
        cursor.execute("DROP TABLE bench_copy")
    _copy_words(wars, pairs, first)


def _player(war: m.War, side: str) -> int:
    return m.Seat.objects.values_list("user_id", flat=True).get(war=war, side=side) or 0


def _insert(table: type[Model], played: dict[str, int], which: str) -> str:
    """The statement that copies the chosen rows of a table once for each row of bench_copy."""
    columns, values = [], []
    for column in table._meta.concrete_fields:
        columns.append(f'"{column.column}"')
        values.append(_value(str(column.column), _refers(column), column.primary_key, played))
    own = table._meta.db_table
    return (
        f'INSERT INTO "{own}" ({", ".join(columns)}) '
        f'SELECT {", ".join(values)} FROM "{own}" t CROSS JOIN bench_copy c WHERE {which}'
    )


def _refers(column: object) -> object:
    return column.related_model if isinstance(column, ForeignKey | OneToOneField) else None


def _value(column: str, refers: object, is_key: bool, played: dict[str, int]) -> str:
    if is_key or refers in (m.War, Battle):
        return f't."{column}" + c.up'
    if refers is User:
        cases = " ".join(f"WHEN {pk} THEN c.{side}" for side, pk in played.items())
        return f'CASE t."{column}" {cases} ELSE t."{column}" END'
    if column in ("owner_topic", "owner_path"):
        number = "(CAST(SUBSTR(t.owner_topic, 5) AS BIGINT) + c.up)"
        return f"'war:' || {number}" if column == "owner_topic" else f"'/wars/' || {number} || '/'"
    return f't."{column}"'


def _copy_words(wars: Sequence[m.War], pairs: Sequence[Pair], first: int) -> None:
    """Copy what names a war or battle in words: what waits, lifetime scores, notices."""
    waiting = list(m.Waiting.objects.filter(war__in=wars))
    battles = m.Engagement.objects.filter(war__in=wars, battle__isnull=False)
    sources = {f"battle:{pk}" for pk in battles.values_list("battle_id", flat=True)}
    sources |= {f"war:{war.pk}" for war in wars}
    lines = list(LifetimeLine.objects.filter(source__in=sources))
    terran = _player(wars[0], "terran")
    for number, pair in enumerate(pairs):
        up = (first + number) * STEP
        m.Waiting.objects.bulk_create(_waiting(row, pair, up) for row in waiting)
        if pair.terran != pair.talon:
            LifetimeLine.objects.bulk_create(_line(row, pair, up, terran) for row in lines)
        Notice.objects.bulk_create(Notice(topic=f"war:{war.pk + up}") for war in wars)


def _moved(words: str, up: int) -> str:
    return re.sub(r"(?<=[/:])\d+", lambda found: str(int(found.group()) + up), words, count=1)


def _waiting(row: m.Waiting, pair: Pair, up: int) -> m.Waiting:
    user = pair.terran if row.side == "terran" else pair.talon
    key = _moved(row.key, up) if row.key.startswith("battle:") else row.key
    return m.Waiting(
        war_id=row.war_id + up, side=row.side, user_id=user, key=key,
        kind=row.kind, turn=row.turn, place=row.place, name=row.name, path=_moved(row.path, up),
    )  # fmt: skip


def _line(row: LifetimeLine, pair: Pair, up: int, terran: int) -> LifetimeLine:
    won, lost = (pair.terran, pair.talon) if row.player_id == terran else (pair.talon, pair.terran)
    return LifetimeLine(
        source=_moved(row.source, up), player_id=won, opponent_id=lost, points=row.points,
        kind=row.kind, words=row.words, path=_moved(row.path, up), drawn=row.drawn, side=row.side,
        scenario=row.scenario, mode=row.mode, way=row.way, note=row.note, played_on=row.played_on, system=row.system,
    )  # fmt: skip


def tidy_database() -> None:
    """What a database does for itself in its first hour: PostgreSQL's sequences, statistics and visibility."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        tables: list[type[Model]] = [m.War, Battle, m.Waiting, *OF_WARS, *OF_BATTLES]
        for table in tables:
            name = table._meta.db_table
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), (SELECT MAX(id) + 1 FROM {name}))"
            )
        cursor.execute("VACUUM ANALYZE")
