"""The course of the demo's war: two turns played by plain plans, each step through the services as players do.

Nothing here decides for anybody in a real war: what becomes of each battle is written down beforehand.
"""

import secrets
from collections.abc import Iterator
from itertools import cycle

from msgspec.structs import replace

from accounts.models import User
from battles import services as battles
from campaign.models import Engagement, War
from campaign.new_war import invitations
from campaign.new_war.wars import create_war
from campaign.planning.proposals.ready_fleets import fleet_choices
from campaign.rules import orders, start
from campaign.rules import state as core
from campaign.rules.fleets import building
from campaign.rules.fleets.assignment import ships_to_send
from campaign.rules.fleets.nearest import nearest_legal
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.log.documents import decode_state
from campaign.war.services import log, results, sealing
from engines.seam.documents import BattleSetup, Damage, Fate, Report, Unit
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import class_of
from engines.talon.damage import in_talon
from engines.talon.results.check import refusals
from engines.talon.results.recording import usual_fates, with_landings

CALLSIGNS: dict[Side, str] = {"terran": "Halvard", "talon": "Ishbel"}
FLEETS: dict[Side, str] = {"terran": "long-wall", "talon": "drawn-blades"}
WISHES: dict[Side, tuple[str, ...]] = {
    "terran": ("heavy_cruiser", "destroyer", "light_cruiser", "scout"),
    "talon": ("battle_cruiser", "destroyer", "light_cruiser", "frigate"),
}
Story = tuple[Side, int, int]
STORIES: tuple[Story, ...] = (
    ("talon", 2, 0),
    ("terran", 2, 0),
    ("terran", 1, 1),
    ("talon", 2, 1),
    ("talon", 3, 1),
    ("terran", 1, 0),
)
"""Who wins where neither side is far stronger, how many ships the loser loses, and how many the winner."""
CLEARLY = 3  # LP
LAST_TURN = 3
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


def make_people() -> dict[Side, tuple[User, str]]:
    """The demo's two players with their passwords, drawn at random and kept nowhere."""
    found = {}
    for side in SIDES:
        password = "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))
        user = User.objects.create_user(username=CALLSIGNS[side], password=password, is_demo=True)
        found[side] = (user, password)
    return found


def play(terran: User, talon: User) -> War:
    """A war between them, two turns fought, in which both now plan the third."""
    chart = shipped_maps()[DEFAULT]
    settings = Settings(lifetime_score=True)
    war = create_war(
        host=terran, name="First Light", settings=settings, chart=chart, side="terran", opponent="link"
    )
    invitations.accept(token=war.invitations.get().token, user=talon)
    players: dict[Side, User] = {"terran": terran, "talon": talon}
    stories = cycle(STORIES)
    while (state := _state(war)).turn < LAST_TURN and state.phase != "over":
        _step(war, state, players, stories)
    return war


def _state(war: War) -> core.War:
    war.refresh_from_db()
    return decode_state(bytes(war.state or b""))


def _step(war: War, state: core.War, players: dict[Side, User], stories: Iterator[Story]) -> None:
    if state.phase in ("bases", "planning"):
        for side in SIDES:
            order = _bases(state, side) if state.phase == "bases" else _plan(state, side)
            sealing.seal_order(
                war_id=war.pk, side=side, user=players[side], turn=state.turn, phase=state.phase, order=order
            )
        return
    battle = state.current_battle()
    if state.question is None and not state.paused and battle is not None and battle.setup is not None:
        _record(war, battle, battle.setup, next(stories))
        return
    asked, answer = _answer(state)
    log.submit(war_id=war.pk, side=asked, user=players[asked], seen_version=war.version, order=answer)


def _bases(state: core.War, side: Side) -> orders.PlaceBases:
    """The free bases: at home, and as far forward as may be."""
    home, *rest = start.base_places(state, side)
    found = {place: index for place, _, index, _ in state.chart.places()}
    forward = sorted(rest, key=lambda place: found[place], reverse=side == "terran")
    return orders.PlaceBases((home, *forward)[: start.free_bases(state, side)])


def _plan(state: core.War, side: Side) -> orders.Plan:
    """On turn 1 a ready fleet; later some ships by the wishes, everybody near where they were."""
    if state.turn == 1:
        return next(
            offer.working.plan for offer in fleet_choices(state, side) if offer.fleet.key == FLEETS[side]
        )
    plan = _shopping(state, side)
    sectors = cycle(state.chart.order)
    ships = ships_to_send(state, side, plan)
    wish = {name: ship.where or next(sectors) for name, ship in ships.items()}
    wish |= {
        name: orders.RESERVE for name, ship in ships.items() if in_talon(ship.damage).lasting or ship.stranded
    }
    return replace(plan, assign=nearest_legal(state, side, replace(plan, assign=wish)))


def _shopping(state: core.War, side: Side) -> orders.Plan:
    """One of what is missing, then the wishes, while they may be bought."""
    missing = building.missing_classes(state, side, building.classes_after(state, side, orders.Plan()))
    plan = orders.Plan()
    for key in (*(kind.key for kind in missing), *WISHES[side]):
        trial = orders.Plan(buy={**plan.buy, key: plan.buy.get(key, 0) + 1})
        if not any(building.building_refusals(state, side, trial)):
            plan = trial
    return plan


def _answer(state: core.War) -> tuple[Side, orders.AnyOrder]:
    """Everybody engages, and chooses the first of what there is to choose."""
    question = state.question
    if question is None:
        return "terran", orders.RevealNext()
    chosen = question.options[: question.count]
    if question.kind == "engage":
        return question.side, orders.Engage(question.battle, engage=True)
    if question.kind == "first":
        return question.side, orders.ChooseFirst(question.side)
    if question.kind == "land":
        return question.side, orders.Land(question.battle, chosen)
    return question.side, orders.Strand(question.battle, chosen)


def _record(war: War, fought: core.Battle, setup: BattleSetup, story: Story) -> None:
    """The loser enters the report, the winner confirms it, and the war books it."""
    battle = Engagement.objects.select_related("battle").get(war=war, number=fought.number).battle
    if battle is None:
        raise RuntimeError(f"battle {fought.number} was not opened")
    winner = _stronger(fought) or story[0]
    loser, report = opponent(winner), scripted_report(setup, (winner, *story[1:]))
    entered = battles.enter_report(
        battle_id=battle.pk, side=loser, seen_version=battle.version, report=report
    )
    battles.confirm(battle_id=battle.pk, side=winner, seen_version=entered.version)
    results.absorb(battle_id=battle.pk)


def _stronger(fought: core.Battle) -> Side | None:
    gap = fought.lp.get("terran", 0) - fought.lp.get("talon", 0)
    if abs(gap) < CLEARLY:
        return None
    return "terran" if gap > 0 else "talon"


def scripted_report(setup: BattleSetup, story: Story) -> Report:
    """A possible report of a battle that went so; with fewer losses where there are not so many ships."""
    winner, lost, paid = story
    reports = [_report(setup, (winner, a, b)) for a in range(lost, -1, -1) for b in range(paid, -1, -1)]
    return next((report for report in reports if not refusals(setup, report)), reports[-1])


def _report(setup: BattleSetup, story: Story) -> Report:
    winner, lost, paid = story
    fates = {
        winner: _fates(setup, winner, winner, paid, boxes=1),
        opponent(winner): _fates(setup, opponent(winner), winner, lost, boxes=2),
    }
    return with_landings(setup, Report(14, "held", fates["terran"], fates["talon"], winner), frozenset())


def _fates(setup: BattleSetup, side: Side, winner: Side, fallen: int, *, boxes: int) -> tuple[Fate, ...]:
    """What usually becomes of a side's units, but the cheapest so many ships are destroyed and the others marked."""
    force = setup.force(side)
    words = usual_fates(setup, side, winner, "held")
    ships = [unit for unit in force if class_of(side, unit).lp and not class_of(side, unit).fighters]
    ships = [unit for unit in ships if unit.ship_class != "base"]
    doomed = {unit.name for unit in sorted(ships, key=lambda unit: class_of(side, unit).points)[:fallen]}
    return tuple(
        Fate(unit.name, "destroyed")
        if word == "destroyed" or unit.name in doomed
        else Fate(unit.name, word, unit.damage if word == "waited" else _marked(side, unit, boxes))
        for unit, word in zip(force, words, strict=True)
    )


def _marked(side: Side, unit: Unit, boxes: int) -> Damage:
    """The unit's damage with so many more hull boxes marked, as far as it lives; a critical box costs a relay."""
    kind = class_of(side, unit)
    if kind.fighters:
        return unit.damage
    before = in_talon(unit.damage)
    hull = min(before.hull + boxes, len(kind.hull) - 1)
    relays = before.relays + bool(kind.critical_boxes(before.hull, hull))
    return replace(before, hull=max(hull, before.hull), relays=min(relays, 2))
