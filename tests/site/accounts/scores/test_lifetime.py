"""The lifetime score: booked once, seen by the two it is between (20.2, 20.3, 31.9, S33)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection, transaction

from accounts.models import LifetimeLine
from accounts.scores import lifetime


@pytest.fixture
def pair(person):
    return person("anna"), person("bert")


def book(winner, loser, number=1, points=2, source=None):
    return lifetime.book(
        source=source or f"battle:{number}",
        winner=winner,
        loser=loser,
        points=points,
        words=f"Great victory, battle {number}",
        path=f"/battles/{number}/",
    )


def test_20_3_a_source_counts_once(pair):
    anna, bert = pair
    first = book(anna, bert)
    assert book(anna, bert) == first
    assert book(bert, anna, points=6) == first
    assert LifetimeLine.objects.get().points == 2


def test_31_9_s33_a_war_is_a_bonus(pair):
    anna, bert = pair
    assert book(anna, bert, points=5, source="war:4").kind == "war"
    assert book(anna, bert).kind == "battle"


def test_nobody_scores_against_himself(pair):
    anna, _ = pair
    assert book(anna, anna) is None
    assert not LifetimeLine.objects.exists()


def test_a_withdrawn_result_is_struck_out_and_may_come_again(pair):
    anna, bert = pair
    book(anna, bert, points=3)
    assert lifetime.remove(source="battle:1")
    assert not lifetime.remove(source="battle:1")
    assert book(bert, anna, points=1).player == bert


def test_points_beyond_six_are_refused_by_the_database(pair):
    anna, bert = pair
    with pytest.raises(IntegrityError), transaction.atomic():
        book(anna, bert, points=7)


@pytest.mark.django_db(transaction=True)
def test_a_source_booked_twice_at_once_counts_once(person):
    pair = person("anna"), person("bert")

    def once(_turn):
        try:
            return book(*pair).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(once, range(8)))
    assert len(found) == LifetimeLine.objects.count() == 1


def test_opponents_show_the_points_of_both(client, pair, person):
    anna, bert = pair
    book(anna, bert, 1, 3)
    book(bert, anna, 2, 1)
    book(anna, bert, 0, 5, source="war:4")
    book(person("cleo"), bert, 5, 6)
    (line,) = lifetime.opponents_of(anna)
    assert (line["callsign"], line["won"], line["lost"]) == ("bert", 8, 1)
    assert (line["battles"], line["wars"]) == (2, 1)
    client.force_login(anna)
    page = client.get("/opponents/").content.decode()
    assert 'href="/opponents/bert/"' in page
    assert "cleo" not in page


def test_a_ledger_runs_its_totals(client, pair):
    anna, bert = pair
    book(anna, bert, 1, 3)
    book(bert, anna, 2, 1)
    book(anna, bert, 3, 2)
    lines = [(line.won, line.lost, line.mine) for line in lifetime.lines_between(anna, "bert")]
    assert lines == [(5, 1, True), (3, 1, False), (3, 0, True)]
    client.force_login(bert)
    page = client.get("/opponents/anna/").content.decode()
    assert 'href="/battles/3/"' in page
    assert "1 : 5" in page


def test_a_ledger_is_for_the_two_of_them(client, pair, person):
    book(*pair)
    client.force_login(person("cleo"))
    for callsign in ("anna", "bert", "cleo", "nobody"):
        assert client.get(f"/opponents/{callsign}/").status_code == 404
    assert b"No scores yet" in client.get("/opponents/").content


def test_visitors_are_asked_to_sign_in(client, db):
    for address in ("/opponents/", "/opponents/anna/"):
        assert client.get(address)["Location"].startswith("/accounts/login/?next=/opponents/")


@pytest.mark.parametrize("address", ["/opponents/", "/opponents/bert/"])
def test_few_queries_whatever_the_size(client, pair, person, django_assert_max_num_queries, address):
    anna, bert = pair
    for number in range(60):
        book(anna, bert, number)
        book(person(f"rival{number}"), anna, 1000 + number)
    client.force_login(anna)
    with django_assert_max_num_queries(6):
        page = client.get(address).content.decode()
    assert "Page 1 of" in page
    with django_assert_max_num_queries(6):
        assert client.get(f"{address}?page=99").status_code == 200
