"""Pages as tests compare them, whatever the layout of their templates."""

import re

TAG = re.compile(r"\s*(<[^>]*>)\s*")


def flat(page: str) -> str:
    """The page without white space beside tags, and with one blank wherever else there is some.

    >>> flat('<p\\n class="a">\\nOne\\ntwo\\n<b>three</b>\\n</p>')
    '<p class="a">One two<b>three</b></p>'
    """
    return " ".join(TAG.sub(r"\1", page).split())
