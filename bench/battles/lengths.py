"""How long the printed scenarios are: python -m bench.battles.lengths [NUMBER ...].

Of 100 battles between captains that hold the field, the rounds of the middle half and the median of all orders, which
stand in the scenarios' files as `lasting`.
"""

import sys
from statistics import median, quantiles

from bench.battles.captains import captains
from engines.seeded import SeededDice
from engines.talon.captains.fight import fight
from engines.talon.set_ups.scenarios import numbered, scenario

BATTLES = 100


def measured(number: int, battles: int = BATTLES) -> tuple[tuple[int, int], int]:
    """The rounds of the middle half of so many battles of a scenario, and the median of their orders."""
    rounds, orders = [], []
    for one in range(battles):
        fought = fight(scenario(number), captains(one, "hold"), SeededDice(f"length {number} {one}"))
        rounds.append(fought.battle.round)
        orders.append(len(fought.orders))
    first, _, last = quantiles(rounds, n=4)
    return (round(first), round(last)), round(median(orders))


def main(arguments: list[str]) -> int:
    """Always 0: it only prints."""
    for number in map(int, arguments) if arguments else numbered():
        (first, last), orders = measured(number)
        print(f"{number}: {first} to {last} rounds, {orders} orders", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
