"""How a campaign game ended, in words for one of its players (28, S81, S82)."""

from typing import cast

from accounts.models import User
from battles.talon.series.reading import SeriesState, user_of
from engines.seam.series import Player, other


def outcome_words(found: SeriesState, player: Player) -> str:
    """How it ended, as a sentence."""
    won, row, total = found.winner, found.series, found.standings.total
    score = f"{max(total.user, total.rival)} to {min(total.user, total.rival)}"
    if won is None:
        return f"The campaign game {row.name} ended level, {score}."
    winner, loser = (cast("User", user_of(row, one)).username for one in (won, other(won)))
    if not row.conceded_by:
        return (
            f"{'You have' if won == player else f'{winner} has'} won the campaign game {row.name}, {score}."
        )
    if won == player and row.left:
        return f"The account of {loser} was closed: you have won the campaign game {row.name}."
    if row.left:
        return f"{winner} has won the campaign game {row.name}, because your account was closed."
    if won == player:
        return f"{loser} conceded: you have won the campaign game {row.name}."
    return f"You conceded the campaign game {row.name} to {winner}."


def outcome_in_brief(found: SeriesState, player: Player) -> str:
    """How it ended, in the fewest words."""
    won, row, total = found.winner, found.series, found.standings.total
    score = f"{total.of(player)} to {total.of(other(player))}"
    if row.left:
        return "You won: the account was closed" if won == player else "You lost: your account was closed"
    if row.conceded_by == player:
        return "You conceded"
    if row.conceded_by:
        return f"You won: {cast('User', user_of(row, other(player))).username} conceded"
    return {player: f"You won, {score}", None: f"Level, {score}"}.get(won, f"You lost, {score}")


def open_outcome_words(found: SeriesState) -> str:
    """How it ended, for anybody."""
    won, total = found.winner, found.standings.total
    score = f"{max(total.user, total.rival)} to {min(total.user, total.rival)}"
    if won is None:
        return f"The campaign game ended level, {score}."
    winner, loser = (cast("User", user_of(found.series, one)).username for one in (won, other(won)))
    if found.series.left:
        return f"{winner} has won: the account of {loser} was closed."
    if found.series.conceded_by:
        return f"{winner} has won: {loser} conceded."
    return f"{winner} has won, {score}."
