"""Asking for a page again and again: how long it takes, and how many queries it makes."""

from dataclasses import dataclass
from itertools import cycle, islice
from time import perf_counter

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.figures import p95
from bench.pages import Page, client_of

WARM_UPS, REQUESTS = 4, 40


@dataclass(frozen=True)
class Asked:
    """What came of asking for one page: milliseconds, the most queries, the size of the answer, KB."""

    page: str
    p50: float
    p95: float
    most: float
    queries: int
    kilobytes: float


def ask(page: Page) -> Asked:
    """The page's times over some dozens of requests after a warm-up; RuntimeError unless it answers or leads on."""
    client = client_of(page.who, page.session)
    forms = [*islice(cycle(page.forms or ({},)), WARM_UPS + REQUESTS)]
    counts, size = [], 0
    for form in forms[:WARM_UPS]:
        with CaptureQueriesContext(connection) as queries:
            size = _asked(client, page, form)
        counts.append(len(queries))
    runs = []
    for form in forms[WARM_UPS:]:
        began = perf_counter()
        _asked(client, page, form)
        runs.append(1000 * (perf_counter() - began))
    return Asked(page.title, sorted(runs)[len(runs) // 2], p95(runs), max(runs), max(counts), size / 1024)


def _asked(client: Client, page: Page, form: dict[str, str]) -> int:
    headers = {"HX-Request": "true"} if page.htmx else None
    send = client.post if page.forms else client.get
    answer = send(page.path, form, headers=headers)
    leads_on = answer.status_code == 302 and reverse("account_login") not in answer["Location"]
    if answer.status_code != 200 and not leads_on:
        raise RuntimeError(f"{page.title} at {page.path} answers {answer.status_code}")
    return sum(map(len, answer))
