"""Typesets HTML as PDF, in a process of its own that needs Pango and may read nothing but static files.

    python -m accounts.printing.typeset A4 /static/ FOLDER... < sheet.html > sheet.pdf

No process of the site imports this module: WeasyPrint and Pango need half a second and 60 MB.
"""

import logging
import os
import resource
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from weasyprint import CSS, HTML
from weasyprint.urls import FatalURLFetchingError, URLFetcherResponse

NOWHERE = "https://sheet.invalid"
TYPES = {".css": "text/css", ".svg": "image/svg+xml"}
CPU_SECONDS = 30
MOST_MEMORY = 2**30
POLITE = 5
"""How much lower than the worker's the priority is."""


def only_static(prefix: str, folders: Sequence[Path]) -> Callable[[str], URLFetcherResponse]:
    """A fetcher of styles and pictures in the folders, under the prefix; whatever else is asked for ends it all."""

    def fetch(url: str) -> URLFetcherResponse:
        name = url.partition("#")[0].removeprefix(NOWHERE + prefix)
        if name == url.partition("#")[0]:
            raise FatalURLFetchingError(f"{url} is no static file")
        for folder in folders:
            found = (folder / name).resolve()
            if found.is_relative_to(folder.resolve()) and found.suffix in TYPES and found.is_file():
                return URLFetcherResponse(url, found.read_bytes(), {"Content-Type": TYPES[found.suffix]})
        raise FatalURLFetchingError(f"There is no static file {name}")

    return fetch


def typeset(html: str, paper: str, fetch: Callable[[str], URLFetcherResponse]) -> bytes:
    """The PDF of an HTML page on paper of that size, such as "A4"; what the page names is fetched with `fetch`."""
    size = CSS(string=f"@page {{ size: {paper} }}", url_fetcher=fetch)
    document = HTML(string=html, base_url=f"{NOWHERE}/", url_fetcher=fetch)
    pdf: bytes = document.write_pdf(stylesheets=[size])
    return pdf


def main(arguments: Sequence[str]) -> None:
    """Reads HTML and writes its PDF, in bounds of time and memory."""
    paper, prefix, *folders = arguments
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    os.nice(POLITE)
    logging.getLogger("weasyprint").setLevel(logging.ERROR)  # it lists every property that only browsers know
    html = sys.stdin.buffer.read().decode()
    sys.stdout.buffer.write(typeset(html, paper, only_static(prefix, [Path(folder) for folder in folders])))


if __name__ == "__main__":
    main(sys.argv[1:])
