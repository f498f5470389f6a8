"""What the pages of secret orders have around them: the moment they are for, and who has sealed."""

import hashlib
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.live import latest_notice
from campaign.log.documents import encoded
from campaign.services import planning
from campaign.views.access import At
from engines.seam.refusals import refuse
from engines.seam.sides import opponent
from engines.seam.whole_numbers import whole_number


@dataclass(frozen=True)
class Moment:
    """The turn and phase a page was made for."""

    turn: int
    phase: str

    @property
    def page(self) -> str:
        """The last part of the page's address."""
        return "bases/" if self.phase == "bases" else "plan/"


def posted_moment(request: HttpRequest) -> Moment:
    """The turn and phase a form was made for; `Refused` if it does not say."""
    turn, phase = whole_number(request.POST.get("turn", "")), request.POST.get("phase", "")
    if turn is None or phase not in ("bases", "planning"):
        raise refuse(
            "", "The form does not say which turn it is for. Nothing was changed. Try again from this page."
        )
    return Moment(turn, phase)


def mark_of(order: planning.Sealed) -> str:
    """A short mark of the orders a page was made with; a seal that bears another is from a page gone stale."""
    return hashlib.sha256(encoded(order)).hexdigest()[:16]


def check_mark(request: HttpRequest, order: planning.Sealed) -> None:
    """Raise `Refused` if the orders were changed elsewhere since the page was made that is now to be sealed."""
    if request.POST.get("mark", mark_of(order)) != mark_of(order):
        raise refuse(
            "", "You changed these orders in another tab or on another device. Check them and seal again."
        )


def next_page(at: At) -> str:
    """Where the side goes now: its bases, its plan, or the war's page."""
    return at.path + {"bases": "bases/", "planning": "plan/"}.get(at.state.phase, "")


def gone_on(request: HttpRequest, at: At, words: str) -> HttpResponse:
    """The answer to a form for an earlier phase: nothing was changed, and the way on."""
    found = {**frame(at), "words": words, "way_on": next_page(at)}
    page = "campaign/planning/gone_on.html"
    return render(request, f"{page}#words" if request.headers.get("HX-Request") else page, found, status=409)


def draft_shown(at: At, *, sealed: bool) -> planning.Sealed | None:
    """What the side has on its desk, or has sealed; one query."""
    find = planning.draft_of if sealed else planning.draft_unsealed
    return find(at.war, at.state, at.side)


def frame(at: At) -> dict[str, Any]:
    """What both pages have around them: the war, the two players, who has sealed, the stream; two queries."""
    sealed = planning.sealed_sides(at.war, at.state)
    rival = opponent(at.side)
    return {
        "war": {"id": at.war.pk, "name": at.war.name, "one_screen": at.war.one_screen},
        "side": at.side,
        "path": at.path,
        "address": next_page(at),
        "turn": at.state.turn,
        "phase": at.state.phase,
        "sealed": at.side in sealed,
        "rival": {"side": rival, "name": at.name_of(rival), "sealed": rival in sealed},
        "since": latest_notice([f"war:{at.war.pk}"]),
    }
