"""How long stored wars take to follow by the rules of now, as before a release: python -m bench replaying."""

from io import StringIO
from random import Random
from time import perf_counter

from django.core.management import call_command

from accounts.models import User
from battles import services as battles
from battles.models import Resolution
from bench.figures import Measurement
from bench.site.played_wars import make_war, state_of, step
from campaign.models import Engagement, Entry, War
from campaign.war.services import results

PLAYED, TIMES = 20, 25
MOST_SECONDS = 600.0
MOST_TURNS = 12


def figures(name: str) -> list[Measurement]:
    """The seconds that 500 wars take with all their battles, which captains have fought; `name` is the database."""
    people = [User.objects.create_user(callsign) for callsign in ("anna", "bo")]
    wars = [_played(people[0], people[1], seed) for seed in range(PLAYED)]
    said, began = StringIO(), perf_counter()
    for _ in range(TIMES):
        call_command("replay_wars", *wars, stdout=said)
    took = perf_counter() - began
    fought, entries = Resolution.objects.count(), Entry.objects.count()
    words = f"{PLAYED} wars of {entries:,} entries and {fought:,} battles, each {TIMES} times"
    return [Measurement(f"replay_500_wars_{name}_s", took, "s", MOST_SECONDS, note=words)]


def _played(terran: User, talon: User, seed: int) -> int:
    """The number of a war played at random in which captains have fought every battle."""
    war, random = make_war(terran, talon, name=f"Stored {seed}"), Random(seed)
    while (state := state_of(war)).phase != "over" and state.turn <= MOST_TURNS:
        if state.phase == "battles" and state.question is None and _fought(war):
            continue
        step(war, random)
    return war.pk


def _fought(war: War) -> bool:
    """Whether a battle was joined that captains have fought now."""
    joined = Engagement.objects.filter(war=war, outcome="joined").first()
    if joined is None or joined.battle_id is None:
        return False
    battles.fight_overdue(battle_id=joined.battle_id)
    battles.resolve(Resolution.objects.get(battle=joined.battle_id).pk)
    return results.absorb(battle_id=joined.battle_id)
