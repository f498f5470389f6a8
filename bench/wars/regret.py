"""What wrong decisions to engage or to decline cost: python -m bench.wars.regret [--zones 500] [--fought 200].

Zones in which both sides have forces, of whole wars that the estimate was not fitted to, with `--each` so many of a
war. Each is played out so many times by captains, with the stances that shrewd commanders choose. The play-outs
then say what it was worth for each side to engage and to decline (`campaign.rules.battles.settling`), and the regret of
a decision is what the better one would have been worth more, in Ship Points. The deciders are compared on the same
zones: shrewd commanders, with play-outs of their own on other dice; steady ones, by the estimate alone; who leaves it
to the instruction that the site recommends (S76), or to another one; the strengths of both sides alone; and whoever
always engages. Own homes are left out: nobody gives those up (S10).

Exits with 1 if a shrewd commander declines more than 5 % of the even zones, in which the weaker side stands its ground
in 45 % or more, or engages in more than 5 % of the hopeless ones, in which it does so in less than 5 %. To stand one's
ground is to win or to hold the front line; where declining loses no ground either, it is to win (S76). What is measured
goes into var/regret.json too.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice

import msgspec
from msgspec.structs import replace

from bench.figures import OUT
from bench.wars.zones import Zone, zones
from campaign.commanders.engaging import doctrine, engages
from campaign.commanders.playing_out import PlayOuts
from campaign.commanders.strength import chance, pieces_of, strength
from campaign.commanders.temper import temper_of
from campaign.rules.battles.forces import revealed
from campaign.rules.battles.instructions import carried_out
from campaign.rules.battles.predicting import ends_of, stands_ground
from campaign.rules.battles.settling import declined, gain_of_engaging, predicted
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.odds.asked import asked_of
from campaign.rules.orders import StandingInstruction
from engines.odds.playing import play_outs
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side, opponent
from engines.seeded import SeededDice

REGRET_OUT = OUT.with_name("regret.json")
FIRST = 901_000
"""The number of the first war."""
BATCH = 8
"""So many wars are begun at once."""
DARED, STORMED = 0.3, 0.2
"""The least chance by strength at which the rule of before engaged: anywhere, and at the enemy's home."""
EVEN, HOPELESS = 0.45, 0.05
"""The chance of the weaker side to win or to hold the front line, from which a zone is even, below which hopeless."""
MOST = 5.0
"""The most even zones that may be declined, and hopeless ones that may be engaged, in percent."""
LANDERS = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """A side's decision about a zone: what it was worth to engage and to decline, and what each decider said.

    `stood`: its chance to stand its ground if it is fought; `weaker`: it wins less often than the enemy.
    """

    side: Side
    weaker: bool
    stood: float
    engaged: float
    declined: float
    said: Mapping[str, bool]

    def regret(self, decider: str) -> float:
        """What the other decision would have been worth more; 0 if this one was right."""
        gain = self.engaged - self.declined
        return max(0.0, -gain if self.said[decider] else gain)


def commanders(zone: Zone, side: Side, own: PlayOuts) -> bool:
    """What a shrewd commander decides, with play-outs of its own."""
    temper = temper_of("shrewd", side, "captain")
    return engages(zone.view, side, zone.battle.number, temper, _whim(zone, side), own)


def by_estimate(zone: Zone, side: Side, _own: PlayOuts) -> bool:
    """What a steady commander decides, by the estimate alone."""
    return engages(zone.view, side, zone.battle.number, temper_of("steady", side, "captain"))


def _whim(zone: Zone, side: Side) -> str:
    return f"{side} {zone.war}"


def instructed(instruction: StandingInstruction) -> Callable[[Zone, Side, PlayOuts], bool]:
    """What a standing instruction decides (S36, S76, S83)."""

    def decides(zone: Zone, side: Side, _own: PlayOuts) -> bool:
        view, battle, stance = zone.view, zone.battle, instruction.stance
        odds = stands_ground(view, battle, side, stance, revealed(view, battle))
        gain = gain_of_engaging(view, battle, side, stance)
        return bool(carried_out(instruction, battle, side, odds, gain))

    return decides


def by_strength(zone: Zone, side: Side, _own: PlayOuts) -> bool:
    """What it decided before battles were estimated: by the strengths alone, and a planet that would be lost."""
    view, battle, enemy = zone.view, zone.battle, opponent(side)
    landers = sum(unit.ship_class == "transport" for unit in battle.forces[enemy])
    if (
        view.planets.get(battle.place) == side
        and view.base_of(side, battle.place) is None
        and landers >= LANDERS
    ):
        return True
    own, others = (
        strength(one, pieces_of(one, battle.forces[one]), view.settings.boxes) for one in (side, enemy)
    )
    return chance(own, others) >= (STORMED if battle.place == HOMES[enemy] else DARED)


def always(_zone: Zone, _side: Side, _own: PlayOuts) -> bool:
    """Whoever fights everything."""
    return True


DECIDERS: dict[str, Callable[[Zone, Side, PlayOuts], bool]] = {
    "shrewd, by play-outs": commanders,
    "steady, by the estimate": by_estimate,
    "recommended: holds in 25 of 100": instructed(StandingInstruction("odds", odds=25)),
    "if it is worth it": instructed(StandingInstruction("worth")),
    "holds in 45 of 100": instructed(StandingInstruction("odds", odds=45)),
    "recommended once: unless 2 LP more": instructed(StandingInstruction("unless", 2)),
    "by strength, as before": by_strength,
    "always": always,
}


def choices(zone: Zone, fought: int) -> Iterator[Choice]:
    """The decisions of both sides about a zone, judged by so many play-outs."""
    own = PlayOuts(SeededDice)
    orders = {side: _orders(zone, side, own) for side in SIDES}
    asked = asked_of(zone.view, SIDES[0], zone.battle, orders[SIDES[0]], "captain")
    question = replace(asked.case(0), doctrines=orders)
    ends = ends_of(play_outs(question, range(fought), SeededDice))
    for side in SIDES:
        if zone.battle.place == HOMES[side]:
            continue
        settled = predicted(zone.view, zone.battle, side, orders[side].stance, ends)
        given_up = declined(zone.view, zone.battle, side)
        yield Choice(
            side=side,
            weaker=ends.won[side] < ends.won[opponent(side)],
            stood=settled.won if given_up.held else settled.held,
            engaged=settled.worth,
            declined=given_up.worth,
            said={name: decides(zone, side, own) for name, decides in DECIDERS.items()},
        )


def of_war(number: int, fought: int, each: int | None = None) -> list[list[Choice]]:
    """The decisions about the zones of the war of that number; only about so many of them, evenly spread, if asked."""
    found = list(zones(number, 1))
    step = max(1, len(found) // each) if each else 1
    return [list(choices(zone, fought)) for zone in found[step // 2 :: step][:each]]


def _orders(zone: Zone, side: Side, own: PlayOuts) -> Doctrine:
    """The doctrine that a shrewd commander chooses."""
    temper = temper_of("shrewd", side, "captain")
    return doctrine(zone.view, side, zone.battle.number, temper, _whim(zone, side), own)


def measured(wanted: int, fought: int, processes: int, each: int | None = None) -> list[list[Choice]]:
    """So many zones, the decisions of both sides about each."""
    found: list[list[Choice]] = []
    with ProcessPoolExecutor(processes) as pool:
        for first in range(FIRST, FIRST + 100 * BATCH, BATCH):
            numbers = range(first, first + BATCH)
            for war in pool.map(of_war, numbers, [fought] * BATCH, [each] * BATCH):
                found.extend(one for one in war if one)
            if len(found) >= wanted:
                break
    return list(islice(found, wanted))


def shown(found: Sequence[Sequence[Choice]], fought: int) -> bool:
    """Print what each decider's mistakes cost; whether commanders keep both goals."""
    every = [one for zone in found for one in zone]
    print(f"{len(found)} zones, {len(every)} decisions, {fought} play-outs of each zone")
    kept = True
    for name in DECIDERS:
        regret = sum(one.regret(name) for one in every) / len(every)
        wrong = sum(one.regret(name) > 0 for one in every) / len(every)
        declined_even = _percent([not one.said[name] for one in every if one.weaker and one.stood >= EVEN])
        took_hopeless = _percent([one.said[name] for one in every if one.weaker and one.stood < HOPELESS])
        print(f"{name}: regret {regret:.1f} Ship Points a decision, {100 * wrong:.0f} % decided wrong")
        print(
            f"    even zones that the weaker side declined    {declined_even[0]:4.1f} % of {declined_even[1]}"
        )
        print(
            f"    hopeless ones in which it engaged           {took_hopeless[0]:4.1f} % of {took_hopeless[1]}"
        )
        if name == "shrewd, by play-outs":
            kept = max(declined_even[0], took_hopeless[0]) <= MOST
    print(f"shrewd commanders: at most {MOST:.0f} % of either  {'kept' if kept else 'MISSED'}")
    return kept


def _percent(came: Sequence[bool]) -> tuple[float, int]:
    return 100 * sum(came) / max(1, len(came)), len(came)


def main(arguments: list[str]) -> int:
    """0 when both goals are kept."""
    parser = argparse.ArgumentParser(prog="python -m bench.wars.regret", description=__doc__)
    parser.add_argument("--zones", type=int, default=500)
    parser.add_argument("--fought", type=int, default=200, help="play-outs of each zone")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--each", type=int, help="so many zones of a war at most")
    asked = parser.parse_args(arguments)
    found = measured(asked.zones, asked.fought, asked.processes, asked.each)
    REGRET_OUT.parent.mkdir(exist_ok=True)
    REGRET_OUT.write_bytes(msgspec.json.encode(found))
    return 0 if shown(found, asked.fought) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
