"""Downloading a battle's record, and uploading one as the report of a battle."""

from dataclasses import replace

from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from battles.battle.access import acting, own_battle, seen_version
from battles.battle.file_names import file_name
from battles.battle.selectors import known_battle
from battles.battle.services.step import StaleBattle
from battles.models import OVER, Battle, Status
from battles.overview.pages.bring import bring_page
from battles.table.reporting import check_bringing, upload_record
from config.pages import show
from engines.seam.refusals import Refusal, Refused, refuse
from engines.seam.sides import SIDES, Side
from engines.seam.words.plain_text import shown_text

TYPES = {"json": "application/json", "txt": "text/plain; charset=utf-8"}
LONGEST_SHOWN = 400_000
"""Characters of a record that the page shows again for correction."""
TOO_OFTEN = "You uploaded too many records. Wait ten minutes, then try again."


@login_required
@require_safe
def battle_record(request: HttpRequest, battle_id: int, form: str) -> HttpResponse:
    """The whole battle as a file, for its players; 404 if it is not known order by order, or not over."""
    battle, _seats = own_battle(request, battle_id)
    known = known_battle(battle)
    if known is None or form not in TYPES:
        raise Http404("There is no record of this battle.")
    headers = {} if known.brought is not None else _headers(battle)
    raw = battle.engine.download(known.fought, headers, form)
    return _file(raw, TYPES[form], file_name(battle, form))


@login_required
@require_safe
def battle_beginning(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The record of the battle before anything was ordered, as text: what one written by hand begins with.

    422 with the reasons if no record can be written of it.
    """
    battle, _seats = own_battle(request, battle_id)
    try:
        raw = battle.engine.beginning(battle.setup_document, _headers(battle))
    except Refused as refused:
        return show(request, replace(bring_page(battle), refusals=refused.refusals), status=422)
    return _file(raw, TYPES["txt"], f"beginning-of-{file_name(battle, 'txt')}")


def _file(raw: bytes, content_type: str, name: str) -> HttpResponse:
    """A download that nobody keeps on the way."""
    answer = HttpResponse(raw, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _headers(battle: Battle) -> dict[str, str]:
    """Where, when and between whom."""
    players: dict[str, str] = {side: battle.name_of(side) for side in SIDES}
    date = {} if battle.settled_at is None else {"date": f"{battle.settled_at:%Y-%m-%d}"}
    headers = {"place": battle.place, "title": battle.title, **date, **players}
    return {key: _one_line(words) for key, words in headers.items()}


def _one_line(words: str) -> str:
    """Words in a form that fits in a header."""
    printable = "".join(sign if sign.isprintable() else " " for sign in words)
    return " ".join(printable.split())[:200]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest, battle_id: int) -> HttpResponse:
    """The form for a record; a POST enters its result as this side's report, with the record."""
    battle, seats = own_battle(request, battle_id)
    if request.method == "POST":
        return _posted(request, battle, seats)
    if battle.status in OVER:
        return redirect(battle)
    return show(request, bring_page(battle))


def _posted(request: HttpRequest, battle: Battle, seats: tuple[Side, ...]) -> HttpResponse:
    version = seen_version(request)
    raw = b""
    try:
        raw = _raw(request, battle.engine.largest_upload)
        check_bringing(battle, seen_version=version)
        if not consume(request, action="bring_record", user=request.user):
            page = replace(bring_page(battle), typed=_typed(raw), refusals=(Refusal("", TOO_OFTEN),))
            return show(request, page, status=429)
        entered = upload_record(
            battle_id=battle.pk,
            side=seats[0],
            seen_version=version,
            upload=battle.engine.upload(battle.setup_document, raw),
            agreed=request.POST.get("do") == "agree",
            by=acting(request),
        )
    except StaleBattle as stale:
        page = replace(bring_page(stale.battle), typed=_typed(raw), stale=str(stale))
        return show(request, page, status=409)
    except Refused as refused:
        page = replace(bring_page(battle), typed=_typed(raw), refusals=refused.refusals)
        return show(request, page, status=422)
    words = "Result entered and settled." if entered.status == Status.SETTLED else "Entered with its record."
    messages.success(request, words)
    return redirect(entered)


def _raw(request: HttpRequest, most: int) -> bytes:
    """What was uploaded: the file if there is one, else the pasted text; `Refused` if it is empty or too large."""
    file = request.FILES.get("record")
    if isinstance(file, UploadedFile):
        if (file.size or 0) > most:
            raise refuse("", f"The file is too large. The limit is {most // 1024 // 1024} MB.", "record")
        return bytes(file.read())
    typed = request.POST.get("typed", "")
    if not typed.strip():
        raise refuse("", "Choose a record file, or paste the record below.", "record")
    return typed.encode("utf-8", "replace")


def _typed(raw: bytes) -> str:
    """What was brought, to be corrected on the page; "" if it is too long for that."""
    typed = shown_text(raw)
    return typed if len(typed) <= LONGEST_SHOWN else ""
