"""S85: past results from a CSV file: taken line by line, never twice, and bad lines are named."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import LifetimeLine, PastResult, User
from campaign.past_results import csv_files
from campaign.past_results.csv_files import EXAMPLE, MOST_BYTES, NoFile, take
from tests.people import browser, make_person
from tests.site.seats import text

pytestmark = pytest.mark.django_db
HEAD = "date,opponent,class,result,degree,scenario,game\n"


def sent(user: User, words: str) -> Any:
    """The answer to pasted lines."""
    return browser(user).post("/past-results/file/", {"text": words})


def test_s85_a_file_is_entered_and_known_when_it_comes_again(anna: User) -> None:
    marlow = make_person("Marlow")
    file = SimpleUploadedFile("results.csv", b"\xef\xbb\xbf" + EXAMPLE.encode())
    assert browser(anna).post("/past-results/file/", {"file": file}).status_code == 302
    told = PastResult.objects.order_by("played_on").values_list(
        "kind", "outcome", "degree", "side", "way", "other"
    )
    assert list(told) == [
        ("battle", "won", "great", "terran", "table", marlow.pk),
        ("war", "lost", "", "talon", "", marlow.pk),
    ]
    found = take(anna, EXAMPLE)
    assert (found.entered, found.known, found.faults) == (0, 2, ())
    assert PastResult.objects.count() == 2
    assert not LifetimeLine.objects.exists()


def test_s85_the_other_players_file_confirms(anna: User, ben: User) -> None:
    take(anna, f"{HEAD}2024-01-01,ben,war,won,,,\n")
    found = take(ben, f"{HEAD}2024-01-01,anna,war,lost,,,\n2024-01-02,anna,war,lost,,,\n")
    assert (found.entered, found.known) == (2, 0)
    assert LifetimeLine.objects.get().player == anna


def test_s85_bad_lines_are_named_and_good_ones_taken(anna: User, ben: User) -> None:
    del ben
    lines = [
        "2024-01-01,ben,single battle,won,minor,Lost,",
        "",
        "2024-13-01,ben,single battle,won,minor,,",
        "2024-01-02,nobody,single battle,won,minor,,",
        "2024-01-03,ben,single battle,won,,,",
        "2024-01-04,ben,single battle,won,minor,,,,,",
        "2024-01-01,ben,single battle,lost,minor,lost,",
        "2024-01-01,ben,Single Battle,WON,Minor,lost,2",
        "2024-01-05,ben,chess,won,,,",
        "2024-01-06,ben,single battle,I won,Great victory,,",
    ]
    answer = sent(anna, HEAD + "\n".join(lines))
    assert answer.status_code == 422
    shown = text(answer)
    assert "3 entered, 0 known already." in shown
    assert "Line 4: date: Write the day as 2024-03-31." in shown
    assert "Line 5: opponent: No player of this site has this callsign." in shown
    assert "Line 6: degree: Choose the degree of the victory." in shown
    assert "Line 7: It has 10 cells, and the first line names 7 columns." in shown
    assert "Line 10: class: Write one of: single battle, battle of a war, leg of a" in shown
    assert "Line 8: You have entered a result of this game already" in shown
    rest = answer.context["text"]
    assert rest.splitlines()[0] == HEAD.strip()
    assert rest.splitlines()[1:] == [lines[2], lines[3], lines[4], lines[5], lines[6], lines[8]]
    assert PastResult.objects.count() == 3


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("", "There is nothing in it."),
        ("opponent,class\n", "Missing: date, result."),
        ("date,date,opponent,class,result\n", "names a column twice"),
        (HEAD + "2024-01-01,ben,war,won,,,\n" * 301, "300 are taken at once"),
        (HEAD + "x" * MOST_BYTES, "longer than 100 kB"),
        (HEAD + '"' + "x" * 140_000, "longer than 100 kB"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(anna: User, words: str, reason: str) -> None:
    answer = sent(anna, words)
    assert answer.status_code == 422
    assert reason in text(answer)
    assert not PastResult.objects.exists()


def test_a_file_that_is_no_text_says_so(anna: User) -> None:
    file = SimpleUploadedFile("results.csv", b"\xff\xfe\x00date")
    assert "no text in UTF-8" in text(browser(anna).post("/past-results/file/", {"file": file}))
    with pytest.raises(NoFile, match="longer"):
        csv_files.text_of(b"x" * (MOST_BYTES + 1))


@pytest.mark.parametrize("mark", [";", "\t"])
def test_other_marks_between_cells_are_read(anna: User, ben: User, mark: str) -> None:
    del ben
    assert take(anna, f"{HEAD}2024-01-01,ben,war,won,,,\n".replace(",", mark)).entered == 1


def test_few_queries_for_the_page_of_many(anna: User, ben: User, django_assert_max_num_queries: Any) -> None:
    take(anna, HEAD + "".join(f"2024-01-01,ben,war,won,,,{game}\n" for game in range(1, 21)))
    client = browser(ben)
    with django_assert_max_num_queries(8):
        assert "Confirm all of them" in text(client.get("/past-results/"))
