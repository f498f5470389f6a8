"""From which network a request comes, before Django sees it."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.core.internal.httpkit import clean_client_ip
from django.conf import settings


def network_of(scope: dict[str, Any]) -> str:
    """The address of who asks, as attempts are counted: the one that the proxies name, and of IPv6 its network."""
    forwarded = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
    hops = b",".join(forwarded).decode("latin-1").split(",") if forwarded else []
    proxies = settings.TRUSTED_PROXIES
    client = scope.get("client") or ("", 0)
    return _network(plain_address(hops[-proxies].strip() if 0 < proxies <= len(hops) else client[0]))


def plain_address(forwarded: str) -> str:
    """The address without its port, and an IPv4 address as such where a socket for both says `::ffff:192.0.2.1`."""
    address = clean_client_ip(forwarded)
    if address is None:
        return forwarded
    parsed = ip_address(address)
    mapped = parsed.ipv4_mapped if isinstance(parsed, IPv6Address) else None
    return str(mapped or parsed)


def _network(address: str) -> str:
    try:
        if ip_address(address).version == 4:
            return address
        prefix = settings.ALLAUTH_RATE_LIMIT_IPV6_PREFIX
        return str(ip_network(f"{address}/{prefix}", strict=False).network_address)
    except ValueError:
        return address
