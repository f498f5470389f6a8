"""A place that features fill, so that what stands below them need not know them."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


class Hook(Generic[Asked, Answer]):
    """A place that features fill; they are asked in the order of the settings' FEATURES."""

    def __init__(self) -> None:
        self._brought: list[Callable[Asked, Answer]] = []

    def bring(self, function: Callable[Asked, Answer]) -> None:
        """Fill the place with one more function; harmless a second time."""
        if function not in self._brought:
            self._brought.append(function)

    def ask(self, *args: Asked.args, **named: Asked.kwargs) -> list[Answer]:
        """What each feature answers."""
        return [function(*args, **named) for function in self._brought]
