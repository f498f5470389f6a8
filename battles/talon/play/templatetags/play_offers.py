"""What may be ordered, as buttons and as choices of a sheet: a hundred and more on a page, so no includes."""

from collections.abc import Iterable
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from accounts.templatetags.components import icon
from engines.talon.play.offered import NOBODY, Choice, Offer
from engines.talon.play.table import Option, UnitOptions

register = template.Library()
CAPTAIN = '<span class="offer-mark">captain</span>'
"""Marks what a captain would order."""
NUMBERS = ("target", "fighter", "group", "arc", "chance")


@register.simple_tag
def offer_buttons(options: Iterable[Option]) -> SafeString:
    """Orders of a unit as buttons, with what a script groups and highlights them by."""
    return mark_safe("\n".join(map(_button, options)))  # noqa: S308 - every part is escaped


def _button(option: Option) -> str:
    offer = option.offer
    marked, mark = (" is-suggested", CAPTAIN) if option.suggested else ("", "")
    odds = warn = ""
    if offer.chance > NOBODY:
        odds = f'<span class="offer-odds">{_odds(offer)}</span>'
    if offer.warn:
        warn = f'<span class="offer-warn">{icon("warning")}{escape(offer.warn)}</span>'
    return (
        f'<button class="btn offer{marked}" name="order" value="{escape(offer.order)}"{offer_data(offer)}>'
        f'<span class="offer-words">{escape(option.label)}</span>{mark}{odds}{warn}</button>'
    )


def _odds(offer: Offer) -> str:
    """The chance to hit, and then the points of all weapons, or the chance to destroy a fighter or missile.

    Where that chance is none, the points say what a hit does.
    """
    several = offer.some > NOBODY
    hits = f"{offer.chance}% each, {offer.some}% at least one" if several else f"{offer.chance}%"
    if offer.destroys == offer.chance and not several:
        return f"{hits} to destroy it"
    if offer.destroys > 0:
        return f"{hits}; destroys it {offer.destroys}%"
    hull = f", {offer.hull:.1f} to hull" if round(offer.hull, 1) and offer.destroys == NOBODY else ""
    points = f"{offer.damage:.1f} points{hull}"
    return f"{hits}; {points}" if several else f"{hits}, {points}"


def offer_data(offer: Offer) -> str:
    """What a script groups and highlights an offer by, as attributes of its button."""
    found = f' data-verb="{escape(offer.verb)}"'
    for name in NUMBERS:
        number: int = getattr(offer, name)
        if number != NOBODY:
            found += f' data-{name}="{number}"'
    if offer.way:
        found += f' data-way="{escape(offer.way)}"'
    if offer.damage:
        found += f' data-damage="{offer.damage:.1f}"'
    return found


@register.simple_tag
def sheet_choices(options: Iterable[Option]) -> SafeString:
    """Orders of a unit as the choices of its row in a sheet, the captain's chosen."""
    return mark_safe("\n".join(map(_choice, options)))  # noqa: S308 - every part is escaped


def _choice(option: Option) -> str:
    chosen, captain = (" selected", "Captain: ") if option.suggested else ("", "")
    return (
        f'<option value="{escape(option.offer.order)}"{chosen}>{captain}{escape(option.offer.words)}</option>'
    )


@register.simple_tag
def sheet_ways(unit: UnitOptions, left_open: str, close: Choice | None) -> SafeString:
    """The ways of a unit as one choice, the captain's chosen, with their warnings.

    `left_open` says what no way means; where an order can `close` the step, that may be what the captain suggests.
    """
    ways = [_way(unit.number, option) for option in unit.options]
    words = escape(left_open) + (CAPTAIN if close and not unit.suggested else "")
    ways.append(_choosable(unit.number, ' value=""', words, css=" way-open", chosen=not unit.suggested))
    warned = [option.offer for option in unit.options if option.offer.warn]
    ways += [f'<p class="offer-warn">{icon("warning")}{escape(_warning(offer))}</p>' for offer in warned]
    return mark_safe("\n".join(ways))  # noqa: S308 - every part is escaped


def _way(unit: int, option: Option) -> str:
    offer = option.offer
    mark = CAPTAIN if option.suggested else ""
    value = f' data-way="{escape(offer.way)}" value="{escape(offer.order)}"'
    return _choosable(unit, value, f"{escape(_way_words(offer))}{mark}", chosen=option.suggested)


def _choosable(unit: int, value: str, words: str, *, chosen: bool, css: str = "") -> str:
    """One choice of a unit's row; a row of its own name, since only one of its choices counts."""
    checked = " checked" if chosen else ""
    field = f'<input type="radio" name="row-{unit}"{value}{checked}>'
    return f'<label class="way{css}">{field}<span>{words}</span></label>'


def _way_words(offer: Offer) -> str:
    return offer.words.removeprefix("Afterburner, ").capitalize() if offer.verb == "burn" else offer.words


def _warning(offer: Offer) -> str:
    return f"{_way_words(offer)}: {offer.warn}"
