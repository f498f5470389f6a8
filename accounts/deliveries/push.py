"""Web push: messages to browsers by their push services, encrypted for each (RFC 8291) and signed (RFC 8292)."""

import json
import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from py_vapid import Vapid, VapidException

from accounts.deliveries.webhooks import Gone, Parcel, SendFailed, check_webhook, post_all
from accounts.models import Delivery, PushBrowser, PushKey, User

CURVE = ec.SECP256R1()
SALT_BYTES = 16
RECORD = 4096
"""The size of a record, of which a message is the only one (RFC 8188)."""
MOST_BYTES = RECORD - 86 - 17
"""What is left of a record for the message, after its head, and its seal (RFC 8291)."""
MOST_TITLE_BYTES = 600
LONGEST_BODY = 1000
TTL_SECONDS = 24 * 60 * 60
"""How long a push service keeps a message for a browser that is not running."""
SIGNED_SECONDS = 12 * 60 * 60
MOST_BROWSERS = 10
LONGEST_ENDPOINT = 500
LONGEST_NAME = 60
POINT_BYTES = 65
BROWSER = "push-browser"
"""The session's name for the row of the browser that it is in, if that one gets messages."""
IN_BASE64 = re.compile(r"[A-Za-z0-9_-]*={0,2}")


class NoBrowser(Exception):
    """What a page sent is no subscription of a browser, or one too many; the sentence says why."""


def public_key() -> str:
    """The site's key as browsers want it, in base64; made when it is first asked for."""
    return in_base64(_point(_site_key().public_key()))


def add_browser(*, user: User, endpoint: str, p256dh: str, auth: str, name: str) -> PushBrowser:
    """The browser, to which the user's messages go from now on, and nobody else's; `NoBrowser` if that cannot be."""
    try:
        if len(endpoint) > LONGEST_ENDPOINT:
            raise NoBrowser("The address of the browser's push service is too long.")
        check_webhook(endpoint)
        encrypt(b"", p256dh, auth)
        signed(endpoint)
        keys = {"p256dh": in_base64(from_base64(p256dh)), "auth": in_base64(from_base64(auth))}
    except SendFailed as error:
        raise NoBrowser(str(error)) from error
    except VapidException as error:
        raise NoBrowser("The address of the browser's push service is not valid.") from error
    except ValueError as error:
        raise NoBrowser("The browser sent no valid keys. Try again.") from error
    with transaction.atomic():
        before = _owner(endpoint)
        _lock(user.pk, before)
        if _owner(endpoint) != before:
            raise NoBrowser("This browser was being added already. Try again.")
        mine = user.browsers.exclude(endpoint=endpoint).count()
        if mine >= MOST_BROWSERS:
            raise NoBrowser(f"You get messages in {MOST_BROWSERS} browsers already. Remove one first.")
        fields = {"user": user, "name": _cleaned(name), **keys}
        row, _made = PushBrowser.objects.update_or_create(endpoint=endpoint, defaults=fields)
        User.objects.filter(pk=user.pk).update(wants_push=True)
        if before is not None and before != user.pk:
            _follow(before)
    return row


def _owner(endpoint: str) -> int | None:
    return PushBrowser.objects.filter(endpoint=endpoint).values_list("user_id", flat=True).first()


def _lock(*users: int | None) -> None:
    """Let no other transaction change the browsers of these users; in the order of their keys, so that none waits
    for one that waits for it.
    """
    keys = sorted({user for user in users if user is not None})
    list(User.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))


def _cleaned(name: str) -> str:
    """The name of a browser, on one line and without characters that cannot be seen."""
    seen = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(seen.split())[:LONGEST_NAME].rstrip() or "A browser"


@transaction.atomic
def remove_browser(*, user_id: int, browser_id: int) -> bool:
    """Whether the user's browser was removed; harmless when done twice."""
    _lock(user_id)
    gone, _ = PushBrowser.objects.filter(pk=browser_id, user=user_id).delete()
    _follow(user_id)
    return bool(gone)


@transaction.atomic
def remove_others(*, user_id: int, browser_id: int | None) -> None:
    """Remove all of the user's browsers but this one."""
    _lock(user_id)
    PushBrowser.objects.filter(user=user_id).exclude(pk=browser_id or 0).delete()
    _follow(user_id)


def _follow(user_id: int) -> None:
    if not PushBrowser.objects.filter(user=user_id).exists():
        User.objects.filter(pk=user_id).update(wants_push=False)


def send_push(delivery: Delivery, link: str) -> None:
    """Send the message to all of the user's browsers at the same time; browsers that are gone are removed.

    It is delivered once a browser's service took it, so that no browser gets it twice; else `SendFailed`.
    """
    content = content_of(delivery, link)
    browsers = list(PushBrowser.objects.filter(user=delivery.user_id).order_by("pk"))
    troubles = post_all([_parcel(browser, content) for browser in browsers])
    answers = list(zip(browsers, troubles, strict=True))
    taken = [browser.pk for browser, trouble in answers if trouble is None]
    PushBrowser.objects.filter(pk__in=taken).update(delivered_at=timezone.now())
    for browser, trouble in answers:
        if isinstance(trouble, Gone):
            remove_browser(user_id=delivery.user_id, browser_id=browser.pk)
    left = [trouble for trouble in troubles if trouble is not None and not isinstance(trouble, Gone)]
    if taken:
        return
    if not left:
        raise SendFailed("No browser gets messages any more.", again=False)
    again = any(trouble.again for trouble in left)
    raise SendFailed("The browser's push service did not take the message.", again=again)


def content_of(delivery: Delivery, link: str) -> bytes:
    """What a browser is to show, as JSON of MOST_BYTES at most; of a longer subject or text it is the beginning."""
    words = {"title": _cut(delivery.subject, MOST_TITLE_BYTES), "body": "", "link": link}
    words["body"] = _cut(delivery.body[:LONGEST_BODY], MOST_BYTES - len(_as_json(words)))
    return _as_json(words)


def _cut(words: str, most: int) -> str:
    """The longest beginning that takes no more than so many bytes in JSON; no character is cut in two."""
    taken = 0
    for at, letter in enumerate(words):
        taken += len(_as_json(letter)) - len('""')
        if taken > most:
            return words[:at]
    return words


def _as_json(words: str | dict[str, str]) -> bytes:
    return json.dumps(words, ensure_ascii=False).encode()


def _parcel(browser: PushBrowser, content: bytes) -> Parcel:
    sealed = encrypt(content, browser.p256dh, browser.auth)
    return Parcel(browser.endpoint, sealed, _headers(browser.endpoint))


def _headers(endpoint: str) -> dict[str, str]:
    return {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(TTL_SECONDS),
        "Authorization": signed(endpoint),
    }


def signed(endpoint: str) -> str:
    """What tells the push service of an endpoint who sends (RFC 8292); `VapidException` if the service has no name."""
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + SIGNED_SECONDS,
        "sub": settings.SITE_URL,
    }
    signer = Vapid(_site_key(), {"no-strict": True})  # a site at home has a SITE_URL without https
    return str(signer.sign(claims)["Authorization"])


def encrypt(
    content: bytes,
    p256dh: str,
    auth: str,
    salt: bytes = b"",
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The content as only the browser with these keys can read it (RFC 8291); ValueError for keys that are none.

    `salt` and the `sender`'s key are new for each message, unless a test gives them.
    """
    salt = salt or secrets.token_bytes(SALT_BYTES)
    sender = sender or ec.generate_private_key(CURVE)
    theirs, secret = from_base64(p256dh), from_base64(auth)
    if len(theirs) != POINT_BYTES or len(secret) != SALT_BYTES:
        raise ValueError("a browser's key has 65 bytes, and its secret 16")
    mine = _point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    key = _derived(shared, secret, b"WebPush: info\0" + theirs + mine, 32)
    content_key = _derived(key, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(key, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(mine)]) + mine
    return head + AESGCM(content_key).encrypt(nonce, content + b"\2", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


def _site_key() -> ec.EllipticCurvePrivateKey:
    made = ec.generate_private_key(CURVE).private_numbers().private_value
    row, _made = PushKey.objects.get_or_create(pk=1, defaults={"secret": f"{made:064x}"})
    return ec.derive_private_key(int(row.secret, 16), CURVE)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def in_base64(content: bytes) -> str:
    """Base64 as addresses and tokens have it, without padding."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64(written: str) -> bytes:
    """What was written so; ValueError if it was not, or with any other character."""
    if not IN_BASE64.fullmatch(written):
        raise ValueError("no base64")
    return urlsafe_b64decode(written.encode("ascii") + b"=" * (-len(written) % 4))
