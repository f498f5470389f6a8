"""Whether the file of a campaign game can be true: results follow from reports, and the score from the results."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from accounts.models import User
from battles.clocks import read_clock
from battles.models import Battle, BattleNote, Leg, Series, Status
from battles.pace import read_pace
from battles.talon.series.designs import check_design
from battles.talon.series.files.document import FiledBattle, FiledLeg, GameFile
from battles.talon.series.manners import check_manner
from battles.talon.series.reading import Fight, LegState, SeriesState, leg_state
from engines.seam import codec
from engines.seam.documents import BattleSetup
from engines.seam.refusals import Refused, refuse
from engines.seam.series import Player, Won, standings
from engines.seam.sides import Side, opponent
from engines.seam.systems import FoughtBattle, system
from engines.talon import game
from engines.talon.set_ups.scenarios import numbered

MOST_RECORDED: Final = 2_500_000
"""How many characters all records of a file have at most: to replay them takes some seconds."""
STATUSES: Final = {"settled": Status.SETTLED, "void": Status.VOID, "going": Status.OPEN}
BY_ORDERS: Final = ("fought", "played")
"""How a battle was settled that is known order by order."""


def check_game(file: GameFile) -> None:
    """Raise `Refused` with the first thing in the file that cannot be true, and where it is."""
    _check_terms(file)
    recorded = sum(len(battle.record or "") for leg in file.legs for battle in leg.battles)
    if recorded > MOST_RECORDED:
        raise refuse("", f"The records in the file are longer than {MOST_RECORDED:,} characters together.")
    for number, leg in enumerate(file.legs, 1):
        _check_leg(file, number, leg)
    _check_end(file, state_of_file(file))


def setup_in(leg: FiledLeg, battle: FiledBattle) -> BattleSetup:
    """The set-up of a battle; `Refused` if the file has none."""
    found = battle.setup or leg.setup
    if found is None:
        raise refuse("21", f"“{leg.title}” has a battle, but no set-up.", "setup")
    return found


def record_in(leg: FiledLeg, battle: FiledBattle) -> FoughtBattle | None:
    """The battle order by order; None where only its result is known. `Refused` if that is no record of it."""
    if battle.record is None:
        return None
    setup = setup_in(leg, battle)
    return system(setup.system).upload(setup, battle.record.encode()).battle


def _check_terms(file: GameFile) -> None:
    for read, what, words in ((read_pace, file.pace, "deadlines"), (read_clock, file.clock, "clock")):
        try:
            read(what)
        except ValueError as error:
            raise refuse("", f"No campaign game has “{what}” as its {words}.", words) from error
    if file.computer is not None and (file.pace or file.clock):
        raise refuse("S88", "Against the computer there are neither deadlines nor a clock.", "computer")


def _check_leg(file: GameFile, number: int, leg: FiledLeg) -> None:
    where = f"Leg {number}"
    if leg.scenario is not None and leg.scenario not in numbered():
        raise refuse("26", f"{where}: there is no scenario {leg.scenario}.", where)
    if leg.setup is not None:
        _possible(leg.setup, where)
    elif leg.design is None:
        raise refuse("21", f"{where}: it has no set-up.", where)
    try:
        check_manner(leg.way, leg.pace, computer=file.computer is not None)
        if leg.design is not None:
            check_design(leg.design)
    except Refused as refused:
        raise refuse("S101", f"{where}: {refused}", where) from refused
    for place, battle in enumerate(leg.battles, 1):
        _check_battle(file, leg, battle, f"{where}, battle {place}")
        _check_turn(leg, leg.battles[: place - 1], battle, f"{where}, battle {place}")


def _possible(setup: BattleSetup, where: str) -> None:
    try:
        game.new_battle(setup)
    except Refused as refused:
        raise refuse("21", f"{where}: no battle can begin so. {refused}", where) from refused


def _check_turn(leg: FiledLeg, before: Sequence[FiledBattle], battle: FiledBattle, where: str) -> None:
    """Refuse a battle that would not have been fought, or not in this place."""
    if battle.half == 2 and not leg.pair:
        raise refuse("R68", f"{where}: only a pair has a second half.", where)
    if any(one.half > battle.half for one in before):
        raise refuse("R68", f"{where}: battles of the first half stand before those of the second.", where)
    if battle.half == 2 and all(one.half == 2 for one in before):
        raise refuse("R68", f"{where}: the first half of the pair is missing.", where)
    same = [one for one in before if one.half == battle.half]
    if same and _winner(same[-1]) is not None:
        raise refuse("28", f"{where}: the battle before it was won, so the leg is not fought again.", where)
    if same and same[-1].status == "going":
        raise refuse("28", f"{where}: the battle before it is not over.", where)
    if same and same[-1].opened > battle.opened:
        raise refuse("28", f"{where}: it was opened before the battle that stands before it.", where)


def _winner(battle: FiledBattle) -> Side | None:
    return None if battle.result is None else battle.result.winner


def _check_battle(file: GameFile, leg: FiledLeg, battle: FiledBattle, where: str) -> None:
    told = (battle.settled, battle.how, battle.result)
    if battle.status != "settled" and (any(told) or battle.record is not None):
        raise refuse("20", f"{where}: it is not settled, but has a result.", where)
    if battle.status == "settled" and None in told:
        raise refuse("20", f"{where}: it is settled, but “settled”, “how” or “result” is missing.", where)
    if battle.opened < file.begun:
        raise refuse("28", f"{where}: it was opened before the campaign game.", where)
    if battle.settled is not None and battle.settled < battle.opened:
        raise refuse("20", f"{where}: it was settled before it was opened.", where)
    if battle.setup is not None:
        _possible(battle.setup, where)
    _check_notes(battle, where)
    if battle.result is not None:
        _check_result(leg, battle, where)


def _check_notes(battle: FiledBattle, where: str) -> None:
    last = battle.opened
    for note in battle.notes:
        if note.kind not in BattleNote.Kind.values:
            raise refuse("", f"{where}: nothing in the history of a battle is called “{note.kind}”.", where)
        if note.at < last:
            raise refuse("", f"{where}: its history is not in order.", where)
        last = note.at


def _check_result(leg: FiledLeg, battle: FiledBattle, where: str) -> None:
    """Refuse a result that does not follow from its report, or from its record."""
    setup, result = setup_in(leg, battle), battle.result
    if result is None:
        return
    try:
        judged = system(setup.system).result_of(setup, result.report)
        recorded = record_in(leg, battle)
    except Refused as refused:
        raise refuse("20", f"{where}: {refused}", where) from refused
    if judged != result:
        raise refuse("20.2", f"{where}: losses, degree or winner do not follow from what is reported.", where)
    if recorded is None and battle.how in BY_ORDERS:
        raise refuse("20", f"{where}: its record is missing.", where)
    if recorded is not None and recorded.result != result:
        raise refuse("20", f"{where}: its record ends otherwise than its result says.", where)


def _check_end(file: GameFile, found: SeriesState) -> None:
    """Refuse a score or an end that does not follow from the legs."""
    total = found.standings.total
    if (file.score.user, file.score.rival) != (total.user, total.rival):
        said = f"{file.score.user} to {file.score.rival}"
        came = f"{total.user} to {total.rival}"
        raise refuse("S81", f"The file says that the score is {said}, but its legs come to {came}.", "score")
    if file.left and file.conceded is None:
        raise refuse("S87", "“left” needs somebody who has conceded.", "left")
    if found.over and file.over is None:
        raise refuse("28", "Every leg has a result, or somebody has conceded, but “over” is missing.", "over")
    if file.over is None:
        return
    if not found.over:
        raise refuse("28", "The file says that the campaign game is over, but a leg has no result.", "over")
    if file.over < file.begun:
        raise refuse("28", "The campaign game ended before it began.", "over")


def state_of_file(file: GameFile) -> SeriesState:
    """The campaign game of a file as it stands, of rows that are stored nowhere."""
    user, rival = User(username=file.players.user), User(username=file.players.rival)
    series = Series(
        name=file.name,
        user=user,
        rival=rival,
        way=file.way,
        tempo=file.tempo,
        clock=file.clock,
        pace=file.pace,
        stage=Series.Stage.ON if file.over is None else Series.Stage.OVER,
        conceded_by=file.conceded or "",
        left=file.left,
        made_at=file.begun,
        over_at=file.over,
    )
    legs = tuple(_leg_state(series, number, leg, len(file.legs)) for number, leg in enumerate(file.legs, 1))
    return SeriesState(series, legs, standings([leg.result for leg in legs]))


def _leg_state(series: Series, number: int, filed: FiledLeg, legs: int) -> LegState:
    row = Leg(
        series=series,
        number=number,
        title=filed.title,
        scenario=filed.scenario,
        setup=b"" if filed.setup is None else codec.encode(filed.setup),
        design=None if filed.design is None else msgspec.json.encode(filed.design),
        user_side=filed.side,
        pair=filed.pair,
        way=filed.way,
        pace=filed.pace,
    )
    fights = tuple(_fight(filed, half) for half in ((1, 2) if filed.pair else (1,)))
    return leg_state(row, fights, legs, given_up=series.conceded_by != "")


def side_in(leg: FiledLeg, half: int) -> Side:
    """The side of who set the campaign game up, in a half of the leg."""
    return leg.side if half == 1 else opponent(leg.side)


def _fight(leg: FiledLeg, half: int) -> Fight:
    tried = [battle for battle in leg.battles if battle.half == half]
    side = side_in(leg, half)
    if not tried:
        return Fight(half, side, 0, None, None)
    last = tried[-1]
    row = Battle(title=leg.title, place=setup_in(leg, last).place, status=STATUSES[last.status])
    return Fight(half, side, len(tried), row, _won(last, side))


def _won(battle: FiledBattle, side: Side) -> Won | None:
    result = battle.result
    if result is None or result.winner is None or result.degree is None:
        return None
    by: Player = "user" if result.winner == side else "rival"
    return Won(by, result.degree)


def battles_in(file: GameFile) -> Iterator[tuple[int, int, FiledLeg, FiledBattle]]:
    """Every battle with its leg, and their numbers from 1."""
    for number, leg in enumerate(file.legs, 1):
        for place, battle in enumerate(leg.battles, 1):
            yield number, place, leg, battle
