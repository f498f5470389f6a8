"""What a run has reached: steps, questions, orders, events and refusals, against all there are."""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

import engines.talon
from engines.seam.refusals import Refusal
from engines.talon import events
from engines.talon import orders as o
from engines.talon.documents import positions
from engines.talon.rules.hits.criticals import RESULTS
from engines.talon.state import Battle
from engines.talon.weapon_table import DAMAGE

ENGINE = Path(engines.talon.__path__[-1])  # the sources, whichever build runs
NEVER_ASK = {"start", "pull", "hammer", "blasts"}
WAYS = get_args(o.Way)
ANY = "by what is asked"
UNREACHABLE = {
    "refusal 3 This order is not possible now.": "every kind of order has its reasons, and each ends with one",
}
"""Reasons that stand in the code for whatever else there may be, with why no order comes to them."""


class Reached:
    """How often everything was reached, by its name."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._sites: dict[str, str] = {}

    def decision(self, battle: Battle) -> None:
        """A side is asked for an order."""
        if battle.agenda:
            self.counts[f"question {type(battle.agenda[-1]).__name__.lower()}"] += 1
        else:
            self.counts[f"step {battle.step}"] += 1

    def order(self, order: o.AnyOrder, battle: Battle) -> None:
        """An order was given, in that battle as it stands after it."""
        name = type(order).__struct_config__.tag
        self.counts[f"order {name}"] += 1
        if isinstance(order, o.Move | o.Burn):
            self.counts[f"order {name} {order.way}"] += 1
            if order.dock is not None:
                self.counts[f"order {name} dock"] += 1
            if order.land:
                self.counts[f"order {name} land"] += 1
        elif isinstance(order, o.Transmit):
            self.counts[f"order transmit {order.use}"] += 1
        elif isinstance(order, o.Vote):
            self.counts[f"order vote {order.marker}"] += 1
        elif isinstance(order, o.Reinforce) and order.replacing is not None:
            self.counts["order reinforce replacing"] += 1
        elif isinstance(order, o.Fire):
            self.counts[f"order fire {battle.units[order.unit].kind.groups[order.group].weapon}"] += 1

    def happened(self, told: Sequence[events.AnyEvent]) -> None:
        """Events were told."""
        counts = self.counts
        for event in told:
            counts[f"event {type(event).__struct_config__.tag}"] += 1
            if isinstance(event, events.Critical):
                counts[f"critical {event.result}"] += 1
            elif isinstance(event, events.Shot):
                counts[f"shot {event.weapon}"] += 1
            elif isinstance(event, events.Went | events.Put | events.Gone):
                counts[f"event {type(event).__struct_config__.tag} {event.how}"] += 1
            elif isinstance(event, events.Ended):
                counts[f"ending {event.ending}"] += 1
            elif isinstance(event, events.Laid):
                counts[f"terrain {event.kind}"] += 1
            cause = getattr(event, "cause", None)
            if cause is not None:
                counts[f"cause {cause}"] += 1

    def refused(self, refusal: Refusal) -> None:
        """An order was refused."""
        site = self._sites.get(refusal.reason)
        if site is None:
            site = site_of(refusal)
            if len(self._sites) > 5000:
                self._sites.clear()
            self._sites[refusal.reason] = site
        self.counts[site] += 1

    def missing(self) -> list[str]:
        """What there is and was never reached."""
        return sorted(expected() - set(self.counts))

    def add(self, other: Counter[str]) -> None:
        """Take in what another run has reached."""
        self.counts.update(other)


def site_of(refusal: Refusal) -> str:
    """The place in the code that told a reason: the rule, and the sentence with its names left out."""
    for site, pattern in _templates().get(refusal.rule, []) + _templates()[ANY]:
        if pattern.match(refusal.reason):
            return site
    raise AssertionError(f"a refusal that no line of the code tells: {refusal}")


@cache
def _templates() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """By rule every reason the engine's refusals can tell, those first of which most is fixed."""
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    for rule, parts in _reasons():
        template = "".join("…" if part is None else part for part in parts)
        told = "".join(".*" if part is None else re.escape(part) for part in parts)
        found.setdefault(rule, []).append((f"refusal {rule} {template}", re.compile(told, re.DOTALL)))
    for among in found.values():
        among.sort(key=lambda one: -len(one[0]))
    return found


def _reasons() -> Iterator[tuple[str, list[str | None]]]:
    """Rule and sentence of every reason in the code; the rule is `ANY` where it depends on what is asked."""
    for path in sorted(ENGINE.glob("refusals/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
                rule, sentence = node.value.elts[-2:]
                yield str(rule.value) if isinstance(rule, ast.Constant) else ANY, _parts(sentence)


def _parts(node: ast.expr) -> list[str | None]:
    """The sentence in pieces, None where something is filled in."""
    if isinstance(node, ast.JoinedStr):
        return [str(part.value) if isinstance(part, ast.Constant) else None for part in node.values]
    return [str(node.value)] if isinstance(node, ast.Constant) else [None]


@cache
def expected() -> frozenset[str]:
    """The name of everything that can be reached."""
    found = {f"step {step}" for step in get_args(positions.Step) if step not in NEVER_ASK}
    found |= {f"question {name}" for name in map(_tag, get_args(positions.AnyTask)) if name not in NEVER_ASK}
    found |= {f"order {_tag(kind)}" for kind in get_args(o.AnyOrder)}
    found |= {f"order {name} {way}" for name in ("move", "burn") for way in WAYS}
    found |= {f"order {name}" for name in ("move dock", "move land", "reinforce replacing")}
    found |= {f"order transmit {use}" for use in get_args(o.Use)}
    found |= {"order vote change", "order vote defend"}
    found |= {f"order fire {weapon}" for weapon in DAMAGE}
    found |= {f"shot {weapon}" for weapon in DAMAGE if weapon != "missile"}
    found |= {f"critical {result}" for result in RESULTS.values()}
    found |= {f"event {_tag(kind)}" for kind in get_args(events.AnyEvent)}
    for kind in (events.Went, events.Put, events.Gone):
        found |= {f"event {_tag(kind)} {how}" for how in get_args(kind.__annotations__["how"])}
    found |= {f"cause {cause}" for cause in get_args(events.Cause)}
    found |= {f"ending {ending}" for ending in get_args(positions.Ending)}
    found |= {f"terrain {kind}" for kind in get_args(positions.Kind)}
    found |= {f"taking back {how}" for how in ("done", "die", "other side", "over", "uncovered")}
    found |= {"secret kept"}
    found |= {site for among in _templates().values() for site, _ in among}
    return frozenset(found - set(UNREACHABLE))


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)
