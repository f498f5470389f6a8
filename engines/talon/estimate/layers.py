"""A small net of fitted numbers, worked out in plain Python."""

from collections.abc import Sequence
from math import exp, tanh
from operator import mul

from msgspec import Struct


class Layer(Struct, frozen=True, forbid_unknown_fields=True):
    """One layer: a row of weights for each number that comes out, and what is added to it."""

    weights: tuple[tuple[float, ...], ...]
    added: tuple[float, ...]

    def sums(self, numbers: Sequence[float]) -> list[float]:
        """The weighted sums of the numbers that go in."""
        return [
            sum(map(mul, row, numbers)) + added for row, added in zip(self.weights, self.added, strict=True)
        ]


class Net(Struct, frozen=True, forbid_unknown_fields=True):
    """Layers one after the other; numbers go in less their `middle`, by their `spread`, and come out from 0 to 1."""

    middle: tuple[float, ...]
    spread: tuple[float, ...]
    layers: tuple[Layer, ...]
    format: int = 1

    def outputs(self, numbers: Sequence[float]) -> list[float]:
        """What comes out, each from 0 to 1."""
        passed = [
            (one - middle) / spread
            for one, middle, spread in zip(numbers, self.middle, self.spread, strict=True)
        ]
        for layer in self.layers[:-1]:
            passed = [tanh(one) for one in layer.sums(passed)]
        return [1 / (1 + exp(-max(-30.0, min(30.0, one)))) for one in self.layers[-1].sums(passed)]
