"""Whole numbers as they come in forms and addresses."""


def whole_number(text: str, digits: int = 9) -> int | None:
    """The number that is written there; None if it is none, has a sign, or has more digits than that.

    >>> whole_number("12"), whole_number("-1"), whole_number(""), whole_number("1234", digits=3)
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
