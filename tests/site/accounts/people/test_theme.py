"""Light or dark: as the system says, or as chosen in a browser, with or without an account or script."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def theme(client: Client) -> str:
    head = client.get("/").content.decode().partition("<head>")[0]
    return head.partition('data-theme="')[2].partition('"')[0]


def test_a_theme_is_kept_in_the_browser_and_dropped(client: Client) -> None:
    assert theme(client) == ""
    for chosen in ("dark", "light"):
        answer = client.post(
            "/settings/theme/", {"theme": chosen}, headers={"Referer": "http://testserver/ships/"}
        )
        assert answer["Location"] == "http://testserver/ships/"
        assert theme(client) == chosen
        pressed = f'value="{chosen}"\naria-pressed="true"'
        assert pressed in client.get("/").content.decode()
    client.post("/settings/theme/", {"theme": ""})
    assert theme(client) == ""


@pytest.mark.parametrize("chosen", ["pink", 'dark" onload="x', ""])
def test_no_other_theme_is_taken(client: Client, chosen: str) -> None:
    assert client.post("/settings/theme/", {"theme": chosen}).status_code == 302
    assert theme(client) == ""
    client.cookies["theme"] = chosen
    assert theme(client) == ""


@pytest.mark.every_view
def test_it_leads_to_no_other_site(client: Client) -> None:
    answer = client.post("/settings/theme/", {"theme": "dark"}, headers={"Referer": "https://example.org/"})
    assert answer["Location"] == "/"
    assert client.get("/settings/theme/").status_code == 405
