"""The pages of battles played by hand, pressed as a browser without script presses them."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from battles.models import Battle, DraftLine, Play, Status
from battles.talon.play.board import board_of
from battles.talon.play.playing import finished_of
from battles.talon.play.services.captains import PLAYS, go_on
from battles.talon.skirmish.beginning import challenge
from battles.talon.skirmish.form import SkirmishForm
from campaign.host.pruning import prune_guests
from engines.seam.sides import SIDES, Side, opponent
from engines.talon.catalogue import astrometrics, class_of, classes_of
from engines.talon.documents.codec import encode_position
from engines.talon.fleets.lists import points
from engines.talon.orders import Done
from engines.talon.play.drafts.lines import decode_line
from engines.talon.set_ups.scenarios import fleets_of
from engines.talon.terrain import talon_terrain
from tests.core.board import board
from tests.people import browser, make_person
from tests.site.accounts.people.test_coming_back import away
from tests.site.battles.talon.play.test_rounds import given
from tests.site.plays import drawn_as, ordered, skirmish_at
from tests.site.seats import text

USUAL = {"fleets": "2", "side": "terran", "opponent": "one_screen", "level": "captain", "ground": "open"}
BUTTON = re.compile(r'<button[^>]*name="order"[^>]*value="([^"]*)"')
HIDDEN = re.compile(r'<input type="hidden" name="(at|draft|side)" value="([^"]*)"')
PUT = re.compile(r'<input type="radio" name="put" value="([^"]*)"')
ROW = re.compile(r'(?:<option|type="radio" name="row-\d+"[^>]*) value="([^"]+)"')
HEX = re.compile(r'<select[^>]*name="hex">\s*<option>([^<]*)')
FACING = re.compile(r'<select[^>]*name="facing">\s*<option>([^<]*)')


class Screen:
    """A browser without script on the page of one battle."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)
        self.path = ""

    def begin(self, **fields: str) -> None:
        """A skirmish with these fields, on to its page."""
        usual = {
            "fleets": "2",
            "side": "terran",
            "opponent": "one_screen",
            "level": "captain",
            "ground": "open",
        }
        chosen = {**usual, **fields}
        answer = self.client.post("/skirmish/", chosen)
        assert answer.status_code == 302, answer.content.decode()
        self.path = answer["Location"]

    @property
    def html(self) -> str:
        answer: Any = self.client.get(self.path)
        assert answer.status_code == 200
        if "data-curtain" in answer.content.decode():
            self.client.post(f"{self.path}ready/")
            answer = self.client.get(self.path)
        return str(answer.content.decode())

    def seen(self, html: str = "") -> dict[str, str]:
        """What every form of the page says of the moment."""
        return dict(HIDDEN.findall(html or self.html))

    def send(self, html: str = "", **fields: Any) -> Any:
        """A form of the page."""
        return self.client.post(f"{self.path}order/", {**self.seen(html), **fields})

    @property
    def play(self) -> Play:
        return Play.objects.get(battle_id=int(self.path.split("/")[2]))


def put_down(html: str) -> dict[str, str]:
    """The fields of the page's first form that puts something down, as they stand."""
    facing = FACING.search(html)
    fields = {"put": unescape(PUT.findall(html)[0]), "hex": HEX.findall(html)[0]}
    return fields | ({"facing": facing[1]} if facing else {})


def press_on(screen: Screen) -> Any:
    """Something legal, without plan: the first thing to put down, or the captain's part by going on."""
    html = screen.html
    if PUT.search(html):
        return screen.send(html, **put_down(html))
    orders = [unescape(one) for one in (*BUTTON.findall(html), *ROW.findall(html))]
    usual = [one for one in orders if not one.endswith((" concede", " offer-draw"))]
    fire = [one for one in usual if " fire " in one or " pick " in one]
    done = [one for one in usual if one.endswith(" done")]
    return screen.send(html, order=(fire or done or usual)[0])


@pytest.mark.django_db
def test_a_visitor_plays_a_whole_skirmish_at_one_screen_to_its_report() -> None:
    screen = Screen()
    screen.begin()
    for _ in range(2000):
        if not screen.play.decider:
            break
        answer = press_on(screen)
        assert answer.status_code == 302, re.sub(r"<[^>]+>|\s+", " ", answer.content.decode())
        if screen.play.number > 25:
            screen.send(order=f"{screen.play.decider} concede")
    battle = Battle.objects.get(pk=screen.play.battle_id)
    assert (battle.status, battle.settled_how) == (Status.SETTLED, "played")
    assert "View report" in screen.html
    report = screen.client.get(f"/battles/{battle.pk}/fought/")
    assert report.status_code == 200
    assert "conceded" in report.content.decode() or "holds the field" in report.content.decode()
    for page in ("", "dice/", "record.json", "record.txt", "sheet/"):
        assert screen.client.get(f"/battles/{battle.pk}/{page}").status_code == 200, page


@pytest.mark.django_db
def test_a_battle_against_the_computer_is_handed_over_taken_back_and_finished() -> None:
    screen = Screen()
    screen.begin(opponent="computer", level="captain")
    assert screen.play.talon_by == "captain"
    for _ in range(6):
        assert screen.play.decider == "terran"
        assert press_on(screen).status_code == 302
    assert screen.send(do="captain-impulse").status_code == 302
    assert screen.play.decider == "terran"
    assert screen.send(do="captain-battle").status_code == 302
    assert (screen.play.terran_by, screen.play.status) == ("captain", "queued")
    assert "Take back command" in screen.html
    assert screen.send(do="take-back").status_code == 302
    assert (screen.play.terran_by, screen.play.status) == ("person", "done")
    assert "The battle will be over at once" in screen.html
    screen.send(do="captain-battle")
    assert PLAYS.attempt(screen.play.pk)
    assert Battle.objects.get(pk=screen.play.battle_id).settled_how == "played"
    html = text(screen.client.get(screen.path))
    degree = "(minor|great|devastating)"
    assert re.search(f"You won: {degree} victory|You lost: {degree} defeat|Nobody won", html)
    assert "View report" in html


@pytest.mark.django_db
def test_between_two_people_a_captain_for_the_battle_can_be_relieved() -> None:
    screen = Screen()
    screen.begin()
    assert "You can take back command, but its orders stand." in screen.html
    assert "over at once" not in screen.html


def until_decides(screen: Screen, side: Side) -> None:
    """Play on, into the rounds, until the side decides."""
    while screen.play.decider != side or not board_of(screen.play).round:
        press_on(screen)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("do", "words"),
    [
        ("captain-battle", "A captain gives Talon's orders."),
        ("round", "Talon's ships are following orders for the round."),
    ],
)
def test_at_one_screen_either_side_takes_its_command_back(do: str, words: str) -> None:
    screen = Screen()
    screen.begin(side="terran")
    until_decides(screen, "talon")
    assert "Take back command" not in screen.html
    if do == "round":
        given(screen.play, "talon")
    else:
        screen.send(do=do)
    assert screen.play.decider == "terran"
    html = text(screen.client.get(screen.path))
    assert words in html
    assert html.count("Take back command") == 1
    assert screen.send(do="take-back", side="talon").status_code == 302
    assert words not in text(screen.client.get(screen.path))
    until_decides(screen, "talon")


def give_up(screen: Screen) -> None:
    """Play on to the first round, then concede."""
    while not board_of(screen.play).round:
        press_on(screen)
    side = screen.seen()["side"]
    assert screen.send(order=f"{side} concede").status_code == 302


def sit_at(screen: Screen, user: User | None = None) -> Screen:
    """The same battle in another browser."""
    other = Screen(user)
    other.path = screen.path
    return other


@pytest.mark.django_db
def test_a_friend_accepts_by_link_and_both_play_live() -> None:
    anna, ben = Screen(make_person("anna")), Screen()
    anna.begin(opponent="link")
    link = anna.path
    assert "Send this link" in anna.html
    assert anna.client.post(f"{link}accept/").status_code == 422
    assert "data-stream" in anna.html
    shown = ben.client.get(link)
    assert "Accept and play" in shown.content.decode()
    ben.path = ben.client.post(f"{link}accept/")["Location"]
    assert Client().post(f"{link}accept/").status_code == 409
    assert anna.client.get(link)["Location"] == ben.path
    assert anna.client.get(link, headers={"HX-Request": "true"})["HX-Redirect"] == ben.path
    anna.path = ben.path
    screens = {"terran": anna, "talon": ben}
    for _ in range(12):
        mine, other = screens[anna.play.decider], screens[opponent(anna.play.decider)]  # type: ignore[arg-type]
        assert "Waiting for" not in mine.html
        assert "Waiting for" in other.html
        press_on(mine)
    while not board_of(anna.play).round:
        press_on(screens[anna.play.decider])
    ben.send(order="talon concede")
    assert Battle.objects.get(pk=anna.play.battle_id).settled_how == "played"
    assert "Rematch" in anna.html
    asked = drawn_as(ben.html)
    assert anna.client.post(anna.path.replace("play", "rematch"))["Location"] == anna.path
    assert "It begins when" in anna.html
    assert "anna wants a rematch" in ben.html
    assert drawn_as(ben.html) != asked  # an open page takes what it asks for only if it differs in this
    waiting = drawn_as(anna.html)
    again = ben.client.post(ben.path.replace("play", "rematch"))["Location"]
    assert again != ben.path
    assert again in anna.html
    assert drawn_as(anna.html) != waiting
    swapped = Battle.objects.get(pk=int(again.split("/")[2]))
    assert swapped.talon_user.username == "anna"


@pytest.mark.django_db
def test_a_rematch_against_the_computer_begins_at_once_with_sides_swapped() -> None:
    screen = Screen()
    screen.begin(opponent="computer", level="ensign")
    give_up(screen)
    again = screen.client.post(screen.path.replace("play", "rematch"))["Location"]
    battle = Battle.objects.get(pk=int(again.split("/")[2]))
    assert (battle.terran_user.is_computer, battle.terran_level) == (True, "ensign")
    assert screen.client.get(again).status_code == 200


@pytest.mark.django_db
def test_fleets_of_ones_own_within_their_points() -> None:
    screen = Screen()
    chosen = {"fleets": "own", "side": "talon", "opponent": "one_screen", "level": "ensign"}
    chosen |= {"ground": "2,2", "limit": "120"}
    answer = screen.client.post("/skirmish/", {**chosen, "terran_heavy_cruiser": "2", "talon_frigate": "1"})
    assert answer.status_code == 422
    assert "the limit is 120" in answer.content.decode()
    empty = screen.client.post("/skirmish/", chosen)
    assert empty.content.decode().count("Choose at least one ship") == 1
    answer = screen.client.post("/skirmish/", {**chosen, "terran_destroyer": "2", "talon_frigate": "2"})
    assert answer.status_code == 302
    battle = Battle.objects.get()
    assert talon_terrain(battle.setup_document.terrain).patterns == ((2, 2),)
    assert [unit.ship_class for unit in battle.setup_document.terran] == ["destroyer", "destroyer"]


@pytest.mark.django_db
@pytest.mark.parametrize("faction", SIDES)
def test_both_sides_with_the_same_ships(faction: Side) -> None:
    """33.2: a side of the other name has them too, and who begins is left to the die."""
    screen = Screen()
    chosen = {
        "fleets": "own",
        "ships": faction,
        "side": "terran",
        "opponent": "one_screen",
        "level": "ensign",
    }
    chosen |= {"ground": "open", "terran_battleship": "1", "talon_battleship": "1", "talon_transport": "2"}
    answer = screen.client.post("/skirmish/", chosen)
    assert answer.status_code == 422
    assert "Talon has 2 transports. Where both have the same ships, one is allowed" in text(answer)
    answer = screen.client.post("/skirmish/", {**chosen, "talon_transport": "1"})
    assert answer.status_code == 302
    setup = Battle.objects.get().setup_document
    assert {class_of(side, setup.force(side)[0]).faction for side in SIDES} == {faction}
    sheet = text(screen.client.get(f"{answer['Location'].removesuffix('play/')}sheet/"))
    assert all(f"{setup.force(side)[0].name} BB" in sheet for side in SIDES)
    assert sheet.count("wave motion gun (front)") == (2 if faction == "terran" else 0)
    beginners = {beginner_of({**chosen, "talon_transport": "", "talon_carrier": ""}) for _ in range(40)}
    assert beginners == set(SIDES)


def beginner_of(chosen: dict[str, str]) -> Side:
    """The Initiative Player of a set-up by these fields."""
    form = SkirmishForm(chosen)
    assert form.is_valid(), form.errors
    return form.setup().initiative


@pytest.mark.django_db
def test_the_classes_of_both_sides_follow_the_choice_of_ships() -> None:
    classes = Client().get("/skirmish/", {"ships": "talon", "classes": "1"}, headers={"HX-Request": "true"})
    assert "terran_dreadnought" in classes.content.decode()
    assert "with Talon ships" in text(classes)
    assert "Begin" not in text(classes)
    without_script = Client().post(
        "/skirmish/", {"look": "1", "ships": "terran", "fleets": "own", "limit": "500"}
    )
    assert "talon_scout" in without_script.content.decode()
    assert 'value="500"' in without_script.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("ships", ["", "terran"])
def test_random_fleets_of_so_many_points(ships: str) -> None:
    """33.1: each side stops with the ship that reaches the points."""
    screen = Screen()
    chosen = {
        "fleets": "random",
        "ships": ships,
        "side": "talon",
        "opponent": "one_screen",
        "level": "ensign",
    }
    chosen |= {"ground": "open"}
    answer = screen.client.post("/skirmish/", chosen)
    assert "or say how many points random fleets are to reach." in text(answer)
    assert screen.client.post("/skirmish/", {**chosen, "limit": "300"}).status_code == 302
    setup = Battle.objects.get().setup_document
    for side in SIDES:
        last = class_of(side, setup.force(side)[-1]).points
        assert 300 <= points(setup.force(side), side) < 300 + last


@pytest.mark.django_db
@pytest.mark.parametrize(("edge", "first"), [("terran", "terran"), ("talon", "talon"), ("", "talon")])
def test_a_side_gets_the_top_edge_and_the_initiative(edge: str, first: Side) -> None:
    """21: the zone of the side at the top edge is rows 1 and 2, and it is Initiative Player."""
    screen = Screen()
    screen.begin(fleets="1", ground="1,6", **({"edge": edge} if edge else {}))
    battle = Battle.objects.get()
    assert battle.setup_document.initiative == first
    assert (screen.play.decider, board_of(screen.play).top) == (opponent(first), first)
    other = opponent(first).title()
    sheet = text(screen.client.get(f"/battles/{battle.pk}/sheet/"))
    assert f"{first.title()}, top edge {other} places the pattern {other}, bottom edge" in sheet
    assert (
        f"{first.title()} takes the top edge and has the initiative; {other} takes the bottom edge." in sheet
    )
    assert f"{other} places a pattern (1 black hole): turned, not mirrored, outside set-up zones." in sheet


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ground", "many"), [("rolled", {1}), ("rolled2", {2}), ("rolled3", {3}), ("die", {0, 1, 2, 3})]
)
def test_terrain_is_as_much_as_the_players_agree_on(ground: str, many: set[int]) -> None:
    """30.2, 30.4: without black holes unless both agree to them."""
    found = set()
    for _ in range(10):
        screen = Screen()
        screen.begin(ground=ground)
        setup = Battle.objects.latest("pk").setup_document
        found.add(len(talon_terrain(setup.terrain).patterns))
        assert not any("black_hole" in astrometrics()[dice] for dice in talon_terrain(setup.terrain).patterns)
        assert (talon_terrain(setup.terrain).amount is not None) == (ground == "die")
    assert found <= many
    if talon_terrain(setup.terrain).amount is not None:
        sheet = text(screen.client.get(screen.path.replace("play", "sheet")))
        assert f"The die for the amount of terrain was {talon_terrain(setup.terrain).amount}" in sheet


@pytest.mark.django_db
def test_patterns_are_placed_on_the_board_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """30.1: the Second Player, here Terran, then Talon; black holes were agreed to."""
    numbers = iter((1, 6, 6, 6))
    monkeypatch.setattr("battles.talon.skirmish.form._die", lambda: next(numbers))
    screen = Screen()
    screen.begin(ground="rolled2", holes="on")
    assert talon_terrain(Battle.objects.get().setup_document.terrain).patterns == ((1, 6), (6, 6))
    ordered(screen.play, "terran", "terran terrain 5,6 0")
    assert screen.play.decider == "talon"
    assert "Talon: place the terrain." in unescape(screen.html)
    ordered(screen.play, "talon", "talon terrain 5,7 0")
    assert sorted(board_of(screen.play).terrain.values()) == ["black-hole", "planet"]


@pytest.mark.django_db
def test_the_form_says_what_of_a_scenario_is_taken() -> None:
    assert "For a scenario's own rules, choose Scenarios" in unescape(text(Client().get("/skirmish/")))


@pytest.mark.django_db
def test_a_challenge_says_who_has_the_top_edge() -> None:
    screen = Screen()
    screen.begin(opponent="link", edge="terran")
    assert "Terran takes the top edge and has the initiative" in text(screen.client.get(screen.path))


@pytest.mark.django_db
def test_the_page_says_what_the_fleets_come_to_while_they_are_chosen() -> None:
    def total(**fields: str) -> str:
        return text(Client().get("/skirmish/", fields, headers={"HX-Request": "true"}))

    assert "Terran 0 units, 0 of 300 points Talon 0 units, 0 of 300 points" in text(
        Client().get("/skirmish/")
    )
    told = total(limit="120", terran_heavy_cruiser="2", talon_frigate="1")
    cost = 2 * next(kind.points for kind in classes_of("terran") if kind.key == "heavy_cruiser")
    assert f"Terran 2 units, {cost} of 120 points (too many)" in told
    assert "Talon 1 unit, " in told
    assert "Begin" not in told
    assert "Terran 0 units" in total(terran_heavy_cruiser="x")
    assert "of" not in total(limit="-3")
    assert f"{cost} of 200 points (too many)" in total(size="200", limit="900", terran_heavy_cruiser="2")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("size", "title"),
    [(200, "Escort Mission"), (300, "Skirmish"), (600, "Pitched Battle"), (900, "Epic Battle")],
)
def test_sizes_have_their_names_and_are_kept(size: int, title: str) -> None:
    """27: what each side may spend, by the name it has there."""
    client = Client()
    assert f"{title}: {size} points" in text(client.get("/skirmish/"))
    chosen = {"fleets": "own", "size": str(size), "side": "terran", "opponent": "one_screen"}
    chosen |= {"level": "ensign", "ground": "open", "talon_frigate": "1"}
    dear = {"terran_battleship": str(size // 194 + 1)}
    assert f"and the limit is {size}." in text(client.post("/skirmish/", {**chosen, **dear}))
    right = {"terran_battleship": str(size // 194)}
    assert client.post("/skirmish/", {**chosen, **right}).status_code == 302


@pytest.mark.django_db
def test_skirmishes_under_way_are_listed_for_their_players() -> None:
    screen = Screen(make_person("anna"))
    screen.begin(opponent="computer")
    for page in ("/skirmish/", "/wars/"):
        assert screen.path in screen.client.get(page).content.decode()
    assert screen.path not in sit_at(screen, make_person("eve")).client.get("/skirmish/").content.decode()
    assert "/skirmish/" in Client().get("/").content.decode()
    page = text(screen.client.get(screen.path.removesuffix("play/")))
    assert "This battle is being played in the browser" in page


@pytest.mark.django_db
def test_finished_skirmishes_are_listed_with_who_won(django_assert_num_queries: Any) -> None:
    play = skirmish_at(12)
    anna, ben = play.battle.terran_user, play.battle.talon_user
    assert finished_of(anna) == []
    ordered(play, "talon", "talon concede")
    go_on(play.battle_id)
    with django_assert_num_queries(1):
        won = finished_of(anna)
    lost = finished_of(ben)
    assert [(line.path, line.rival, line.outcome) for line in won] == [
        (f"/battles/{play.battle_id}/", "ben", "You won")
    ]
    assert [(line.rival, line.outcome) for line in lost] == [("anna", "You lost")]
    assert finished_of(make_person("carl")) == []
    client = Client()
    client.force_login(anna)
    said = text(client.get("/skirmish/"))
    assert "You won" in said
    assert "Under way" not in said


@pytest.mark.django_db
def test_a_guest_who_never_comes_back_is_forgotten_with_their_skirmishes() -> None:
    screen = Screen()
    screen.begin(opponent="computer")
    press_on(screen)
    screen.client.post("/skirmish/", {**USUAL, "opponent": "link"})
    away(User.objects.get(is_guest=True))
    assert prune_guests() == 1
    assert not Battle.objects.exists()
    assert not Play.objects.exists()


ARRIVING = """
    clock 1 terran arrivals
    map 0,0
    terran CA Patton 3,8 NE
    terran CA Zhukov waiting
    terran CV Wasp waiting
    talon CA Sacrifice 6,2 SW
"""


@pytest.mark.django_db
def test_each_ship_comes_in_by_the_fields_beside_its_button() -> None:
    """Ships with other Speeds have fields of their own; the last ones on the page do not count for all."""
    screen = Screen()
    screen.begin()
    Play.objects.update(position=encode_position(board(ARRIVING).battle), decider="terran")
    html = screen.html
    places = re.findall(r'<select[^>]*name="hex(\d*)">\s*<option>([^<]*)', html)
    assert [nth for nth, _ in places] == ["", "2"]
    puts = [unescape(one) for one in PUT.findall(html)]
    fields = {
        "hex": places[0][1],
        "facing": "NE",
        "speed": "2",
        "hex2": places[1][1],
        "facing2": "E",
        "speed2": "5",
    }
    assert screen.send(html, put=puts[0], placing="", **fields).status_code == 302
    side = DraftLine.objects.get(play=screen.play, side="terran")
    assert side.lines == [f"terran arrive Zhukov {places[0][1]} NE 2"]


@pytest.mark.django_db
def test_closing_a_step_orders_no_row_of_its_sheet() -> None:
    """The captain's suggestion stands in the rows; who spends no more AP has not chosen it."""
    screen = Screen()
    screen.begin()
    while board_of(screen.play).step != "ap":
        press_on(screen)
    html = screen.html
    rows = re.findall(r'<select[^>]*name="row"', html)
    assert rows
    side: Any = screen.seen(html)["side"]
    before = screen.play.number
    suggested = next(one for one in map(unescape, ROW.findall(html)) if " done" not in one)
    screen.send(html, order=f"{side} done", row=[suggested] * len(rows))
    published = screen.play.lines.filter(number__gt=before)
    orders = [given.order for line in published for given in decode_line(bytes(line.line)).given]
    drafted = DraftLine.objects.get(play=screen.play, side=side).lines
    assert drafted == [f"{side} done"] or orders == [Done(side)]


@pytest.mark.every_view
def test_only_who_made_a_challenge_withdraws_it(anna: User, ben: User) -> None:
    made = challenge(setup=fleets_of(2), user=anna, side="terran")
    path = f"/skirmish/{made.token}/withdraw/"
    for user, withdrawn in ((ben, False), (anna, True), (anna, True)):
        assert browser(user).post(path).status_code == 302
        made.refresh_from_db()
        assert made.withdrawn == withdrawn
    assert browser(ben).post(f"/skirmish/{made.token}/accept/").status_code != 302
