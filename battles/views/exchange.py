"""Downloading a battle's record, and uploading one as the report of a battle."""

from typing import Any

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from battles import services
from battles.models import OVER, Battle, Status
from battles.selectors import told_battle
from battles.services import Stale
from battles.views.battle import own_battle, page_of, seen_version
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.sides import SIDES, Side
from engines.talon.records.exchange import LARGEST_UPLOAD, beginning_of, bring_in, in_form

TYPES = {"json": "application/json", "txt": "text/plain; charset=utf-8"}
LONGEST_SHOWN = 400_000
"""Characters of a record that the page shows again for correction."""
TOO_OFTEN = "You uploaded too many records. Wait ten minutes, then try again."


@login_required
@require_safe
def battle_record(request: HttpRequest, battle_id: int, form: str) -> HttpResponse:
    """The whole battle as a file, for its players; 404 if it is not known order by order, or not over."""
    battle, _seats = own_battle(request, battle_id)
    told = told_battle(battle)
    if told is None or form not in TYPES:
        raise Http404("There is no record of this battle.")
    raw = in_form(told.written(_headers(battle)), form)
    return _file(raw, TYPES[form], file_name(battle, form))


@login_required
@require_safe
def battle_beginning(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The record of the battle before anything was ordered, as text: what one written by hand begins with."""
    battle, _seats = own_battle(request, battle_id)
    raw = in_form(beginning_of(battle.setup_document, _headers(battle)), "txt")
    return _file(raw, TYPES["txt"], f"beginning-of-{file_name(battle, 'txt')}")


def _file(raw: bytes, content_type: str, name: str) -> HttpResponse:
    """A download that nobody keeps on the way."""
    answer = HttpResponse(raw, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def file_name(battle: Battle, form: str) -> str:
    """What the file of a battle's record is called."""
    return f"{slugify(f'battle {battle.pk} {battle.place}')}.{form}"


def _headers(battle: Battle) -> dict[str, str]:
    """Where, when and between whom."""
    players: dict[str, str] = {side: battle.user_of(side).username for side in SIDES}
    date = {} if battle.settled_at is None else {"date": f"{battle.settled_at:%Y-%m-%d}"}
    told = {"place": battle.place, "title": battle.title, **date, **players}
    return {key: _one_line(words) for key, words in told.items()}


def _one_line(words: str) -> str:
    """Words in a form that fits in a header."""
    printable = "".join(sign if sign.isprintable() else " " for sign in words.replace('"', "'"))
    return " ".join(printable.split())[:200]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def battle_bring(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The form for a record; a POST enters its result as this side's report, with the record."""
    battle, seats = own_battle(request, battle_id)
    if request.method == "POST":
        return _posted(request, battle, seats)
    if battle.status in OVER:
        return redirect(battle)
    return render(request, "battles/bring.html", page_of(battle, seats))


def _posted(request: HttpRequest, battle: Battle, seats: tuple[Side, ...]) -> HttpResponse:
    version = seen_version(request)
    raw = b""
    try:
        raw = _raw(request)
        services.check_bringing(battle, seen_version=version)
        if not consume(request, action="bring_record", user=request.user):
            return _again(request, battle, seats, raw, 429, refusals=[Refusal("", TOO_OFTEN)])
        entered = services.bring_record(
            battle_id=battle.pk,
            side=seats[0],
            seen_version=version,
            record=bring_in(battle.setup_document, raw),
            agreed=request.POST.get("do") == "agree",
        )
    except Stale as stale:
        return _again(request, stale.battle, seats, raw, 409, stale=str(stale))
    except Refused as refused:
        return _again(request, battle, seats, raw, 422, refusals=refused.refusals)
    words = (
        "Result entered and settled." if entered.status == Status.SETTLED else "Result and record entered."
    )
    messages.success(request, words)
    return redirect(entered)


def _raw(request: HttpRequest) -> bytes:
    """What was uploaded: the file if there is one, else the pasted text; `Refused` if it is empty or too large."""
    file = request.FILES.get("record")
    if isinstance(file, UploadedFile):
        if (file.size or 0) > LARGEST_UPLOAD:
            raise refuse(
                "", f"The file is too large. The limit is {LARGEST_UPLOAD // 1024 // 1024} MB.", "record"
            )
        return bytes(file.read())
    typed = request.POST.get("typed", "")
    if not typed.strip():
        raise refuse("", "Choose a record file, or paste the record below.", "record")
    return typed.encode("utf-8", "replace")


def _again(
    request: HttpRequest, battle: Battle, seats: tuple[Side, ...], raw: bytes, status: int, **more: Any
) -> HttpResponse:
    """The form again, with the uploaded text for correction."""
    typed = raw.decode("utf-8-sig", "replace").replace("\0", "")
    page = page_of(battle, seats) | {"typed": typed if len(typed) <= LONGEST_SHOWN else "", **more}
    return render(request, "battles/bring.html", page, status=status)
