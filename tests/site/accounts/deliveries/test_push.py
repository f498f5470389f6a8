"""Web push: encrypted as RFC 8291 has it, signed as RFC 8292 has it, and owed like any other message."""

import json
import time
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.deliveries import owe, push, webhooks
from accounts.deliveries.push import CURVE, MOST_BROWSERS, encrypt, from_base64, in_base64, public_key
from accounts.models import Delivery, MessageKind, PushBrowser, PushKey, User
from tests.people import browser, make_person
from tests.receivers import Receiver, never, status
from tests.sent import send

pytestmark = pytest.mark.django_db

UA_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
UA_PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AS_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
KEYS = {"p256dh": UA_PUBLIC, "auth": AUTH, "name": "Phone"}
COMPRESSED = in_base64(b"\2" + from_base64(UA_PUBLIC)[1:33])
"""The same key in half the length, which browsers do not send."""


def private(written: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_base64(written), "big"), CURVE)


def read(body: bytes) -> bytes:
    """What the browser of RFC 8291 reads, with its own keys."""
    salt, length = body[:16], body[20]
    theirs = body[21 : 21 + length]
    mine = private(UA_PRIVATE)
    shared = mine.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    point = mine.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def derived(secret: bytes, with_salt: bytes, info: bytes, size: int) -> bytes:
        return HKDF(algorithm=SHA256(), length=size, salt=with_salt, info=info).derive(secret)

    key = derived(shared, from_base64(AUTH), b"WebPush: info\0" + point + theirs, 32)
    cipher = AESGCM(derived(key, salt, b"Content-Encoding: aes128gcm\0", 16))
    clear = cipher.decrypt(derived(key, salt, b"Content-Encoding: nonce\0", 12), body[21 + length :], None)
    return clear.rstrip(b"\0")[:-1]


def test_the_example_of_rfc_8291() -> None:
    made = encrypt(
        b"When I grow up, I want to be a watermelon", UA_PUBLIC, AUTH, from_base64(SALT), private(AS_PRIVATE)
    )
    assert in_base64(made) == BODY
    assert read(made) == b"When I grow up, I want to be a watermelon"


def test_each_message_has_a_salt_and_a_key_of_its_own() -> None:
    one, other = (encrypt(b"again", UA_PUBLIC, AUTH) for _ in range(2))
    assert read(one) == read(other) == b"again"
    assert one[:16] != other[:16]
    assert one[21:86] != other[21:86]


def test_the_sites_key_is_made_once() -> None:
    assert public_key() == public_key()
    assert PushKey.objects.count() == 1
    assert len(from_base64(public_key())) == 65


def signed_by(header: str) -> dict[str, Any]:
    """The claims of an Authorization header whose signature is checked with the key in it."""
    token, key = header.removeprefix("vapid ").replace("t=", "").replace("k=", "").split(",")
    said, _, signature = token.rpartition(".")
    numbers = from_base64(signature)
    pair = (int.from_bytes(half, "big") for half in (numbers[:32], numbers[32:]))
    point = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64(key))
    point.verify(encode_dss_signature(*pair), said.encode(), ec.ECDSA(SHA256()))
    assert key == public_key()
    claims: dict[str, Any] = json.loads(from_base64(said.partition(".")[2]))
    return claims


@pytest.fixture
def anna(db: None) -> User:
    return make_person("anna")


def added(user: User, endpoint: str, **changed: str) -> int:
    """The status after the user's browser has posted its subscription."""
    form = {"endpoint": endpoint, "p256dh": UA_PUBLIC, "auth": AUTH, "name": "Firefox on Linux", **changed}
    answer = browser(user).post("/settings/browsers/", form)
    user.refresh_from_db()
    return int(answer.status_code)


def owed(user: User, key: str = "war:1:turn:1") -> Delivery:
    (row,) = owe(
        user=user, kind=MessageKind.TURN, key=key, subject="Your turn", body="Plan turn 1", path="/wars/1/"
    )
    return row


def sent(row: Delivery) -> Delivery:
    send(row.pk)
    row.refresh_from_db()
    return row


def test_a_browser_reads_the_message_and_its_service_knows_who_sends(anna: User, receiver: Receiver) -> None:
    added(anna, f"http://{receiver.host}/push/1")
    row = sent(owed(anna))
    assert (row.status, row.channel) == ("done", "push")
    (got,) = receiver.got
    words = json.loads(read(got["sealed"]))
    assert (words["title"], words["body"]) == ("Your turn", "Plan turn 1")
    assert words["link"].endswith("/wars/1/")
    assert got["headers"]["TTL"] == "86400"
    assert signed_by(got["headers"]["Authorization"])["aud"] == f"http://{receiver.host}"
    assert PushBrowser.objects.get().delivered_at is not None
    send(row.pk)
    assert len(receiver.got) == 1


@pytest.mark.parametrize("letter", ["x", "ä", "€", "🛸", '"', "\n"])
def test_a_message_of_any_letters_fits_into_a_record(anna: User, receiver: Receiver, letter: str) -> None:
    added(anna, f"http://{receiver.host}/push/1")
    (row,) = owe(
        user=anna,
        kind=MessageKind.TURN,
        key="k",
        subject=letter * 200,
        body=letter * 1000,
        path=f"/{'p' * 250}/",
    )
    assert sent(row).status == "done"
    (got,) = receiver.got
    assert len(got["sealed"]) <= 4096
    words = json.loads(read(got["sealed"]))
    assert set(words["body"]) == {letter}
    assert len(words["body"]) >= 700
    assert words["title"] == row.subject[: len(words["title"])]
    assert len(words["title"]) >= min(150, len(row.subject))
    assert words["link"].endswith("p/")


@pytest.mark.parametrize("code", [404, 410])
def test_a_browser_that_is_gone_is_removed(anna: User, receiver: Receiver, code: int) -> None:
    added(anna, f"http://{receiver.host}/push/1")
    receiver.answers.append(status(code))
    row = sent(owed(anna))
    assert (row.status, row.last_error) == ("failed", "No browser gets messages any more.")
    assert not PushBrowser.objects.exists()
    anna.refresh_from_db()
    assert owe(user=anna, kind=MessageKind.TURN, key="another", subject="s", body="b", path="/") == []


def test_one_browser_gone_and_one_that_took_it_is_delivered(anna: User, receiver: Receiver) -> None:
    for number in (1, 2):
        added(anna, f"http://{receiver.host}/push/{number}")
    receiver.answers.append(status(410))
    assert sent(owed(anna)).status == "done"
    assert PushBrowser.objects.count() == 1


def test_a_service_that_is_down_is_tried_again(anna: User, receiver: Receiver) -> None:
    added(anna, f"http://{receiver.host}/push/1")
    receiver.answers.append(status(503))
    row = sent(owed(anna))
    assert (row.status, PushBrowser.objects.count()) == ("queued", 1)
    Delivery.objects.update(due_at=row.made_at)
    assert sent(row).status == "done"


def test_browsers_that_stall_share_one_deadline(
    anna: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 3)
    for number in range(MOST_BROWSERS):
        added(anna, f"http://{receiver.host}/push/{number}")
    receiver.answers += [never] * (MOST_BROWSERS - 1)
    began = time.monotonic()
    assert sent(owed(anna)).status == "done"
    assert time.monotonic() - began < 12
    assert len(receiver.got) == MOST_BROWSERS
    assert PushBrowser.objects.exclude(delivered_at=None).count() == 1


def test_all_browsers_that_stall_are_tried_again_within_the_lease(
    anna: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    assert webhooks.TOTAL_SECONDS * 2 < settings.DELIVERY_LEASE_SECONDS
    monkeypatch.setattr(webhooks, "TOTAL_SECONDS", 0.5)
    for number in range(MOST_BROWSERS):
        added(anna, f"http://{receiver.host}/push/{number}")
    receiver.answers += [never] * MOST_BROWSERS
    began = time.monotonic()
    row = sent(owed(anna))
    assert time.monotonic() - began < 0.5 * MOST_BROWSERS / 2
    assert (row.status, row.attempts) == ("queued", 1)
    assert PushBrowser.objects.count() == MOST_BROWSERS


def test_addresses_of_private_networks_and_bad_keys_are_refused(anna: User) -> None:
    for endpoint in ("https://127.0.0.1/push", "https://10.0.0.1/push", "http://example.org/", "x", ""):
        added(anna, endpoint)
    added(anna, f"https://127.0.0.1/{'x' * 500}")
    assert not PushBrowser.objects.exists()


@pytest.mark.parametrize(
    "changed",
    [
        {"p256dh": ""},
        {"p256dh": "AAAA"},
        {"p256dh": UA_PUBLIC[:10] + "!" * 200 + UA_PUBLIC[10:]},
        {"p256dh": UA_PUBLIC + "\0"},
        {"p256dh": COMPRESSED},
        {"auth": "AAAA"},
        {"auth": "ä"},
        {"auth": AUTH + " " * 4},
        {"auth": AUTH + "=" * 40},
        {"auth": f"{AUTH}\0"},
        {"endpoint": "https://example.org/\0"},
        {"endpoint": f"https://127.0.0.1/{'x' * 500}"},
        {"endpoint": "https://[2001:4860:4860::8888]/push"},
    ],
)
def test_keys_and_addresses_that_are_none_are_refused_with_a_sentence(
    anna: User, receiver: Receiver, changed: dict[str, str]
) -> None:
    endpoint = changed.get("endpoint", f"http://{receiver.host}/push/1")
    form = {"p256dh": UA_PUBLIC, "auth": AUTH, "name": "Phone", **changed, "endpoint": endpoint}
    answer = browser(anna).post("/settings/browsers/", form)
    assert answer.status_code == 400
    page = answer.content.decode()
    said = ("sent no valid keys", "invalid characters", "service is too long", "service is not valid")
    assert any(words in page for words in said)
    assert not PushBrowser.objects.exists()


def test_what_is_kept_of_a_browser_has_bounds(anna: User, receiver: Receiver) -> None:
    name = "Fire\0fox\u202e \n on " + "ä" * 100
    keys = {"p256dh": f"{UA_PUBLIC}=", "auth": f"{AUTH}=="}
    assert added(anna, f"http://{receiver.host}/push/1", name=name, **keys) == 302
    row = PushBrowser.objects.get()
    assert (row.p256dh, row.auth) == (UA_PUBLIC, AUTH)
    assert row.name == f"Fire fox on {'ä' * 48}"
    assert added(anna, f"http://{receiver.host}/push/1", name="\0") == 302
    assert PushBrowser.objects.get().name == "A browser"


def test_the_same_browser_twice_is_one_and_goes_with_who_asked_last(anna: User, receiver: Receiver) -> None:
    boris = make_person("boris")
    for user in (anna, anna, boris):
        added(user, f"http://{receiver.host}/push/1")
    assert PushBrowser.objects.get().user == boris
    anna.refresh_from_db()
    assert (anna.wants_push, boris.wants_push) == (False, True)


def test_whoever_gains_a_browser_and_whoever_loses_it_are_locked_in_order(
    anna: User, receiver: Receiver
) -> None:
    boris = make_person("boris")
    assert anna.pk < boris.pk
    for first, then in ((anna, boris), (boris, anna)):
        added(first, f"http://{receiver.host}/push/1")
        with CaptureQueriesContext(connection) as asked:
            push.add_browser(user=then, endpoint=f"http://{receiver.host}/push/1", **KEYS)
        queries = [query["sql"] for query in asked.captured_queries]
        (locked,) = [at for at, sql in enumerate(queries) if f"IN ({anna.pk}, {boris.pk})" in sql]
        assert "ORDER BY 1 ASC" in queries[locked]
        assert not any(sql.startswith(("UPDATE", "INSERT")) for sql in queries[:locked])


def test_a_browser_that_changes_hands_meanwhile_is_added_by_asking_again(
    anna: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    endpoint, boris = f"http://{receiver.host}/push/1", make_person("boris")

    def overtaken(*_users: int | None) -> None:
        PushBrowser.objects.create(user=boris, endpoint=endpoint, **KEYS)

    monkeypatch.setattr(push, "_lock", overtaken)
    with pytest.raises(push.NoBrowser, match="Try again"):
        push.add_browser(user=anna, endpoint=endpoint, **KEYS)
    assert not anna.browsers.exists()


def test_nobody_has_browsers_without_end(anna: User, receiver: Receiver) -> None:
    for number in range(MOST_BROWSERS + 1):
        added(anna, f"http://{receiver.host}/push/{number}")
    assert PushBrowser.objects.count() == MOST_BROWSERS


def test_a_browser_is_removed_by_its_owner_alone_and_by_signing_out(anna: User, receiver: Receiver) -> None:
    boris, client = make_person("boris"), browser(anna)
    form = {"endpoint": f"http://{receiver.host}/push/1", "p256dh": UA_PUBLIC, "auth": AUTH, "name": "Phone"}
    client.post("/settings/browsers/", form)
    row = PushBrowser.objects.get()
    browser(boris).post("/settings/browsers/", {"remove": str(row.pk)})
    assert PushBrowser.objects.filter(pk=row.pk).exists()
    client.post("/settings/browsers/", {"remove": str(row.pk)})
    client.post("/settings/browsers/", {"remove": str(row.pk)})
    assert not PushBrowser.objects.exists()
    client.post("/settings/browsers/", form)
    client.post("/accounts/logout/")
    assert not PushBrowser.objects.exists()
    anna.refresh_from_db()
    assert not anna.wants_push


def test_a_new_password_ends_push_in_all_other_browsers(anna: User, receiver: Receiver) -> None:
    anna.set_password("quiet harbour 71")
    anna.save()
    added(anna, f"http://{receiver.host}/push/2")
    client = browser(anna)
    form = {"endpoint": f"http://{receiver.host}/push/1", "p256dh": UA_PUBLIC, "auth": AUTH, "name": "Phone"}
    client.post("/settings/browsers/", form)
    new = "louder harbour 72"
    sent = {"oldpassword": "quiet harbour 71", "password1": new, "password2": new}
    assert client.post("/accounts/password/change/", sent).status_code == 302
    assert PushBrowser.objects.get().endpoint.endswith("/push/1")


def test_push_is_offered_over_https_or_on_this_machine_alone(anna: User) -> None:
    client = browser(anna)
    assert b"data-key=" not in client.get("/settings/", HTTP_HOST="testserver").content
    assert b"data-key=" in client.get("/settings/", secure=True).content
    assert b"data-key=" in client.get("/settings/", HTTP_HOST="127.0.0.1").content


def test_the_settings_name_each_browser_and_not_its_address(anna: User, receiver: Receiver) -> None:
    added(anna, f"http://{receiver.host}/push/very-secret")
    page = browser(anna).get("/settings/").content.decode()
    assert "Remove Firefox on Linux" in page
    assert "very-secret" not in page
    assert AUTH not in page
