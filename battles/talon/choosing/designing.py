"""Battles whose fleets are being chosen: begun, accepted, chosen for, and opened once both sides are done."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any, Final, cast

import msgspec
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.people.special_users import computer_user
from battles.battle.services.dice import ENTROPY
from battles.models import Battle, ChosenShip, DesignedBattle, Leg, SavedFleet, SealedFleet, Way
from battles.talon.choosing.gathering import check_teams, gathered
from battles.talon.choosing.hooks import OPENED, STOPPED
from battles.talon.choosing.reading import (
    NAME,
    choices_in,
    design_in,
    dice_of,
    drawn_in,
    sealed_in,
    seats_in,
)
from battles.talon.choosing.telling import message, message_first, message_turn, other_of, wake
from battles.talon.fleets.keeping import fleet_in
from battles.talon.play.services.captains import go_on
from battles.talon.skirmish.beginning import open_skirmish
from battles.talon.skirmish.ground import terrain_of
from engines.seam.commitments import SEED_BYTES, commitment_of
from engines.seam.documents import BattleSetup, Level
from engines.seam.refusals import refuse, refuse_all
from engines.seam.sides import SIDES, Side, as_side, opponent
from engines.talon.dice import Label
from engines.talon.fleets.own import OwnFleet
from engines.talon.set_ups.choosing import (
    Choice,
    Design,
    Drawn,
    below_of,
    chooser,
    computers_choice,
    computers_fleet,
    design_refusals,
    drawn,
    fleets_chosen,
    list_refusals,
    setup_of,
    ship_refusal,
    stop_refusal,
)

TOKEN_BYTES: Final = 24
MOST_OPEN: Final = 20
"""The most battles of one player whose fleets are being chosen; legs, which nobody can withdraw, are not counted."""
WAIT: Final = timedelta(minutes=10)
"""How long nobody has chosen before the next player gets a message: two who are both there need none."""
READY: Final = "A ready fleet"
"""What a fleet is called that the computer has chosen for a player."""


class DesignClosed(Exception):
    """Nothing can be chosen any more; the sentence says why."""


def make_design(
    *,
    user: User,
    side: Side,
    design: Design,
    against: str,
    level: Level,
    clock: str = "",
    tempo: str = "step",
    way: Way = Way.HAND,
) -> DesignedBattle:
    """A battle whose fleets will be chosen once somebody has accepted; `Refused` if they cannot be."""
    refuse_all(design_refusals(design))
    if design.how == "sealed" and against == DesignedBattle.Opponent.ONE_SCREEN:
        raise refuse(
            "27",
            "At one screen nothing is secret. Choose the ships in turn, or play the computer or a friend by link.",
        )
    if design.in_teams:
        check_teams(user, against, way)
    if user.designs.filter(DesignedBattle.OPEN, leg=None).count() >= MOST_OPEN:
        raise refuse("", f"You have {MOST_OPEN} battles whose ships are being chosen. Withdraw one first.")
    terms: dict[str, Any] = {"level": level, "tempo": tempo, "way": way}
    terms["clock"] = clock if against == DesignedBattle.Opponent.LINK else ""
    row = _new(user=user, side=side, opponent=against, design=msgspec.json.encode(design), **terms)
    row.save()
    return row


def arrange_design(
    *,
    leg: Leg,
    user: User,
    rival: User,
    side: Side,
    design: Design,
    level: Level,
    clock: str,
    tempo: str,
    way: Way,
) -> DesignedBattle:
    """The battle of a leg whose fleets both choose in secret from now on; the parts are rolled for at once (R105).

    Its campaign game opens it, in the way that is agreed on there.
    """
    row = _new(
        leg=leg,
        user=user,
        rival=rival,
        side=side,
        opponent=DesignedBattle.Opponent.COMPUTER if rival.is_computer else DesignedBattle.Opponent.LINK,
        design=msgspec.json.encode(design),
        level=level,
        clock=clock,
        tempo=tempo,
        way=way,
    )
    row.drawn = msgspec.json.encode(drawn(design, dice_of(row, "parts")))
    row.save()
    wake(row)
    return row


def _new(**columns: Any) -> DesignedBattle:
    """The row of a battle with these columns and dice of its own, which is not stored yet."""
    token, seed = secrets.token_urlsafe(TOKEN_BYTES), secrets.token_hex(SEED_BYTES)
    return DesignedBattle(token=token, seed=seed, commitment=commitment_of(f"{NAME}{token}", seed), **columns)


@transaction.atomic
def accept_design(*, token: str, user: User, entropy: str = "") -> DesignedBattle:
    """Takes the other side, and rolls for the parts of the mode and the initiative (R105); harmless when done twice.

    Against the computer and at one screen, who began it does so. `DesignClosed` if somebody was faster or it was
    withdrawn, `Refused` for one's own link, DesignedBattle.DoesNotExist if there is none.
    """
    row = _locked(token)
    if row.rival_id is not None and user.pk in (row.user_id, row.rival_id):
        return row
    if row.rival_id is not None or row.withdrawn:
        raise DesignClosed(closed_words(row))
    by_link, own = row.opponent == DesignedBattle.Opponent.LINK, row.user_id == user.pk
    if by_link and own:
        raise refuse("", "This is your own battle. Send its link to your opponent.")
    if not by_link and not own:
        raise DesignClosed("This battle is not open to others.")
    if entropy and not ENTROPY.fullmatch(entropy):
        raise refuse("", "Your part of the dice: up to 64 letters, digits, - and _.")
    row.entropy = entropy
    row.rival = computer_user() if row.opponent == DesignedBattle.Opponent.COMPUTER else user
    row.drawn = msgspec.json.encode(drawn(design_in(row), dice_of(row, "parts")))
    row.save()
    _go_on(row)
    wake(row)
    if by_link:
        message(row, row.user, "accepted", f"{user.username} has accepted your battle. Choose your ships.")
    return row


@transaction.atomic
def seal_fleet(*, token: str, user: User, fleet_id: int) -> DesignedBattle:
    """Seals a copy of one of the player's fleets; the battle begins once both are sealed (27, R105).

    The one that counts is the last. `Refused` with each reason why the fleet cannot be brought, `DesignClosed` once the
    battle has begun, SavedFleet.DoesNotExist if the player has no such fleet.
    """
    row, side = _choosing(token, user, "sealed")
    saved = SavedFleet.objects.get(pk=fleet_id, user=user)
    return _sealed(row, side, user, saved.name, fleet_in(saved))


@transaction.atomic
def seal_ready_fleet(*, token: str, user: User) -> DesignedBattle:
    """Seals the ready fleet of the player's side, as `seal_fleet` does one of the player's own."""
    row, side = _choosing(token, user, "sealed")
    return _sealed(row, side, user, READY, ready_fleet(row, side))


def seal_late(row: DesignedBattle, sides: Iterable[Side]) -> None:
    """Seals the ready fleet of each of these sides that has sealed none, in the transaction of the caller."""
    for side in sides:
        if not row.sealed.filter(side=side).exists():
            _keep(row, side, READY, ready_fleet(row, side))
    _go_on(row)
    wake(row)


def held_for(leg: Leg) -> DesignedBattle | None:
    """The battle whose fleets are chosen for a leg, locked until the transaction ends; None before it is arranged."""
    rows = DesignedBattle.objects.select_for_update(of=("self",)).select_related("user", "rival")
    return rows.filter(leg=leg).first()


def ready_fleet(row: DesignedBattle, side: Side) -> OwnFleet:
    """What the computer would bring for a side, once somebody has accepted; always the same, and from dice alone.

    It is another fleet than the one that the computer brings itself.
    """
    settled = cast("Drawn", drawn_in(row))
    return computers_fleet(design_in(row), settled, side, below_of(dice_of(row, f"ready {side}"), "fleet"))


def _sealed(row: DesignedBattle, side: Side, user: User, name: str, fleet: OwnFleet) -> DesignedBattle:
    """The battle once the side has sealed that fleet, under that name."""
    _keep(row, side, name, fleet)
    _go_on(row)
    wake(row)
    other = other_of(row, user)
    if not row.is_chosen and other is not None:
        message(row, other, f"sealed:{side}", f"{user.username} has sealed a fleet, and waits for yours.")
    return row


def _keep(row: DesignedBattle, side: Side, name: str, fleet: OwnFleet) -> None:
    refuse_all(list_refusals(design_in(row), cast("Drawn", drawn_in(row)), side, fleet))
    SealedFleet.objects.update_or_create(
        designed=row, side=side, defaults={"name": name, "fleet": msgspec.json.encode(fleet)}
    )


@transaction.atomic
def unseal_fleet(*, token: str, user: User) -> DesignedBattle:
    """Takes the player's sealed fleet back while the other side has not sealed; harmless without one."""
    row, side = _choosing(token, user, "sealed")
    if row.sealed.filter(side=side).delete()[0]:
        wake(row)
    return row


@transaction.atomic
def choose_ship(*, token: str, user: User, number: int, key: str) -> DesignedBattle:
    """The next choice of a side where both choose in turn: a class, or "" for no more (33.2, R106).

    `number` is that of the choice, from 1: one that was made before changes nothing. `Refused` if it is not the
    player's turn, or if the ship may not be chosen; KeyError if there is no such class.
    """
    row = _locked(token)
    seats, settled, choices = seats_in(row, user), drawn_in(row), choices_in(row)
    if row.is_chosen or number <= len(choices):
        return row
    _check_open(row)
    if settled is None or not seats or design_in(row).how != "in_turn":
        raise refuse("33.2", "Nobody chooses ships here now.")
    side = chooser(design_in(row), settled, choices)
    if side not in seats or side is None or number != len(choices) + 1:
        raise refuse("33.2", "It is not your turn to choose.")
    wrong = (
        ship_refusal(design_in(row), settled, choices, side, key)
        if key
        else stop_refusal(design_in(row), choices, side)
    )
    refuse_all([wrong] if wrong is not None else [])
    last = row.choices.order_by("-number").first()
    _choose(row, number, Choice(side, key))
    _go_on(row)
    wake(row)
    if last is None or last.chosen_at < timezone.now() - WAIT:
        message_turn(row, user, settled)
    return row


@transaction.atomic
def withdraw_design(*, token: str, user: User) -> None:
    """Calls it off, which either player can do until the battle has begun; harmless when done twice.

    A leg of a campaign game is not called off here.
    """
    row = DesignedBattle.objects.select_related("user", "rival").filter(token=token).first()
    if row is None or row.leg_id is not None or user.pk not in (row.user_id, row.rival_id):
        return
    if DesignedBattle.objects.filter(DesignedBattle.OPEN, pk=row.pk).update(withdrawn=True):
        wake(row)
        other = other_of(row, user)
        if other is not None:
            message(row, other, "called off", f"{user.username} has called your battle off.", "Called off")


def closed_words(row: DesignedBattle) -> str:
    """Why nothing can be chosen any more; "" while it can."""
    if row.withdrawn:
        return "This battle was called off. Begin another one."
    if row.leg_id is not None:
        return next((words for words in STOPPED.ask(row) if words), "")
    return "" if row.rival_id is None else "Somebody else has accepted this battle."


def _go_on(row: DesignedBattle) -> None:
    """Lets the computer choose, and opens the battle once both sides are done."""
    design, settled = design_in(row), cast("Drawn", drawn_in(row))
    done = _chosen_in_turn if design.how == "in_turn" else _sealed_by_both
    fleets = done(row, design, settled)
    if fleets is None:
        return
    if design.in_teams:
        row.team = gathered(row, design, _setup(row, design, settled, fleets))
        message_first(row)
    else:
        row.battle = _opened(row, design, settled, fleets)
    row.save(update_fields=["battle", "team"])


def _sealed_by_both(row: DesignedBattle, design: Design, settled: Drawn) -> dict[Side, OwnFleet] | None:
    """Both lists, once both are sealed. The computer's follows from its dice alone, whatever the player's is (R105)."""
    lists = {as_side(one.side): sealed_in(one) for one in row.sealed.all()}
    computers = opponent(as_side(row.side))
    if lists and row.opponent == DesignedBattle.Opponent.COMPUTER and computers not in lists:
        found = computers_fleet(design, settled, computers, below_of(dice_of(row, "fleet"), "fleet"))
        document = msgspec.json.encode(found)
        SealedFleet.objects.create(designed=row, side=computers, name="The computer's fleet", fleet=document)
        lists[computers] = found
    return lists if len(lists) == len(SIDES) else None


def _chosen_in_turn(row: DesignedBattle, design: Design, settled: Drawn) -> dict[Side, OwnFleet] | None:
    """What both have chosen once neither chooses any more; the computer chooses whenever it is its turn."""
    computers = opponent(as_side(row.side)) if row.opponent == DesignedBattle.Opponent.COMPUTER else None
    choices = choices_in(row)
    while (side := chooser(design, settled, choices)) is not None and side == computers:
        below = below_of(dice_of(row, f"choice {len(choices) + 1}"), "choice")
        choices.append(computers_choice(design, settled, choices, side, below))
        _choose(row, len(choices), choices[-1])
    return fleets_chosen(design, choices) if side is None else None


def _choose(row: DesignedBattle, number: int, choice: Choice) -> None:
    ChosenShip.objects.create(designed=row, number=number, side=choice.side, ship_class=choice.ship_class)


def _setup(
    row: DesignedBattle, design: Design, settled: Drawn, fleets: Mapping[Side, OwnFleet]
) -> BattleSetup:
    """The set-up; what is rolled of its terrain is rolled now, when both lists are known (27)."""
    dice = dice_of(row, "terrain")
    terrain = terrain_of(design.ground, design.holes, lambda: dice.roll(Label(0, 0, 0, "terrain")))
    return setup_of(design, settled, fleets, terrain)


def _opened(row: DesignedBattle, design: Design, settled: Drawn, fleets: Mapping[Side, OwnFleet]) -> Battle:
    """The battle of two; of a leg, as its campaign game opens it."""
    setup = _setup(row, design, settled, fleets)
    if row.leg_id is not None:
        return OPENED.ask(row, setup)[0]
    return open_skirmish(
        setup=setup,
        user=row.user,
        rival=cast("User", row.rival),
        side=as_side(row.side),
        level=cast("Level", row.level),
        tempo=row.tempo,
        clock=row.clock,
        way=Way(row.way),
    )


def _choosing(token: str, user: User, how: str) -> tuple[DesignedBattle, Side]:
    """The row and the user's side, while there is something to choose in that way."""
    row = _locked(token)
    _check_open(row)
    seats = seats_in(row, user)
    if not seats or row.drawn is None or design_in(row).how != how:
        raise refuse("27", "You do not choose a fleet here.")
    return row, seats[0]


def _check_open(row: DesignedBattle) -> None:
    if row.is_chosen:
        raise DesignClosed("Both fleets are chosen, and the battle has begun.")
    if row.withdrawn or (row.leg_id is not None and closed_words(row)):
        raise DesignClosed(closed_words(row))


def _locked(token: str) -> DesignedBattle:
    rows = DesignedBattle.objects.select_for_update(of=("self",)).select_related("user", "rival")
    return rows.get(token=token)


def play_on(row: DesignedBattle) -> None:
    """Lets the computer set up if it is its turn; after the transaction in which the battle was opened."""
    if row.battle_id is not None:
        go_on(row.battle_id)
