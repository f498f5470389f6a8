"""The field of a form in which people write how many of something they choose."""

from typing import Any

from django import forms


class NumberField(forms.IntegerField):
    """A number within limits; one that is beyond them is refused with the limit and with what is counted.

    `instead` is a sentence that is said of both limits, where nothing is counted, and of what is no number.
    """

    def __init__(self, *, least: int, most: int, what: str = "", instead: str = "", **kwargs: Any) -> None:
        said = {
            "required": instead or "Enter a number.",
            "invalid": instead or "Enter a whole number.",
            "min_value": instead or f"Choose at least {_counted(least, what)}.",
            "max_value": instead or f"Choose at most {_counted(most, what)}.",
        }
        super().__init__(min_value=least, max_value=most, error_messages=said, **kwargs)


def _counted(number: int, what: str) -> str:
    return f"{number} {what.removesuffix('s') if number == 1 else what}"
