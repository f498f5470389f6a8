"""Tries to take back what is published: by either side, from pages of now, of before and of never.

Whatever is tried, no published line, position or die changes, and a draft line only ever loses its own last orders.
"""

from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Final, NamedTuple, cast

from battles.battle.boards import StalePlay
from battles.models import Play
from battles.talon.play.services.captains import go_on
from battles.talon.play.services.ordering import Seen, draft_of, undo
from bench.battles.fleets import fleets_of
from bench.figures import Measurement
from bench.hand.battles import advised, begun, give_orders, play_on, players
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, Side

TRIES: Final = 10_000
A_MOMENT: Final = 8
"""The tries after each order."""
REMEMBERED: Final = 40


class Published(NamedTuple):
    """All that must not change: the position, how far the dice have come, the number of lines, the last line."""

    position: bytes
    orders: int
    rolls: int
    chain: str
    number: int
    last: bytes


@dataclass
class Tries:
    """How many tries there were, how many took back orders of a draft line, and what was wrong."""

    run: int = 0
    taken_back: int = 0
    faults: list[str] = field(default_factory=list)


def tried(tries: int, seed: int = 1) -> Tries:
    """What came of so many tries, over as many skirmishes as they take."""
    users = players(f"undo-{seed}")
    random, found = Random(seed), Tries()
    while found.run < tries:
        play, pages, digests = begun(*users, fleets_of(2 + random.randrange(3))), [Seen(0, 0)], list[str]()
        play_on(play, orders=random.randint(0, 60))
        while play.decider and found.run < tries:
            _a_moment(play, pages, random, found)
            give_orders(play, advised(play)[:1])
            digests += _digests(play, len(digests))
        go_on(play.battle_id)
        if _digests(play, 0) != digests:
            found.faults.append(f"play {play.pk}: a published line has changed")
    return found


def _a_moment(play: Play, pages: list[Seen], random: Random, found: Tries) -> None:
    pages += [Seen(play.number, draft_of(play, side).revision) for side in SIDES]
    del pages[:-REMEMBERED]
    for _ in range(A_MOMENT):
        _one_try(play, random.choice(SIDES), _page(pages, random), random, found)


def _page(pages: list[Seen], random: Random) -> Seen:
    """A page of now, of before, or one that there never was."""
    page = random.choice((*pages[-2:], random.choice(pages)))
    return page._replace(
        draft=page.draft + random.choice((0, 0, 0, -1, 1)), at=page.at + random.choice((0, 0, 0, -1, 1))
    )


def _one_try(play: Play, side: Side, page: Seen, random: Random, found: Tries) -> None:
    before, drafts = _published(play), {one: draft_of(play, one).lines for one in SIDES}
    taken = False
    try:
        undo(battle_id=play.battle_id, side=side, seen=page, everything=random.random() < 0.3)
        taken = True
    except (StalePlay, Refused):
        pass
    found.run += 1
    play.refresh_from_db()
    left = {one: draft_of(play, one).lines for one in SIDES}
    if _published(play) != before:
        found.faults.append(f"try {found.run}: what was published has changed")
    for one in SIDES:
        shorter = one == side and taken and left[one] == drafts[one][: len(left[one])]
        if left[one] != drafts[one] and not shorter:
            found.faults.append(
                f"try {found.run}: the draft line of {one} was {drafts[one]} and is {left[one]}"
            )
    found.taken_back += left != drafts


def _published(play: Play) -> Published:
    last = play.lines.values_list("line", flat=True).last()
    return Published(
        bytes(play.position), play.orders, play.rolls, play.chain, play.lines.count(), bytes(last or b"")
    )


def _digests(play: Play, known: int) -> list[str]:
    """The digests of the published lines after the first `known`."""
    rows = play.lines.filter(number__gt=known).values_list("line", flat=True)
    return [sha256(bytes(cast("bytes", row))).hexdigest() for row in rows]


def figures(name: str) -> list[Measurement]:
    """What was wrong after the tries on this database; 0 is the limit."""
    found = tried(TRIES)
    for words in found.faults[:20]:
        print(f"{name}: {words}")
    note = f"{found.run} tries, {found.taken_back} took back orders that were not published"
    return [Measurement(f"undo_faults_{name}", len(found.faults), "count", 0, note=note)]
