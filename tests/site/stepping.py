"""Wars of any game on the site, step by step as commanders would play them, for tests."""

import re
from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from battles.models import Battle
from battles.services import resolve
from campaign.commanders.commander import Commander
from campaign.models import Engagement, War
from campaign.rules import state as core
from campaign.rules.orders import PlaceBases, Plan, RevealNext
from campaign.rules.sight import view
from campaign.war.services import log, results, sealing
from engines.seam.sides import SIDES, Side
from tests.site.wars import state_of, user_of, version_of


def step(war: War) -> core.War:
    """Do the next thing that the war waits for, but for a battle that is joined; the state after it."""
    state = state_of(war)
    if state.phase in ("bases", "planning"):
        for side in SIDES:
            seal(war, state, side)
    elif state.question is not None:
        submit(war, state, state.question.side)
    elif state.paused:
        submit(war, state, "terran")
    return state_of(war)


def seal(war: War, state: core.War, side: Side) -> None:
    """Seal what a commander orders."""
    order = Commander(side).decide(view(state, side))
    assert isinstance(order, PlaceBases | Plan)
    user = user_of(war, side)
    sealing.seal_order(
        war_id=war.pk, side=side, user=user, turn=state.turn, phase=state.phase, order=order, entropy=""
    )


def submit(war: War, state: core.War, side: Side) -> None:
    """Answer as a commander does, or reveal the next battle."""
    order = RevealNext() if state.paused else Commander(side).decide(view(state, side))
    assert order is not None
    log.submit(war_id=war.pk, side=side, user=user_of(war, side), seen_version=version_of(war), order=order)


def joined(war: War) -> Battle | None:
    """The battle that is joined, if the war waits for one."""
    found = Engagement.objects.select_related("battle").filter(
        war=war, outcome="joined", battle__isnull=False
    )
    return next((one.battle for one in found if one.battle and one.battle.absorbed_at is None), None)


def player(war: War) -> User:
    """Who plays Terran."""
    user = user_of(war, "terran")
    assert user is not None
    return user


def to_a_battle(war: War) -> Battle:
    """The war gone on until a battle is joined."""
    while (battle := joined(war)) is None:
        assert step(war).phase != "over"
    return battle


def fight(battle: Battle) -> None:
    """Let the worker fight a battle that it has been given, and the war book it."""
    assert resolve(battle.resolutions.get().pk)
    assert results.absorb(battle_id=battle.pk)


def where(war: War) -> set[str]:
    """How far the war is, in words of this test."""
    state = state_of(war)
    asked = state.question is not None and state.question.side == "terran"
    return {state.phase, "asked" if asked else "", "joined" if joined(war) else ""}


def pages_of(war: War) -> list[str]:
    """The addresses of all that a war shows to its Terran player."""
    found = (re.sub("<number:war_id>", str(war.pk), path) for path in paths(get_resolver().url_patterns))
    sided = [path.replace("<str:side>", "terran") for path in found]
    return [f"/{path}" for path in sided if path.startswith(f"wars/{war.pk}/") and "<" not in path]


def paths(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The paths of the patterns, and of those within them."""
    for one in patterns:
        path = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from paths(one.url_patterns, path)
        else:
            yield path
