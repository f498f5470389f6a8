"""The odds of a whole plan on its page: of each battle what captains have played out, or the estimate."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import quote

from campaign.odds.forecasts import SHORT
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.editor.lanes import sectors_of_sheet
from campaign.planning.proposals.chances import LaneChance, chances, with_played
from campaign.planning.proposals.playing_out import PlayedSoFar, chance_of, played_chances
from campaign.rules.map.strategic_map import Place, place_title
from campaign.war.at import At
from campaign.war.chart.picture import zone_address
from config.pages import Page


@dataclass(frozen=True)
class PlaceOdds:
    """One battle of a plan: its chance, what that rests on, and what was said before the plan was changed.

    `href` is its sheet. `more` is where all its figures are, or where one asks for them.
    """

    title: str
    href: str
    more: str
    chance: LaneChance
    rests_on: str
    outdated: str


@dataclass(frozen=True, slots=True)
class PlanOdds:
    """The battles of a plan in battle order, and how far captains have come with them."""

    places: tuple[PlaceOdds, ...]
    counted: int
    in_all: int
    going_on: bool
    """Whether more play-outs come."""
    may_ask: bool
    """Whether of some battle nothing has been asked as the plan has it, or it could not be worked out."""
    again: bool
    """Whether something was asked before."""
    failed: bool


@dataclass(frozen=True)
class ShownChance:
    """A chance that stands elsewhere on the page too, by the number of its sector."""

    number: int
    chance: LaneChance


@dataclass(frozen=True, slots=True)
class OddsSoFarPage(Page):
    """The odds of a plan so far, and what else on its page shows them; `mark` tells these orders from others."""

    template: ClassVar = "campaign/plan/odds_so_far.html"
    path: str
    mark: str
    odds: PlanOdds
    in_tray: tuple[ShownChance, ...]
    in_lanes: tuple[ShownChance, ...]


@dataclass(frozen=True, slots=True)
class OddsOfOtherOrdersPage(Page):
    """In place of the odds on a page whose orders have changed elsewhere; at `path` is the plan as it is now."""

    template: ClassVar = "campaign/plan/odds_of_other_orders.html"
    path: str


def plan_odds(
    path: str, working: WorkingPlan, so_far: PlayedSoFar, told: Mapping[str, LaneChance]
) -> PlanOdds:
    """The odds of the plan in the editor at `path`; `told` is the chance that is said by sector."""
    places = {working.view.place_of(sector): chance for sector, chance in told.items() if chance.opposed}
    failed = [one for one in so_far.asked.values() if one.so_far.failed]
    return PlanOdds(
        places=tuple(_of_place(path, working, so_far, *one) for one in places.items()),
        counted=so_far.counted,
        in_all=SHORT * len(so_far.asked),
        going_on=bool(so_far.going_on),
        may_ask=bool(failed) or not places.keys() <= so_far.asked.keys(),
        again=bool(so_far.asked or so_far.outdated),
        failed=bool(failed),
    )


def _of_place(
    path: str, working: WorkingPlan, so_far: PlayedSoFar, place: Place, chance: LaneChance
) -> PlaceOdds:
    shown, before = so_far.shown.get(place), so_far.outdated.get(place)
    return PlaceOdds(
        title=place_title(place),
        href=zone_address(f"{path}plan/", place),
        more=f"{path}odds/{shown.forecast.key}/"
        if shown
        else f"{path}odds/ahead/?place={quote(place, safe='')}",
        chance=chance,
        rests_on=shown.rests_on if shown else "estimate",
        outdated=f"{chance_of(working, before).won}% before the plan changed" if before else "",
    )


def odds_so_far_page(
    at: At, working: WorkingPlan, so_far: PlayedSoFar, mark: str, open_zone: Place
) -> OddsSoFarPage:
    """The odds of a plan so far, with the chances in its tray and in the sheet of the zone that is open."""
    told = with_played(chances(working, at.captains), played_chances(working, so_far))
    order = working.view.chart.order
    return OddsSoFarPage(
        path=at.path,
        mark=mark,
        odds=plan_odds(at.path, working, so_far, {one: told[one] for one in order if one in told}),
        in_tray=tuple(_shown(order, order, told)),
        in_lanes=tuple(_shown(sectors_of_sheet(working, open_zone), order, told)),
    )


def _shown(
    sectors: Iterable[str], order: Sequence[str], told: Mapping[str, LaneChance]
) -> Iterator[ShownChance]:
    for sector in sectors:
        if sector in told:
            yield ShownChance(order.index(sector) + 1, told[sector])
