"""What the page of a battle asks: its state, what would come of an order, and when it changes; and its record."""

import msgspec
from asgiref.sync import sync_to_async
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe
from msgspec import Struct

from accounts.live import stream_response, topic_of
from accounts.models import User
from battles.models import WarfleetsBattle
from battles.warfleets.tables.access import MISSING, own_table, table_of
from battles.warfleets.tables.filling import line_of
from battles.warfleets.tables.foretelling import way_words
from battles.warfleets.tables.positions import match_of, record_of
from battles.warfleets.tables.seeing import seen_by
from battles.warfleets.tables.services.ordering import order_in, own_seats
from config.going_back import post_or_back
from engines.seam.refusals import Refused
from engines.warfleets.notation.lines import write_order
from engines.warfleets.previews import Way
from engines.warfleets.previews import preview as previewed
from engines.warfleets.records.document import write_record


class Said(Struct, frozen=True):
    """Why an order is refused."""

    rule: str
    words: str


class PreviewAnswer(Struct, frozen=True):
    """What would come of an order, as the page reads it: see `Preview`. Orders are lines of the notation.

    `words` say of the way where it ends and what it meets.
    """

    order: str
    refusal: Said | None = None
    instead: str = ""
    way: Way | None = None
    words: tuple[str, ...] = ()


@login_required
@require_safe
def state(request: HttpRequest, table_id: int) -> HttpResponse:
    """The battle as the reader sees it, with what is asked of them."""
    row, user = own_table(request, table_id)
    return _json(seen_by(row, user, match_of(row)))


@post_or_back("warfleets_table")
@login_required
def preview(request: HttpRequest, table_id: int) -> HttpResponse:
    """What would come of the order that was sent; nothing is changed."""
    row, user = own_table(request, table_id)
    return _json(_previewed(request, row, user))


def _previewed(request: HttpRequest, row: WarfleetsBattle, user: User) -> PreviewAnswer:
    battle = match_of(row).battle
    sent = request.POST.get("order", "")
    try:
        line = line_of(request.POST.dict())
        order = order_in(line, battle, own_seats(row, user))
    except Refused as refused:
        return PreviewAnswer(sent, _said(refused))
    found = previewed(battle, order)
    refusal, shown = found.refusal, order if found.instead is None else found.instead
    return PreviewAnswer(
        write_order(order, battle.models),
        None if refusal is None else Said(refusal.rule, refusal.reason),
        "" if found.instead is None else write_order(found.instead, battle.models),
        found.way,
        () if found.way is None else way_words(shown, found.way, battle.models),
    )


def _said(refused: Refused) -> Said:
    first = refused.refusals[0]
    return Said(first.rule, first.reason)


def _json(document: Struct) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(document), content_type="application/json")


@login_required
@require_safe
def record(request: HttpRequest, table_id: int) -> HttpResponse:
    """The battle written down, as `python -m engines.warfleets verify` reads it."""
    row, _ = own_table(request, table_id)
    head = {"Content-Disposition": f'attachment; filename="warfleets-{row.pk}.json"'}
    return HttpResponse(write_record(record_of(row)), content_type="application/json", headers=head)


async def table_events(request: HttpRequest, table_id: int) -> HttpResponseBase:
    """The stream that says when the battle changes, or something elsewhere for the reader."""
    user = await request.auser()
    if not user.is_authenticated:
        raise Http404(MISSING)
    row = await sync_to_async(table_of)(user, table_id)
    if row is None:
        raise Http404(MISSING)

    def may(now: User) -> bool:
        return now.pk == user.pk and table_of(now, table_id) is not None

    return stream_response(request, [row.topic], aside=[topic_of(user.pk)], may=may)
