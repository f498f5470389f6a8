"""Engage or forfeit, and how the captain is to fight (31.6)."""

from campaign.commanders.doctrines import doctrine_with
from campaign.commanders.foreseeing import HOPELESS
from campaign.commanders.playing_out import PlayOuts, best_tried
from campaign.commanders.temper import Temper
from campaign.commanders.variation import drawn
from campaign.rules.battles.settling import Settling, best_fight, declined
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from engines.seam.documents import Doctrine
from engines.seam.sides import Side, opponent

WHIM_ENGAGES = 0.5
"""How often it fights where it decides by whim."""


def engages(
    view: WarView,
    side: Side,
    number: int,
    temper: Temper,
    whim: str = "",
    play_outs: PlayOuts | None = None,
) -> bool:
    """Whether to fight (31.6): if that is worth more than to decline, by what is lost and where the front line stands.

    A contested fight is taken though it may be worth less. The own home is never given up (S10), nor what the
    enemy declines. What can hardly be held always is.
    """
    battle = view.battle(number)
    if _needs_no_judgement(battle, side):
        return True
    if temper.opening(view.turn):
        return True
    if drawn(whim, "fancy", number) < temper.fancy:
        return drawn(whim, "engage", number) < WHIM_ENGAGES
    best, given_up = _best(view, battle, side, temper, whim, play_outs), declined(view, battle, side)
    stands = best.won if given_up.held else best.held
    if stands <= HOPELESS:
        return False
    return stands >= temper.contested or best.worth + temper.bold >= given_up.worth


def doctrine(
    view: WarView,
    side: Side,
    number: int,
    temper: Temper,
    whim: str = "",
    play_outs: PlayOuts | None = None,
) -> Doctrine:
    """How a battle is to be fought: to the last over a home that can be lost, else by the best stance."""
    battle = view.battle(number)
    if battle.place == HOMES[side]:
        return doctrine_with(view, battle, side, "hold")
    best = _best(view, battle, side, temper, whim, play_outs)
    return doctrine_with(view, battle, side, best.stance or "withdraw")


def _needs_no_judgement(battle: Battle, side: Side) -> bool:
    """Whether the side fights in any case: over its home, or where the enemy does not."""
    return battle.place == HOMES[side] or battle.answers.get(opponent(side)) is False


def _best(
    view: WarView, battle: Battle, side: Side, temper: Temper, whim: str, play_outs: PlayOuts | None
) -> Settling:
    """The best way to fight, by play-outs where there are any to be had, else by the estimate."""
    if play_outs is None or not temper.tries or _needs_no_judgement(battle, side):
        return best_fight(view, battle, side, temper.captains)
    return best_tried(view, battle, side, temper.captains, whim, play_outs)
