"""What a stranger may know of a player before a war: finished wars, and how often the player was on time."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from battles.pace import PAUSE
from campaign.models import Entry, Seat, TimeNote, War
from campaign.rules.orders import LetPass
from campaign.war.log.fold import MARKS, taken_back

LATE = LetPass.__struct_config__.tag
ORDERS = ("bases", "plan", "engage", "first", "land", "strand", "reveal")
"""The orders that are given before a deadline, by kind."""


@dataclass(frozen=True)
class PlayerNote:
    """How many wars against people the player has finished; of `asked` orders with a deadline, how many on time.

    Orders count from when the war has had the deadlines that it has.
    """

    finished: int = 0
    on_time: int = 0
    asked: int = 0

    @property
    def words(self) -> str:
        """The note in words.

        >>> PlayerNote().words
        'no finished wars yet'
        >>> PlayerNote(1, 38, 40).words
        '1 finished war · on time 38 of 40 times'
        """
        wars = f"{self.finished or 'no'} finished war{'' if self.finished == 1 else 's'}"
        if not self.asked:
            return wars if self.finished else f"{wars} yet"
        return f"{wars} · on time {self.on_time} of {self.asked} times"


def notes_on(players: Collection[int]) -> dict[int, PlayerNote]:
    """A note on each of the players, by number, since each seat became theirs, of what counts.

    Three queries for any number of them.
    """
    against = Q(war__seats__user__is_computer=False) & ~Q(war__seats__user=F("user"))
    mine = Seat.objects.filter(against, user__in=players, war__one_screen=False, war__imported=False)
    finished = _counted(mine.filter(war__status=War.Status.OVER).distinct().values_list("user", flat=True))
    timed = mine.filter(war__deadline__isnull=False)
    theirs = Q(
        war__in=timed.values("war"),
        war__deadline__isnull=False,  # as in `timed`: no other war's log need be read
        war__seats__user__in=players,
        seat=F("war__seats__side"),
        number__gt=F("war__seats__from_entry"),
    )
    told = Q(kind=LATE) | Q(kind__in=ORDERS, user__isnull=False) & ~Q(war__pace="") & ~Exists(_paces_after())
    asked = _counting(Entry.objects.filter(theirs, told), _taken_back(timed))
    on_time = _counted(player for player, kind in asked if kind != LATE)
    all_asked = _counted(player for player, _kind in asked)
    return {number: PlayerNote(finished[number], on_time[number], all_asked[number]) for number in players}


def _paces_after() -> QuerySet[TimeNote]:
    """Agreements on other deadlines after an entry: an order before them had other deadlines, or none."""
    agreed = TimeNote.objects.filter(
        war=OuterRef("war"), kind=TimeNote.Kind.AGREED, at__gt=OuterRef("made_at")
    )
    return agreed.exclude(asked=PAUSE)


def _taken_back(seats: QuerySet[Seat]) -> set[tuple[int, int]]:
    """War and number of all entries in the wars of these seats that no longer count (S42, S69)."""
    marks: dict[int, list[Entry]] = defaultdict(list)
    for mark in Entry.objects.filter(war__in=seats.values("war"), kind__in=MARKS):
        marks[mark.war_id].append(mark)
    return {
        (war, number)
        for war, rows in marks.items()
        for first, last in taken_back(rows)
        for number in range(first, last + 1)
    }


def _counting(entries: QuerySet[Entry], gone: Collection[tuple[int, int]]) -> list[tuple[int | None, str]]:
    """The player and the kind of each of the entries that counts, in any order."""
    found = entries.order_by().values_list("war", "number", "war__seats__user", "kind")
    return [(player, kind) for war, number, player, kind in found if (war, number) not in gone]


def _counted(found: Iterable[int | None]) -> Counter[int]:
    return Counter(number for number in found if number is not None)
