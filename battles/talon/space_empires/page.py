"""What the pages of games of Space Empires show: the first page, a game, the steps of a battle, and its sheet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from accounts.models import User
from battles.models import SpaceEmpiresBattle, SpaceEmpiresGame, Status
from battles.talon.space_empires.access import games_of, player_of
from battles.talon.space_empires.entering import (
    STEPS,
    TITLES,
    Step,
    StepForm,
    all_entered,
    brief_in,
    entered_in,
    side_mark,
)
from battles.talon.space_empires.forms import ChartForm, GameForm, WhoForm
from battles.talon.space_empires.keeping import closed_words
from battles.talon.space_empires.words import (
    COUNTERS,
    NOT_USED,
    place_words,
)
from config.pages import Page, RibbonStep, step_state
from engines.seam.refusals import Refusal
from engines.seam.sides import SIDE_TITLES, SIDES, Side, opponent
from engines.talon.space_empires.brief import Brief, unknown, without_room
from engines.talon.space_empires.chart import SOURCES, Chart, chart_of
from engines.talon.space_empires.stored import decode_brief


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a list: against whom, and how many battles it has."""

    path: str
    name: str
    rival: str
    battles: int


@dataclass(frozen=True, slots=True)
class SpaceEmpiresPage(Page):
    """The first page: what is used of the other game, one's games, and the form of a new one."""

    template: ClassVar = "battles/space_empires.html"
    form: GameForm
    games: tuple[GameLine, ...]
    not_used: tuple[str, ...] = NOT_USED
    counters: tuple[tuple[str, str], ...] = COUNTERS


def space_empires_page(user: User | None, form: GameForm) -> SpaceEmpiresPage:
    """The first page, for a visitor as well."""
    games = games_of(user) if user is not None else []
    lines = (
        GameLine(game.get_absolute_url(), game.name, rival_words(game, user), many) for game, many in games
    )
    return SpaceEmpiresPage(form, tuple(lines))


def rival_words(game: SpaceEmpiresGame, user: User | None) -> str:
    """Against whom a game is played, as one of its players reads it, or whoever has its link."""
    if game.rival is None:
        return "an opponent still to come"
    if game.rival_id == game.user_id:
        return "a friend at one screen"
    other = game.user if user is not None and user.pk == game.rival_id else game.rival
    return "the computer" if other.is_computer else other.username


@dataclass(frozen=True, slots=True)
class SpaceEmpiresInvitationPage(Page):
    """The invitation to a game, for whoever has its link; `closed` says why nobody can take it on."""

    template: ClassVar = "battles/space_empires_invitation.html"
    game: SpaceEmpiresGame
    yours: Side
    closed: str = ""


def space_empires_invitation_page(game: SpaceEmpiresGame, said: str = "") -> SpaceEmpiresInvitationPage:
    """The invitation as it stands; `said` is why it was not accepted."""
    return SpaceEmpiresInvitationPage(game, opponent(game.users_side), said or closed_words(game))


@dataclass(frozen=True, slots=True)
class BattleLine:
    """A battle of a game in a list: what it is called, where it is, and how it stands."""

    path: str
    number: int
    name: str
    place: str
    state: str
    kind: str


@dataclass(frozen=True, slots=True)
class ChartRow:
    """A value of the chart in words, and where it is from."""

    name: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class SpaceEmpiresGamePage(Page):
    """A game: its players, its battles, its links, and the values that it is played with.

    `invitation` is the link for the opponent, "" once there is one, and `shown` the one for onlookers, "" without one.
    """

    template: ClassVar = "battles/space_empires_game.html"
    game: SpaceEmpiresGame
    players: tuple[tuple[Side, str], ...]
    lines: tuple[BattleLine, ...]
    invitation: str
    shown: str
    chart: tuple[ChartRow, ...]
    chart_form: ChartForm
    said: str = ""


def space_empires_game_page(
    game: SpaceEmpiresGame, links: Mapping[str, str], chart_form: ChartForm | None = None, said: str = ""
) -> SpaceEmpiresGamePage:
    """The game as its players see it; `links` are the addresses in full, "invitation" and "shown"."""
    return SpaceEmpiresGamePage(
        game=game,
        players=_players(game),
        lines=_lines(game, "space_empires_battle", game.pk),
        invitation=links["invitation"],
        shown=links["shown"],
        chart=tuple(_chart_rows(chart_of(game.chart))),
        chart_form=chart_form or ChartForm(),
        said=said,
    )


def _players(game: SpaceEmpiresGame) -> tuple[tuple[Side, str], ...]:
    found = {side: player_of(game, side) for side in SIDES}
    return tuple((side, "nobody yet" if user is None else user.username) for side, user in found.items())


def _lines(game: SpaceEmpiresGame, view: str, key: object, *, begun: bool = False) -> tuple[BattleLine, ...]:
    rows = game.battles.select_related("battle").order_by("-number")
    return tuple(
        _line(row, reverse(view, args=[key, row.number])) for row in rows if row.battle_id or not begun
    )


def _line(row: SpaceEmpiresBattle, path: str) -> BattleLine:
    state, kind = _state(row)
    if row.brief is None:
        return BattleLine(path, row.number, f"Battle {row.number}", "", state, kind)
    brief = decode_brief(bytes(row.brief))
    return BattleLine(path, row.number, brief.place, place_words(brief), state, kind)


def _state(row: SpaceEmpiresBattle) -> tuple[str, str]:
    """How a battle stands, and the kind of its badge."""
    if row.battle is None:
        return ("To be entered", "waits") if row.brief is None else ("Troops go aboard", "waits")
    if row.battle.status == Status.VOID:
        return "Called off", "over"
    return ("Over", "over") if row.battle.status == Status.SETTLED else ("Being fought", "going")


def _chart_rows(chart: Chart) -> list[ChartRow]:
    changes = [
        ChartRow(f"{title} {level}", f"{one.change:+d}", SOURCES[one.source])
        for title, found in (("Attack", chart.attack), ("Defence", chart.defence))
        for level, one in sorted(found.items())
    ]
    hulls = [
        ChartRow(f"Hull of {model.replace('_', ' ')}", str(hull.size), SOURCES[hull.source])
        for model, hull in chart.hull.items()
    ]
    return [*changes, *hulls]


@dataclass(frozen=True, slots=True)
class SpaceEmpiresStepPage(Page):
    """A step of a battle that is being entered. `refused` says why it cannot begin so, `notes` what cannot be checked.

    `marks` are hidden fields of the second step: they say which ships it was made from. `changed` says which have been
    changed since.
    """

    template: ClassVar = "battles/space_empires_step.html"
    game: SpaceEmpiresGame
    number: int
    step: Step
    form: StepForm
    steps: tuple[RibbonStep, ...]
    back: str
    refused: tuple[Refusal, ...] = ()
    notes: tuple[str, ...] = ()
    marks: tuple[tuple[str, str], ...] = ()
    changed: tuple[str, ...] = ()


def space_empires_step_page(
    row: SpaceEmpiresBattle,
    step: Step,
    form: StepForm,
    refused: tuple[Refusal, ...] = (),
    changed: tuple[Side, ...] = (),
) -> SpaceEmpiresStepPage:
    """The page of a step, with what was entered or has just been sent."""
    now, entered = STEPS.index(step), all_entered(row)
    steps = tuple(
        RibbonStep(
            TITLES[one], step_state(at, now), step_path(row, one) if one in entered or at <= now else ""
        )
        for at, one in enumerate(STEPS)
    )
    brief = brief_in(row) if step == "how" else None
    return SpaceEmpiresStepPage(
        game=row.game,
        number=row.number,
        step=step,
        form=form,
        steps=steps,
        back=step_path(row, STEPS[now - 1]) if now else row.game.get_absolute_url(),
        refused=refused,
        notes=() if brief is None else notes_on(brief, chart_of(row.game.chart)),
        marks=_marks(row) if step == "who" else (),
        changed=tuple(_changed_words(row, side) for side in changed),
    )


def _marks(row: SpaceEmpiresBattle) -> tuple[tuple[str, str], ...]:
    known = entered_in(row, "who")
    return tuple((f"{side}_was", side_mark(side, known)) for side in SIDES)


def _changed_words(row: SpaceEmpiresBattle, side: Side) -> str:
    """What is said of a side that was changed while the reader entered it."""
    now = WhoForm(entered_in(row, "who"), where=entered_in(row, "where")).group_words(side)
    title = SIDE_TITLES[side]
    return f"{title}’s ships have been changed meanwhile: {now}. Yours are below. Send them again to replace those."


def step_path(row: SpaceEmpiresBattle, step: str) -> str:
    """The address of a step."""
    return reverse("space_empires_step", args=[row.game_id, row.number, step])


def notes_on(brief: Brief, chart: Chart) -> tuple[str, ...]:
    """What the players should know before a battle begins, and what the site cannot know."""
    stay = (
        f"{out} of {SIDE_TITLES[side]}’s squadrons stay at the colony, and take no part."
        for side in SIDES
        if (out := without_room(brief, side))
    )
    return (f"{SIDE_TITLES[brief.tactician]} may change the initiative once.", *stay, *unknown(brief, chart))


@dataclass(frozen=True, slots=True)
class SpaceEmpiresSharedPage(Page):
    """A game as whoever has its link sees it: its players, and the battles that have begun."""

    template: ClassVar = "battles/space_empires_shared.html"
    game: SpaceEmpiresGame
    players: tuple[tuple[Side, str], ...]
    lines: tuple[BattleLine, ...]


def space_empires_shared_page(game: SpaceEmpiresGame) -> SpaceEmpiresSharedPage:
    """The game for onlookers: nothing that is still being entered, and no troops that have not landed."""
    lines = _lines(game, "space_empires_shared_battle", game.share_token, begun=True)
    return SpaceEmpiresSharedPage(game, _players(game), lines)
