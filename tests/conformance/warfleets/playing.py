"""Plays a case with this engine, order by order, and says what differs."""

from collections import deque
from collections.abc import Callable
from typing import Final, Literal

import msgspec

from engines.seam.refusals import Refusal, Refused
from engines.seam.sides import Side
from engines.warfleets import building, set_ups
from engines.warfleets.copies import copied
from engines.warfleets.dice import ScriptedDice
from engines.warfleets.events import AnyEvent
from engines.warfleets.fleet import Fleet, Ship
from engines.warfleets.game import apply, asked
from engines.warfleets.geometry import Place
from engines.warfleets.orders import (
    TURRET,
    AnyOrder,
    Assign,
    Deploy,
    Displace,
    Done,
    Fly,
    Go,
    Hold,
    LayMarker,
    Mine,
    PickEdge,
    Pull,
    Ram,
    Repair,
    Return,
    RollOff,
    Shoot,
    Skip,
    Warp,
)
from engines.warfleets.rules.damage import choices
from engines.warfleets.rules.sequence import Question, run
from engines.warfleets.state import NOBODY, Model
from tests.conformance.warfleets.comparing import compare, seen, shots_of
from tests.conformance.warfleets.reading import Case, Do, Point, Shot, Target, Use
from tests.conformance.warfleets.scenes import FILL, SIDE, fleet_of, hundredths, key, scene, terrain_of

USES: Final[dict[str, type[Repair] | type[Pull]]] = {"Repair Bay": Repair, "Tractor Beam": Pull}


def play(case: Case) -> list[str]:
    """What differs from the case, line by line; nothing if all is as it says."""
    return _Play(case).differences()


class _Play:
    """A case that is being played."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.battle = scene(case)
        self.dice = ScriptedDice(list(case.dice))
        self.picks = {name: deque(chosen) for name, chosen in case.assign.items()}
        self.shots: list[Shot] = []
        self.refusals: list[Refusal] = []
        self.wrong: list[str] = []
        self.by_name = {one.name: one for one in self.battle.models}
        if case.setup.in_turn:
            run(self.battle)

    def differences(self) -> list[str]:
        wrong = [
            f"{one.name} is engaged"
            for one in self.case.given
            if self._engaged_otherwise(one.name, one.engaged)
        ]
        for at, do in enumerate(self.case.do):
            try:
                self._do(do)
            except Refused as refused:
                self.refusals = list(refused.refusals)
                if at + 1 < len(self.case.do):
                    wrong.append(f"order {at + 1} is refused: {refused}")
                break
        return [*wrong, *self._of_refusals(), *compare(self.case, self.battle, self.shots, self.dice.values)]

    def _engaged_otherwise(self, name: str, engaged: bool | None) -> bool:
        return engaged is not None and bool(self.battle.engaged_with(self.by_name[name])) != engaged

    def _of_refusals(self) -> list[str]:
        """The rule that refuses is that of the case, or a ruling that the case depends on."""
        said = self.case.then.refused
        if said is None:
            return [f"refused: {one}" for one in self.refusals]
        able = {said.rule, *self.case.rulings}
        if any(one.rule in able for one in self.refusals):
            return []
        return [
            f"refused by {said.rule}: {said.why}; here {list(map(str, self.refusals)) or 'it is carried out'}"
        ]

    def _do(self, do: Do) -> None:
        special = SPECIAL.get(do.action)
        if special:
            special(self, do)
        else:
            self._activate(do)

    def order(self, order: AnyOrder) -> list[AnyEvent]:
        """Give an order, and answer what is asked because of it."""
        before = copied(self.battle)
        try:
            events = apply(self.battle, order, self.dice)
        except Refused:
            before.events = self.battle.events = []
            if before != self.battle:
                self.wrong.append(f"{type(order).__name__} is refused and changes something")
            raise
        while (now := asked(self.battle)) and now.word == "damage":
            events += apply(self.battle, self._assigned(now), self.dice)
        return events

    def _assigned(self, now: Question) -> Assign:
        model = self.battle.models[now.model]
        picks = self.picks.get(model.name)
        slot = model.slots.index(key(picks.popleft())) if picks else choices(model)[0]
        return Assign(model.side, model.number, slot)

    def _activate(self, do: Do) -> None:
        model = self.by_name[do.model]
        self._turn_to(model, do)
        for use in do.use:
            self._use(model, use)
        self.order(self._action(model, do))
        if any(use.effect == "Warp Drive" for use in do.use):
            self.order(Go(model.side, model.number, _way(do), hundredths(do.distance), round(do.pivot * 10)))
        for point in do.place:
            self.order(Displace(self._side(), self.by_name[point.model].number, _place(point)))
        self._shoot(model, do.targets)
        for name, picks in self.picks.items():
            if picks:
                chosen = self.by_name[name]
                self.order(Assign(self._side(), chosen.number, chosen.slots.index(key(picks[0]))))
        self._done(model)

    def _side(self) -> Side:
        now = asked(self.battle)
        assert now is not None
        return now.side

    def _turn_to(self, model: Model, do: Do) -> None:
        """Let a model be in turn, if turns are no part of the case."""
        battle = self.battle
        if self.case.setup.in_turn:
            if battle.ace != NOBODY and battle.active == NOBODY and not do.by:
                self.order(Done(battle.side, battle.ace))
            return
        battle.phase, battle.side, battle.active, battle.stage = model.phase, model.side, NOBODY, "choosing"
        model.acted, model.action = False, ""

    def _use(self, model: Model, use: Use) -> None:
        if use.effect == "Expert Sapper":
            self.order(Mine(model.side, model.number, (hundredths(use.x), hundredths(use.y))))
        elif use.effect in USES:
            self.order(USES[use.effect](model.side, model.number, self.by_name[use.on].number))

    def _action(self, model: Model, do: Do) -> AnyOrder:
        before, turn = hundredths(do.distance), round(do.pivot * 10)
        if any(use.effect == "Warp Drive" for use in do.use):
            return Warp(model.side, model.number)
        if do.action == "hold":
            return Hold(model.side, model.number, turn)
        if do.action == "ram":
            return Ram(model.side, model.number, self.by_name[do.ram].number, before, turn)
        action = _way(do)
        if do.path:
            by = tuple([(hundredths(x), hundredths(y)) for x, y in do.path])
            return Fly(model.side, model.number, action, by)
        return Go(model.side, model.number, action, before, turn)

    def _shoot(self, model: Model, targets: tuple[Target, ...]) -> None:
        """Shot by shot; one at a target that is gone is lost, and the targets of a split are named at once."""
        left = deque(targets)
        while left:
            together = [left.popleft()]
            while together[0].attacks is not None and left and left[0].weapon == together[0].weapon:
                together.append(left.popleft())
            models = [self.by_name[one.target] for one in together]
            if any(one.status == "destroyed" for one in models):
                continue
            attacks = tuple([one.attacks for one in together if one.attacks is not None])
            numbers = tuple([one.number for one in models])
            weapon = _weapon(model, together[0].weapon)
            said = shots_of(self.battle, model, weapon, numbers)
            self.shots += seen(said, self.order(Shoot(model.side, model.number, weapon, numbers, attacks)))

    def _done(self, model: Model) -> None:
        now = asked(self.battle)
        if now and now.word == "shoot" and now.model == model.number:
            self.order(Done(model.side, model.number))

    # what is not an activation

    def end_round(self, do: Do) -> None:
        """End the round whoever has not acted, unless it has ended by itself."""
        battle = self.battle
        if battle.round == (self.case.setup.round or 1) and not battle.returning:
            for one in battle.models:
                one.acted = True
            battle.phase, battle.dice, battle.active = 3, self.dice, NOBODY
            run(battle)
        for point in do.back:
            model = self.by_name[point.model]
            self.order(Return(model.side, model.number, _place(point), round(point.heading * 10)))

    def skip(self, do: Do) -> None:
        """A squadron waits for another phase."""
        model = self.by_name[do.model]
        self.order(Skip(model.side, model.number))

    def roll_off(self, do: Do) -> None:
        """Both sides roll for the initiative."""
        self.battle.step = "initiative"
        self.order(RollOff("terran"))

    def roll_markers(self, do: Do) -> None:
        """The initiative picks its edge, and the markers are rolled for."""
        self.battle.step = "edge"
        self.order(PickEdge(self.battle.initiative, "bottom"))

    def place_marker(self, do: Do) -> None:
        """A side lays a marker."""
        side = SIDE[do.side]
        self.battle.step, self.battle.to_lay, self.battle.side = "markers", 2, side
        self.order(LayMarker(side, (hundredths(do.x), hundredths(do.y))))

    def deploy(self, do: Do) -> None:
        """A model is set up; in a later round one that was kept in reserve."""
        model, battle = self.by_name[do.model], self.battle
        if self.case.setup.round:
            model.status = "reserve"
            battle.side = model.side
            battle.coming = (model.number,) if battle.round > 1 else ()
        else:
            waits = [one for one in self.battle.models if one.status == "waiting"]
            battle.step = "ships" if any(one.is_ship for one in waits) else "squadrons"
            battle.side = model.side if model.is_ship else battle.initiative
        turned = {"turn": round(do.pivot * 10)} if do.pivot else {}
        said = {
            "order": "deploy",
            "side": model.side,
            "model": model.number,
            "place": (hundredths(do.x), hundredths(do.y)),
            "heading": round(do.heading * 10),
            "ahead": hundredths(do.vanguard),
        }
        try:
            order = msgspec.convert({**said, **turned}, Deploy)
        except msgspec.ValidationError as error:
            raise Refused(Refusal("WF43", str(error))) from None
        self.order(order)

    def check_fleet(self, do: Do) -> None:
        """Whether a fleet may be played."""
        if wrong := building.refusals(fleet_of(self.case, do.side), do.points):
            raise Refused(*wrong)

    def check_fleets(self, do: Do) -> None:
        """Whether both fleets may be played in a game of so many points."""
        both = set_ups.SetUp(fleet_of(self.case, "a"), fleet_of(self.case, "b"), do.points)
        if wrong := set_ups.refusals(both):
            raise Refused(*wrong)

    def check_table(self, do: Do) -> None:
        """Whether a table may be played on."""
        fleet = Fleet("Fleet", (Ship("Ark", "heavy", FILL),))
        if wrong := set_ups.refusals(set_ups.SetUp(fleet, fleet, terrain=terrain_of(self.case))):
            raise Refused(*wrong)


SPECIAL: Final[dict[str, Callable[[_Play, Do], None]]] = {
    "end_round": _Play.end_round,
    "skip": _Play.skip,
    "roll_off": _Play.roll_off,
    "roll_markers": _Play.roll_markers,
    "place_marker": _Play.place_marker,
    "deploy": _Play.deploy,
    "check_fleet": _Play.check_fleet,
    "check_fleets": _Play.check_fleets,
    "check_table": _Play.check_table,
}


def _way(do: Do) -> Literal["move", "cruise"]:
    return "cruise" if do.action == "cruise" else "move"


def _place(point: Point) -> Place:
    return (hundredths(point.x), hundredths(point.y))


def _weapon(model: Model, title: str) -> int:
    if title == "turret":
        return TURRET
    return [one.weapon for one in model.mounts].index(key(title))
