"""Numbers as pages write them."""


def signed(number: int) -> str:
    """A change with its sign.

    >>> signed(10), signed(-10), signed(0)
    ('+10', '−10', '±0')
    """
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


PHASES = {
    "open": "Not started",
    "bases": "Bases",
    "planning": "Buy and assign",
    "battles": "Battles",
    "over": "Finished",
}
