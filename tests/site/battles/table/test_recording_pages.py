"""Recording a battle on its pages: what is filled in, where problems stand, and who is said to have done what."""

import re

import pytest

from accounts.models import User
from battles import services
from battles.models import Battle, Way
from battles.models.battle import SPACE_EMPIRES
from engines.seam.sides import Side
from engines.talon.set_ups.scenarios import scenario
from tests.battle_samples import filled_in, opened, reported, six_ships
from tests.markup import flat
from tests.people import browser, make_person

pytestmark = pytest.mark.django_db
DAMAGE = "You need not mark it."


@pytest.fixture
def battle(anna: User, ben: User) -> Battle:
    return opened(anna, ben)


def typed(battle: Battle, user: User, **fields: str) -> str:
    """What a change in the form is answered with, without blanks between elements."""
    sent = {name.replace("_", "-"): value for name, value in fields.items() if name != "set_for"}
    sent |= {"version": str(battle.version), "set_for": fields.get("set_for", "")}
    return flat(browser(user).post(f"/battles/{battle.pk}/report/draft/", sent).content.decode())


def checked(page: str, unit: str) -> list[str]:
    """The fates that are chosen for a unit."""
    return re.findall(rf'name="{unit}-fate" value="(\w+)" checked', page)


def problems(page: str, unit: str) -> str:
    """What stands beside a unit's fates, as text."""
    found = re.search(rf'id="{unit}-problems"[^>]*>(.*?)</div>', page)
    assert found is not None
    return re.sub(r"<[^>]+>", " ", found[1])


def test_no_ship_is_left_with_a_jump_that_the_rounds_do_not_allow(battle: Battle, anna: User) -> None:
    long = typed(battle, anna, winner="terran", rounds="8")
    assert checked(long, "talon-0") == ["jumped"]
    fates = {"talon_0_fate": "jumped", "talon_0_preset": "jumped"}
    short = typed(battle, anna, winner="terran", rounds="4", set_for="terran-held", **fates)
    assert checked(short, "talon-0") == []
    assert "Justice cannot jump before round 7. Choose its fate." in problems(short, "talon-0")
    again = typed(battle, anna, winner="terran", rounds="8", talon_0_fate="", talon_0_preset="")
    assert checked(again, "talon-0") == ["jumped"]


def test_a_chosen_jump_stays_and_its_problem_is_shown_though_others_are_open(
    battle: Battle, anna: User
) -> None:
    page = typed(battle, anna, winner="terran", rounds="4", talon_0_fate="jumped", talon_1_fate="")
    assert checked(page, "talon-0") == ["jumped"]
    assert "Justice cannot jump before round 7" in problems(page, "talon-0")
    assert "Choose its fate" in problems(page, "talon-1")


def test_only_the_fates_that_change_are_sent_again(battle: Battle, anna: User) -> None:
    known = {f"terran_{number}_preset": "stands" for number in range(3)}
    known |= {f"talon_{number}_preset": "jumped" for number in range(3)}
    fates = {name.replace("preset", "fate"): value for name, value in known.items()}

    def swapped(rounds: str) -> set[str]:
        page = typed(battle, anna, winner="terran", rounds=rounds, set_for="terran-held", **known, **fates)
        return set(re.findall(r'id="(\w+-\d)-fates"', page))

    assert swapped("9") == set()
    assert swapped("5") == {"talon-0"}


def test_hull_boxes_are_the_choice_of_how_many_are_marked(battle: Battle, anna: User) -> None:
    page = flat(browser(anna).get(f"/battles/{battle.pk}/report/").content.decode())
    hull = re.findall(
        r'name="terran-0-hull" value="(\d)" aria-label="\d of (\d)"( checked)?( disabled)?', page
    )
    assert [int(box) for box, *_rest in hull] == [1, 2, 3, 4, 5, 6]
    assert {whole for _box, whole, *_rest in hull} == {"6"}
    assert [box for box, _whole, marked, _off in hull if marked] == ["2"]
    assert [box for box, _whole, _marked, off in hull if off] == ["1"]
    untouched = re.findall(r'name="talon-0-hull" value="(\d)" aria-label="\d of \d"( checked)?', page)
    assert untouched[0] == ("0", " checked")


def test_who_confirmed_is_said_to_each_reader(battle: Battle, anna: User, ben: User) -> None:
    services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=1, report=reported(battle.setup_document)
    )
    services.confirm(battle_id=battle.pk, side="talon", seen_version=2)
    for user, words in ((ben, "You confirmed,"), (anna, "ben confirmed,")):
        page = flat(browser(user).get(f"/battles/{battle.pk}/").content.decode())
        assert words in page
        assert "by the other side" not in page


def test_who_disputes_is_said_to_each_reader_whatever_their_name(anna: User) -> None:
    you = make_person("You")
    battle = opened(anna, you)
    services.enter_report(
        battle_id=battle.pk, side="terran", seen_version=1, report=reported(battle.setup_document)
    )
    services.dispute(battle_id=battle.pk, side="talon", seen_version=2, remark="Nine rounds.")
    for user, words in (
        (anna, "You disputes the result: Nine rounds."),
        (you, "You dispute the result: Nine"),
    ):
        assert words in flat(browser(user).get(f"/battles/{battle.pk}/report/").content.decode())


@pytest.mark.parametrize("page", ["", "sheet/", "dice/", "bring/"])
def test_a_battle_that_is_being_fought_says_so_on_every_page(battle: Battle, anna: User, page: str) -> None:
    def badge() -> str:
        seen = flat(browser(anna).get(f"/battles/{battle.pk}/{page}").content.decode())
        found = re.search(r'<h1>.*?<span class="badge[^>]*>.*?</svg>\s*([\w ]+)', seen)
        assert found is not None
        return found[1].strip()

    assert badge() == "Needs result"
    sides: tuple[tuple[Side, int], ...] = (("terran", 1), ("talon", 2))
    for side, seen in sides:
        services.ask_for(battle_id=battle.pk, side=side, seen_version=seen, way=Way.WORKER)
    assert badge() == "Being fought"


def test_a_report_with_a_jump_too_early_is_not_entered_without_script(battle: Battle, anna: User) -> None:
    fields = filled_in(six_ships(), rounds="4") | {"version": "1", "do": "enter"}
    answer = browser(anna).post(f"/battles/{battle.pk}/report/", fields)
    assert answer.status_code == 422
    assert "cannot jump before round 7. Choose its fate." in answer.content.decode()


def test_a_battle_that_captains_fight_has_no_steps_for_a_table(battle: Battle, anna: User) -> None:
    """It says so in its head and once above its set-up, which is folded."""
    sides: tuple[tuple[Side, int], ...] = (("terran", 1), ("talon", 2))
    before = flat(browser(anna).get(f"/battles/{battle.pk}/").content.decode())
    assert "Set-up steps" in before
    for side, seen in sides:
        services.ask_for(battle_id=battle.pk, side=side, seen_version=seen, way=Way.WORKER)
    shown = flat(browser(anna).get(f"/battles/{battle.pk}/").content.decode())
    assert "Set-up steps" not in shown
    assert '<details class="panel" id="set-up"' in shown
    assert shown.lower().count("being fought</") + shown.lower().count("being fought </") <= 1
    assert shown.count("Captains are fighting this battle") == 1


def test_an_impossible_report_shows_no_points_and_no_degree(anna: User, ben: User) -> None:
    """What is to be corrected stands in their place, as one types and after it is refused."""
    setup = scenario(8)
    battle = opened(anna, ben, setup)
    path = f"/battles/{battle.pk}/report/"
    fields = filled_in(setup, winner="talon", ending="held", rounds="9", planet_damage="12")
    assert "Terran lost" in typed(
        battle, anna, **{name.replace("-", "_"): value for name, value in fields.items()}
    )
    fields["planet-damage"] = "999"
    sent = typed(battle, anna, **{name.replace("-", "_"): value for name, value in fields.items()})
    refused = browser(anna).post(path, {**fields, "version": str(battle.version), "do": "enter"})
    assert refused.status_code == 422
    for page in (sent, flat(refused.content.decode())):
        assert "points of damage, and more cannot be done" in page
        assert "Terran lost" not in page
        assert "Degree" not in page


def test_who_concedes_with_nothing_left_is_asked_about_it(anna: User, ben: User) -> None:
    setup = scenario(8)
    battle = opened(anna, ben, setup)
    fates = {f"terran_{at}_fate": "destroyed" for at in range(len(setup.terran))}
    fields = filled_in(setup, winner="talon", ending="conceded", rounds="5", planet_damage="0", **fates)
    question = 'name="lost-conceding"'
    shown = typed(battle, anna, **{name.replace("-", "_"): value for name, value in fields.items()})
    assert question in shown
    assert "Terran has nothing left that could concede" in shown
    path, sent = f"/battles/{battle.pk}/report/", {"version": str(battle.version), "do": "enter"}
    refused = browser(anna).post(path, {**fields, **sent})
    assert refused.status_code == 422
    assert question in refused.content.decode()
    assert browser(anna).post(path, {**fields, **sent, "lost-conceding": "on"}).status_code == 302


def test_where_an_aim_decides_the_form_says_so_beside_who_held_the_field(anna: User, ben: User) -> None:
    for number, decides in ((7, True), (1, False)):
        battle = opened(anna, ben, scenario(number))
        page = flat(browser(anna).get(f"/battles/{battle.pk}/report/").content.decode())
        assert ("Who held the field?" in page) is decides
        assert ("The aims above decide who wins." in page) is decides
        assert ('<details class="small" open>' in page) is decides


def test_where_damage_counts_for_nothing_the_form_says_so(battle: Battle, anna: User) -> None:
    """Hull damage has no part in the degree (20.2); a war goes on with it, and with the Freedom it halves points."""
    assert DAMAGE not in flat(browser(anna).get(f"/battles/{battle.pk}/report/").content.decode())
    for setup, said in ((scenario(1), True), (scenario(10), True), (scenario(10, ("freedom",)), False)):
        alone = services.open_battle(
            setup=setup, title="Single battle", place=setup.place, terran_user=anna, talon_user=anna
        )
        page = flat(browser(anna).get(f"/battles/{alone.pk}/report/").content.decode())
        assert (DAMAGE in page) == said


def test_a_game_of_space_empires_goes_on_with_damage(anna: User) -> None:
    alone = services.open_battle(
        setup=six_ships(),
        title="Single battle",
        place="",
        terran_user=anna,
        talon_user=anna,
        owner_path=f"{SPACE_EMPIRES}1/",
    )
    assert DAMAGE not in flat(browser(anna).get(f"/battles/{alone.pk}/report/").content.decode())
