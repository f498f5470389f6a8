"""Addresses that name a row: a number too great for any row is not found."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.people import browser, make_person

pytestmark = pytest.mark.django_db

TOO_GREAT = "9223372036854775808"


def patterns(resolver: URLResolver, before: str = "") -> Iterator[str]:
    """The addresses of the site as they are written."""
    for one in resolver.url_patterns:
        if isinstance(one, URLPattern):
            yield before + str(one.pattern)
        else:
            yield from patterns(one, before + str(one.pattern))


NUMBERED = [route for route in patterns(get_resolver()) if "<number:" in route]


def test_there_are_such_addresses_and_all_have_the_same_numbers() -> None:
    assert len(NUMBERED) > 60
    assert not [route for route in patterns(get_resolver()) if "<int:" in route and "admin" not in route]


def test_a_number_too_great_for_a_row_is_not_found() -> None:
    client = browser(make_person("anna"))
    for route in NUMBERED:
        path = re.sub(r"<number:\w+>", TOO_GREAT, route)
        path = re.sub(r"<[^>]*side>", "terran", path)
        path = "/" + re.sub(r"<[^>]*>", "x", path)
        assert client.get(path).status_code == 404, path
        assert client.post(path).status_code == 404, path


def test_a_great_number_that_fits_is_not_found_either() -> None:
    client: Client = browser(make_person("anna"))
    for path in ("/wars/{}/terran/", "/battles/{}/", "/battles/{}/play/", "/battles/{}/play/log/"):
        assert client.get(path.format("9" * 18)).status_code == 404
