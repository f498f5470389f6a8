"""The board of a battle that is played by hand."""

from battles.models import Play
from engines.talon.play.drafts.lines import resumed
from engines.talon.state import Battle as Board


def board_of(play: Play) -> Board:
    """The battle after the last published line."""
    return resumed(bytes(play.position))
