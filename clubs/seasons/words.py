"""A season in words."""

from clubs.models import Pairing


def ruled_words(pairing: Pairing) -> str:
    """What an organiser has decided: "counts as won by anna"."""
    second = "" if pairing.second is None else pairing.second.user.username
    return {
        Pairing.Ruled.FIRST: f"counts as won by {pairing.first.user.username}",
        Pairing.Ruled.DRAWN: "counts as drawn",
        Pairing.Ruled.SECOND: f"counts as won by {second}",
        Pairing.Ruled.VOID: "does not count",
    }[Pairing.Ruled(pairing.ruled)]


def decided_words(pairing: Pairing) -> str:
    """What a game counts as whatever is played, and why: "It counts as drawn. ..."; "" if it counts as it is played."""
    for entrant in (pairing.first, pairing.second):
        if entrant is not None and entrant.struck:
            return f"It does not count any more, since {entrant.user.username} was withdrawn."
    return f"It {ruled_words(pairing)}. {pairing.reason}" if pairing.ruled else ""
