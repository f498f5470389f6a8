"""The site that the pages are measured on: 2,000 wars, and a few big ones in every phase that a page can show."""

from collections.abc import Sequence
from dataclasses import dataclass

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.utils import timezone

from accounts.models import User
from battles.models import (
    Battle,
    Challenge,
    DesignedBattle,
    OwnScenario,
    SavedFleet,
    Series,
    SpaceEmpiresGame,
    TeamBattle,
    Tempo,
    WarfleetsBattle,
    WarfleetsFleet,
    Way,
)
from battles.talon.choosing.designing import accept_design, make_design
from battles.talon.fleets.keeping import make_fleet, share_fleet
from battles.talon.own_scenarios.changing import text_of
from battles.talon.own_scenarios.writing import make_scenario
from battles.talon.series import watching as series_watching
from battles.talon.series.arranging import accept_series, make_series
from battles.talon.series.following import begin_leg
from battles.talon.series.planning import planned
from battles.talon.skirmish.beginning import challenge
from battles.talon.space_empires.beginning import tell
from battles.talon.space_empires.keeping import accept_game, make_game, new_battle
from battles.talon.space_empires.keeping import share as share_game
from battles.talon.teams.setting_up import gather
from battles.talon.watching import link as onlookers
from battles.warfleets import keeping as warfleets
from battles.warfleets.tables.choices import chosen_fleet, chosen_table
from battles.warfleets.tables.positions import match_of
from battles.warfleets.tables.services import beginning as tables
from battles.warfleets.tables.services import joining, ordering
from bench.battles.by_hand import SIX
from bench.battles.fleets import fleets_of, of_classes
from bench.hand.battles import begun, play_on
from bench.site import loading
from bench.site import turns as wars
from bench.site.fought_samples import fought_battle
from bench.site.loading import STEP, Pair
from bench.site.played_wars import chart, make_war
from bench.site.turns import Played
from campaign.maps.drawing import make_map, offer_to_host
from campaign.models import Engagement, Entry, Invitation, PlayerMap, ShelfMap, War, WarImport
from campaign.new_war.wars import create_war
from campaign.rules.settings import Settings
from campaign.war.chart.map_library import shipped_maps, suggested
from campaign.war.log.documents import converted
from campaign.watching.link import open_to_onlookers
from clubs.games.terms import Terms
from clubs.matches.challenging import accept as accept_challenge
from clubs.matches.challenging import challenge as challenge_club
from clubs.matches.naming import eligible, name_team
from clubs.membership.founding import found_club, make_link
from clubs.models import Announcement, Board, Club, Joining, Member, Pairing, Season
from clubs.seasons.beginning import start_season
from clubs.seasons.setting_up import open_season, sign_up
from engines.talon.fleets.own import OwnFleet
from engines.talon.set_ups.choosing import Design
from engines.talon.space_empires.brief import Brief
from engines.talon.space_empires.entries import Group, ships_of
from engines.warfleets.captains.levels import player_of
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron
from engines.warfleets.game import asked
from engines.warfleets.notation.lines import write_order

CLUB_MEMBERS, ANNOUNCED, TEAM = 99, 30, 20
WARS, ENTRIES, OTHERS = 2_000, 200_000, 300
FIGHTING, OVER = 900, 901


@dataclass(frozen=True)
class Scene:
    """Who plays and hosts, and what the pages show; `watched` and `onlooked` are the tokens of links."""

    player: User
    rival: User
    host: User
    planning: War
    fighting: War
    over: War
    bases: War
    one_screen: War
    offered: Invitation
    opening: War
    to_record: Battle
    settled: Battle
    fought: Battle
    by_hand: Battle
    challenge: Challenge
    watched: str
    onlooked: str
    importing: WarImport
    drawn: PlayerMap
    shelved: ShelfMap
    fleet: SavedFleet
    designed: DesignedBattle
    team: TeamBattle
    series: Series
    series_watched: str
    invited: Series
    space_empires: SpaceEmpiresGame
    scenario: OwnScenario
    shared: str
    warfleets: WarfleetsFleet
    warfleets_table: WarfleetsBattle
    warfleets_open: WarfleetsBattle
    warfleets_token: str
    club: Club
    season_game: Pairing
    board: Board


def people() -> tuple[User, User]:
    """The two whose wars are measured; the first has some two hundred wars."""
    return User.objects.create_user("anna"), User.objects.create_user("bo")


def fill(short: Sequence[War], terran: User, talon: User) -> str:
    """Load copies of short wars in bulk; how many wars and entries there are then, in words."""
    others = [User(username=f"player{number}", password="!") for number in range(OTHERS)]
    ids = [user.pk for user in User.objects.bulk_create(others)]
    loading.copy_wars(short, [_pair(number, terran, talon, ids) for number in range(_rounds(short))])
    return f"{War.objects.count()} wars, {Entry.objects.count()} entries"


def _rounds(short: Sequence[War]) -> int:
    """How many copies of each war make up both numbers."""
    entries = sum(war.version for war in short)
    return max(-(-WARS // len(short)), -(-ENTRIES // entries))


def _pair(number: int, terran: User, talon: User, ids: list[int]) -> Pair:
    """Every twentieth round for the two themselves, every tenth for one of them, the rest for others."""
    if number % 20 == 0:
        return Pair(terran.pk, talon.pk)
    other = ids[7 * number % OTHERS]
    return Pair(terran.pk, other) if number % 10 == 5 else Pair(other, ids[(7 * number + 3) % OTHERS])


def set_up(played: Played, terran: User, talon: User) -> Scene:
    """The long war played to its fortieth turn, and copies of it in battle and over."""
    wars.fight_on(played.war, wars.LONG_WAR_TURNS)
    played.war.refresh_from_db()
    for number in (FIGHTING, OVER):
        loading.copy_wars([played.war], [Pair(terran.pk, talon.pk)], first=number)
    fighting, over = (War.objects.get(pk=played.war.pk + number * STEP) for number in (FIGHTING, OVER))
    wars.join_battle(fighting, wars.first_sector(fighting))
    wars.surrender(over)
    joined = Engagement.objects.select_related("battle").get(war=fighting, outcome="joined")
    fought = Engagement.objects.select_related("battle").filter(war=over, outcome="fought").last()
    if joined.battle is None or fought is None or fought.battle is None:
        raise RuntimeError("the long war has no battles to show")
    by_hand, series, club = _by_hand(terran, talon), _series(terran, talon), _club(terran)
    drawn = make_map(owner=terran, chart=shipped_maps()["four_sectors"])
    fleet = make_fleet(
        user=terran, name="Home fleet", fleet=OwnFleet("terran", 900, {"battleship": 3, "destroyer": 3})
    )
    miniatures = warfleets.make_fleet(user=terran, fleet=_miniatures(), points=600)
    return Scene(
        player=terran,
        rival=talon,
        host=_host(),
        planning=played.war,
        fighting=fighting,
        over=over,
        bases=make_war(terran, talon, name="Just begun"),
        one_screen=make_war(terran, terran, name="At one table", one_screen=True),
        offered=_offered(terran),
        opening=_against_the_computer(terran),
        to_record=joined.battle,
        settled=fought.battle,
        fought=fought_battle(terran, talon),
        by_hand=by_hand,
        onlooked=onlookers.open_to_onlookers(battle=by_hand, side="terran"),
        challenge=challenge(setup=fleets_of(2), user=terran, side="terran"),
        watched=open_to_onlookers(war_id=played.war.pk, side="terran"),
        importing=WarImport.objects.create(
            user=talon, side="talon", data=b"", entries=1, status="failed", due_at=timezone.now()
        ),
        drawn=drawn,
        shelved=offer_to_host(map_id=drawn.pk, owner=terran),
        fleet=fleet,
        designed=_designed(terran, talon),
        team=gather(setup=fleets_of(12), user=terran, side="terran", players={"terran": 4, "talon": 4}),
        series=series,
        series_watched=series_watching.open_to_onlookers(series_id=series.pk, user=terran),
        invited=_series(terran),
        space_empires=_space_empires(terran, talon),
        scenario=make_scenario(owner=terran, text=text_of(11)),
        shared=share_fleet(fleet_id=fleet.pk, user=terran),
        warfleets=miniatures,
        warfleets_table=_table(terran),
        warfleets_open=joining.challenge(
            user=terran, terms=tables.Terms(300), fleet=chosen_fleet("wolf-pack", terran, 300)
        ),
        warfleets_token=warfleets.share_fleet(fleet_id=miniatures.pk, user=terran),
        club=club,
        season_game=_season_game(club, terran),
        board=_board(club, terran),
    )


def _table(user: User) -> WarfleetsBattle:
    """A battle of miniatures in its first round, with all models on the table and the player to decide."""
    fleet = chosen_fleet("line-of-battle", user, 300)
    terms = tables.Terms(300, chosen_table("open-lanes"))
    row = tables.begin(user=user, terms=terms, fleets=(fleet, fleet), level="captain")
    while (question := asked(match_of(row).battle)) is not None and question.word != "activate":
        order = player_of("captain", 1).decide(match_of(row).battle, question)
        line = write_order(order, match_of(row).battle.models)
        ordering.give(battle_id=row.pk, user=user, seen=row.number, line=line)
        row.refresh_from_db()
    return row


def _space_empires(user: User, rival: User) -> SpaceEmpiresGame:
    """A shared game of two players: a battle of thirty ships a side at a table, and one that is being entered."""
    game = make_game(user=user, name="Sundays", side="terran", opponent="link")
    share_game(game=game, shown=True)
    game = accept_game(token=game.token, user=rival)
    brief = Brief(
        "Rigel",
        "space",
        "terran",
        ships_of("terran", [Group("destroyer", 30, attack=1)]),
        ships_of("talon", [Group("frigate", 30, defence=1)]),
        boxes=9,
        way="table",
    )
    tell(row=new_battle(game=game), brief=brief, user=user)
    new_battle(game=game)
    game.refresh_from_db()
    return game


def _club(organiser: User) -> Club:
    """A club with as many members as there are players, at most a hundred, and thirty announcements."""
    club = found_club(user=organiser, name="Thursday Fleet", about="We meet at eight.", joining=Joining.ASK)
    others = User.objects.exclude(pk=organiser.pk)[:CLUB_MEMBERS]
    Member.objects.bulk_create([Member(club=club, user=user) for user in others])
    Announcement.objects.bulk_create(
        [Announcement(club=club, by=organiser, text=f"Evening {number}") for number in range(ANNOUNCED)]
    )
    return make_link(club_id=club.pk, user=organiser)


def _season_game(club: Club, organiser: User) -> Pairing:
    """A game of the organiser in a season of twenty, or of all members if they are fewer."""
    terms = Terms(legs=Season.Legs.BEST, scenarios=(), way=Way.TABLE, tempo=Tempo.ROUND, days=14)
    season = open_season(
        club_id=club.pk, by=organiser, name="Autumn", system=Season.System.ROBIN, terms=terms
    )
    for member in club.members.select_related("user").order_by("pk")[:20]:
        sign_up(season=season, user=member.user)
    start_season(season=season, by=organiser)
    return (
        Pairing.objects.select_related("round").filter(round__season=season, first__user=organiser)[:1].get()
    )


def _board(club: Club, organiser: User) -> Board:
    """The last board of a match of twelve legs on each of twenty, or as many as the club has members for."""
    others = [User.objects.create_user(f"visitor{number}") for number in range(TEAM)]
    away = found_club(user=others[0], name="Friday Fleet", about="We meet at nine.", joining=Joining.ASK)
    Member.objects.bulk_create([Member(club=away, user=user) for user in others[1:]])
    boards = min(TEAM, club.members.count())
    terms = Terms(legs=Season.Legs.ALL, scenarios=(), way=Way.TABLE, tempo=Tempo.ROUND, days=14)
    match = challenge_club(
        club_id=club.pk, by=organiser, away=away.pk, name="Derby", boards=boards, terms=terms
    )
    accept_challenge(match=match, club_id=away.pk, by=others[0])
    for side, by in ((club, organiser), (away, others[0])):
        team = [one.pk for one in eligible(match, side)][:boards]
        name_team(match=match, club_id=side.pk, by=by, players=team)
    return match.board_set.get(number=boards)


def _miniatures() -> Fleet:
    """Six ships with a weapon each, and six squadrons."""
    ships = [
        Ship(f"Anvil {number}", "light", ("repair-bay",), (Mount("sides", "weapon-batteries"),))
        for number in range(6)
    ]
    return Fleet(
        "Miniatures", tuple(ships), tuple(Squadron(f"Spark {number}", "fighter") for number in range(6))
    )


def _designed(terran: User, talon: User) -> DesignedBattle:
    made = make_design(
        user=terran, side="terran", design=Design("sealed", 900), against="link", level="captain"
    )
    return accept_design(token=made.token, user=talon)


def _series(user: User, rival: User | None = None) -> Series:
    """A campaign game of all scenarios, accepted by the rival, who has begun its first leg."""
    made = make_series(user=user, name="The whole war", legs=planned("each", (), (), "turn-terran"))
    if rival is not None:
        accept_series(token=made.token, user=rival)
        begin_leg(series_id=made.pk, user=rival, number=1)
    return made


def _host() -> User:
    """A host, who has a second factor and its recovery codes."""
    host = User.objects.create_user("host", is_staff=True, is_superuser=True)
    TOTP.activate(host, generate_totp_secret())
    RecoveryCodes.activate(host)
    return host


def _by_hand(terran: User, talon: User) -> Battle:
    """A battle of six ships a side that the two play in the browser, in mid-course."""
    play = begun(terran, talon, of_classes(SIX, SIX))
    play_on(play, orders=60)
    return play.battle


def _offered(host: User) -> Invitation:
    plan = chart()
    agreed = converted(suggested(plan), Settings, "bench")
    war = create_war(host=host, name="Who dares", settings=agreed, chart=plan, side="terran", opponent="link")
    return Invitation.objects.select_related("war").get(war=war)


def _against_the_computer(host: User) -> War:
    plan = chart()
    agreed = converted({**suggested(plan), "settled_by": "worker"}, Settings, "bench")
    return create_war(host=host, name="Now", settings=agreed, chart=plan, side="terran", opponent="computer")
