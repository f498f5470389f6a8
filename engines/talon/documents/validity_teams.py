"""Whether the players of a position are possible, where a side has several (25)."""

from collections.abc import Iterator

from engines.seam.sides import SIDES
from engines.talon import teams
from engines.talon.rules.victory import Closing
from engines.talon.state import Battle, Players
from engines.talon.terms import MOST_PLAYERS

Finding = tuple[str, str, str]


def numbers(battle: Battle) -> Iterator[Finding]:
    """Every unit has a player, and the players of a side are numbered without a gap."""
    players = battle.players
    if players is None:
        return
    if len(players.owners) != len(battle.units):
        yield "players", "25", "Every unit has one player, and there are no more players than units."
        return
    most = 0
    for side in SIDES:
        own = {players.owners[at] for at, unit in enumerate(battle.units) if unit.side == side}
        most = max(most, len(own))
        if own != set(range(len(own))) or len(own) > MOST_PLAYERS:
            at = next((at for at, unit in enumerate(battle.units) if unit.side == side), 0)
            reason = f"A side has {MOST_PLAYERS} players at most, and each of them has a unit."
            yield f"players.owners[{at}]", "25", reason
    if most == 1:
        yield "players", "25", "A battle of teams has two players or more on a side."


def findings(battle: Battle) -> Iterator[Finding]:
    """Everything impossible about who is in turn, who has said too much, and who would concede or have a draw."""
    players = battle.players
    for at, missile in enumerate(battle.missiles):
        if missile.player >= teams.players(battle, missile.side):
            yield f"missiles[{at}].player", "25", f"{missile.side.title()} has no such player."
    if players is None:
        return
    if players.current not in range(teams.players(battle, battle.side)):
        yield "players.current", "25", f"{battle.side.title()} has no such player."
    known = teams.seats(battle)
    for field in ("barred", "conceding", "drawing"):
        said = getattr(players, field)
        if len(set(said)) < len(said) or any(seat not in known for seat in said):
            yield f"players.{field}", "25", "Each of these is a player of the battle, and is named once."
        if said and not battle.round:
            yield f"players.{field}", "25", "Nobody says so before the first round."
    if any(not teams.is_team(battle, seat.side) for seat in (*players.barred, *players.drawing)):
        yield (
            "players",
            "25",
            "Only players of a team count their words, or wait for each other to have a draw.",
        )
    yield from _wishes(battle, players)


def _wishes(battle: Battle, players: Players) -> Iterator[Finding]:
    """What all players of a side want has happened (R112)."""
    over = battle.ending or any(isinstance(task, Closing) for task in battle.agenda)
    for side in SIDES:
        if teams.all_of(battle, side, players.conceding) and not over:
            yield "players.conceding", "R112", "The battle is over when all players of a side would concede."
        own = [seat for seat in players.drawing if seat.side == side]
        if own and (side in battle.offers or teams.all_of(battle, side, own)):
            yield "players.drawing", "R112", "A side whose players would all have a draw has offered it."
