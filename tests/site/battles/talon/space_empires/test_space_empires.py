"""Games of Space Empires on the site: entered step by step, shared, kept from others, and begun anew (32)."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Delivery, LifetimeLine, User
from battles import services
from battles.battle.selectors import known_battle
from battles.battle.services.resolving import way_of
from battles.models import Battle, SealedTroops, SpaceEmpiresBattle, SpaceEmpiresGame
from battles.talon.space_empires.forms import MORE, ROWS
from campaign.host.pruning import prune_guests
from engines.seam.documents import Fate
from engines.talon.orders import Tactics
from engines.talon.space_empires.brief import Troops
from engines.talon.space_empires.stored import decode_troops, encode
from tests.people import browser, make_person
from tests.site.battles.talon.space_empires.evening import (
    HOW,
    LANDERS,
    LANDING,
    SPACE,
    WHO,
    begun,
    enter,
    fields_of,
    new_battle,
    over,
    seal,
    set_up,
    troops,
)
from tests.site.seats import text

pytestmark = pytest.mark.django_db


@pytest.mark.every_view
def test_the_first_page_says_what_is_needed_and_what_is_not_used() -> None:
    shown = text(Client().get("/space-empires/"))
    assert "You need the other game on your table." in shown
    assert "These 13 parts of the other game stay in the box" in shown
    assert "A Talon frigate a Scout counter, hull size 1" in shown
    assert "Space Empires" in text(Client().get("/skirmish/")), "it is found where battles are begun"


def test_a_guest_sets_a_game_up_for_one_screen_and_plays_both_sides() -> None:
    guest = Client()
    answer = guest.post("/space-empires/", {"name": "", "side": "talon", "opponent": "one_screen"})
    game = SpaceEmpiresGame.objects.get()
    assert answer["Location"] == game.get_absolute_url()
    assert (game.name, game.side, game.rival) == ("Space Empires", "talon", game.user)
    battle = begun(enter(guest, new_battle(guest, game), SPACE, WHO))
    assert battle.one_screen
    assert "against a friend at one screen" in text(guest.get("/space-empires/"))


def test_the_list_of_games_asks_as_often_for_three_as_for_one(anna: User) -> None:
    client = browser(anna)
    new_battle(client, set_up(anna, opponent="one_screen"))
    asked = []
    for more in range(2):
        with CaptureQueriesContext(connection) as queries:
            shown = text(client.get("/space-empires/"))
        asked.append(len(queries))
        assert shown.count("1 battle") == 1
        assert shown.count("0 battles") == 2 * more
        for name in ("Mondays", "Tuesdays"):
            set_up(anna, opponent="one_screen", name=name)
    assert asked[0] == asked[1]


def test_a_game_without_a_side_is_not_set_up() -> None:
    answer = Client().post("/space-empires/", {"name": "", "side": "", "opponent": "one_screen"})
    assert answer.status_code == 422
    assert not SpaceEmpiresGame.objects.exists()


def test_an_opponent_takes_the_game_on_by_its_link_once(anna: User, ben: User) -> None:
    game, cleo = set_up(anna, side="talon"), make_person("cleo")
    invitation = f"/space-empires/invitation/{game.token}/"
    assert f"http://testserver{invitation}" in browser(anna).get(game.get_absolute_url()).content.decode()
    assert "You play Terran" in text(Client().get(invitation))
    assert browser(anna).get(invitation)["Location"] == game.get_absolute_url()
    assert browser(anna).post(f"{invitation}accept/").status_code == 422
    for _ in range(2):
        assert browser(ben).post(f"{invitation}accept/")["Location"] == game.get_absolute_url()
    late = browser(cleo).post(f"{invitation}accept/")
    assert late.status_code == 409
    assert "Somebody else plays this game already." in text(late)
    assert Client().get("/space-empires/invitation/nothing/").status_code == 404


def test_no_battle_begins_before_somebody_plays_the_other_side(anna: User) -> None:
    game = set_up(anna)
    answer = enter(browser(anna), new_battle(browser(anna), game), SPACE, WHO)
    assert answer.status_code == 422
    assert "Nobody plays the other side yet." in text(answer)
    assert not Battle.objects.exists()


def test_only_its_players_open_a_game_and_its_battles(game: SpaceEmpiresGame, anna: User) -> None:
    row = new_battle(browser(anna), game)
    stranger = browser(make_person("cleo"))
    path, at = game.get_absolute_url(), row.get_absolute_url()
    for address in (path, at, f"{at}where/", f"{at}who/", f"{at}how/"):
        assert stranger.get(address).status_code == 404
        assert Client().get(address)["Location"].startswith("/accounts/login/")
    for address in (
        f"{path}new/",
        f"{path}share/",
        f"{path}chart/",
        f"{at}troops/",
        f"{at}change/",
        f"{at}remove/",
    ):
        assert stranger.post(address).status_code == 404
    assert stranger.post(f"{at}where/", SPACE).status_code == 404
    assert browser(anna).get(f"{at}whither/").status_code == 404
    assert browser(anna).get(f"{path}battles/99/").status_code == 404


def test_what_was_entered_is_kept_also_while_something_is_wrong(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    row = new_battle(browser(anna), game)
    path = row.get_absolute_url()
    wrong = browser(anna).post(f"{path}where/", {"place": "Rigel", "where": "", "defender": "talon"})
    assert wrong.status_code == 422
    assert 'value="Rigel"' in browser(ben).get(f"{path}where/").content.decode(), (
        "the other player goes on with it"
    )
    assert browser(anna).get(path)["Location"] == f"{path}where/"
    browser(anna).post(f"{path}where/", {"place": "Rigel", "where": "space", "defender": "talon"})
    many = {**WHO, "terran_0_count": "99"}
    assert browser(anna).post(f"{path}who/", many).status_code == 422
    assert browser(anna).get(path)["Location"] == f"{path}who/"
    shown = browser(anna).get(f"{path}who/").content.decode()
    assert 'value="99"' in shown
    assert 'value="Caleb"' in shown
    back = browser(anna).post(f"{path}who/", {**many, "do": "back"})
    assert back["Location"] == f"{path}where/"
    assert 'value="99"' in browser(anna).get(f"{path}who/").content.decode()


def test_there_is_room_for_more_groups(game: SpaceEmpiresGame, anna: User) -> None:
    row = new_battle(browser(anna), game)
    path = f"{row.get_absolute_url()}who/"
    assert browser(anna).get(path).content.decode().count('id="id_talon_') == 2 + 7 * ROWS
    answer = browser(anna).post(path, {**WHO, "more": "talon"})
    assert answer["Location"] == f"{path}#talon"
    shown = browser(anna).get(path).content.decode()
    assert shown.count('id="id_talon_') == 2 + 7 * (ROWS + MORE)
    assert shown.count("Legendary, above level 3") == 2 * ROWS + MORE
    assert 'value="Vision"' in shown


def test_the_last_step_says_what_cannot_be_and_leads_to_what_is_missing(
    game: SpaceEmpiresGame, anna: User
) -> None:
    hers = browser(anna)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    assert hers.post(f"{path}how/", HOW)["Location"] == f"{path}where/"
    too_much = {**WHO, "talon_0_attack": "2"}
    answer = enter(hers, row, SPACE, too_much)
    assert answer.status_code == 422
    assert (
        "Vision has attack 2, and a frigate with hull size 1 carries 1 at most. Enter attack 1 or less."
        in text(answer)
    )
    assert "Terran may change the initiative once." in text(answer)
    assert "The costs of these ships in CP are not all known." in text(answer)
    assert not Battle.objects.exists()
    begun(enter(hers, row, SPACE, WHO))
    assert hers.get(f"{path}who/")["Location"] == path, "what has begun is not entered any more"


@pytest.mark.parametrize("where", [SPACE, LANDING])
def test_more_ships_than_a_battle_has_room_for_are_refused_and_the_game_stays_open(
    game: SpaceEmpiresGame, anna: User, where: dict[str, str]
) -> None:
    hers, row = browser(anna), new_battle(browser(anna), game)
    groups = fields_of("terran", [("destroyer", name, 0, 0, 0) for name in ("A", "B")])
    counts = {"terran_0_count": "12", "terran_1_count": "12"}
    landers = {**LANDERS, **groups, **counts, "terran_2_class": "transport", "terran_2_count": "7"}
    answer = enter(hers, row, where, landers)
    assert answer.status_code == 422
    assert "Terran has 31 ships, and a battle has room for 30 a side." in text(answer)
    row.refresh_from_db()
    assert row.brief is None
    assert hers.get(game.get_absolute_url()).status_code == 200
    assert enter(hers, row, where, {**landers, "terran_2_count": "6"}).status_code == 302
    assert hers.get(game.get_absolute_url()).status_code == 200


def test_the_other_player_is_told(game: SpaceEmpiresGame, anna: User, ben: User) -> None:
    User.objects.update(webhook_url="https://example.org/hook")
    begun(enter(browser(anna), new_battle(browser(anna), game), SPACE, WHO))
    assert not Delivery.objects.filter(user=anna).exists()
    assert Delivery.objects.get(user=ben).body == "anna has begun the battle Battle 1."
    enter(browser(ben), new_battle(browser(ben), game), LANDING, LANDERS)
    assert Delivery.objects.get(user=anna).body == (
        "ben has entered a battle at a planet. Put your troops aboard, then it begins."
    )


def test_a_squadron_may_have_a_legendary_crew_and_the_sheet_says_so(
    game: SpaceEmpiresGame, anna: User
) -> None:
    hers, row = browser(anna), new_battle(browser(anna), game)
    fleet = [("carrier", "Wasp", 0, 0, 0), ("fighter", "Cougar", 0, 0, 0)]
    who = {**WHO, **fields_of("terran", fleet, legendary=["Cougar"])}
    battle = begun(enter(hers, row, SPACE, who))
    over(
        battle,
        ([Fate("Wasp", "stands"), Fate("Cougar", "stands")], [Fate("Vision", "destroyed")]),
        "terran",
        4,
    )
    assert "Cougar Fighter Squadron attack 0, defence 0, legendary crew Survived" in text(
        hers.get(row.get_absolute_url())
    )


@pytest.mark.parametrize("way", ["hand", "table", "worker"])
def test_a_battle_is_fought_in_each_way(game: SpaceEmpiresGame, anna: User, ben: User, way: str) -> None:
    battle = begun(enter(browser(anna), new_battle(browser(anna), game), SPACE, WHO, {"way": way}))
    assert (battle.terran_user, battle.talon_user) == (anna, ben)
    assert battle.plays.exists() == (way == "hand")
    assert battle.owner_path == f"/space-empires/{game.pk}/battles/1/"
    assert way_of(battle) == way


def test_the_sheet_of_a_battle_that_is_known_by_its_orders_says_whether_tactics_were_used(
    game: SpaceEmpiresGame, anna: User
) -> None:
    hers, row = browser(anna), new_battle(browser(anna), game)
    battle = begun(enter(hers, row, SPACE, {**WHO, "terran_tactics": "2"}, {"way": "worker"}))
    assert "When the battle is over" in text(hers.get(row.get_absolute_url()))
    services.resolve(battle.resolutions.get().pk)
    battle.refresh_from_db()
    assert battle.status == "settled"
    known = known_battle(battle)
    assert known is not None
    told = known.fought.written.given  # type: ignore[attr-defined]
    used = any(isinstance(given.order, Tactics) for given in told)
    shown = text(hers.get(row.get_absolute_url()))
    verb = "changed" if used else "did not change"
    assert f"Tactics 2 to 0: Terran {verb} the initiative once." in shown


@pytest.mark.every_view
def test_its_players_write_to_each_other_beside_the_battle(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    battle = begun(enter(browser(anna), new_battle(browser(anna), game), SPACE, WHO, {"way": "hand"}))
    chat = f"/battles/{battle.pk}/chat/"
    assert chat in browser(ben).get(f"/battles/{battle.pk}/").content.decode()
    browser(anna).post(chat, {"text": "Well met at Rigel"})
    assert "Well met at Rigel" in text(browser(ben).get(chat))


def test_against_the_computer_the_player_enters_the_result_of_a_table(anna: User) -> None:
    game = set_up(anna, opponent="computer")
    hers = browser(anna)
    assert begun(enter(hers, new_battle(hers, game), SPACE, WHO)).one_screen
    board = begun(enter(hers, new_battle(hers, game), SPACE, WHO, {"way": "hand"}))
    assert board.talon_user.is_computer


@pytest.mark.every_view
def test_a_battle_that_was_called_off_is_changed_and_begun_again(game: SpaceEmpiresGame, anna: User) -> None:
    hers = browser(anna)
    row = new_battle(hers, game)
    path = row.get_absolute_url()
    battle = begun(enter(hers, row, SPACE, WHO))
    said = hers.post(f"{path}change/", follow=True)
    assert "This battle has begun. Call it off on its own page first." in text(said)
    assert "This battle has begun." in text(hers.post(f"{path}remove/", follow=True))
    hers.post(f"/battles/{battle.pk}/call-off/", {"version": str(battle.version)})
    battle.refresh_from_db()
    assert battle.status == "void"
    assert "The battle is called off." in text(hers.get(path))
    assert "It can be changed and begun again." in text(hers.get(f"/battles/{battle.pk}/"))
    assert hers.post(f"{path}change/")["Location"] == f"{path}where/"
    assert 'value="Vision"' in hers.get(f"{path}who/").content.decode()
    again = begun(hers.post(f"{path}how/", HOW))
    assert again.pk != battle.pk


def test_a_battle_that_has_not_begun_is_dropped(game: SpaceEmpiresGame, anna: User) -> None:
    hers = browser(anna)
    row = new_battle(hers, game)
    assert new_battle(hers, game).pk == row.pk, "one that is empty is used first"
    assert hers.post(f"{row.get_absolute_url()}remove/")["Location"] == game.get_absolute_url()
    assert not game.battles.exists()


def test_what_has_not_begun_is_listed_with_single_battles(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    row = new_battle(browser(ben), game)
    assert "Sundays: enter battle 1 against ben" in text(browser(anna).get("/skirmish/"))
    enter(browser(ben), row, LANDING, LANDERS)
    assert "Sundays: put your troops aboard against ben" in text(browser(anna).get("/skirmish/"))
    assert "Sundays: troops go aboard against anna" in text(browser(ben).get("/skirmish/"))
    begun(seal(browser(anna), row, "2 infantry"))
    assert "troops" not in text(browser(anna).get("/skirmish/"))


def test_troops_are_sealed_once_and_can_be_sealed_anew_if_the_battle_changes(
    game: SpaceEmpiresGame, anna: User, ben: User
) -> None:
    hers, row = browser(anna), new_battle(browser(anna), game)
    path = row.get_absolute_url()
    assert enter(hers, row, LANDING, LANDERS)["Location"] == path
    assert hers.get(f"{path}where/")["Location"] == path, "while it waits for troops nothing is entered"
    assert browser(ben).post(f"{path}change/")["Location"] == f"{path}where/"
    enter(hers, row, LANDING, LANDERS)
    assert seal(hers, row, "x" * 200).status_code == 422
    sent = troops(hers, row, "2 infantry")
    battle = begun(hers.post(f"{path}troops/", sent))
    again = hers.post(f"{path}troops/", {**sent, "troops_0": "9 infantry"})
    assert again["Location"] == f"/battles/{battle.pk}/"
    sealed = SealedTroops.objects.get()
    assert decode_troops(bytes(sealed.troops)).aboard == {"Normandy": "2 infantry"}
    assert Battle.objects.get() == battle


CHANGING = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|nonce="[^"]+"|since=\d+|<time.*?</time>',
    re.DOTALL,
)
"""What differs between two answers that say the same."""


def read_by(user: User | None, row: SpaceEmpiresBattle) -> list[tuple[str, ...]]:
    """Every page on which a person could find something of a battle, with what of its head a reader can see."""
    client, game, battle = Client() if user is None else browser(user), row.game, row.battle
    paths = [f"/space-empires/shared/{game.share_token}/", f"/space-empires/shared/{game.share_token}/1/"]
    if user is not None:
        paths += [game.get_absolute_url(), row.get_absolute_url(), "/space-empires/", "/skirmish/", "/"]
    if user is not None and battle is not None:
        paths += [f"/battles/{battle.pk}/{part}" for part in ("", "sheet/", "dice/", "report/", "play/")]
    answers = [(path, client.get(path)) for path in paths]
    return [
        (path, str(answer.status_code), answer.get("Location", ""), CHANGING.sub("", answer.content.decode()))
        for path, answer in answers
    ]


def sealed_as(row: SpaceEmpiresBattle, words: str) -> None:
    """Puts other troops aboard than were sealed."""
    aboard = {"Normandy": words} if words else {}
    SealedTroops.objects.filter(told=row).update(troops=encode(Troops("terran", aboard)))


@pytest.mark.parametrize("way", ["table", pytest.param("hand", marks=pytest.mark.every_view)])
def test_s93_two_battles_that_differ_in_troops_alone_are_the_same_to_everybody_else(
    game: SpaceEmpiresGame, anna: User, ben: User, way: str
) -> None:
    """While the battle is fought, and when the transport was lost with its troops; landed troops are seen."""
    User.objects.update(webhook_url="https://example.org/hook")
    browser(ben).post(f"{game.get_absolute_url()}share/", {"do": "make"})
    row = new_battle(browser(ben), game)
    enter(browser(ben), row, LANDING, LANDERS, {"way": way})
    battle = begun(seal(browser(anna), row, "2 infantry"))
    row = SpaceEmpiresBattle.objects.select_related("game", "battle").get()
    lives = ["2 infantry", "9 marines in grav armour, and the admiral himself", ""]

    def seen() -> list[list[tuple[str, ...]]]:
        found = []
        for words in lives:
            sealed_as(row, words)
            found.append([*read_by(ben, row), *read_by(None, row)])
        return found

    one, *others = seen()
    assert all(other == one for other in others)
    assert {one.body for one in Delivery.objects.filter(user=ben)} == {"anna has begun the battle Vega."}
    if way == "hand":
        return
    lost = [Fate("Napoleon", "stands"), Fate("Normandy", "destroyed")], [Fate("Hunter", "destroyed")]
    over(battle, lost, "terran", 4)
    one, *others = seen()
    assert all(other == one for other in others)
    assert any("Its troops are lost with it." in page[-1] for page in one)
    sealed_as(row, lives[1])
    assert lives[1] in text(browser(anna).get(row.get_absolute_url())), "their own player reads it"


def test_what_has_landed_is_seen_by_everybody(game: SpaceEmpiresGame, anna: User, ben: User) -> None:
    row = new_battle(browser(ben), game)
    enter(browser(ben), row, LANDING, LANDERS)
    battle = begun(seal(browser(anna), row, "2 infantry"))
    assert "2 infantry" not in text(browser(ben).get(row.get_absolute_url()))
    landed = [Fate("Napoleon", "stands"), Fate("Normandy", "landed", unloaded=True)]
    over(battle, (landed, [Fate("Hunter", "destroyed")]), "terran", 4)
    assert "Normandy: 2 infantry" in text(browser(ben).get(row.get_absolute_url()))


@pytest.mark.every_view
def test_a_link_shows_what_has_begun_and_is_withdrawn(game: SpaceEmpiresGame, anna: User, ben: User) -> None:
    hers = browser(anna)
    first, second = new_battle(hers, game), None
    battle = begun(enter(hers, first, SPACE, WHO))
    second = new_battle(hers, game)
    hers.post(
        f"{second.get_absolute_url()}where/", {"place": "Secret place", "where": "space", "defender": "talon"}
    )
    hers.post(f"{game.get_absolute_url()}share/", {"do": "make"})
    game.refresh_from_db()
    link = f"/space-empires/shared/{game.share_token}/"
    assert f"http://testserver{link}" in browser(ben).get(game.get_absolute_url()).content.decode()
    shown = text(Client().get(link))
    assert "1. Battle 1" in shown
    assert "Battle 2" not in shown
    assert "Secret place" not in shown
    assert Client().get(f"{link}2/").status_code == 404
    assert "When the battle is over" in text(Client().get(f"{link}1/"))
    over(battle, ([Fate("Caleb", "stands")], [Fate("Vision", "jumped")]), "terran", 4)
    sheet = text(Client().get(f"{link}1/"))
    assert "Vision Frigate attack 1, defence 0, experience 0 Retreated, to" in sheet
    assert "Go to the battle" not in sheet
    hers.post(f"{game.get_absolute_url()}share/", {"do": "withdraw"})
    assert Client().get(link).status_code == 404


def test_s95_a_battle_of_space_empires_counts_in_no_score(game: SpaceEmpiresGame, anna: User) -> None:
    battle = begun(enter(browser(anna), new_battle(browser(anna), game), SPACE, WHO))
    over(battle, ([Fate("Caleb", "stands")], [Fate("Vision", "destroyed")]), "terran", 4)
    assert not LifetimeLine.objects.exists()


def test_a_guest_who_plays_with_somebody_is_not_forgotten(anna: User) -> None:
    guest, alone = Client(), Client()
    game = set_up(anna)
    guest.post(f"/space-empires/invitation/{game.token}/accept/")
    alone.post("/space-empires/", {"name": "", "side": "terran", "opponent": "one_screen"})
    long_ago = timezone.now() - timedelta(days=900)
    User.objects.filter(is_guest=True).update(
        date_joined=long_ago, last_login=long_ago, seen_on=long_ago.date()
    )
    assert prune_guests() == 1
    assert SpaceEmpiresGame.objects.get() == game


@pytest.mark.every_view
def test_values_of_the_players_take_the_place_of_ours(game: SpaceEmpiresGame, anna: User) -> None:
    hers, path = browser(anna), game.get_absolute_url()
    ours = hers.get("/space-empires/values.toml")
    assert ours["Content-Type"].startswith("application/toml")
    assert "Hull of destroyer 1 ours" in text(hers.get(path))
    own = ours.content.decode().replace("destroyer = 1", "destroyer = 2")
    costs = "[cp.terran]\ndestroyer = 9\n[cp.talon]\nfrigate = 6\n"
    sent = {"file": SimpleUploadedFile("own.toml", f"{own}\n{costs}".encode())}
    assert hers.post(f"{path}chart/", sent).status_code == 302
    assert "Hull of destroyer 2 your file" in text(hers.get(path))
    strong = {**WHO, "terran_0_attack": "2"}
    row = new_battle(hers, game)
    battle = begun(enter(hers, row, SPACE, strong))
    over(battle, ([Fate("Caleb", "stands")], [Fate("Vision", "destroyed")]), "terran", 4)
    assert "Talon 6 CP lost" in text(hers.get(row.get_absolute_url()))
    assert hers.post(f"{path}chart/", {"do": "ours"}).status_code == 302
    assert enter(hers, new_battle(hers, game), SPACE, strong).status_code == 422


@pytest.mark.parametrize(
    ("data", "words"), [(b"[hull]\ncorvette = 1", "has no class"), (b"\xff\xfe", "no text in UTF-8")]
)
def test_a_file_that_says_nothing_of_use_is_refused(
    game: SpaceEmpiresGame, anna: User, data: bytes, words: str
) -> None:
    answer = browser(anna).post(
        f"{game.get_absolute_url()}chart/", {"file": SimpleUploadedFile("own.toml", data)}
    )
    assert answer.status_code == 422
    assert words in text(answer)
    game.refresh_from_db()
    assert game.chart == ""
