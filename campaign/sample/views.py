"""The sample for visitors: a finished war and its best battle, from the files of the site and from nothing else.

None of these pages reads the database, so none can show anything of anybody's war.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.files.document import written
from campaign.sample.page import sample_battle_page, sample_page
from campaign.sample.shipped import sample_battle, sample_record, sample_war
from config.pages import show
from engines.seam.words.whole_numbers import whole_number
from engines.talon.system import SYSTEM

FORMS = {"json": "application/json", "txt": "text/plain; charset=utf-8"}
A_DAY = "public, max-age=86400"


@require_safe
def sample(request: HttpRequest) -> HttpResponse:
    """The finished war at a turn; `?turn=` chooses, the last is first. 404 if it had no such turn."""
    asked, last = request.GET.get("turn", ""), sample_war().turns
    turn = whole_number(asked) if asked else last
    if turn is None or not 1 <= turn <= last:
        raise Http404("The sample war had no such turn.")
    return show(request, sample_page(turn))


@require_safe
def sample_export(_request: HttpRequest) -> HttpResponse:
    """The whole war as a file, which any site can import."""
    return _file(written(sample_war().file), FORMS["json"], "sample-war.json")


@require_safe
def battle(request: HttpRequest) -> HttpResponse:
    """The report of its best battle; `?frame=` chooses the frame of the replay, the first if there is no such."""
    frame = whole_number(request.GET.get("frame", "")) or 0
    return show(request, sample_battle_page(min(frame, sample_battle().last)))


@require_safe
def frames(_request: HttpRequest) -> HttpResponse:
    """Every frame of the battle as numbers, for the replay."""
    answer = HttpResponse(sample_battle().document, content_type=FORMS["json"])
    answer["Cache-Control"] = A_DAY
    return answer


@require_safe
def record(_request: HttpRequest, form: str) -> HttpResponse:
    """The record of the battle as text or JSON; 404 for any other form."""
    if form not in FORMS:
        raise Http404("There is no record in that form.")
    raw = SYSTEM.download(SYSTEM.unpack(sample_record()), {"title": sample_war().file.name}, form)
    return _file(raw, FORMS[form], f"sample-battle.{form}")


def _file(raw: bytes, content_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(raw, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["Cache-Control"] = A_DAY
    return answer
