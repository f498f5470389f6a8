"""What `tests/pictures.py` shows: wars in every phase, played as the demo is, and each page of theirs."""

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import cycle
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec
from django.urls import reverse
from django.utils import timezone

from accounts.deliveries.unsubscribing import token_of
from accounts.models import PushBrowser, User
from accounts.scores import confirming
from accounts.scores.showing import show_score
from accounts.scores.told import Told
from battles.chat.chatting import say as write
from battles.models import Battle, PlayedLine
from battles.services import enter_report
from battles.talon.own_scenarios.changing import text_of
from battles.talon.own_scenarios.writing import make_scenario, share
from battles.talon.watching.link import open_to_onlookers as watch_battle
from bench.battles.fleets import fleets_of, over_terrain
from bench.site.fought_samples import fought_battle
from bench.wars.random_player import random_report
from campaign.chat.chatting import say
from campaign.corrections.correcting import answer, open_correction, propose
from campaign.deadlines import agreements, holidays
from campaign.engaging.questions import expected
from campaign.engaging.views import MUCH
from campaign.maps.drawing import make_map, offer_to_host
from campaign.models import Engagement, Entry, SetAside, War
from campaign.new_war.prefilled import NAMES
from campaign.new_war.wars import create_war
from campaign.rules import state as core
from campaign.rules.corrections.battle_history import battle_history
from campaign.rules.map.map_edits import add_zone, blank_map, change_zone
from campaign.rules.map.strategic_map import HOMES
from campaign.rules.moments import Moment
from campaign.rules.odds.assumed_fleet import Supposition
from campaign.rules.orders import Amend, CorrectLog, Fit, Surrender
from campaign.rules.settings import Settings
from campaign.rules.sight import view
from campaign.sample import demo
from campaign.sandboxes.trying_out import begin_sandbox
from campaign.war.chart.map_library import shipped_maps
from campaign.war.log.fold import events_so_far
from campaign.war.services import log
from campaign.watching.link import open_to_onlookers
from engines.seam.documents import Report
from engines.seam.sides import SIDES, Side
from engines.talon.set_ups.scenarios import scenario
from tests.battle_samples import opened
from tests.deputies import name_deputy
from tests.hand_samples import learned_up_to, played_up_to
from tests.odds_samples import compared_odds
from tests.people import make_person
from tests.pictures import Scene
from tests.site.campaign.corrections.test_fitting import fitting
from tests.site.wars import make_war, play_until, state_of

HITS = (
    ".entry .hull-pick:has([value='4']) >> nth=0",
    ".entry >> nth=-2 >> label.outcome:has-text('Destroyed')",
)
Until = Callable[[core.War], bool]


def scenes() -> Iterator[Scene]:
    """Every page, the strangers' first."""
    yield from _for_strangers()
    halvard, ishbel = (make_person(name, email=f"{name}@example.org") for name in ("Halvard", "Ishbel"))
    war = demo.play(halvard, ishbel)
    yield from _of_a_war(war)
    yield from _of_each_phase(halvard, ishbel)
    yield from _of_a_battle(halvard, ishbel)
    yield from _of_a_fought_battle(halvard, ishbel)
    yield from _of_battles_by_hand(halvard)
    yield from _of_two_players(halvard, ishbel)
    yield from _of_lessons(halvard)
    yield from _of_an_ending(halvard, ishbel)
    yield from _of_time(halvard, ishbel)
    yield from _of_a_corrected_result(halvard, ishbel)
    yield from _of_the_lobby(halvard, ishbel)
    yield from _of_maps(halvard)
    yield from _of_own_scenarios(halvard)


def _for_strangers() -> Iterator[Scene]:
    yield Scene("front", "/")
    yield Scene("sign-up", "/accounts/signup/")
    yield Scene("sign-in", "/accounts/login/")
    yield Scene("password-reset", "/accounts/password/reset/")
    yield Scene("ships", "/ships/")
    yield Scene("ship", "/ships/terran/heavy_cruiser/")
    yield Scene("ship-talon", "/ships/talon/dreadnought/")
    yield Scene("rulings", "/rulings/")
    yield Scene("how-to-play", "/how-to-play/")
    yield Scene("sample", "/sample/")
    yield Scene("sample-battle", "/sample/battle/")
    yield Scene("reliability", "/odds/")
    yield Scene("skirmish", "/skirmish/", press=("#own-fleets summary",))
    yield Scene("scenarios", "/scenarios/")
    yield Scene("scenario", "/scenarios/7/")
    yield Scene("scenario-options", "/scenarios/10/")
    yield Scene("scenario-earth", "/scenarios/12/")
    yield Scene("missing", "/nowhere/")


def _of_a_war(war: War) -> Iterator[Scene]:
    path = f"/wars/{war.pk}/terran/"
    yield Scene("war", path, "Halvard", part="figure.star-map")
    yield Scene("war-zone", f"{path}?zone=Antares/4", "Halvard")
    yield Scene("history", f"{path}history/?turn=2", "Halvard")
    yield Scene("treasury", f"{path}treasury/", "Halvard")
    yield Scene("charts", f"{path}charts/", "Halvard")
    yield Scene("surrender", f"{path}surrender/", "Halvard")
    yield Scene("plan", f"{path}plan/", "Halvard")
    front = quote(state_of(war).place_of("Antares"), safe="")
    yield Scene("odds-ahead", f"{path}odds/ahead/?place={front}", "Halvard")
    tried = begin_sandbox(
        war=war,
        side="terran",
        user=User.objects.get(username="Halvard"),
        moment=Moment(2),
        supposition=Supposition("drawn"),
    )
    yield Scene("sandbox", f"{path}sandbox/", "Halvard", ("[name=suppose][value=edited]",))
    yield Scene("sandbox-war", f"/wars/{tried.pk}/terran/", "Halvard")
    yield Scene("sandbox-plan", f"/wars/{tried.pk}/terran/plan/", "Halvard")
    yield Scene("sandbox-history", f"/wars/{tried.pk}/terran/history/", "Halvard")
    yield Scene("war-replay", f"{path}?replay=2&step=1", "Halvard")
    say(war_id=war.pk, side="talon", text="You will miss those frigates by Sunday.")
    say(war_id=war.pk, side="terran", text="I was going to say the same of your dreadnought.")
    yield Scene("chat", f"{path}chat/", "Halvard")
    token = open_to_onlookers(war_id=war.pk, side="terran")
    yield Scene("watch", f"/wars/watch/{token}/")
    pressed = ("#do-as-last-turn", "#do-nearest")
    yield Scene("plan-board", f"{path}plan/", "Halvard", pressed, "#assignment")


def _played(terran: User, talon: User, name: str, until: Until, **settings: Any) -> War:
    war = make_war(terran, talon, name=name, **settings)
    players: dict[Side, User] = {"terran": terran, "talon": talon}
    stories = cycle(demo.STORIES)
    while not until(state := state_of(war)) and state.phase != "over":
        demo._step(war, state, players, stories)
    return war


def _joined(state: core.War) -> bool:
    battle = state.current_battle()
    return state.question is None and not state.paused and battle is not None and battle.setup is not None


def _of_a_fought_battle(halvard: User, ishbel: User) -> Iterator[Scene]:
    battle = fought_battle(halvard, ishbel, fleets_of(10))
    yield Scene("fought", f"/battles/{battle.pk}/fought/", "Halvard")
    yield Scene("dice", f"/battles/{battle.pk}/dice/", "Halvard")
    waits = opened(halvard, ishbel)
    yield Scene("dice-committed", f"/battles/{waits.pk}/dice/", "Halvard")
    yield Scene("bring", f"/battles/{waits.pk}/bring/", "Halvard")
    yield Scene("battle-fought", f"/battles/{battle.pk}/", "Halvard")


def _of_battles_by_hand(halvard: User) -> Iterator[Scene]:
    """A scene for each step, and what the board shows when something is chosen."""
    terrain = played_up_to(halvard, over_terrain(), "terrain")
    yield Scene("play-terrain", f"/battles/{terrain.battle_id}/play/", "Halvard")
    small, large = fleets_of(3), fleets_of(12)
    for name, setup, step, after in (
        ("play-deploy", small, "deploy", 0),
        ("play-ap", small, "ap", 60),
        ("play-move", small, "move", 60),
        ("play-fire", small, "fire", 80),
        ("play-power", small, "curves", 60),
        ("play-fleets", large, "fire", 200),
    ):
        play = played_up_to(halvard, setup, step, after)
        press = ("[data-curtain] button",) if step == "deploy" else ()
        yield Scene(name, f"/battles/{play.battle_id}/play/", "Halvard", press)
    convoy, earth = (
        played_up_to(halvard, scenario(7), "move", 60),
        played_up_to(halvard, scenario(12), "deploy"),
    )
    yield Scene("play-convoy", f"/battles/{convoy.battle_id}/play/", "Halvard")
    yield Scene("play-earth", f"/battles/{earth.battle_id}/play/", "Halvard", ("[data-curtain] button",))
    landing, targets = (
        played_up_to(halvard, scenario(5), "ap", 40),
        played_up_to(halvard, scenario(6), "ap", 40),
    )
    yield Scene("play-landing", f"/battles/{landing.battle_id}/play/", "Halvard")
    yield Scene("play-targets", f"/battles/{targets.battle_id}/play/", "Halvard")
    yield Scene("record-convoy", f"/battles/{convoy.battle_id}/report/", "Halvard")
    yield Scene("sheet-earth", f"/battles/{earth.battle_id}/sheet/", "Halvard")
    yield from _asked_of_the_board(halvard)
    by_round = played_up_to(halvard, small, "ap", 40)
    yield Scene("play-round", f"/battles/{by_round.battle_id}/play/round/", "Halvard", ("details.round-row",))


def _of_two_players(halvard: User, ishbel: User) -> Iterator[Scene]:
    """The chat, the clocks and what was missed beside the board, and what onlookers see, covered and later."""
    play = played_up_to(halvard, fleets_of(3), "ap", 60, rival=ishbel, clock="budget:1800:15")
    for line in PlayedLine.objects.filter(play=play):
        PlayedLine.objects.filter(pk=line.pk).update(at=line.at - timedelta(days=1))
    write(battle=play.battle, side="talon", text="Good luck, have fun.")
    who = play.battle.user_of("terran" if play.decider == "terran" else "talon").username
    path = f"/battles/{play.battle_id}/play/"
    yield Scene("play-since", path, who)
    yield Scene("play-chat", path, who, (".play-company summary",))
    covered = played_up_to(halvard, fleets_of(3), "deploy", 4, rival=ishbel)
    for name, watched in (("onlooker", play), ("onlooker-covered", covered)):
        token = watch_battle(battle=watched.battle, side="terran")
        yield Scene(name, f"/battles/watch/{token}/")
    yield Scene("battle-onlookers", f"/battles/{play.battle_id}/onlookers/", "Halvard")


def _asked_of_the_board(halvard: User) -> Iterator[Scene]:
    """The overlays, why not, the replay so far, and the curtain."""
    fire = played_up_to(halvard, fleets_of(3), "fire", 80)
    path = f"/battles/{fire.battle_id}/play/"
    for kind in ("arcs", "where", "shots", "why"):
        yield Scene(f"play-{kind}", path, "Halvard", (f'[data-look="{kind}"]',))
    yield Scene("play-log", path, "Halvard", ('[data-tab="log"]',))
    yield Scene("play-so-far", f"{path}so-far/", "Halvard")
    hidden = played_up_to(halvard, fleets_of(3), "deploy")
    yield Scene("play-curtain", f"/battles/{hidden.battle_id}/play/", "Halvard")


def _of_lessons(halvard: User) -> Iterator[Scene]:
    """The list, a lesson before it begins, and the board at a first step, in the middle, and at the end."""
    yield Scene("lesson", "/learn/first-flight/", "Halvard")
    for name, lesson, done in (
        ("lesson-first", "turning-and-slips", 0),
        ("lesson-ap", "turning-and-slips", 1),
        ("lesson-over", "leaving-the-field", 3),
    ):
        learner = make_person(f"Learner-{name[7:]}")
        run = learned_up_to(learner, lesson, done)
        yield Scene(
            name,
            f"/battles/{run.battle_id}/play/",
            learner.username,
            ("[data-show-me] summary",) if done == 1 else (),
        )
    yield Scene("learn", "/learn/", "Learner-over")


def _of_each_phase(halvard: User, ishbel: User) -> Iterator[Scene]:
    new = _played(halvard, ishbel, "Ember Road", lambda state: state.turn > 0)
    yield Scene("bases", f"/wars/{new.pk}/terran/bases/", "Halvard", ("#do-propose-planets",))
    first = _played(halvard, ishbel, "The Quiet Lanes", lambda state: state.phase == "planning")
    yield Scene("war-first-turn", f"/wars/{first.pk}/terran/", "Halvard")
    yield Scene("tracking", f"/wars/{first.pk}/terran/tracking/", "Halvard")
    yield Scene("take-over", "/wars/take-over/", "Halvard")
    yield Scene("plan-first", f"/wars/{first.pk}/talon/plan/", "Ishbel")
    fleet = ("#do-fleet-wings-of-morning",)
    yield Scene("plan-fleet", f"/wars/{first.pk}/terran/plan/", "Halvard", fleet)
    asked = _played(
        halvard, ishbel, "Cold Harbour", lambda state: state.turn == 2 and state.question is not None
    )
    side = (state_of(asked).question or core.Question("engage", "terran", 0)).side
    path, who = f"/wars/{asked.pk}/{side}/", "Halvard" if side == "terran" else "Ishbel"
    yield Scene("war-asked", path, who)
    yield from _of_odds(halvard, ishbel)
    sure = _played(halvard, ishbel, "Hard Choice", _is_worth_much)
    side = (state_of(sure).question or core.Question("engage", "terran", 0)).side
    path, who = f"/wars/{sure.pk}/{side}/", "Halvard" if side == "terran" else "Ishbel"
    other = "button[name=engage]:not(.btn-primary)"
    yield Scene("war-against-advice", path, who, (other,), then="button[name=sure]")
    paused = _played(halvard, ishbel, "Long Watch", lambda state: state.turn == 2 and state.paused)
    yield Scene("war-paused", f"/wars/{paused.pk}/talon/", "Ishbel")


def _is_worth_much(state: core.War) -> bool:
    """Whether a side is asked about a battle in which one answer is worth much more than the other."""
    question = state.question
    if question is None or question.kind != "engage":
        return False
    seen = view(state, question.side)
    battle = next(one for one in seen.battles if one.number == question.battle)
    return (
        battle.place not in HOMES.values()
        and abs(expected(seen, battle, question.side, "captain").gain) >= MUCH
    )


def _of_odds(halvard: User, ishbel: User) -> Iterator[Scene]:
    """A battle that captains will fight, with the odds of two doctrines."""
    war = _played(
        halvard, ishbel, "Narrow Strait", lambda state: state.question is not None, settled_by="worker"
    )
    side = (state_of(war).question or core.Question("engage", "terran", 0)).side
    who = "Halvard" if side == "terran" else "Ishbel"
    yield Scene("odds-compared", compared_odds(war, side), who)
    opened = ("summary:has-text('How your captain fights')",)
    yield Scene("war-asked-odds", f"/wars/{war.pk}/{side}/", who, opened, ".odds-ask")


def _of_a_battle(halvard: User, ishbel: User) -> Iterator[Scene]:
    war = _played(
        halvard, ishbel, "Broken Meridian", lambda state: state.turn == 2 and _joined(state), boxes=2
    )
    battle = Battle.objects.filter(status="open", owner_path=f"/wars/{war.pk}/").get()
    yield Scene("war-battle", f"/wars/{war.pk}/terran/", "Halvard")
    yield Scene("battle", f"/battles/{battle.pk}/", "Halvard")
    yield Scene("battle-sheet", f"/battles/{battle.pk}/sheet/", "Halvard")
    yield Scene("report-empty", f"/battles/{battle.pk}/report/", "Ishbel")
    told = ("label.outcome:has-text('Terran')", *['[aria-label="One more: Rounds fought"]'] * 8, *HITS)
    yield Scene("report", f"/battles/{battle.pk}/report/", "Halvard", told, ".report-side")
    other = _played(halvard, ishbel, "Iron Tide", lambda state: state.turn == 2 and _joined(state))
    entered = Battle.objects.filter(status="open", owner_path=f"/wars/{other.pk}/").get()
    report = demo.scripted_report(entered.setup_document, ("terran", 2, 1))
    enter_report(battle_id=entered.pk, side="talon", seen_version=entered.version, report=report)
    yield Scene("battle-confirm", f"/battles/{entered.pk}/", "Halvard")
    done = Battle.objects.filter(status="settled").first()
    assert done is not None
    yield Scene("battle-result", f"/battles/{done.pk}/", "Halvard")


def _of_an_ending(halvard: User, ishbel: User) -> Iterator[Scene]:
    war = _played(halvard, ishbel, "Ashes and Brass", lambda state: state.turn == 3, lifetime_score=True)
    log.submit(war_id=war.pk, side="talon", user=ishbel, seen_version=war.version, order=Surrender())
    yield Scene("war-over", f"/wars/{war.pk}/terran/", "Halvard")
    yield Scene("history-over", f"/wars/{war.pk}/talon/history/", "Ishbel")
    yield Scene("opponents", "/opponents/", "Halvard")
    yield Scene("ledger", "/opponents/Ishbel/", "Halvard")
    yield from _of_past_results(halvard, ishbel)


def _of_past_results(halvard: User, ishbel: User) -> Iterator[Scene]:
    for day in (3, 4):
        told = Told(date(2024, 5, day), "battle", "won", "great", "terran", "Patton's End", "", "table")
        confirming.enter(user=ishbel, other=halvard, told=told)
    row = confirming.enter(user=halvard, other=ishbel, told=Told(date(2024, 6, 1), "war", "lost")).row
    yield Scene("results", "/score/results/", "Halvard")
    yield Scene("past-results", "/past-results/", "Halvard")
    yield Scene("past-result", row.get_absolute_url(), "Halvard")
    yield Scene("score-link", "/score/link/", "Halvard")
    yield Scene("score-shown", f"/score/shown/{show_score(halvard)}/")


def _of_time(halvard: User, ishbel: User) -> Iterator[Scene]:
    war = make_war(halvard, ishbel, name="Slow Burn", pace="days:3")
    yield Scene("war-with-deadline", f"/wars/{war.pk}/terran/", "Halvard")
    holidays.go_on_holiday(war_id=war.pk, side="talon", user=None, days=9)
    yield Scene("time", f"/wars/{war.pk}/terran/time/", "Halvard", ("[data-remember=pace] summary",))
    lent = make_war(halvard, ishbel, name="Borrowed Hands", pace="days:3")
    kari = make_person("Kari")
    for side, player in zip(SIDES, (halvard, ishbel), strict=True):
        deputy = kari if side == "terran" else make_person("Njal")
        name_deputy(war_id=lent.pk, side=side, player=player, user=deputy)
    yield Scene("time-deputy", f"/wars/{lent.pk}/terran/time/", "Halvard")
    yield Scene("time-as-deputy", f"/wars/{lent.pk}/terran/time/", "Kari")
    asked = make_war(halvard, ishbel, name="Still Water", pace="days:7")
    agreements.ask_for(war_id=asked.pk, side="talon", user=None, asked="pause")
    yield Scene("time-asked", f"/wars/{asked.pk}/terran/time/", "Halvard")
    other = make_war(halvard, ishbel, name="Winter Quarters", pace="weekdays:18:Europe/Berlin")
    for side in SIDES:
        agreements.ask_for(war_id=other.pk, side=side, user=None, asked="pause")
    yield Scene("war-at-rest", f"/wars/{other.pk}/terran/", "Halvard")


def _of_a_corrected_result(halvard: User, ishbel: User) -> Iterator[Scene]:
    war = make_war(halvard, ishbel, name="Second Thoughts", lifetime_score=True)
    play_until(war, phase="planning", turn=3, random=Random(4))
    number = Engagement.objects.filter(war=war, outcome="fought").earliest("number").number
    path = f"/wars/{war.pk}/terran/correct/{number}/"
    show = (f".outcomes input[value={_loser(war, number)}]", "button[value=preview]")
    yield Scene("correct", path, "Halvard")
    yield Scene("correct-preview", path, "Halvard", show, then="#preview-title")
    other = make_war(halvard, ishbel, name="Third Thoughts", lifetime_score=True)
    play_until(other, phase="planning", turn=2, random=Random(4))
    order = Amend(number, _opposite(other, number))
    propose(war_id=other.pk, side="talon", user=ishbel, seen_version=other.version, order=order)
    yield Scene("correct-proposed", f"/wars/{other.pk}/terran/correct/{number}/", "Halvard")
    yield Scene("war-correction", f"/wars/{other.pk}/terran/", "Halvard")
    back = _going_back(halvard, ishbel, number)
    yield Scene("correct-rewind", f"/wars/{back.pk}/terran/correct/{number}/", "Halvard")
    yield from _of_fitted_plans(halvard, ishbel)
    yield from _of_a_war_replayed(halvard, ishbel, number)


def _going_back(halvard: User, ishbel: User, number: int) -> War:
    """A war of three turns in which Talon proposes to go back to its first battle."""
    war = make_war(halvard, ishbel, name="Fourth Thoughts", lifetime_score=True)
    play_until(war, phase="planning", turn=3, random=Random(4))
    order = CorrectLog(number, _opposite(war, number), "rewind")
    propose(war_id=war.pk, side="talon", user=ishbel, seen_version=war.version, order=order)
    return war


def _of_fitted_plans(halvard: User, ishbel: User) -> Iterator[Scene]:
    """A war in which Talon proposes to go back and on again, and in which that was done."""
    for name in ("Fifth Thoughts", "Sixth Thoughts"):
        war = make_war(halvard, ishbel, name=name, lifetime_score=True)
        play_until(war, phase="planning", turn=4, random=Random(4))
        found, report = fitting(war)
        order = Fit(found.number, report, war.version)
        row = propose(war_id=war.pk, side="talon", user=ishbel, seen_version=war.version, order=order)
        if name == "Fifth Thoughts":
            yield Scene("correct-fit", f"/wars/{war.pk}/terran/correct/{found.number}/", "Halvard")
    version = war.version
    answer(war_id=war.pk, side="terran", user=halvard, correction_id=row.pk, seen_version=version, agree=True)
    war.refresh_from_db()
    yield Scene("history-fitted", f"/wars/{war.pk}/terran/history/?turn={war.turn}", "Halvard")


def _of_a_war_replayed(halvard: User, ishbel: User, number: int) -> Iterator[Scene]:
    war = _going_back(halvard, ishbel, number)
    row = open_correction(war)
    assert row is not None
    answer(
        war_id=war.pk, side="terran", user=halvard, correction_id=row.pk, seen_version=war.version, agree=True
    )
    turn = Engagement.objects.get(war=war, number=number).turn
    entry = Entry.objects.get(war=war, kind="retell").number
    gone = SetAside.objects.filter(war=war).latest("number")
    yield Scene("history-told-again", f"/wars/{war.pk}/terran/history/?turn={turn}", "Halvard")
    yield Scene("history-before", f"/wars/{war.pk}/terran/history/?turn={turn}&before={entry}", "Halvard")
    yield Scene("battle-set-aside", f"/battles/{gone.battle_id}/", "Halvard")


def _loser(war: War, number: int) -> str:
    winner = Engagement.objects.get(war=war, number=number).winner
    return "talon" if winner == "terran" else "terran"


def _opposite(war: War, number: int) -> Report:
    """A report of the battle by which the other side has won."""
    found = battle_history(events_so_far(war.pk), number)
    if found is None:
        raise LookupError(f"battle {number} has no result")
    reports = (random_report(found.setup, Random(seed)) for seed in range(200))
    return next(told for told in reports if told.winner == _loser(war, number))


def _of_the_lobby(halvard: User, ishbel: User) -> Iterator[Scene]:
    yield Scene("wars", "/wars/", "Halvard")
    for number, pace in enumerate(("days:3", "weekdays:18:America/New_York", "days:7")):
        agreed = Settings(settled_by="hand" if number == 2 else "worker", pace=pace)
        board = shipped_maps()["four_sectors"]
        host = make_person(("Marlow", "Tamsin", "Oluwaseun")[number])
        create_war(
            host=host, name=NAMES[number], settings=agreed, chart=board, side="lot", opponent="anybody"
        )
    yield Scene("open-wars", "/wars/open/", "Halvard")
    yield Scene("open-wars-visitor", "/wars/open/")
    make_person("Nobody")
    yield Scene("wars-none", "/wars/", "Nobody")
    yield Scene("new-war", "/wars/new/", "Halvard", ("#rules summary",))
    chart = shipped_maps()["three_gates"]
    mine = create_war(
        host=halvard,
        name="Three Gates",
        settings=Settings(black_holes=True),
        chart=chart,
        side="lot",
        opponent="link",
    )
    yield Scene("invitation", f"/wars/{mine.pk}/", "Halvard")
    yield Scene("join", f"/wars/join/{mine.invitations.get().token}/", "Ishbel")
    one = make_war(ishbel, ishbel, name="Kitchen Table", one_screen=True)
    yield Scene("table", f"/wars/{one.pk}/", "Ishbel")
    yield Scene("curtain", f"/wars/{one.pk}/curtain/talon/", "Ishbel")
    easy = create_war(
        host=halvard,
        name="First Light",
        settings=Settings(settled_by="worker", black_holes=True, computer="ensign", commander="gentle"),
        chart=chart,
        side="terran",
        opponent="computer",
    )
    yield Scene(
        "war-easy", f"/wars/{easy.pk}/terran/", "Halvard", ("details[data-remember=difficulty] summary",)
    )
    yield Scene("import", "/wars/import/", "Halvard")
    for name in ("Firefox on Linux", "Chrome on Android"):
        endpoint = f"https://push.example.org/{name}"
        PushBrowser.objects.create(user=halvard, endpoint=endpoint, p256dh="", auth="", name=name)
    PushBrowser.objects.filter(name="Firefox on Linux").update(delivered_at=timezone.now())
    yield Scene("settings", "/settings/", "Halvard")
    yield Scene("unsubscribe", reverse("unsubscribe", args=[token_of(halvard)]))


def _of_own_scenarios(halvard: User) -> Iterator[Scene]:
    """Nobody's scenarios, one that can be played, one with problems, and one that is shared."""
    yield Scene("own-scenarios-none", "/scenarios/own/", "Ishbel")
    good = make_scenario(owner=halvard, text=text_of(11))
    bad = make_scenario(
        owner=halvard, text=text_of(6).replace("column = 5", "column = 17").replace("DN Imp", "XX Imp")
    )
    yield Scene("own-scenarios", "/scenarios/own/", "Halvard")
    yield Scene("scenario-editor", f"/scenarios/own/{good.pk}/", "Halvard")
    yield Scene("scenario-editor-faults", f"/scenarios/own/{bad.pk}/", "Halvard")
    yield Scene("own-scenario-play", f"/scenarios/own/{good.pk}/play/", "Halvard")
    token = share(scenario_id=good.pk, owner=halvard)
    yield Scene("own-scenario-shared", f"/scenarios/shared/{token}/", "Ishbel")


def _of_maps(halvard: User) -> Iterator[Scene]:
    yield Scene("maps-none", "/maps/", "Ishbel")
    chart = add_zone(blank_map("Ember Reach", 3), "Alpha", 2)
    good = make_map(owner=halvard, chart=chart)
    wrong = change_zone(chart, "Alpha", 1, income=(25, 80), ground="planet:talon", base=None, start=False)
    wrong = change_zone(wrong, "Beta", 2, income=(50, 50), ground="open", base="terran", start=True)
    bad = make_map(owner=halvard, chart=msgspec.structs.replace(wrong, name="Cold Harbour Lanes"))
    yield Scene("map-editor", f"/maps/{good.pk}/", "Halvard")
    yield Scene("map-editor-zone", f"/maps/{good.pk}/?zone=Alpha/3", "Halvard")
    yield Scene("map-editor-faults", f"/maps/{bad.pk}/?zone=Alpha/2", "Halvard")
    yield Scene("map-editor-home", f"/maps/{good.pk}/?zone=Beta/1", "Halvard")
    yield Scene("maps", "/maps/", "Halvard")
    yield Scene("new-war-own-map", f"/wars/new/?chart=own-{good.pk}", "Halvard")
    copy = offer_to_host(map_id=good.pk, owner=halvard)
    yield Scene("map-offered", f"/maps/offered/{copy.pk}/", "Halvard")
    large = blank_map("Far and Wide", 6)
    for sector in large.order:
        for _ in range(6):
            large = add_zone(large, sector, 1)
    widest = make_map(owner=halvard, chart=large)
    yield Scene("map-editor-large", f"/maps/{widest.pk}/", "Halvard")
