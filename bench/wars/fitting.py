"""Fits the net of the estimate to what was played out, by scikit-learn (`make estimate` installs it)."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np
from sklearn.neural_network import MLPClassifier
from sklearn.preprocessing import StandardScaler

from bench.wars.zone_play_outs import PlayedOut
from engines.seam.sides import SIDES
from engines.talon.estimate.features import features, points_of
from engines.talon.estimate.layers import Layer, Net

HIDDEN = (24,)
EPOCHS = 40
SMALL = 0.3
"""How much large weights are punished: a seventh of the wars shown is predicted as well with 0.05, and worse with 1."""
DIGITS = 4
Numbers = Any
"""An array of numpy's, which is not there where types are checked."""


def fit(shown: Sequence[PlayedOut], seed: int = 0, epochs: int = EPOCHS) -> Net:
    """The net that makes what was played out likeliest."""
    many = [one.fought for one in shown]
    into = np.repeat(numbers_of(shown), many, axis=0)
    scaler = StandardScaler().fit(into)
    net = MLPClassifier(
        HIDDEN,
        activation="tanh",
        alpha=SMALL,
        batch_size=128,
        learning_rate_init=2e-3,
        max_iter=epochs,
        tol=0.0,
        n_iter_no_change=epochs,
        random_state=seed,
    )
    net.fit(scaler.transform(into), np.array(list(_came(shown, Random(seed)))))
    return _net(scaler, net)


def numbers_of(battles: Sequence[PlayedOut]) -> Numbers:
    """What the estimate sees of each battle, a row each."""
    return np.array(
        [
            features(one.setup, dict(zip(SIDES, one.stances, strict=True)), one.level, one.terrains)
            for one in battles
        ]
    )


def _came(battles: Sequence[PlayedOut], random: Random) -> Iterator[tuple[bool, ...]]:
    """What came out of each play-out, yes or no; of a share that was lost, yes as often as the share says."""
    for one in battles:
        shares = [
            lost / max(1, one.fought * points_of(side, one.setup.force(side)))
            for side, lost in zip(SIDES, one.lost, strict=True)
        ]
        for number in range(one.fought):
            counts = (*one.won, *one.advanced, one.captured)
            yield (*(number < count for count in counts), *(random.random() < share for share in shares))


def _net(scaler: StandardScaler, net: MLPClassifier) -> Net:
    def rounded(row: Numbers) -> tuple[float, ...]:
        return tuple(round(float(one), DIGITS) for one in row)

    layers = zip(net.coefs_, net.intercepts_, strict=True)
    return Net(
        rounded(scaler.mean_),
        rounded(scaler.scale_),
        tuple(Layer(tuple(rounded(row) for row in weights.T), rounded(added)) for weights, added in layers),
    )
