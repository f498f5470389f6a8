"""What happens in a frame, as sentences for people."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from engines.seam.sides import opponent
from engines.talon import events as e
from engines.talon.aims import at_once, by_landing
from engines.talon.orders import PLANET, Concede, FightOn, Grant, OfferDraw, Order, Pattern, Planet, WormHole
from engines.talon.report.cast import Cast, Words, listed, several
from engines.talon.report.edges import edge_words, is_hit
from engines.talon.report.frames import Entry, Frame
from engines.talon.report.pending_sentences import (
    Arrivals,
    Granted,
    Harm,
    Launches,
    Laying,
    Misses,
    MissileHits,
    Offer,
    PendingSentence,
    Plain,
    RepairSentence,
    Sentence,
    Shared,
    Tone,
    VolleySentence,
    joined,
)
from engines.talon.report.power_words import PURCHASES, purchase
from engines.talon.report.sentence_writer import Writer
from engines.talon.report.words import AT_THE_END, CRITICALS, ENDS, LEAVES, MENDED, WEAPONS, weapon

ENDINGS = {
    "held": "{winner} holds the field",
    "conceded": "{loser} concedes, {winner} holds the field",
    "planet": "{winner} takes the planet",
    "aim": "{winner} {aim}",
    "draw": "nobody holds the field",
}


def sentences_of(frame: Frame, cast: Cast) -> tuple[Sentence, ...]:
    """The frame in sentences, in the order of events; all moves are one sentence, and so is all use of power."""
    writer = Writer(frame, cast, _at_the_end(frame.log))
    for entry in frame.log:
        handler = _HANDLERS.get(type(entry))
        if handler is not None:
            handler(writer, entry)
    return tuple(draft.sentence() for draft in _misses_together(writer.drafts))


def _at_the_end(log: Sequence[Entry]) -> set[int]:
    """The units that leave because their side has lost (20.4): no rule of the Retreat Phase is kept by that (11)."""
    over = next((at for at, entry in enumerate(log) if isinstance(entry, e.Ended)), None)
    if over is None or log[over].ending not in ("conceded", "planet", "aim"):  # type: ignore[union-attr]
        return set()
    order = max((at for at, entry in enumerate(log[:over]) if isinstance(entry, Order)), default=0)
    return {one.unit for one in log[order:over] if isinstance(one, e.Gone) and one.how == "jumped"}


def _misses_together(drafts: list[PendingSentence]) -> list[PendingSentence]:
    """The drafts with all misses as one, in the place of the last."""
    missed = [draft for draft in drafts if isinstance(draft, VolleySentence) and not draft.points]
    if len(missed) < 2:
        return drafts
    last = next(at for at in reversed(range(len(drafts))) if drafts[at] is missed[-1])
    kept: list[PendingSentence] = [Misses(missed) if at == last else draft for at, draft in enumerate(drafts)]
    return [draft for draft in kept if not any(draft is one for one in missed)]


def _shot(writer: Writer, event: e.Shot) -> None:
    volley = writer.drafts[-1] if writer.drafts else None
    same = (event.unit, event.weapon, event.target)
    if not isinstance(volley, VolleySentence) or (volley.unit, volley.weapon, volley.target) != same:
        over = edge_words(event.technology, event.crews)
        volley = VolleySentence(*same, event.distance, event.modifier, writer.cast.hindrance, over)
        writer.drafts.append(volley)
    volley.dice.append(event.die)
    volley.points += event.points
    if is_hit(event):
        volley.hit = True
        volley.spared += event.spared


def _detonated(writer: Writer, event: e.Detonated) -> None:
    """What technology and crews make of a missile; the damage it does comes next (32.4, 32.5)."""
    writer.detonated = event


def _struck(writer: Writer, event: e.Struck) -> None:
    harm = writer.harmed(event) or Harm()
    harm.add(event.arc, event.markers, event.shields, event.hull)
    dealt = writer.last(MissileHits if event.cause == "missile" else Shared)
    if event.dice and dealt:
        dealt.dice += event.dice
    _alone(writer, event, harm)


def _fighter_struck(writer: Writer, event: e.FighterStruck) -> None:
    harm = writer.harmed(event) or Harm()
    if event.cause != "missile" or writer.detonated is None or writer.detonated.points:
        harm.add_fighter(event.hull)
    _alone(writer, event, harm)


def _alone(writer: Writer, event: e.Struck | e.FighterStruck, harm: Harm) -> None:
    """Asteroids do their damage in a sentence of their own."""
    if event.cause == "asteroid":
        writer.say("hit", event.unit, f" is hit by asteroids: {harm.in_words()}.")


LOST_IN: Final = {
    "planet": "on the planet",
    "black-hole": "in the black hole",
    "worm-hole": "in the worm hole",
}
"""Where a missile is lost, by the cause."""


def _missile_struck(writer: Writer, event: e.MissileStruck) -> None:
    volley, shared = writer.last(VolleySentence), writer.last(Shared)
    if event.cause == "weapon" and volley:
        volley.missile = "it is shot down" if event.gone else "it is damaged"
    elif event.cause == "explosion" and shared:
        shared.missiles += 1
    else:
        where = LOST_IN.get(event.cause, "over the map edge")
        writer.say("note", f"A missile is lost {where}.")


def _bombarded(writer: Writer, event: e.Bombarded) -> None:
    volley: VolleySentence | None = writer.last(VolleySentence)
    of_volley = event.cause == "weapon" and volley is not None and volley.target == PLANET
    harm = volley.harm if volley is not None and of_volley else writer.hit(PLANET).harm
    harm.add_planet(event.points, writer.cast.target_planet.total(event.damage))


def _critical(writer: Writer, event: e.Critical) -> None:
    what = CRITICALS[event.result]
    if event.group is not None:
        what = f"{weapon(writer.cast[event.unit].kind.groups[event.group].weapon)} lost"
    tone: Tone = "note" if event.result == "nothing" else "harm"
    writer.say(tone, "Critical hit on ", event.unit, f": {what}.", dice=(*event.dice, *event.group_dice))


def _lost(writer: Writer, event: e.Lost) -> None:
    writer.say("loss", event.unit, f"{ENDS[event.cause]}: {writer.cast[event.unit].kind.points} points.")


def _gone(writer: Writer, event: e.Gone) -> None:
    joins = " " if event.how == "boarded" else " with "
    into: Words = () if event.into is None else (joins, event.into)
    how = AT_THE_END if event.unit in writer.at_the_end else LEAVES[event.how]
    writer.say("note", event.unit, how, *into, ".")


def _launched(writer: Writer, event: e.Launched) -> None:
    launches = writer.last(Launches)
    if launches and (launches.unit, launches.target) == (event.unit, event.target):
        launches.number += 1
    else:
        writer.drafts.append(Launches(event.unit, event.target))


def _went(writer: Writer, event: e.Went) -> None:
    moves = {"move": "moved", "burn": "burned", "rotate": "turned"}
    if event.how in moves:
        getattr(writer.moves, moves[event.how]).append(event.unit)
    elif event.how == "push":
        writer.say("hit", event.unit, " is pushed one hex away.")
    else:
        writer.say("move", event.unit, " is pulled one hex closer.")


def _flew(writer: Writer, _event: e.Flew) -> None:
    writer.moves.flew += 1


def _put(writer: Writer, event: e.Put) -> None:
    last = writer.drafts[-1] if writer.drafts else None
    side = writer.cast[event.unit].side
    if isinstance(last, Arrivals) and (last.verb, last.side) == (event.how, side):
        last.units.append(event.unit)
    else:
        writer.drafts.append(Arrivals(side, event.how, [event.unit]))


def _retargeted(writer: Writer, event: e.Retargeted) -> None:
    writer.say("note", "A missile now targets ", event.target, ".")


def _exploded(writer: Writer, event: e.Exploded) -> None:
    writer.drafts.append(Shared((event.unit, " explodes")))


def _collided(writer: Writer, event: e.Collided) -> None:
    writer.drafts.append(Shared((*listed(list(event.units)), " collide")))


def _repair(writer: Writer, event: e.RepairTried) -> None:
    repairs = (
        writer.drafts[-1]
        if writer.drafts and isinstance(writer.drafts[-1], RepairSentence)
        else RepairSentence()
    )
    if repairs not in writer.drafts[-1:]:
        writer.drafts.append(repairs)
    mended = MENDED[event.critical] if event.group is None else _rigged(writer, event.unit, event.group)
    repairs.tried.append((event.unit, mended, event.die))


def _rigged(writer: Writer, unit: int, group: int) -> str:
    """A group that is jury rigged, as "its jury-rigged 2 disruptors" (24)."""
    bar = writer.cast[unit].kind.groups[group]
    return f"its jury-rigged {several(WEAPONS[bar.weapon]) if bar.count > 1 else WEAPONS[bar.weapon]}"


def _broke(writer: Writer, event: e.Broke) -> None:
    many = writer.cast[event.unit].kind.groups[event.group].count > 1
    writer.say(
        "note",
        event.unit,
        f" breaks {_rigged(writer, event.unit, event.group)} again by firing {'them' if many else 'it'}.",
    )


def _by_tactics(writer: Writer, side: str, to: str) -> None:
    """The initiative was changed by a side's tactics (32.4)."""
    what = "takes" if side == to else "gives away"
    writer.say("note", f"{side.title()} {what} the initiative by its tactics.")


def _granted(writer: Writer, order: Grant) -> None:
    writer.drafts.append(Granted(order.side, order.to))


def _initiative(writer: Writer, event: e.Initiative) -> None:
    if event.tactics is not None:
        _by_tactics(writer, event.tactics, event.side)
    elif writer.drafts and isinstance(writer.drafts[-1], Granted):
        writer.drafts[-1].passes = True
    else:
        writer.say("note", f"{event.side.title()} takes the initiative.")


def _window(writer: Writer, _event: e.Window) -> None:
    """Said once in a frame, however often its edges have moved in it."""
    words = "The map has moved with the ships (R6)."
    if all(not isinstance(draft, Plain) or draft.words != (words,) for draft in writer.drafts):
        writer.say("note", words)


def _curved(writer: Writer, event: e.Curved) -> None:
    stands = writer.frame.before
    changes: dict[tuple[bool, int], list[int]] = {}
    for unit, _power, speed in event.rows:
        if unit in stands and stands[unit].speed != speed:
            changes.setdefault((speed > stands[unit].speed, speed), []).append(unit)
    clauses: list[Words] = []
    for (faster, speed), units in changes.items():
        verb = ("speeds up" if faster else "slows") if len(units) == 1 else "speed up" if faster else "slow"
        clauses.append((*listed(units, 3), f" {verb} to {speed}"))
    if clauses:
        writer.drafts.append(Plain("move", joined(clauses)))
    else:
        writer.say("move", f"{event.side.title()} keeps its speeds.")


def _ended(writer: Writer, event: e.Ended) -> None:
    if event.ending == "draw" and writer.drafts and isinstance(writer.drafts[-1], Offer):
        writer.drafts[-1].accepts = True
    winner, loser = event.winner or "", opponent(event.winner) if event.winner else ""
    if event.ending == "conceded" and any(isinstance(entry, Concede) for entry in writer.frame.log):
        writer.say("loss", f"The battle is over: {winner.title()} holds the field.")
        return
    done = _done(writer.cast, event)
    end = ENDINGS["aim" if done else event.ending].format(
        winner=winner.title(), loser=loser.title(), aim=done
    )
    writer.say("loss", f"The battle is over: {end}.")


def _done(cast: Cast, event: e.Ended) -> str:
    """What the winner has done that won at once, after its name; "" if the field, or taking the planet, decided."""
    if event.winner and event.ending == "planet":
        return by_landing(cast.aims, event.winner)
    return at_once(cast.aims, event.winner) if event.winner and event.ending == "aim" else ""


def _lays(writer: Writer, order: Planet | WormHole | Pattern) -> None:
    words = {Planet: "places the planet", WormHole: "places the worm hole"}.get(type(order), "")
    writer.drafts.append(Laying(order.side.title(), words))


def _laid(writer: Writer, event: e.Laid) -> None:
    laying: Laying | None = writer.last(Laying)
    if laying is not None:
        laying.kinds[event.kind] = len(event.places)


def _conceded(writer: Writer, order: Concede) -> None:
    who = writer.cast.player(order.side, order.player)
    writer.say("note", f"{who} {'concedes' if who == order.side.title() else 'would concede'}.")


def _offered(writer: Writer, order: OfferDraw) -> None:
    writer.drafts.append(Offer(writer.cast.player(order.side, order.player)))


def _fights_on(writer: Writer, order: FightOn) -> None:
    writer.say("note", f"{writer.cast.player(order.side, order.player)} fights on.")


def _exceeded(writer: Writer, event: e.Exceeded) -> None:
    who = writer.cast.player(event.side, event.player)
    writer.say("note", f"{who} has said too many words, and spends no AP in the next round.")


def _buy(writer: Writer, order: Any) -> None:
    writer.buys(order.unit, purchase(order, writer.cast))


_HANDLERS: dict[type, Callable[[Writer, Any], None]] = {
    **dict.fromkeys(PURCHASES, _buy),
    **dict.fromkeys((Planet, WormHole, Pattern), _lays),
    Concede: _conceded,
    Grant: _granted,
    OfferDraw: _offered,
    FightOn: _fights_on,
    e.Put: _put,
    e.Laid: _laid,
    e.Went: _went,
    e.Flew: _flew,
    e.Launched: _launched,
    e.Retargeted: _retargeted,
    e.Shot: _shot,
    e.Detonated: _detonated,
    e.Struck: _struck,
    e.FighterStruck: _fighter_struck,
    e.MissileStruck: _missile_struck,
    e.Bombarded: _bombarded,
    e.Critical: _critical,
    e.Lost: _lost,
    e.Exploded: _exploded,
    e.Collided: _collided,
    e.RepairTried: _repair,
    e.Broke: _broke,
    e.Gone: _gone,
    e.Exceeded: _exceeded,
    e.Initiative: _initiative,
    e.Curved: _curved,
    e.Window: _window,
    e.Ended: _ended,
}
