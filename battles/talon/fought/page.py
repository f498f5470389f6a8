"""How a battle was fought, as its page shows it."""

from dataclasses import dataclass
from typing import ClassVar

from django.urls import reverse

from battles.battle.selectors import KnownBattle, effect_of
from battles.battle.verdict import only_side, verdict
from battles.models import Battle, BroughtRecord
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.parts import FrameItem, SideRoster, TryOut
from config.pages import Page, Part
from engines.seam.sides import SIDES, Side
from engines.talon.report.drawing.board import BoardPicture


@dataclass(frozen=True, slots=True)
class FoughtLinks:
    """Where the report of a battle leads: its frames, its record in both forms, its dice, and what opened it.

    `dice` is "" if nobody committed them, `owner` "" if nothing opened the battle; `owner_words` are for its button.
    `tries` is where a step is tried out, None for whoever cannot. After a single battle, `battle` is its page, where a
    rematch is asked for, and `again` where a battle after it begins at once: against the computer, or at one screen.
    """

    frames: str
    text: str
    json: str
    dice: str = ""
    owner: str = ""
    owner_words: str = ""
    tries: TryOut | None = None
    battle: str = ""
    again: str = ""


@dataclass(frozen=True, slots=True)
class FoughtView(Part):
    """A report, and its replay at one frame.

    `verdict` says whether the reader won, "" for onlookers; `moved` is what the result moved in the war. `at`, `before`
    and `after` are numbers of frames, `chance` is Terran's in hundredths.
    """

    report: FoughtReport
    links: FoughtLinks
    verdict: str
    moved: str
    at: int
    before: int
    after: int
    rosters: list[SideRoster]
    moment: FrameItem
    picture: BoardPicture
    chance: int


def fought_view(report: FoughtReport, links: FoughtLinks, moved: str, at: int, won: str = "") -> FoughtView:
    """The report at a frame; `won` says whether its reader won."""
    return FoughtView(
        report=report,
        links=links,
        verdict=won,
        moved=moved,
        at=at,
        before=max(0, at - 1),
        after=min(report.last, at + 1),
        rosters=report.rosters(at),
        moment=report.moments[at],
        picture=report.picture(at),
        chance=report.chance(at),
    )


@dataclass(frozen=True, slots=True)
class FoughtPage(Page):
    """How a battle was fought; `brought` is the record it comes from if a side uploaded one."""

    template: ClassVar = "battles/fought.html"
    view: FoughtView
    battle: Battle
    brought: BroughtRecord | None


def fought_page(
    battle: Battle,
    seats: tuple[Side, ...],
    report: FoughtReport,
    source: KnownBattle,
    at: int,
    *,
    tries: bool,
) -> FoughtPage:
    """The page at a frame for the player of these sides.

    `source` is from where it is known how the battle went, `tries`: it can be tried out.
    """
    result = report.record.result
    won = verdict(result.winner, result.degree or "", only_side(seats))
    view = fought_view(report, _links(battle, source.key, tries=tries), effect_of(battle), at, won)
    return FoughtPage(view=view, battle=battle, brought=source.brought)


def _links(battle: Battle, fight: str, *, tries: bool) -> FoughtLinks:
    """The addresses of a battle's own pages; `fight` names the fight, so that a browser can keep its frames."""
    alone = battle.one_screen or any(battle.user_of(side).is_computer for side in SIDES)
    return FoughtLinks(
        frames=f"{reverse('battle_frames', args=[battle.pk])}?of={fight}",
        text=reverse("battle_record", args=[battle.pk, "txt"]),
        json=reverse("battle_record", args=[battle.pk, "json"]),
        dice=reverse("battle_dice", args=[battle.pk]),
        owner=battle.owner_path,
        owner_words=f"Back to the {battle.back_to}",
        tries=TryOut(reverse("battle_try_out", args=[battle.pk]), battle.one_screen) if tries else None,
        battle="" if battle.owner_path else battle.get_absolute_url(),
        again=reverse("battle_rematch", args=[battle.pk]) if alone and not battle.teams else "",
    )
