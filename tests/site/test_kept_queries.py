"""Queries of which the SQL is written once: they answer as the queries do that they stand for."""

from random import Random

import pytest
from django.db.models import CharField, DateTimeField, F, Model, QuerySet, Value
from django.utils import timezone

from accounts.models import User
from campaign.models import Engagement, Seat, War
from campaign.telling import annals
from config.kept_queries import KeptForAny, KeptQuery
from tests.people import make_person
from tests.site.wars import make_war, seal_random, step

pytestmark = pytest.mark.django_db


def fields(row: Model) -> dict[str, object]:
    """What a row was read as."""
    return {name: value for name, value in vars(row).items() if name != "_state"}


def named(name: str) -> "QuerySet[User]":
    return User.objects.filter(username=name)


def test_it_reads_each_column_as_the_query_does() -> None:
    for name in ("anna", "bert"):
        person = make_person(name)
        User.objects.filter(pk=person.pk).update(last_login=timezone.now(), is_guest=name == "bert")
    kept = KeptQuery(named, "?")
    for name in ("anna", "bert", "anna"):
        (found,), (expected,) = kept.objects(name), named(name)
        assert fields(found) == fields(expected)
        assert found == expected
        assert not found._state.adding
        assert found.last_login is not None
        assert found.last_login.tzinfo is not None
    assert kept.objects("carla") == []
    assert kept.one("bert").is_guest is True
    with pytest.raises(User.DoesNotExist):
        kept.one("carla")


def test_relations_come_along_in_one_query(django_assert_num_queries) -> None:
    war = make_war(make_person("anna"), make_person("boris"))
    Seat.objects.filter(war=war, side="talon").update(user=None)

    def seats(number: int) -> "QuerySet[Seat]":
        return Seat.objects.select_related("war", "user").filter(war=number).order_by("side")

    kept = KeptQuery(seats, -1)
    kept.objects(0)
    stored = War.objects.get(pk=war.pk)
    with django_assert_num_queries(1):
        talon, terran = kept.objects(war.pk)
        assert terran.user is not None
        assert terran.user.username
        assert talon.user is None
        assert fields(terran.war) == fields(stored)


def test_values_are_those_of_the_query() -> None:
    anna = make_person("anna")

    def of(number: int, name: str) -> "QuerySet[User, tuple[object, ...]]":
        rows = User.objects.values_list("pk", "date_joined", "is_active", "username")
        return rows.filter(pk=number).union(rows.filter(username=name), all=True).order_by("pk")

    assert KeptQuery(of, -1, "?").values(anna.pk, "anna") == [*of(anna.pk, "anna")]
    assert len(KeptQuery(of, -1, "?").values(anna.pk, "nobody")) == 1


def test_annotations_come_along_where_they_stand_between_the_columns() -> None:
    make_war(make_person("anna"), make_person("boris"))

    def seats(side: str) -> "QuerySet[Seat]":
        found = Seat.objects.select_related("user").filter(side=side)
        return found.annotate(named=F("war__name"), nobody=Value(None, CharField()))

    (found,), (expected,) = KeptQuery(seats, "?").objects("talon"), seats("talon")
    assert fields(found) == fields(expected)
    assert fields(found)["named"] == "The Long Night"
    assert str(found.user) == "boris"


def test_values_may_stand_between_columns() -> None:
    anna = make_person("anna")

    def of(number: int) -> "QuerySet[User, tuple[object, ...]]":
        rows = User.objects.filter(pk=number)
        none = Value(None, DateTimeField())
        own = rows.values_list(Value("own"), "pk", Value(""), "username", "date_joined")
        return own.union(rows.values_list(Value("more"), "pk", "email", Value(""), none), all=True)

    found = KeptQuery(of, -1).values(anna.pk)
    assert sorted(found) == sorted(of(anna.pk))
    assert {(row[0], row[4] is None) for row in found} == {("own", False), ("more", True)}


def test_an_argument_that_the_query_changes_is_refused() -> None:
    kept = KeptQuery(lambda name: User.objects.filter(username__startswith=name), "?")
    with pytest.raises(ValueError, match="as they are"):
        kept.objects("anna")


def test_battles_and_sealed_sides_are_told_as_the_queries_tell_them() -> None:
    war, random, told = make_war(make_person("anna"), make_person("boris")), Random(5), 0
    assert annals.sealed_now(war) == frozenset()
    seal_random(war, "talon", random)
    war.refresh_from_db()
    assert annals.sealed_now(war) == {"talon"}
    for _ in range(12):
        step(war, random)
        war.refresh_from_db()
        assert annals.sealed_now(war) == frozenset()
        for turn in range(war.turn + 1):
            rows = Engagement.objects.filter(war=war, turn=turn).order_by("number")
            fights = annals.fights(war, turn=turn)
            assert fights == [*rows.values(*annals.FIGHT, how=F("battle__settled_how"))]
            told += len(fights)
    assert told


def test_of_any_number_of_words_each_stands_in_its_own_place(django_assert_num_queries) -> None:
    for name in ("anna", "bert", "carla"):
        make_person(name)
    kept = KeptForAny(
        lambda names: User.objects.filter(username__in=names).order_by("username").values_list("username")
    )
    for wanted in (["bert"], ["carla", "anna"], ["anna", "anna", "nobody"], ["carla", "bert", "anna"]):
        with django_assert_num_queries(1):
            assert [name for (name,) in kept.values(*wanted)] == sorted({*wanted} - {"nobody"})
    with django_assert_num_queries(0):
        assert kept.values() == []
