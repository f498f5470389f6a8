"""One sentence about the most important events of a frame."""

from collections.abc import Sequence

from engines.seam.sides import Side
from engines.talon import events as e
from engines.talon.aims import RETREATED, by_landing, courier, intelligence
from engines.talon.orders import PLANET
from engines.talon.report.cast import Cast, Words, counted, listed
from engines.talon.report.frame_losses import FrameLosses, losses_of
from engines.talon.report.frames import Frame
from engines.talon.report.sentences import sentences_of

ALONE = {
    "planet": " crashes into the planet",
    "black-hole": " falls into the black hole",
    "worm-hole": " is lost in the worm hole",
    "break-up": " runs out of power and breaks up",
    "asteroid": " breaks up in the asteroids",
    "edge": " is lost over the map edge",
    "collision": " is destroyed in a collision",
}
WORTH_NAMING = 0.5
"""A second event is named if it cost this share of the first."""


def headline(frame: Frame, cast: Cast, loser: Side) -> Words:
    """The most important events of the frame, first those of the losing side."""
    toll = losses_of(frame)
    if toll.ended is not None and toll.ended.winner is not None:
        return _ending(toll, toll.ended, cast)
    clauses = _clauses(frame, toll, cast, loser) or _clauses(frame, toll, cast, None)
    if not clauses:
        return _other(frame, toll, cast)
    (first, words, _), *others = clauses
    for cost, more, is_loss in others[:1]:
        if is_loss or cost >= WORTH_NAMING * first:
            words = (*words, ". ", *more)
    return (*words, ".")


def _clauses(
    frame: Frame, toll: FrameLosses, cast: Cast, side: Side | None
) -> list[tuple[float, Words, bool]]:
    """The events of a side, or of both: cost in points, words, and whether they are losses.

    Losses of both sides are one clause, which comes first if it costs most, and second otherwise.
    """
    hurt = [unit for unit in toll.hull if side in (None, cast[unit].side) and unit not in toll.lost]
    words: Words
    found = [(_cost_of_hull(toll, unit, cast), _blow(toll, unit, cast), False) for unit in hurt]
    planet = cast.planet
    if planet is not None and toll.planet and side in (None, planet.side):
        words = (*_hitters(toll, PLANET), PLANET, f": {planet.total(frame.planet_damage)} points of damage")
        found.append((float(toll.planet * planet.worth), words, False))
    found.sort(key=lambda clause: -clause[0])
    if toll.lost:
        points = cast.points(toll.lost)
        words = (*_loss(toll, toll.lost), f": {points} points lost")
        found.insert(1 if found and found[0][0] > points else 0, (float(points), words, True))
    return found


def _cost_of_hull(toll: FrameLosses, unit: int, cast: Cast) -> float:
    kind = cast[unit].kind
    boxes = 2 * kind.fighters if kind.fighters else kind.boxes
    return kind.points * toll.hull[unit] / boxes


def _ending(toll: FrameLosses, ended: e.Ended, cast: Cast) -> Words:
    """How the battle ended, with the last losses."""
    winner = f"{ended.winner or ''}".title()
    landed = toll.gone.get("landed", [])
    if ended.ending == "aim":
        return _by_aim(toll, winner, cast)
    if ended.ending == "planet" and landed:
        takes = not by_landing(cast.aims, "terran" if ended.winner == "terran" else "talon")
        won = "takes the planet" if takes else "wins"
        return (*listed(landed), f" {'lands' if len(landed) == 1 else 'land'}: {winner} {won}.")
    after = toll.gone.get("landed-after", [])
    landing: Words = (
        ("; ", *listed(after), f" {'lands' if len(after) == 1 else 'land'} unopposed") if after else ()
    )
    if ended.ending == "conceded":
        loser = "Talon" if ended.winner == "terran" else "Terran"
        late = [unit for unit in toll.lost if toll.causes[unit] == "conceded"]
        before = [unit for unit in toll.lost if unit not in late]
        shot: Words = (*_loss(toll, before), ". ") if before else ()
        caught: Words = ("; ", *listed(late), " cannot escape") if late else ()
        return (*shot, f"{loser} concedes the field", *caught, *landing, ".")
    if toll.lost:
        return (*_loss(toll, toll.lost), f": {winner} holds the field", *landing, ".")
    away = [] if after else [unit for how in RETREATED for unit in toll.gone.get(how, [])]
    if away:
        return (*listed(away), f" {'leaves' if len(away) == 1 else 'leave'}: {winner} holds the field.")
    return (f"{winner} holds the field", *landing, ".")


def _by_aim(toll: FrameLosses, winner: str, cast: Cast) -> Words:
    """What has decided a victory at once: a planet is destroyed, what was to dock has or cannot, or the last target."""
    if cast.planet is not None:
        return (*_hitters(toll, PLANET, " destroys ", " destroy "), PLANET, f": {winner} wins.")
    if intelligence(cast.aims) is not None:
        return _by_intelligence(toll, winner, cast)
    if courier(cast.aims) is not None:
        home = toll.gone.get("docked", [])
        last: Words = (*listed(home), " docks: ") if home else (*_loss(toll, toll.lost), ": ")
        return (*last, f"{winner} wins.")
    gone = [unit for how in RETREATED for unit in toll.gone.get(how, [])]
    what: Words = ()
    if toll.lost:
        what = (*_loss(toll, toll.lost), ": ")
    elif gone:
        what = (*listed(gone), " got away: ")
    return (*what, f"{winner} wins by its target.")


def _by_intelligence(toll: FrameLosses, winner: str, cast: Cast) -> Words:
    """Who has brought the intelligence away, or what has kept the enemy from it."""
    away = [unit for how in RETREATED for unit in toll.gone.get(how, [])]
    if away:
        verb = " is away: " if len(away) == 1 else " are away: "
        return (*listed(away), verb, f"{winner} wins by the intelligence.")
    lost: Words = (*_loss(toll, toll.lost), ": ") if toll.lost else ()
    return (*lost, f"{winner} wins, and keeps the intelligence.")


def _loss(toll: FrameLosses, lost: Sequence[int]) -> Words:
    """Who was destroyed, by whose fire or which explosion."""
    shot = [unit for unit in lost if toll.causes[unit] in ("weapon", "missile", "critical")]
    clauses: list[Words] = []
    if shot:
        clauses.append(_shot_down(toll, shot))
    for unit in lost:
        if unit in shot:
            continue
        source = toll.blown.get(unit, -1)
        if source >= 0:
            clauses.append((source, " explodes and destroys ", unit))
        else:
            clauses.append((unit, ALONE.get(toll.causes[unit], " is lost")))
    words: Words = clauses[0]
    for clause in clauses[1:]:
        words = (*words, "; ", *clause)
    return words


def _shot_down(toll: FrameLosses, shot: Sequence[int]) -> Words:
    firers = list(dict.fromkeys(firer for unit in shot for firer in toll.firers.get(unit, [])))
    if not firers:
        return (*listed(shot), f" {'is' if len(shot) == 1 else 'are'} destroyed")
    return (*listed(firers, 3), " destroys " if len(firers) == 1 else " destroy ", *listed(shot))


def _hitters(toll: FrameLosses, target: int, one: str = " hits ", several: str = " hit ") -> Words:
    """Who hit a target, as the beginning of a sentence."""
    firers = [firer for firer in dict.fromkeys(toll.firers.get(target, [])) if firer >= 0]
    return (*listed(firers, 3), one if len(firers) == 1 else several) if firers else ("Missiles", several)


def _blow(toll: FrameLosses, target: int, cast: Cast) -> Words:
    """Who was hit, by whom, and what it broke."""
    boxes = toll.hull[target]
    what = counted(boxes, "fighter box" if cast[target].kind.fighters else "hull box")
    broke = list(dict.fromkeys(toll.criticals.get(target, [])))
    tail = f", {' and '.join(broke)}" if broke else ""
    firers = list(dict.fromkeys(toll.firers.get(target, [])))
    if not firers:
        return (target, f" is damaged: {what}{tail}")
    return (*listed(firers, 3), " hits " if len(firers) == 1 else " hit ", target, f": {what}{tail}")


def _other(frame: Frame, toll: FrameLosses, cast: Cast) -> Words:
    """Who left, or else the first sentence of the frame."""
    verbs = {
        "jumped": (" jumps away.", " jump away."),
        "left": (" leaves over the map edge.", " leave over the map edge."),
        "through": (" leaves through the worm hole.", " leave through the worm hole."),
        "landed": (" lands.", " land."),
    }
    for how, (one, several) in verbs.items():
        units = toll.gone.get(how, [])
        if units:
            return (*listed(units), one if len(units) == 1 else several)
    quiet = ("power", "move")
    loud = [sentence.words for sentence in sentences_of(frame, cast) if sentence.tone not in quiet]
    return loud[0] if loud else ("The fleets change position.",)
