"""Asking for a page again and again: how long it takes, and how many queries it makes."""

from dataclasses import dataclass
from itertools import cycle, islice
from time import perf_counter, process_time

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bench.figures import p95, quietest
from bench.site.pages import TimedPage, client_of
from bench.yardstick import yardstick

WARM_UPS, REQUESTS = 4, 40
OF_TRANSACTIONS = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT")


@dataclass(frozen=True)
class Asked:
    """What came of asking for one page: milliseconds, the most queries, the size of the answer as sent, KB.

    `queries` are those that ask or change something: neither the beginning nor the end of a transaction. `pace` is the
    yardstick before and after, ms. `cpu` is the p95 of this process's own work: far below `p95`, and the machine was
    busy with something else. `work` is what the page costs the processor: the median of the quietest block of requests,
    as whatever else goes on at the time can only add to it.
    """

    page: str
    p50: float
    p95: float
    most: float
    cpu: float
    work: float
    queries: int
    kilobytes: float
    pace: float


def ask(page: TimedPage) -> Asked:
    """The page's times over some dozens of requests after a warm-up; RuntimeError unless it answers or leads on."""
    client = client_of(page.who, page.session)
    forms = [*islice(cycle(page.forms or ({},)), WARM_UPS + REQUESTS)]
    counts, size = [], 0
    for form in forms[:WARM_UPS]:
        with CaptureQueriesContext(connection) as queries:
            size = _asked(client, page, form)
        counts.append(sum(not one["sql"].startswith(OF_TRANSACTIONS) for one in queries))
    runs, work, pace = [], [], yardstick()
    for form in forms[WARM_UPS:]:
        began, worked = perf_counter(), process_time()
        _asked(client, page, form)
        runs.append(1000 * (perf_counter() - began))
        work.append(1000 * (process_time() - worked))
    middle = sorted(runs)[len(runs) // 2]
    return Asked(
        page.title,
        middle,
        p95(runs),
        max(runs),
        p95(work),
        quietest(work),
        max(counts),
        size / 1024,
        (pace + yardstick()) / 2,
    )


def _asked(client: Client, page: TimedPage, form: dict[str, str]) -> int:
    headers = {"Accept-Encoding": "gzip"} | ({"HX-Request": "true"} if page.htmx else {})
    send = client.post if page.forms else client.get
    answer = send(page.path, form, headers=headers)
    leads_on = answer.status_code == 302 and reverse("account_login") not in answer["Location"]
    if answer.status_code != 200 and not leads_on:
        raise RuntimeError(f"{page.title} at {page.path} answers {answer.status_code}")
    return sum(map(len, answer))
