"""What chats and other sites show of a link: title, sentence and picture, and nothing that opens a door."""

import re
import struct
from pathlib import Path

import pytest

from tests.site.campaign.lobby.test_lobby import open_war

PICTURE = Path("static/img/preview.png")
PREVIEWED = ["/", "/how-to-play/", "/learn/", "/learn/the-duel/", "/sample/", "/sample/battle/"]


def meta(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:property|name)="([a-z:_]+)" content="([^"]*)">', page))


@pytest.mark.parametrize("address", PREVIEWED)
def test_a_public_page_has_a_preview_with_absolute_addresses(client, db, settings, address):
    settings.ALLOWED_HOSTS = ["front.example"]
    found = meta(client.get(address, headers={"host": "front.example"}).content.decode())
    assert found["og:title"]
    assert len(found["og:description"]) < 160
    assert re.fullmatch(r"http://front\.example/static/img/preview\S*\.png", found["og:image"])
    assert found["twitter:card"] == "summary_large_image"


def test_a_host_that_is_not_ours_gets_no_preview(client, db, settings):
    settings.ALLOWED_HOSTS = ["front.example"]
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_the_picture_is_a_small_png_of_the_size_it_says():
    raw = PICTURE.read_bytes()
    assert raw.startswith(b"\x89PNG")
    assert struct.unpack(">II", raw[16:24]) == (1200, 630)
    assert len(raw) < 40_000


def test_an_invitation_says_who_invites_and_keeps_its_key(client, person):
    _war, invitation = open_war(person("anna"))
    answer = client.get(f"/wars/join/{invitation.token}/")
    head = answer.content.decode().split("</head>")[0]
    assert meta(head)["og:title"] == "anna invites you to a war"
    assert "Ember Road" not in " ".join(meta(head).values())
    assert invitation.token not in head


def test_a_private_page_has_no_preview(client, person):
    client.force_login(person())
    assert "og:title" not in client.get("/wars/").content.decode()
