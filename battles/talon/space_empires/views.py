"""Games of Space Empires: begun, taken on, and their battles entered in three steps, begun, and carried back."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, cast

from allauth.core.ratelimit import consume, respond_429
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.people.guests import take_on, turned_away
from battles.models import Battle, SpaceEmpiresBattle, SpaceEmpiresGame
from battles.talon.play.services.captains import go_on
from battles.talon.space_empires import beginning, entering, keeping
from battles.talon.space_empires.access import MISSING, acting_for, battle_of, own_game, sides_of
from battles.talon.space_empires.entering import STEPS, Step
from battles.talon.space_empires.forms import ChartForm, GameForm, TroopsForm, troops_written
from battles.talon.space_empires.keeping import GameTaken
from battles.talon.space_empires.page import (
    space_empires_game_page,
    space_empires_invitation_page,
    space_empires_page,
    space_empires_step_page,
    step_path,
)
from battles.talon.space_empires.sheet_page import space_empires_battle_page, space_empires_troops_page
from config.going_back import post_or_back
from config.pages import show
from engines.seam.refusals import Refused
from engines.seam.sides import as_side
from engines.talon.space_empires.brief import Troops, transports_of
from engines.talon.space_empires.chart import file_of, our_chart
from engines.talon.space_empires.stored import decode_brief

P = ParamSpec("P")
Changing = Callable[Concatenate[HttpRequest, SpaceEmpiresGame, P], HttpResponse]
FIRST: Final = {"side": "terran", "opponent": "one_screen"}


@require_http_methods(["GET", "HEAD", "POST"])
def space_empires(request: HttpRequest) -> HttpResponse:
    """What such a game is, and one's own; a POST begins one, as a guest if nobody is signed in."""
    if request.method != "POST":
        return show(request, space_empires_page(_user(request), GameForm(initial=FIRST)))
    form = GameForm(request.POST)
    if not form.is_valid():
        return show(request, space_empires_page(_user(request), form), status=422)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    asked = form.cleaned_data
    try:
        made = take_on(
            request,
            lambda user: keeping.make_game(
                user=user,
                name=asked["name"] or "Space Empires",
                side=as_side(asked["side"]),
                opponent=asked["opponent"],
            ),
        )
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return show(request, space_empires_page(_user(request), form), status=422)
    return redirect(made)


@require_safe
def space_empires_values(_request: HttpRequest) -> HttpResponse:
    """Our values as a file, to begin one's own with."""
    head = {"Content-Disposition": 'attachment; filename="space-empires.toml"'}
    return HttpResponse(file_of(our_chart()), content_type="application/toml; charset=utf-8", headers=head)


@require_safe
def space_empires_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """The invitation to a game, for whoever has its link; its players are sent to the game."""
    found = _found(token)
    user = _user(request)
    if user is not None and user.pk in (found.user_id, found.rival_id):
        return redirect(found)
    return show(request, space_empires_invitation_page(found))


@post_or_back("space_empires_invitation")
def space_empires_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Takes a game on, as a guest if nobody is signed in."""
    found = _found(token)
    if (refused := turned_away(request, "skirmish")) is not None:
        return refused
    try:
        row = take_on(request, lambda user: keeping.accept_game(token=token, user=user))
    except GameTaken as taken:
        return show(request, space_empires_invitation_page(_found(token), str(taken)), status=409)
    except Refused as refusal:
        return show(request, space_empires_invitation_page(found, str(refusal)), status=422)
    return redirect(row)


@login_required
@require_safe
@cache_control(no_transform=True)
def space_empires_game(request: HttpRequest, game_id: int) -> HttpResponse:
    """A game, for its two players. It is not compressed, as its links are keys."""
    return _game(request, own_game(request, game_id))


def of_a_player(view: Changing[P]) -> Callable[..., HttpResponseBase]:
    """For a POST of one of the two players: 404 for anybody else, 429 for too many, the game again with a refusal."""

    @post_or_back("space_empires_game")
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, game_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        game = own_game(request, game_id)
        if not consume(request, action="change_space_empires"):
            return cast("HttpResponse", respond_429(request))
        try:
            return view(request, game, *args, **kwargs)
        except Refused as refusal:
            return _game(request, own_game(request, game_id), said=str(refusal), status=422)

    return guarded


@of_a_player
def space_empires_share(request: HttpRequest, game: SpaceEmpiresGame) -> HttpResponse:
    """Makes the link that shows the game, or withdraws it."""
    keeping.share(game=game, shown=request.POST.get("do") != "withdraw")
    return redirect(game)


@of_a_player
def space_empires_chart(request: HttpRequest, game: SpaceEmpiresGame) -> HttpResponse:
    """Takes the players' own file of values, or goes back to ours."""
    if request.POST.get("do") == "ours":
        keeping.set_chart(game=game, text="")
        return redirect(f"{game.get_absolute_url()}#values")
    form = ChartForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            keeping.set_chart(game=game, text=form.cleaned_data["file"])
            return redirect(f"{game.get_absolute_url()}#values")
        except Refused as refusal:
            form.add_error("file", str(refusal))
    return _game(request, game, form, status=422)


@of_a_player
def space_empires_new(_request: HttpRequest, game: SpaceEmpiresGame) -> HttpResponse:
    """One more battle, whose first step opens."""
    return redirect(step_path(keeping.new_battle(game=game), "where"))


@login_required
@require_safe
def space_empires_battle(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
    """A battle where it stands: its next step, its troops, or what to carry back."""
    row = battle_of(own_game(request, game_id), number)
    if row.brief is None:
        return redirect(step_path(row, entering.first_wrong(row) or "how"))
    if row.battle is None:
        return show(request, space_empires_troops_page(row, _me(request)))
    page = space_empires_battle_page(
        row, sides_of(row.game, _me(request)), row.game.get_absolute_url(), plays=True
    )
    return show(request, page)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def space_empires_step(request: HttpRequest, game_id: int, number: int, step: str) -> HttpResponse:
    """A step of a battle: what is sent is kept, also while something is wrong; the last one begins the battle."""
    if step not in STEPS:
        raise Http404(MISSING)
    game = own_game(request, game_id)
    if request.method == "POST" and not game.battles.filter(number=number).exists():
        gone = f"There is no battle {number} any more: it was dropped, with all that was entered of it."
        return _game(request, game, said=gone, status=404)
    row = battle_of(game, number)
    if row.brief is not None:
        if request.method == "POST" and step != STEPS[-1]:
            messages.error(request, "The battle has been entered already. What you sent was not taken.")
        return redirect(row)
    if request.method != "POST":
        return show(request, space_empires_step_page(row, step, entering.form_of(row, step)))
    if not consume(request, action="change_space_empires"):
        return cast("HttpResponse", respond_429(request))
    return _sent(request, row, step)


def _sent(request: HttpRequest, row: SpaceEmpiresBattle, step: Step) -> HttpResponse:
    """What was sent is kept; then the step that is asked for, or the same one with what is wrong.

    409 if the other player has changed the same ships since the page was made.
    """
    form = entering.form_of(row, step, request.POST.dict())
    more, at = request.POST.get("more", ""), STEPS.index(step)
    both = entering.keep(row, step, form, more=more)
    if both:
        return show(request, space_empires_step_page(row, step, form, changed=both), status=409)
    form = entering.form_of(row, step, entering.entered_in(row, step))
    if more:
        return redirect(f"{step_path(row, step)}#{more}")
    if request.POST.get("do") == "back":
        return redirect(step_path(row, STEPS[max(0, at - 1)]))
    if not form.is_valid():
        return show(request, space_empires_step_page(row, step, form), status=422)
    return _told(request, row) if step == STEPS[-1] else redirect(step_path(row, STEPS[at + 1]))


def _told(request: HttpRequest, row: SpaceEmpiresBattle) -> HttpResponse:
    """Begins the battle as it has been entered, or leads to what is missing."""
    wrong, brief = entering.first_wrong(row), entering.brief_in(row)
    if wrong is not None or brief is None:
        messages.info(request, "This step is not complete yet.")
        return redirect(step_path(row, wrong or "where"))
    if not consume(request, action="skirmish"):
        return cast("HttpResponse", respond_429(request))
    try:
        return _gone_to(beginning.tell(row=row, brief=brief, user=_me(request)))
    except Refused as refusal:
        form = entering.form_of(row, "how")
        return show(request, space_empires_step_page(row, "how", form, refusal.refusals), status=422)


def of_a_battle(
    view: Callable[[HttpRequest, SpaceEmpiresBattle], HttpResponse],
) -> Callable[..., HttpResponseBase]:
    """For a POST about one battle, by one of the two players."""

    @post_or_back("space_empires_battle")
    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, game_id: int, number: int) -> HttpResponse:
        row = battle_of(own_game(request, game_id), number)
        if not consume(request, action="change_space_empires"):
            return cast("HttpResponse", respond_429(request))
        try:
            return view(request, row)
        except Refused as refusal:
            messages.error(request, str(refusal))
            return redirect(row)

    return guarded


@of_a_battle
def space_empires_troops(request: HttpRequest, row: SpaceEmpiresBattle) -> HttpResponse:
    """Seals what a side puts aboard, and begins the battle if it was the last; 404 for whoever does not play it.

    409, with what was written down, if the battle has been changed since the form was shown.
    """
    user, made_from = _me(request), request.POST.get("made_from", "")
    side = next((one for one in acting_for(row.game, user) if one == request.POST.get("side")), None)
    if side is None:
        raise Http404(MISSING)
    if row.brief is None or made_from != beginning.mark_of(row):
        return _changed(request, row)
    transports = transports_of(decode_brief(bytes(row.brief)), side)
    form = TroopsForm(request.POST.dict(), side=side, transports=transports, made_from=made_from)
    if not form.is_valid():
        return show(request, space_empires_troops_page(row, user, form), status=422)
    try:
        sealed = beginning.seal_troops(
            row=row, troops=Troops(side, form.aboard()), made_from=made_from, user=user
        )
    except beginning.BattleChanged:
        return _changed(request, battle_of(row.game, row.number))
    except Refused as refusal:
        page = space_empires_troops_page(row, user, form, refusal.refusals)
        return show(request, page, status=422)
    return _gone_to(sealed)


def _changed(request: HttpRequest, row: SpaceEmpiresBattle) -> HttpResponse:
    """The battle is another now: as it is, with the troops that were written down for what it was."""
    written = troops_written(request.POST.dict())
    return show(request, space_empires_troops_page(row, _me(request), written=written), status=409)


@of_a_battle
def space_empires_change(_request: HttpRequest, row: SpaceEmpiresBattle) -> HttpResponse:
    """Lets a battle be entered anew that waits for troops or was called off."""
    return redirect(step_path(beginning.change(row=row), "where"))


@of_a_battle
def space_empires_remove(_request: HttpRequest, row: SpaceEmpiresBattle) -> HttpResponse:
    """Drops a battle that has not begun."""
    keeping.remove_battle(row=row)
    return redirect(row.game)


def _gone_to(row: SpaceEmpiresBattle) -> HttpResponse:
    """To where the battle is fought, once it has begun; the computer orders first if it is its turn."""
    battle: Battle | None = row.battle
    if battle is None:
        return redirect(row)
    go_on(battle.pk)
    return redirect(reverse("battle_play" if battle.plays.exists() else "battle", args=[battle.pk]))


def _game(
    request: HttpRequest,
    game: SpaceEmpiresGame,
    form: ChartForm | None = None,
    said: str = "",
    status: int = 200,
) -> HttpResponse:
    open_ = "" if game.rival_id else reverse("space_empires_invitation", args=[game.token])
    shown = reverse("space_empires_shared", args=[game.share_token]) if game.share_token else ""
    links = {
        "invitation": request.build_absolute_uri(open_) if open_ else "",
        "shown": request.build_absolute_uri(shown) if shown else "",
    }
    return show(request, space_empires_game_page(game, links, form, said), status=status)


def _found(token: str) -> SpaceEmpiresGame:
    found = SpaceEmpiresGame.objects.select_related("user", "rival").filter(token=token).first()
    if found is None:
        raise Http404("This invitation leads to no game.")
    return found


def _user(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def _me(request: HttpRequest) -> User:
    return cast("User", request.user)
