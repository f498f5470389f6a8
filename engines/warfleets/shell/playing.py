"""play: a battle of two fleets in the terminal, by two people at one keyboard, a captain, or random orders."""

from argparse import ArgumentParser, Namespace
from hashlib import sha256
from pathlib import Path
from typing import Final, TextIO

from engines.seam.commitments import DiceCommitment, commitment_of
from engines.seam.refusals import Refused, Unreadable, refuse
from engines.seam.sides import SIDE_TITLES, SIDES
from engines.warfleets import trying
from engines.warfleets.captains.levels import LEVELS, player_of
from engines.warfleets.captains.match import Player
from engines.warfleets.drawing import drawing
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import read_order, write_event, write_order
from engines.warfleets.notation.terms import angle, length, write_model
from engines.warfleets.orders import AnyOrder
from engines.warfleets.random_orders import random_order
from engines.warfleets.records.document import write_record
from engines.warfleets.records.match import SealedMatch
from engines.warfleets.rules.sequence import Question
from engines.warfleets.set_ups import USUAL, SetUp
from engines.warfleets.shell.files import fleet_in, table_in
from engines.warfleets.state import NOBODY, PHASES, Battle
from engines.warfleets.view import view

HELP = "play a battle of two fleets in the terminal"
LONGEST_SEED: Final = 100
"""It stands in the name of the battle, and a record with a longer name is not read."""
HINTS: Final = """Orders are lines such as: medium 3 cruise pivot 4.50 L30
  ?             this help
  where         the models, where they are and what is left of them
  captain       what a captain of the level would order
  random        a random order for what is asked
  picture FILE  write a picture of the table
  quit          leave the battle
"""


def add_arguments(parser: ArgumentParser) -> None:
    """Two fleets, the table, who is played by chance, the seed, and where the record goes."""
    for side in SIDES:
        parser.add_argument(
            side, type=Path, metavar=side.upper(), help=f"{SIDE_TITLES[side]}'s fleet in TOML"
        )
    parser.add_argument("--points", type=int, default=USUAL, help="of the game (%(default)s unless you say)")
    parser.add_argument("--table", type=Path, metavar="FILE", help="terrain in TOML; without it you lay it")
    words = "a side that is given random orders, or both"
    parser.add_argument("--random", choices=(*SIDES, "both"), help=words)
    parser.add_argument("--captain", choices=(*SIDES, "both"), help="a side that a captain plays, or both")
    parser.add_argument("--level", choices=LEVELS, default="captain", help="of that captain (%(default)s)")
    parser.add_argument("--seed", default="1", help="the same seed gives the same dice (default 1)")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the battle down as JSON")


def run(options: Namespace, answers: TextIO, out: TextIO) -> int:
    """0 when the battle is over, or was left; `Refused` if it cannot begin."""
    if len(options.seed) > LONGEST_SEED:
        raise refuse("", f"A seed has at most {LONGEST_SEED} characters.")
    chosen = {options.random, options.captain} - {None}
    if options.random and options.captain and ("both" in chosen or len(chosen) == 1):
        raise refuse("", "A side is played by a captain or by random orders, not by both.")
    terrain = table_in(options.table) if options.table is not None else ()
    set_up = SetUp(fleet_in(options.terran), fleet_in(options.talon), options.points, terrain)
    name, seed = f"battle {options.seed}", sha256(f"warfleets/{options.seed}".encode()).hexdigest()
    match = SealedMatch.of(set_up, DiceCommitment(name, seed, {}))
    if options.record is not None:
        options.record.touch()
    out.write(f"The commitment of the dice is {commitment_of(name, seed)}\n")
    captain = player_of(options.level, int(seed[:7], 16))
    machine = Machine(options.random, Drawn(options.seed), options.captain, captain)
    try:
        _play(match, machine, answers, out)
    finally:
        if options.record is not None:
            options.record.write_bytes(write_record(match.record()))
    out.write(f"The result: {match.match.outcome}.\n")
    return 0


class Drawn:
    """Numbers that follow from a seed, apart from the dice."""

    def __init__(self, seed: str) -> None:
        self.seed, self.drawn = seed, 0

    def randrange(self, stop: int, /) -> int:
        """A number from 0 to below `stop`."""
        self.drawn += 1
        found = sha256(f"orders/{self.seed}/{self.drawn}".encode()).digest()
        return int.from_bytes(found[:8]) % stop


class Machine:
    """Who is given random orders, and whom a captain plays."""

    def __init__(self, sides: str | None, chance: Drawn, captains: str | None, captain: Player) -> None:
        self.sides, self.chance = sides, chance
        self.captains, self.captain = captains, captain

    def plays(self, question: Question, battle: Battle) -> AnyOrder | None:
        """Its order for what is asked; None if a person decides."""
        if self.captains in (question.side, "both"):
            return self.captain.decide(battle, question)
        return self.order(battle) if self.sides in (question.side, "both") else None

    def order(self, battle: Battle) -> AnyOrder:
        """A random order for what is asked."""
        return random_order(battle, self.chance)


def _play(match: SealedMatch, machine: Machine, answers: TextIO, out: TextIO) -> None:
    battle = match.match.battle
    while (question := asked(battle)) is not None:
        if (order := machine.plays(question, battle)) is not None:
            _carry_out(match, order, out)
            continue
        out.write(f"{_prompt(battle, question)} ")
        out.flush()
        line = answers.readline()
        if not line or line.strip() == "quit":
            out.write("\n")
            return
        _answer(match, machine, line.strip(), question, out)


def _prompt(battle: Battle, question: Question) -> str:
    about = "" if question.model == NOBODY else f" {write_model(question.model, battle.models)}"
    when = f"round {battle.round}, {PHASES[battle.phase]} phase, " if battle.round else ""
    return f"[{when}{question.side}: {question.word}{about}]"


def _answer(match: SealedMatch, machine: Machine, line: str, question: Question, out: TextIO) -> None:
    battle = match.match.battle
    word, _, rest = line.partition(" ")
    if word in ("", "?"):
        out.write(HINTS)
    elif word == "where":
        out.write("".join(f"  {one}\n" for one in _standing(battle)))
    elif word == "captain":
        _carry_out(match, machine.captain.decide(battle, question), out)
    elif word == "random":
        _carry_out(match, machine.order(battle), out)
    elif word == "picture" and rest:
        _picture(Path(rest), drawing(view(battle, question.side)), out)
    else:
        _ordered(match, line if word in SIDES else f"{question.side} {line}", out)


def _picture(path: Path, picture: str, out: TextIO) -> None:
    """Write the picture, or say why it cannot be; the battle goes on."""
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        out.write(f"{path} cannot be written: {error.strerror}.\n")


def _ordered(match: SealedMatch, line: str, out: TextIO) -> None:
    """Carry out what was written; if it is refused, say why, and what is lawful instead."""
    battle = match.match.battle
    try:
        order = read_order(line, battle.models)
    except Unreadable as unreadable:
        out.write(f"{unreadable}.\n")
        return
    try:
        _carry_out(match, order, out)
    except Refused as refused:
        out.write(f"{refused.refusals[0]}\n")
        if (near := trying.nearest(battle, order)) is not None:
            out.write(f"Lawful is: {write_order(near, battle.models)}\n")


def _carry_out(match: SealedMatch, order: AnyOrder, out: TextIO) -> None:
    events = match.play(order)
    models = match.match.battle.models
    out.write(f"{write_order(order, models)}\n")
    out.write("".join(f"  {write_event(event, models)}\n" for event in events))


def _standing(battle: Battle) -> list[str]:
    """Each model with its place and what is left of it."""
    found: list[str] = []
    for one in battle.models:
        left = (
            f"{one.live} of {len(one.slots)} upgrades"
            if one.is_ship
            else f"{one.boxes[0] - one.damage[0]} of {one.boxes[0]}"
        )
        where = f"{length(one.place[0])},{length(one.place[1])} heading {angle(one.heading)}"
        place = where if one.status == "table" else one.status
        found.append(f"{one.side} {write_model(one.number, battle.models)} {one.name}: {place}, {left}")
    return found
