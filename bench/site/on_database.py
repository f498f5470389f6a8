"""Figures on one database, in a process of its own: python -m bench.site.on_database NAME OUT MODULE.

MODULE is one of bench that needs a database: its `figures` are measured.

The database is that of DATABASE_URL and must be empty. Pages are asked for with Django's test client, in this
process, through all of the site's middleware; a network and the web server's own milliseconds are not in it.
"""

import logging
import sys
from importlib import import_module
from pathlib import Path

import django
import msgspec
from django.core.management import call_command
from django.urls import get_resolver


def main(name: str, out: Path, module: str) -> None:
    """Measure, print the pages, and leave the figures in a file."""
    django.setup()
    logging.disable(logging.ERROR)
    get_resolver().check()  # loads every view before anything is measured
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    figures = import_module(f"bench.{module}").figures  # models can only be imported after the setup
    out.write_bytes(msgspec.json.encode(figures(name)))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3])
