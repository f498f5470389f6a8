"""What was asked of a battle in words, and how it ends in one sentence."""

from battles.battle.doctrine import TITLES
from campaign.odds.forecasts import SURE
from campaign.odds.outlook import sentence
from campaign.rules.battles.settling import Ends
from campaign.rules.odds.asked import Asked, ends_war, moves_front
from campaign.rules.odds.assumptions import Force
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from engines.odds.tally import Ended, Tally
from engines.seam.sides import SIDES, Side, opponent
from engines.seam.systems import by_hand, class_of, role_of
from engines.seam.words.in_a_row import in_row


def in_a_sentence(view: WarView, battle: Battle, side: Side, tally: Tally | None) -> str:
    """The ends of a battle in one sentence for a side; "" before the first figure."""
    if tally is None:
        return ""

    def gains(of: Side) -> float:
        return tally.chance(lambda ended: ended.winner == of and _gains_ground(view, battle, ended)).share

    won, moved, fallen_back = tally.won(side).share, gains(side), gains(opponent(side))
    lost = {one: tally.points(one).value for one in SIDES}
    return sentence(battle, side, Ends(won, 1 - fallen_back, moved, lost[side], lost[opponent(side)]))


def _gains_ground(view: WarView, battle: Battle, ended: Ended) -> bool:
    return ends_war(battle, ended) or moves_front(view, battle, ended)


def rests_on(fought: int) -> str:
    """How many play-outs there are, and that they are few."""
    return f"{'rough, ' if fought < SURE else ''}{fought} play-outs"


def captain(asked: Asked) -> str:
    """The own side's doctrine in words."""
    doctrine = asked.doctrine
    saves = f", saves {in_row(list(doctrine.save))}" if doctrine.save else ""
    lands = ", moves transports in at once" if doctrine.land_first else ""
    return f"{TITLES[doctrine.stance]}{saves}{lands}"


def taking_over(asked: Asked) -> str:
    """When captains take over, as ", from round 3, impulse B"; "" if they play the battle from its beginning."""
    if not asked.position:
        return ""
    game, position = by_hand(asked.setup.system), asked.position.encode()
    when = game.moment(position)
    return ", from the set-up" if not game.is_set_up(position) else f", from {when[0].lower()}{when[1:]}"


def enemy(asked: Asked) -> str:
    """The enemy's ships as they are assumed, "" where they are revealed."""
    if asked.number:
        return ""
    enemy = opponent(asked.side)
    if not asked.forces:
        return _in_words(enemy, asked.setup.force(enemy))
    ships = [sum(role_of(unit.ship_class) != "base" for unit in force) for force in asked.forces]
    points = [sum(class_of(enemy, unit).points for unit in force) for force in asked.forces]
    return (
        f"{min(ships)} to {max(ships)} ships, {sum(points) / len(points):.0f} points on average "
        f"in {len(ships)} forces"
    )


def _in_words(side: Side, units: Force) -> str:
    """A side's ships by class, and its base."""
    classes = dict.fromkeys(class_of(side, unit) for unit in units)
    words = []
    for kind in classes:
        many = sum(unit.ship_class == kind.key for unit in units)
        words.append(f"{many} {kind.title if many == 1 else kind.plural}")
    return in_row(words)
