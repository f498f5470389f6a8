"""A battle played by hand in the browser: where it stands, its published lines, and each side's draft line."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Never

import msgspec
from django.db import models
from django.db.models import Q

from accounts.models import Owed
from battles.models.battle import Battle, SideName
from battles.models.fighting import DiceSeal, Way
from engines.seam.commitments import DiceMark
from engines.seam.sides import SIDES, Side


class PlayedBy(models.TextChoices):
    """Who gives a side's orders."""

    PERSON = "person", "the player"
    ENSIGN = "ensign", "an ensign"
    CAPTAIN = "captain", "a captain"
    ADMIRAL = "admiral", "an admiral"


class Tempo(models.TextChoices):
    """How often the players of a battle mean to be asked: which orders a page offers first."""

    STEP = "step", "Every step"
    IMPULSE = "impulse", "By impulse"
    ROUND = "round", "By round"


class SeatPlayer(NamedTuple):
    """Who gives the orders of a seat of a team, and up to which impulse a captain gives those of a person.

    `ordered` is the round until whose end the player's orders for the round are followed, None if there are none.
    """

    by: str
    through: int | None = None
    ordered: int | None = None


def encode_players(players: Mapping[Side, Sequence[SeatPlayer]]) -> str:
    """Who gives the orders of each seat of both teams, as it is stored."""
    return msgspec.json.encode({side: players[side] for side in SIDES}).decode()


def decode_players(stored: str) -> dict[Side, list[SeatPlayer]]:
    """Who gives the orders of each seat of both teams; nobody in a battle without teams."""
    return msgspec.json.decode(stored, type=dict[Side, list[SeatPlayer]]) if stored else {}


class Play(Owed):
    """A battle played by hand, as it stands after its last published line.

    `number` counts the lines, `decider` is the side that decides next, "" when the battle is over. The dice go on from
    `orders`, `rolls` and `chain`. A captain plays a side of a person while its `_through` is set: up to that impulse,
    counted over the battle. A side's orders for the round are followed while its `_ordered`, a round, is set. `told` is
    the last turn of which its player had a message, by the number of its first line. What is owed is a captain's next
    line, or the result. `record` is the whole battle, once its result is written.

    In a battle of teams `place` is that of the player who decides, in the order of the side. `team` says who gives the
    orders of each of its seats, and then a side's `_by` is a person as long as anybody of the side is.
    """

    class Stage(models.TextChoices):
        ON = "on", "being played"
        LAID = "laid", "laid aside"
        OVER = "over", "over"
        GONE = "gone", "its result was withdrawn"

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="plays")
    seal = models.OneToOneField(DiceSeal, models.RESTRICT, related_name="play")
    stage = models.CharField(max_length=4, choices=Stage.choices, default=Stage.ON)
    number = models.PositiveIntegerField(default=0)
    position = models.BinaryField()
    orders = models.PositiveIntegerField(default=0)
    rolls = models.PositiveIntegerField(default=0)
    chain = models.CharField(max_length=64)
    decider = models.CharField(max_length=6, choices=SideName.choices, blank=True)
    place = models.PositiveSmallIntegerField(default=0, db_default=0)
    team = models.TextField(blank=True, default="", db_default="")
    terran_by = models.CharField(max_length=7, choices=PlayedBy.choices, default=PlayedBy.PERSON)
    talon_by = models.CharField(max_length=7, choices=PlayedBy.choices, default=PlayedBy.PERSON)
    terran_through = models.PositiveSmallIntegerField(null=True, blank=True)
    talon_through = models.PositiveSmallIntegerField(null=True, blank=True)
    terran_ordered = models.PositiveSmallIntegerField(null=True, blank=True)
    talon_ordered = models.PositiveSmallIntegerField(null=True, blank=True)
    tempo = models.CharField(max_length=7, choices=Tempo.choices, default=Tempo.STEP)
    begun_at = models.DateTimeField(auto_now_add=True)
    moved_at = models.DateTimeField(auto_now=True)
    told = models.PositiveIntegerField(default=0)
    record = models.BinaryField(null=True)

    class Meta:
        verbose_name, verbose_name_plural = "battle played in the browser", "battles played in the browser"
        constraints = [
            models.UniqueConstraint(
                fields=["battle"], condition=Q(stage__in=["on", "laid", "over"]), name="play_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(stage__in=["on", "laid", "over", "gone"]), name="play_stage_known"
            ),
            models.CheckConstraint(condition=Q(decider__in=["", *SIDES]), name="play_decider"),
            models.CheckConstraint(
                condition=Q(terran_by__in=PlayedBy.values, talon_by__in=PlayedBy.values), name="play_by_known"
            ),
            models.CheckConstraint(condition=Q(tempo__in=Tempo.values), name="play_tempo"),
            models.CheckConstraint(
                condition=Q(record__isnull=True) | Q(stage__in=["over", "gone"], decider=""),
                name="play_record_when_over",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="play_owed", condition=Q(status__in=["queued", "running"]))
        ]

    def __str__(self) -> str:
        return f"play {self.pk} of battle {self.battle_id} at {self.number}"

    @property
    def mark(self) -> DiceMark:
        """How far the dice have come."""
        return DiceMark(self.orders, self.rolls, self.chain)

    def by(self, side: Side) -> str:
        """Who gives the side's orders, apart from a captain that helps for an impulse."""
        return self.terran_by if side == "terran" else self.talon_by

    def through(self, side: Side) -> int | None:
        """Up to which impulse a captain gives the orders of a person's side."""
        return self.terran_through if side == "terran" else self.talon_through

    def player(self, side: Side, place: int = 0) -> SeatPlayer:
        """Who gives the orders of the player of that place."""
        if self.team:
            return decode_players(self.team)[side][place]
        return SeatPlayer(self.by(side), self.through(side), self.ordered(side))

    def with_player(self, side: Side, place: int, player: SeatPlayer) -> dict[str, Any]:
        """The changes by which somebody else gives the orders of that player."""
        if not self.team:
            whole = {"by": player.by, "through": player.through, "ordered": player.ordered}
            return {f"{side}_{name}": value for name, value in whole.items()}
        players = decode_players(self.team)
        players[side][place] = player
        return {"team": encode_players(players), f"{side}_by": side_by(players[side])}

    def with_ordered(self, side: Side, place: int, ordered: int | None) -> dict[str, Any]:
        """The changes by which that player's orders for the round are followed to the end of a round; None: no more."""
        if not self.team:
            return {f"{side}_ordered": ordered}
        return self.with_player(side, place, self.player(side, place)._replace(ordered=ordered))

    def ordered(self, side: Side) -> int | None:
        """The round until whose end the side's orders for the round are followed; None if there are none."""
        return self.terran_ordered if side == "terran" else self.talon_ordered


def side_by(players: Sequence[SeatPlayer]) -> str:
    """Who gives a side's orders: a person if any of its players is one, else its first captain."""
    return next((one.by for one in players if one.by == PlayedBy.PERSON), players[0].by)


class _Appended(models.Model):
    """A row that is written once."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new row; a written one stays as it is."""
        if not self._state.adding:
            raise TypeError("a published line is never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> Never:
        """Refuse: lines are only added."""
        raise TypeError("a published line is never deleted")


class PlayedLine(_Appended):
    """The orders of one side from one barrier to the next, with dice and events; never changed once written.

    `by` says whose orders they were: the player's or a captain's. `round` and `impulse` are those it began in. `place`
    is that of the player in the order of the side. `aside` is what a line says that is no turn of the battle: it may be
    said at any time, whoever decides. It is "" of any other line, and of lines of earlier versions.
    """

    class Aside(models.TextChoices):
        WISH = "wish", "to concede, or to have a draw, or neither"
        WORDS = "words", "too many words were said"

    play = models.ForeignKey(Play, models.CASCADE, related_name="lines")
    number = models.PositiveIntegerField()
    side = models.CharField(max_length=6, choices=SideName.choices)
    place = models.PositiveSmallIntegerField(default=0, db_default=0)
    by = models.CharField(max_length=7, choices=PlayedBy.choices)
    round = models.PositiveSmallIntegerField()
    impulse = models.PositiveSmallIntegerField()
    line = models.BinaryField()
    at = models.DateTimeField(auto_now_add=True)
    aside = models.CharField(max_length=5, choices=Aside.choices, blank=True, default="", db_default="")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["play", "number"], name="played_line_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="played_line_side"),
            models.CheckConstraint(condition=Q(number__gte=1), name="played_line_from_1"),
        ]

    def __str__(self) -> str:
        return f"line {self.number} of play {self.play_id}"


class DraftLine(models.Model):
    """What one player has ordered since the last barrier, as lines of notation. It is shown to nobody else.

    `place` is the player's in the order of the side.
    `revision` only grows; `did` is the request that made the last one, so that the same again changes nothing, and
    `not_given` how many of its orders were not given any more. `handed` is the request that last handed the side to a
    captain. `acted_at` is when the player last asked for anything, None if never, and `acted_after` how many lines were
    published by then.
    """

    play = models.ForeignKey(Play, models.CASCADE, related_name="drafts")
    side = models.CharField(max_length=6, choices=SideName.choices)
    place = models.PositiveSmallIntegerField(default=0, db_default=0)
    orders = models.TextField(blank=True)
    revision = models.PositiveIntegerField(default=0)
    did = models.TextField(blank=True)
    not_given = models.PositiveSmallIntegerField(default=0, db_default=0)
    handed = models.CharField(max_length=80, blank=True, default="", db_default="")
    acted_at = models.DateTimeField(null=True, default=None)
    acted_after = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "side", "place"], name="draft_line_once"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="draft_line_side"),
        ]

    def __str__(self) -> str:
        return f"draft {self.revision} of {self.side}"

    @property
    def lines(self) -> list[str]:
        """The orders, one a line of notation."""
        return self.orders.splitlines()


class Challenge(models.Model):
    """A single battle that waits for a second player, who opens its link; `side` is that of the one who made it.

    `way` says what will settle it. `rematch_of` is the battle after which one of its two players asks for another.
    """

    token = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey("accounts.User", models.CASCADE, related_name="challenges")
    side = models.CharField(max_length=6, choices=SideName.choices)
    title = models.CharField(max_length=120)
    setup = models.BinaryField()
    clock = models.CharField(max_length=24, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)
    battle = models.OneToOneField(Battle, models.SET_NULL, null=True, related_name="challenge")
    withdrawn = models.BooleanField(default=False)
    tempo = models.CharField(max_length=7, choices=Tempo.choices, default=Tempo.STEP)
    way = models.CharField(max_length=6, choices=Way.choices, default=Way.HAND, db_default=Way.HAND)
    rematch_of = models.OneToOneField(Battle, models.CASCADE, null=True, related_name="rematch")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(side__in=SIDES), name="challenge_side"),
            models.CheckConstraint(condition=Q(tempo__in=Tempo.values), name="challenge_tempo"),
            models.CheckConstraint(condition=Q(way__in=Way.values), name="challenge_way"),
        ]

    def __str__(self) -> str:
        return f"challenge by {self.user_id}: {self.title}"
