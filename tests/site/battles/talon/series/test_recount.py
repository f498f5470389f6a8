"""Random campaign games: after every deed, what is stored equals a slow recount of what has happened (28, S81 to S88).

Legs are begun, played before their turn, won, fought again, called off and taken back, some of them at a table, some by
captains, some over days on the board (S101), some with fleets chosen in secret (S102). Deadlines pass, players concede,
pause and go on holiday, name deputies who play for them, and accounts are closed. At the end its file says the same,
and can be true.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from battles import services
from battles.battle.services.calling_off import call_off
from battles.battle.services.taking_back import both_can_take_back, take_back
from battles.models import GOING_ON, Battle, LegBattle, Play, Series, SeriesDeadline, Way
from battles.talon.choosing.designing import DesignClosed, seal_ready_fleet, unseal_fleet
from battles.talon.series import following
from battles.talon.series.arranging import make_series
from battles.talon.series.deadlines import EXPIRED
from battles.talon.series.deputies import naming
from battles.talon.series.planning import planned
from battles.talon.series.reading import state_of
from battles.talon.series.sealed_legs.choosing import choose_fleets
from battles.talon.series.time import agreements
from battles.talon.series.time.leaving import come_back, go_on_holiday
from engines.seam.refusals import Refused
from engines.seam.sides import SIDES, opponent
from engines.talon.set_ups.choosing import Design
from engines.talon.sheets import typed
from tests.campaign_games import settled
from tests.people import make_person
from tests.site.battles.talon.series.recounting import (
    Book,
    player_of,
    recount,
    recount_deputies,
    recount_file,
    recount_time,
)
from tests.thorough import some

pytestmark = [pytest.mark.django_db]
DEEDS = 16
SEEDS = range(1000)
FRIENDS = ("carla", "dora", "emil")
"""Who may be asked to be a deputy."""
MANNERS = [("", ""), ("worker", ""), ("hand", ""), ("hand", "days:3")]
HOW_OFTEN = [90, 4, 2, 4]


def going(book: Book) -> list[Battle]:
    rows = Battle.objects.filter(leg_battle__leg__series=book.series, status__in=GOING_ON)
    return list(rows.order_by("pk"))


def someone(book: Book) -> User:
    rival = book.series.rival
    assert rival is not None
    return book.random.choice([book.series.user, rival])


def begins(book: Book) -> None:
    number = book.random.randint(1, book.series.legs.count())
    if book.random.random() < 0.3:
        for user in (book.series.user, book.series.rival):
            following.ask_early(series_id=book.series.pk, user=user, number=number)  # type: ignore[arg-type]
        return
    coming = state_of(Series.objects.get(pk=book.series.pk)).next
    user = book.random.choice([someone(book), *book.acting.values()])
    following.begin_leg(
        series_id=book.series.pk, user=user, number=number if coming is None else coming.leg.number
    )


def ends(book: Book) -> None:
    """A battle at the table gets its result: somebody wins, by much or little, or nobody; captains may fight theirs.

    One on the board is conceded or taken to the table.
    """
    for battle in going(book):
        owed = battle.resolutions.filter(status__in=("queued", "running", "failed")).first()
        if owed is not None:
            if book.random.random() < 0.5:
                services.resolve(owed.pk)
            continue
        if battle.plays.filter(stage="on").exists():
            to_the_table(battle)
            continue
        setup, winner = battle.setup_document, book.random.choice([*SIDES, typed.NOBODY])
        fields: dict[str, Any] = {"winner": winner, "ending": "held", "rounds": "8"}
        lost = set(SIDES) if winner == typed.NOBODY else {opponent(winner)}  # type: ignore[arg-type]
        if winner == typed.NOBODY or book.random.random() < 0.5:
            for side in lost:
                for index, _unit in enumerate(setup.force(side)):
                    fields[f"{typed.prefix(side, index)}-fate"] = "destroyed"
        fields = typed.with_usual_fates(setup, fields)
        if typed.read(setup, fields).report is not None:
            by = {side: book.acting.get(player_of(book, battle, side)) for side in SIDES}
            settled(battle, fields, by=by if book.random.random() < 0.5 else {})


def seals(book: Book) -> None:
    """Somebody chooses a fleet in secret for the leg whose turn it is, or both do, or it is taken back."""
    coming = state_of(Series.objects.get(pk=book.series.pk)).next
    if coming is None or not coming.unsealed:
        return
    user = someone(book)
    row = choose_fleets(series_id=book.series.pk, user=user, number=coming.leg.number)
    assert row is not None
    if book.random.random() < 0.2:
        unseal_fleet(token=row.token, user=user)
        return
    seal_ready_fleet(token=row.token, user=user)
    other = book.series.rival if user == book.series.user else book.series.user
    coming = state_of(Series.objects.get(pk=book.series.pk)).next
    if coming is not None and coming.unsealed and other is not None and book.random.random() < 0.5:
        seal_ready_fleet(token=row.token, user=other)


def to_the_table(battle: Battle) -> None:
    """Both players agree to settle a battle that is on the board at the table."""
    for side in SIDES:
        battle.refresh_from_db()
        services.ask_for(battle_id=battle.pk, side=side, seen_version=battle.version, way=Way.TABLE)


def takes_back(book: Book) -> None:
    rows = Battle.objects.filter(leg_battle__leg__series=book.series, status="settled")
    able = [row for row in rows.select_related("terran_user", "talon_user") if both_can_take_back(row)]
    if able:
        battle = book.random.choice(able)
        for side in SIDES:
            battle.refresh_from_db()
            take_back(battle_id=battle.pk, side=side, seen_version=battle.version)


def drops(book: Book) -> None:
    for battle in going(book):
        call_off(battle_id=battle.pk, seen_version=battle.version)


def lapses(book: Book) -> None:
    """Nobody does anything until the deadline has passed; what is given to captains is fought."""
    row = SeriesDeadline.objects.filter(series=book.series).exclude(key="").first()
    if row is None or row.falls_at is None:
        return
    late = row.falls_at - timezone.now() + timedelta(minutes=1)
    SeriesDeadline.objects.filter(pk=row.pk).update(
        begun_at=row.begun_at - late,  # type: ignore[operator]
        falls_at=row.falls_at - late,
    )
    Play.objects.filter(stage="on").update(moved_at=F("moved_at") - late)
    assert EXPIRED.attempt(row.pk)
    for battle in going(book):
        for owed in battle.resolutions.filter(status="queued"):
            services.resolve(owed.pk)


def stands_still(book: Book) -> None:
    """Both agree on a pause or other deadlines, one is away or back, or the pause is over."""
    series = Series.objects.get(pk=book.series.pk)
    if series.paused:
        agreements.resume(series_id=series.pk, user=someone(book))
        return
    what = book.random.choice(["pause", "days:1", "days:3", "leave", "back"])
    if what == "leave":
        go_on_holiday(series_id=series.pk, user=someone(book), days=book.random.randint(1, 4))
    elif what == "back":
        come_back(series_id=series.pk, user=someone(book))
    else:
        for user in (series.user, series.rival):
            agreements.ask_for(series_id=series.pk, user=user, asked=what)  # type: ignore[arg-type]


def lends(book: Book) -> None:
    """A player has a deputy, another one, or none any more."""
    series, user = book.series, someone(book)
    player = "user" if user == series.user else "rival"
    what = book.random.choice(["name", "name", "revoke", "step down"])
    if what == "revoke":
        naming.revoke(series_id=series.pk, player=user)
        book.acting.pop(player, None)
    elif what == "step down" and player in book.acting:
        naming.step_down(series_id=series.pk, user=book.acting[player])
        del book.acting[player]
    elif what == "name":
        other = "rival" if player == "user" else "user"
        friend = book.random.choice(list(User.objects.filter(username__in=FRIENDS).order_by("pk")))
        row = naming.ask_deputy(series_id=series.pk, player=user, user=friend)
        if row is not None:
            naming.accept(series_id=series.pk, request=row.pk, user=friend)
            assert (other, friend.pk) not in book.known
            book.acting[player] = friend
            book.known.add((player, friend.pk))


def concedes(book: Book) -> None:
    user = someone(book)
    before = Series.objects.get(pk=book.series.pk).stage
    following.concede(series_id=book.series.pk, user=user)
    if before == "on":
        book.given_up = "user" if user == book.series.user else "rival"


def closes(book: Book) -> None:
    """The account of one is closed, and the other ends the campaign game; then it is opened again."""
    stays = someone(book)
    leaves = book.series.rival if stays == book.series.user else book.series.user
    on = Series.objects.get(pk=book.series.pk).stage == "on"
    User.objects.filter(pk=leaves.pk).update(is_active=False)  # type: ignore[union-attr]
    following.end_without(series_id=book.series.pk, user=stays)
    if on:
        book.given_up = "user" if leaves == book.series.user else "rival"
    User.objects.update(is_active=True)


WEIGHTS: list[tuple[Callable[[Book], None], int]] = [
    (begins, 40),
    (seals, 12),
    (ends, 40),
    (takes_back, 8),
    (drops, 5),
    (lapses, 4),
    (stands_still, 8),
    (lends, 10),
    (concedes, 2),
    (closes, 2),
]


def played(seed: int, user: User, rival: User) -> Counter[str]:
    """What happened in a random campaign game of the two, which was recounted after every deed."""
    random = Random(seed)
    numbers = [random.choice([1, 2, 3, 4, 5]) for _ in range(random.randint(1, 5))]
    legs = [
        replace(leg, way=way, pace=pace)
        for leg, (way, pace) in zip(
            planned("picked", numbers, (), "turn-terran"),
            random.choices(MANNERS, HOW_OFTEN, k=len(numbers)),
            strict=True,
        )
    ]
    for name in FRIENDS:
        make_person(name)
    for place in range(len(legs)):
        if not legs[place].pair and random.random() < 0.25:
            design = Design("sealed", 300, initiative=random.choice([*SIDES, None]))
            legs[place] = replace(legs[place], title="Secret", scenario=None, setup=None, design=design)
    made = make_series(user=user, name="Random", legs=legs, way=Way.TABLE, pace="days:1")
    series = following.take_on(token=made.token, user=rival)
    book = Book(series, random)
    recount(book)
    deeds, weights = zip(*WEIGHTS, strict=True)
    done: Counter[str] = Counter()
    for deed in random.choices(deeds, weights, k=DEEDS):
        try:
            with transaction.atomic():
                deed(book)
            done[deed.__name__] += 1
        except (Refused, DesignClosed):
            pass
        recount(book)
        recount_time(book.series)
        recount_deputies(book)
    recount_file(Series.objects.get(pk=series.pk))
    last = series.legs.order_by("-number")[0]
    done["doubled pairs"] = int(last.pair and book.points(last) is not None)
    done["fought again"] = sum(len(battles) - 1 for battles in book.fought.values())
    done["deputies"] = len(book.known)
    done["in secret"] = LegBattle.objects.filter(leg__series=series, leg__design__isnull=False).count()
    done["by captains"] = LegBattle.objects.filter(leg__series=series, battle__settled_how="fought").count()
    done["on the board"] = LegBattle.objects.filter(leg__series=series, battle__plays__isnull=False).count()
    return done


@pytest.mark.parametrize("seed", some(SEEDS, 40))
def test_random_campaign_games_equal_a_slow_recount(seed: int, anna: User, ben: User) -> None:
    assert played(seed, anna, ben)["deputies"] <= len(FRIENDS)
