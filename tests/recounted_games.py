"""Random campaign games, each recounted after every deed: python -m tests.recounted_games 1000

What is stored of each equals a slow recount of what has happened, as the tests of a few demand. The seeds begin after
those of the tests, and the games are played in a database of their own, in memory. The exit code is 1 after a fault,
whose seed is printed.
"""

import os
import sys
import time
import traceback
from argparse import ArgumentParser
from collections import Counter

import django
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

EVERY = 60
"""After so many seconds it says how far it is."""


def main(arguments: list[str]) -> int:
    """1 if what is stored of a campaign game is not what has happened, else 0."""
    parser = ArgumentParser(prog="python -m tests.recounted_games", description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=1000, help="the first seed")
    asked = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        return _told(range(asked.first, asked.first + asked.games))
    finally:
        teardown_databases(databases, verbosity=0)


def _told(seeds: range) -> int:
    began, done, faults = time.monotonic(), Counter[str](), 0
    said = began
    for number, seed in enumerate(seeds, 1):
        try:
            done += _played(seed)
        except Exception as fault:  # noqa: BLE001 - whatever it is, its seed is told and the rest goes on
            print(f"seed {seed}: {fault!r}", flush=True)
            traceback.print_exception(fault)
            faults += 1
        now = time.monotonic()
        if now - said >= EVERY or number == len(seeds):
            said, each = now, (now - began) / number
            deeds = ", ".join(f"{count:,} {what}" for what, count in sorted(done.items()))
            print(
                f"{number:,} of {len(seeds):,} campaign games, {faults} faults, {each:.2f} s each", flush=True
            )
            print(f"  {deeds}", flush=True)
    return 1 if faults else 0


def _played(seed: int) -> Counter[str]:
    """What happened in one game, of which nothing stays."""
    from django.db import transaction

    from tests.people import make_person
    from tests.site.battles.talon.series.test_recount import played

    with transaction.atomic():
        found = played(seed, make_person("anna"), make_person("ben"))
        transaction.set_rollback(True)
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
