"""What logs keep of addresses: never the key of a secret link."""

import logging
import re
from itertools import chain
from pathlib import Path
from secrets import token_urlsafe

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from config.host.logs import JsonFormatter
from config.management.commands.serve import server_config

ROOT = Path(__file__).parents[3]
NGINX = ROOT / "deploy" / "nginx"
APPS = ("accounts", "battles", "campaign", "clubs")
HARMLESS = {
    "$remote_addr",
    "$time_iso8601",
    "$request_method",
    "$logged_path",
    "$status",
    "$body_bytes_sent",
    "$request_time",
    "$http_user_agent",
}


def logged(path: str) -> str:
    """What nginx logs of a path, by the `map` of `limits.conf`."""
    (written,) = re.findall(
        r"map \$uri \$logged_path \{(.*?)\n\}", (NGINX / "limits.conf").read_text(), re.DOTALL
    )
    for pattern, value in re.findall(r'"~(.*)" (.*);', written):
        if (found := re.search(pattern.replace("(?<plain", "(?P<plain"), path)) is not None:
            parts: str = found.groupdict().get("plain_parts", "")
            return str(value).strip('"').replace("$uri", path).replace("$plain_parts", parts)
    return "..."


def routes(resolver: URLResolver, before: str = "/") -> list[str]:
    """Every address of the site that is not given as a regular expression."""
    found: list[str] = []
    for one in resolver.url_patterns:
        route = before + str(one.pattern).lstrip("^")
        found += [route] if isinstance(one, URLPattern) else routes(one, route)
    return [route for route in found if "(?P" not in route and "$" not in route]


def shortest_key() -> str:
    """A key as short as any that the site makes."""
    sources = chain.from_iterable((ROOT / app).rglob("*.py") for app in APPS)
    sizes = [
        int(size)
        for one in sources
        for size in re.findall(r"^TOKEN_BYTES\b.*= (\d+)$", one.read_text(), re.MULTILINE)
    ]
    assert len(sizes) > 10
    return token_urlsafe(min(sizes))


def test_no_key_of_any_address_is_logged_by_nginx() -> None:
    key = shortest_key()
    with_keys = [route for route in routes(get_resolver()) if "<str:token>" in route]
    assert len(with_keys) > 40
    for route in with_keys:
        path = re.sub(r"<number:\w+>", "7", route.replace("<str:token>", key))
        assert logged(path) == f"{path.partition(key)[0]}...", route


def test_keys_of_mail_are_not_logged_either() -> None:
    reset = f"1-{default_token_generator.make_token(User(pk=1))}"
    for key in (reset, signing.dumps(1), signing.Signer().sign("1")):
        assert logged(f"/accounts/confirm-email/{key}/") == "/accounts/confirm-email/..."


def test_addresses_without_a_key_are_logged_whole() -> None:
    plain = [route for route in routes(get_resolver()) if "<" not in route]
    assert len(plain) > 50
    assert [route for route in plain if logged(route) != route] == []
    assert logged("/wars/12/talon/correct/3/") == "/wars/12/talon/correct/3/"


@pytest.mark.parametrize("path", ["*", "/" + "a" * 21, "a" * 30])
def test_what_is_no_path_of_the_site_is_not_logged(path: str) -> None:
    assert logged(path) in ("...", "/...")


def test_a_line_of_nginx_has_nothing_else_in_which_a_key_may_stand() -> None:
    limits = (NGINX / "limits.conf").read_text()
    (written,) = re.findall(r"log_format front_line (.*?);", limits, re.DOTALL)
    assert set(re.findall(r"\$\w+", written)) == HARMLESS


def test_every_server_block_logs_so() -> None:
    site = (NGINX / "site.conf").read_text()
    blocks = (NGINX / "front-line.conf").read_text().split("\nserver {")[1:]
    assert len(blocks) == 2
    for block in blocks:
        whole = block.replace("include /etc/front-line/nginx/site.conf;", site)
        assert re.findall(r"access_log (.*);", whole) == ["/var/log/nginx/access.log front_line"]
        assert re.findall(r"error_log \S+ (\w+);", whole) == ["crit"]


def test_the_site_has_no_log_of_addresses_and_an_error_names_no_key() -> None:
    assert server_config().access_log is False
    key = shortest_key()
    record = logging.makeLogRecord(
        {
            "name": "django.request",
            "msg": "%s: %s",
            "args": ("Internal Server Error", f"/skirmish/{key}/accept/"),
        }
    )
    said = JsonFormatter().format(record)
    assert key not in said
    assert "Internal Server Error: /skirmish/.../accept/" in said
