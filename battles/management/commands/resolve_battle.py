"""Fights one battle from a set-up document and prints its result."""

from pathlib import Path
from typing import Any, get_args

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from engines.seam import codec
from engines.seam.documents import BattleSetup, Doctrine, Level
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side
from engines.seeded import SeededDice
from engines.talon.records.record import BattleRecord, fight_out

LEVELS: tuple[Level, ...] = get_args(Level)
STANCES = get_args(Doctrine.__annotations__["stance"])


class Command(BaseCommand):
    """manage.py resolve_battle FILE --seed N --json"""

    help = "Fights the battle of a set-up document with two captains and prints the result."

    def add_arguments(self, parser: CommandParser) -> None:
        """FILE, the seed, each side's stance and captains' level, and the form of the answer."""
        parser.add_argument("file", type=Path, help="a set-up document, as in docs/examples/")
        parser.add_argument("--seed", default="1", help="the same seed gives the same battle (default 1)")
        parser.add_argument("--json", action="store_true", help="print the result document")
        for side in SIDES:
            parser.add_argument(f"--{side}", choices=STANCES, default="withdraw", help=f"{side}'s doctrine")
            words = f"who leads {side}'s ships (default captain)"
            parser.add_argument(f"--{side}-level", choices=LEVELS, default="captain", help=words)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Read, fight, print."""
        setup = _read(options["file"])
        doctrines: dict[Side, Doctrine] = {side: Doctrine(stance=options[side]) for side in SIDES}
        levels: dict[Side, Level] = {side: options[f"{side}_level"] for side in SIDES}
        try:
            record = fight_out(setup, doctrines, SeededDice(str(options["seed"])), levels=levels)
        except Refused as refused:
            raise CommandError("\n".join(_told(one.where, str(one)) for one in refused.refusals)) from refused
        self.stdout.write(_json(record) if options["json"] else _words(record))


def _read(path: Path) -> BattleSetup:
    try:
        return codec.decode_setup(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except msgspec.DecodeError as error:
        raise CommandError(f"{path} is no set-up document: {error}.") from error


def _told(where: str, reason: str) -> str:
    return f"{where}: {reason}" if where else reason


def _json(record: BattleRecord) -> str:
    return codec.encode(record.result).decode()


def _words(record: BattleRecord) -> str:
    """The result in a few lines."""
    result, report = record.result, record.result.report
    ending = {
        "held": "holds the field",
        "conceded": "was conceded to",
        "planet": "has taken the planet",
        "draw": "nobody has won",
    }[report.ending]
    lines = [f"{report.winner.title() if report.winner else 'A draw:'} {ending} in round {report.rounds}."]
    if result.degree:
        lines.append(
            f"A {result.degree} victory: {result.terran_lost} Terran points lost, {result.talon_lost} Talon."
        )
    for side in SIDES:
        fates = ", ".join(f"{fate.name} {fate.fate}" for fate in report.fates(side))
        lines.append(f"{side.title()}{_led(record, side)}: {fates}")
    return "\n".join(lines)


def _led(record: BattleRecord, side: Side) -> str:
    """Who led the side's ships, if not captains."""
    level = record.levels.get(side, "captain")
    thought = (
        f", who thought {record.play_outs.get(side, 0):,} play-outs through" if level == "admiral" else ""
    )
    return "" if level == "captain" else f" (led by an {level}{thought})"
