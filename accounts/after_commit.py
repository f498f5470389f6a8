"""What follows from a change once it is in the database, and can never turn it into an error."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def after_commit(do: Callable[P, object], *args: P.args, **named: P.kwargs) -> None:
    """Call `do` once this transaction has committed.

    Whatever it raises is logged: the request is answered as if it had been done, since the change has been made.
    Django names what failed in its log, so what it calls has a name: a partial has none, and would raise in turn.
    """

    @wraps(do)
    def call() -> None:
        do(*args, **named)

    transaction.on_commit(call, robust=True)
