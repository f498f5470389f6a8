"""Events as they are made: each is booked at once, so that what follows is judged on the new position."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from campaign.rules.dice import Dice
from campaign.rules.events import AnyEvent, DieRolled
from campaign.rules.evolve import evolve
from campaign.rules.map.strategic_map import Place
from campaign.rules.state import War
from engines.seam.own_documents import read_own

_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(War, dec_hook=read_own)


def clone(war: War) -> War:
    """A copy of the war that shares nothing changeable with it."""
    return _decoder.decode(_encoder.encode(war))


@dataclass
class Record:
    """The events that follow from one order, and the war as it stands after them; `past` are all events before."""

    war: War
    dice: Dice
    events: list[AnyEvent] = field(default_factory=list)
    past: Sequence[AnyEvent] = ()

    def book(self, event: AnyEvent) -> None:
        """Add an event, and let it happen."""
        self.events.append(event)
        self.war = evolve(self.war, event)

    def roll(self, cause: str, place: Place = "") -> int:
        """A die, booked with its cause; `place` is where the battle is for which it is rolled."""
        value = self.dice.roll(cause, place)
        self.book(DieRolled(cause, value))
        return value
