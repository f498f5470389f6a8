"""QR codes on sheets: a phone that looks at one opens a page of the site."""

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from django.conf import settings

QUIET = 4
"""Empty modules around a code."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as a path of squares in a square of `size`, and its address, in full and as people read it."""

    address: str
    words: str
    size: int
    path: str


def code_of(path: str) -> Code | None:
    """The code that opens a path of this site; None where the site has an address that no phone can reach."""
    address = urlsplit(f"{settings.SITE_URL}{path}")
    if _is_this_machine(address.hostname or ""):
        return None
    rows = list(segno.make_qr(address.geturl(), error="m").matrix)
    squares = (
        f"M{column + QUIET} {row + QUIET}h1v1h-1z"
        for row, modules in enumerate(rows)
        for column, dark in enumerate(modules)
        if dark
    )
    return Code(address.geturl(), f"{address.netloc}{address.path}", len(rows) + 2 * QUIET, "".join(squares))


def _is_this_machine(host: str) -> bool:
    if host in ("", "localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
