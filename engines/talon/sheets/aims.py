"""What a battle is fought for, in sentences, each with its rule."""

from collections.abc import Iterator

from msgspec import UNSET

from engines.seam.documents import BattleSetup
from engines.seam.sheets import Rule
from engines.seam.sides import SIDE_TITLES, opponent
from engines.seam.words.articles import with_article
from engines.talon.aim_documents import (
    Aim,
    Bombard,
    Destroy,
    Dock,
    Escape,
    Intel,
    Land,
    Losses,
    Target,
    Unhurt,
)
from engines.talon.aims import intelligence, needed_words, times_in_words
from engines.talon.catalogue import ship_class
from engines.talon.results.layout_check import last_round_of_base
from engines.talon.ships import kind_of
from engines.talon.terms import aims_of, terms_of

HELD = "Whoever has the last ships on the map wins."
TWICE = (
    "Play it twice, changing sides. A rematch is the second game. Who wins both games has a devastating victory, worth"
    " 3 points. With a victory each, both are minor and worth 1 point."
)
OTHERWISE = "In all other cases whoever has the last ships on the map wins."


def aims_in_words(setup: BattleSetup) -> tuple[Rule, ...]:
    """What decides a battle with terms of its own, and what of it counts more or less than once."""
    if setup.terms is UNSET:
        return ()
    found = [rule for aim in aims_of(setup) for rule in _aim(aim)]
    deciding = any(
        isinstance(aim, Bombard | Destroy | Dock | Escape | Land | Target) for aim in aims_of(setup)
    )
    if intelligence(aims_of(setup)) is None:
        found.append(Rule(OTHERWISE if deciding else HELD, "20.1"))
    last = last_round_of_base(setup)
    if last is not None:
        found.append(Rule(f"The base is pulled into the black hole at the end of round {last}.", "18"))
    if terms_of(setup).most != "devastating":
        found.append(Rule(f"No victory is more than {terms_of(setup).most}.", "20.2"))
    if terms_of(setup).pair:
        found.append(Rule(TWICE, "R68"))
    return tuple(found)


def aim_in_words(aim: Aim) -> tuple[Rule, ...]:
    """What one aim means for both sides."""
    return tuple(_aim(aim))


def _aim(aim: Aim) -> Iterator[Rule]:
    side, enemy = SIDE_TITLES[aim.side], SIDE_TITLES[opponent(aim.side)]
    if isinstance(aim, Land):
        if aim.needs:
            where = f" on {enemy}'s planet" if aim.theirs else ""
            yield Rule(f"{side} wins at once when it has landed {needed_words(aim, enemy)}{where}.", aim.rule)
        if aim.counts > 1:
            words = f"A landed transport of {side} counts {times_in_words(aim.counts)} against {enemy}."
            yield Rule(words, "R36")
    elif isinstance(aim, Losses):
        yield Rule(f"A destroyed {aim.role} of {side} counts {times_in_words(aim.counts)}.", "R36")
    elif isinstance(aim, Target):
        yield from _target(aim, side, enemy)
    elif isinstance(aim, Dock):
        yield from _dock(aim, side, enemy)
    elif isinstance(aim, Intel):
        yield from _intelligence(aim, side, enemy)
    elif isinstance(aim, Escape):
        yield from _escape(aim, side, enemy)
    elif isinstance(aim, Destroy):
        yield Rule(
            f"{side} wins if {enemy}'s {aim.role} is destroyed. The battle then goes on, but only for the degree.",
            aim.rule,
        )
    else:
        yield from _of_losses(aim, side, enemy)


def _of_losses(aim: Aim, side: str, enemy: str) -> Iterator[Rule]:
    """An aim by which damage counts otherwise: to a planet, or to a class."""
    if isinstance(aim, Bombard):
        yield from _bombard(aim, side, enemy)
    elif isinstance(aim, Unhurt):
        kind = with_article(ship_class(aim.side, aim.ship_class).title.lower())
        words = f"If {kind} of {side} takes hull damage, what {enemy} loses counts half."
        yield Rule(words, "R75")


def _bombard(aim: Bombard, side: str, enemy: str) -> Iterator[Rule]:
    yield Rule(f"{side}'s ships may fire at {aim.planet} with every weapon that reaches it.", aim.rule)
    victory = with_article(f"{aim.degree} victory")
    words = f"{side} wins {victory} at once with {aim.needs} points of damage to {aim.planet}."
    yield Rule(words, aim.rule)
    if aim.counts:
        often = times_in_words(aim.counts)
        yield Rule(f"Otherwise the damage counts {often} as points lost by {enemy}, whoever wins.", "R92")
    yield Rule(f"If {enemy} concedes, {aim.planet} counts as destroyed.", "R91")


def _target(aim: Target, side: str, enemy: str) -> Iterator[Rule]:
    often = times_in_words(aim.counts)
    yield Rule(
        f"{aim.unit} is {side}'s target: {side} is to bring it away, and {enemy} to destroy it.", aim.rule
    )
    yield Rule(
        f"{side} wins at once when {aim.unit} has got away and {enemy}'s target is destroyed.", aim.rule
    )
    yield Rule(f"If {aim.unit} is destroyed, it counts {often} against {side}.", "R36")
    if aim.away:
        yield Rule(f"If {aim.unit} gets away, it counts {often} against {enemy}.", "R36")


def _dock(aim: Dock, side: str, enemy: str) -> Iterator[Rule]:
    yield Rule(
        f"{side} wins at once when {aim.unit} docks with its base, which it may do at any Speed.", aim.rule
    )
    yield Rule(f"{enemy} wins at once when {aim.unit} or the base is destroyed.", aim.rule)
    yield Rule(f"{aim.unit} cannot leave by FTL or over the map's edge.", "R70")


def _intelligence(aim: Intel, side: str, enemy: str) -> Iterator[Rule]:
    won, lost = (with_article(f"{degree} victory") for degree in (aim.degree, aim.denied))
    yield Rule(
        f"{side}'s squadrons may dock with {enemy}'s base at any Speed, one at a time, whatever its shields.",
        aim.rule,
    )
    yield Rule(
        "A squadron inside comes out with the intelligence in the same impulse of the next round or later, before its "
        "side spends AP: in the base's hex, at any facing and Speed.",
        aim.rule,
    )
    yield Rule(
        f"If it then docks with {aim.unit} and {aim.unit} jumps, {side} has won {won} at once.", aim.rule
    )
    yield Rule(
        f"{enemy} wins {lost} at once when {aim.unit}, every squadron, or the base before anybody has come out of it "
        "is destroyed.",
        aim.rule,
    )
    yield Rule(
        f"So it does as soon as no squadron can bring the intelligence home any more, or {aim.unit} jumps without it.",
        "R74",
    )
    yield Rule("Who is left on the map decides nothing; conceding has the same degree.", "R108")


def _escape(aim: Escape, side: str, enemy: str) -> Iterator[Rule]:
    if aim.mutual:
        words = f"{side} wins if its transport gets away and {enemy}'s is destroyed, whoever holds the field."
        yield Rule(words, aim.rule)
        yield Rule("A transport gets away by FTL or over the map's edge.", "R71")
    if aim.decides and aim.hole:
        words = f"{side} wins if its transport enters the worm hole, and {enemy} if it is destroyed."
        yield Rule(words, aim.rule)
        yield Rule("It cannot jump, and enters the worm hole at any Speed.", "19")
    elif aim.decides:
        yield Rule(f"{side} wins if its transport escapes by FTL, and {enemy} if it is destroyed.", aim.rule)
        spooled = kind_of(aim.side, aim.role).boxes
        yield Rule(f"It can jump from round {spooled} on, at Speed 1.", "11")
    if aim.decides:
        yield Rule("The battle then goes on, but only for the degree of the victory.", "R42")
        yield Rule(
            "A transport that leaves over the map's edge, or because its side concedes, has not escaped.",
            "R71",
        )
    if aim.counts > 1:
        words = f"A transport of {side} that got away counts {times_in_words(aim.counts)} against {enemy}."
        yield Rule(words, "R36")
