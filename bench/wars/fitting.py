"""Fits the net of the estimate to what was played out, by numpy (`make estimate` installs it)."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi
from typing import Any, Final

import numpy as np

from bench.wars.zone_play_outs import PlayedOut
from engines.seam.sides import SIDES
from engines.talon.estimate.features import features, points_of
from engines.talon.estimate.layers import Layer, Net

HIDDEN: Final = 24
EPOCHS: Final = 40
BATCH: Final = 128
PACE, MOMENTUM, STEADINESS, LEAST = 2e-3, 0.9, 0.999, 1e-8
"""The steps of Adam (Kingma and Ba): how long the first is, and how much the ones before count. They end at nothing."""
SMALL: Final = 20.0
"""How much large weights are punished: 10 to 100 foretell wars that were not shown about as well."""
DIGITS: Final = 4
Numbers = Any
"""An array of numpy's, which is not there where types are checked."""


def fit(shown: Sequence[PlayedOut], seed: int = 0, epochs: int = EPOCHS, hidden: int = HIDDEN) -> Net:
    """The net that makes what was played out likeliest."""
    into = numbers_of(shown)
    middle, spread = into.mean(0), into.std(0)
    spread[spread == 0] = 1.0
    counts = np.array([one.fought * one.stands_for for one in shown], float)
    taught = _Taught((into - middle) / spread, shares_of(shown), counts / counts.mean())
    return _net(middle, spread, _descend(taught, np.random.default_rng(seed), epochs, hidden))


def shares_of(battles: Sequence[PlayedOut]) -> Numbers:
    """What came of each battle's play-outs, a row each, in the order of `Net.outputs`: all from 0 to 1."""
    rows = []
    for one in battles:
        lost = [
            lost / max(1, one.fought * points_of(side, one.setup.force(side)))
            for side, lost in zip(SIDES, one.lost, strict=True)
        ]
        rows.append([*(count / one.fought for count in (*one.won, *one.advanced, one.captured)), *lost])
    return np.array(rows).clip(0, 1)


@dataclass(frozen=True)
class _Taught:
    """What goes in and what came, a row for each battle, and how much each counts: 1 on average."""

    into: Numbers
    came: Numbers
    counts: Numbers


def _descend(taught: _Taught, random: Numbers, epochs: int, hidden: int) -> list[Numbers]:
    """Weights and what is added, layer by layer, by stochastic descent of the cross-entropy."""
    many, wide = taught.into.shape
    out = taught.came.shape[1]
    weights = [
        random.normal(0, wide**-0.5, (wide, hidden)),
        np.zeros(hidden),
        random.normal(0, hidden**-0.5, (hidden, out)),
        np.zeros(out),
    ]
    first, second = ([np.zeros_like(one) for one in weights] for _ in range(2))
    steps = epochs * max(1, many // BATCH)
    for step in range(1, steps + 1):
        if (step - 1) % max(1, many // BATCH) == 0:
            order = random.permutation(many)
        at = (step - 1) % max(1, many // BATCH) * BATCH
        slopes = _slopes(weights, taught, order[at : at + BATCH])
        pace = PACE * 0.5 * (1 + cos(pi * step / steps))
        for number, slope in enumerate(slopes):
            first[number] += (1 - MOMENTUM) * (slope - first[number])
            second[number] += (1 - STEADINESS) * (slope**2 - second[number])
            along, across = first[number] / (1 - MOMENTUM**step), second[number] / (1 - STEADINESS**step)
            weights[number] -= pace * along / (np.sqrt(across) + LEAST)
    return weights


def _slopes(weights: Sequence[Numbers], taught: _Taught, rows: Numbers) -> list[Numbers]:
    """How the cross-entropy of these battles changes with each weight."""
    inner, added, outer, last = weights
    into, small = taught.into[rows], SMALL / len(taught.into)
    between = np.tanh(into @ inner + added)
    said = 1 / (1 + np.exp(-(between @ outer + last)))
    off = (said - taught.came[rows]) * taught.counts[rows][:, None] / len(rows)
    back = (off @ outer.T) * (1 - between**2)
    return [into.T @ back + small * inner, back.sum(0), between.T @ off + small * outer, off.sum(0)]


def numbers_of(battles: Sequence[PlayedOut]) -> Numbers:
    """What the estimate sees of each battle, a row each."""
    return np.array(
        [
            features(one.setup, dict(zip(SIDES, one.stances, strict=True)), one.level, one.terrains)
            for one in battles
        ]
    )


def _net(middle: Numbers, spread: Numbers, weights: Sequence[Numbers]) -> Net:
    def rounded(row: Numbers) -> tuple[float, ...]:
        return tuple(round(float(one), DIGITS) for one in row)

    layers = zip(weights[::2], weights[1::2], strict=True)
    return Net(
        rounded(middle),
        rounded(spread),
        tuple(Layer(tuple(rounded(row) for row in inner.T), rounded(added)) for inner, added in layers),
    )
