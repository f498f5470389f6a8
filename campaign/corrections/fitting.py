"""What going on again with fitted plans would change, as one side may read it beforehand (S15, S71)."""

from collections.abc import Iterator

from campaign.corrections.changes import score_words
from campaign.corrections.correcting import check_open
from campaign.corrections.log_correction import check_fit, fit_beforehand
from campaign.corrections.log_preview import OwnPlan, WayPreview, turns_words
from campaign.models import War
from campaign.rules.corrections.battle_history import BattleHistory
from campaign.rules.corrections.differing import differences
from campaign.rules.corrections.fitted import FittedPlan, FittedReplay, Stop
from campaign.rules.corrections.log_correction import CorrectedLog
from campaign.rules.map.strategic_map import place_in_text, place_title
from campaign.rules.orders import RESERVE, Amend, Target
from campaign.rules.sight import seen
from campaign.war.log.fold import in_force, log_entries, log_of
from campaign.war.words.event_lines import lines_of
from engines.seam.documents import Report
from engines.seam.refusals import Refused
from engines.seam.sides import Side
from engines.seam.systems import unit_class
from engines.seam.words.in_a_row import in_row

LABEL = "Go back, and keep the orders since as far as they fit"
SAYS = "Plans that no longer fit change as little as possible. The war stops at the first battle that is different."
MAYBE = (
    "It stops earlier if the other side's plans change a battle before that, or a side has too few active LP. "
    "Once you have both agreed, you see where."
)


def fit_of(war: War, side: Side, found: BattleHistory, report: Report) -> WayPreview:
    """What fitting the later plans would change, for one side; with `why_not` if that cannot be done now."""
    try:
        check_open(war, found.number)
        back = check_fit(war, found.number, report)
        view = fit_beforehand(war, side, found, report)
    except Refused as refused:
        return WayPreview("fit", LABEL, SAYS, why_not=refused.reasons)
    return _preview(war, side, found, back, view)


def _preview(
    war: War, side: Side, found: BattleHistory, back: CorrectedLog, view: FittedReplay
) -> WayPreview:
    readable = seen(differences(back.before, view.war, back.event), side, over=False)
    return WayPreview(
        "fit",
        LABEL,
        SAYS,
        why_not="",
        lines=tuple(line for event in readable for line in lines_of(event, view.war.chart)),
        point=f"{_point(view.stop)} {MAYBE}",
        void=tuple(_void(found, view)),
        drafts=turns_words(_later_plans(war, side, view)),
        corrections=_corrections(war, found, view),
        score=score_words(war, found, back.event.result),
        plans=tuple(OwnPlan(plan.turn, tuple(_changes(plan))) for plan in view.plans),
    )


def _point(stop: Stop | None) -> str:
    """Where the war stops by what the side knows."""
    if stop is None:
        return "As far as you know, the war goes on again to where it stands now."
    if stop.why == "battle":
        where = f"battle {stop.battle} at {place_in_text(stop.place)}"
        return f"As far as you know, the war stops in turn {stop.turn} at {where}: other forces, or another place."
    if stop.why == "end":
        return f"As far as you know, the war is over in turn {stop.turn}."
    return (
        f"As far as you know, the war stops in turn {stop.turn}, before an order that cannot be given then."
    )


def _corrections(war: War, found: BattleHistory, view: FittedReplay) -> str:
    """What becomes of results that were corrected before: they stay, come again later, or their battle is gone."""
    amended = {
        one.number: one.order.battle
        for one in log_entries(log_of(war.pk))
        if isinstance(one.order, Amend) and one.order.battle != found.number
    }
    later = {battle for number, battle in amended.items() if number in view.later}
    stays = set(amended.values()) - later - set(view.undone)
    said = (
        (stays, "stays", "stay"),
        (later, "is made again when a turn is next planned", "are made again when a turn is next planned"),
        (
            set(view.undone),
            "no longer counts, as its battle does not",
            "no longer count, as their battles do not",
        ),
    )
    return " ".join(
        f"The {'correction of battle' if len(which) == 1 else 'corrections of battles'} "
        f"{in_row([str(number) for number in sorted(which)])} {one if len(which) == 1 else many}."
        for which, one, many in said
        if which
    )


def _void(found: BattleHistory, view: FittedReplay) -> Iterator[str]:
    """The battles since that no longer count in any case."""
    closed = {battle.number for battle in view.war.battles if battle.status == "closed"}
    for one in found.later if view.stop is not None else ():
        if one.turn > view.war.turn or (one.turn == view.war.turn and one.number not in closed):
            yield f"Turn {one.turn}, battle {one.number}: {place_title(one.place)}"


def _later_plans(war: War, side: Side, view: FittedReplay) -> list[int]:
    """The turns of the side's own plans that are not reached."""
    if view.stop is None:
        return []
    upto = view.stop.entry if view.stop.why == "battle" else view.last
    entries = in_force(log_of(war.pk))
    return [one.turn for one in entries if one.number > upto and one.seat == side and one.kind == "plan"]


def _changes(plan: FittedPlan) -> Iterator[str]:
    """What is other in the plan, ship by ship."""
    for key, number in plan.was.buy.items():
        fewer = number - plan.now.buy.get(key, 0)
        if fewer:
            kind = unit_class(plan.side, key)
            yield f"Not bought: {fewer} {kind.title if fewer == 1 else kind.plural}"
    for name, target in plan.now.assign.items():
        was = plan.was.assign.get(name)
        if was is None:
            yield f"{name}: was not in the plan, now {_title(target)}"
        elif was != target:
            yield f"{name}: was {_title(was)}, now {_title(target)}"
    for name in (*plan.was.assign, *plan.was.scrap):
        if name not in plan.now.assign and name not in plan.now.scrap:
            yield f"{name}: no longer in the fleet"


def _title(target: Target) -> str:
    return "Reserve" if target == RESERVE else target
