"""Every form of the site carries the token without which its POST is refused."""

import re
from pathlib import Path
from typing import cast

from django.conf import settings

DIRS = cast("list[Path]", settings.TEMPLATES[0]["DIRS"])
TEMPLATES = {
    str(file.relative_to(one)): file.read_text("utf-8") for one in DIRS for file in one.rglob("*.html")
}
FORM = re.compile(r"<form\b[^>]*>(?:(?!</form>).)*</form>", re.DOTALL)
INCLUDED = re.compile(r'{% include "([^"]+)"([^%]*)%}')


def test_every_form_that_is_posted_has_a_token() -> None:
    """Its own, or one that a part of it brings."""
    found = [(name, form) for name, text in TEMPLATES.items() for form in FORM.findall(text)]
    posted = [(name, form) for name, form in found if 'method="post"' in form]
    assert len(posted) > 50
    assert [one for one in posted if "{% csrf_token %}" not in one[1] and "{% include" not in one[1]] == []


def test_no_form_is_included_without_what_its_token_needs() -> None:
    """A template that is included with `only` does not get the token, unless it is given."""
    with_token = {name for name, text in TEMPLATES.items() if "{% csrf_token %}" in text}
    wrong = [
        (name, part)
        for name, text in TEMPLATES.items()
        for part, given in INCLUDED.findall(text)
        if part in with_token and given.split()[-1:] == ["only"] and "csrf_token" not in given
    ]
    assert wrong == []
