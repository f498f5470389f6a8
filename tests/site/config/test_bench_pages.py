"""The pages that `make bench` asks for: every address of the site, or it is said why not."""

import re
from pathlib import Path

from bench.site.pages import names, without_arguments

SHOWN = Path(__file__).parents[3] / "bench/site/shown.py"


def test_every_address_with_arguments_is_known_to_the_bench() -> None:
    known = set(re.findall(r'"([\w:-]+)"', SHOWN.read_text()))
    unknown = {name for name in names() - known if without_arguments(name) is None}
    assert {name for name in unknown if not name.startswith("admin:")} == set()
