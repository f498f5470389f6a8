"""What a player asks of the board: an overlay, and why something is not possible."""

from dataclasses import dataclass
from typing import ClassVar

from config.pages import Page
from engines.talon.play.drawing.overlay_drawing import Overlay
from engines.talon.play.offers.why_not import WhyNot


@dataclass(frozen=True, slots=True)
class PlayOverlayPage(Page):
    """An overlay of the board with its legend; `kind` is its name, `whole` says that it is of all ships."""

    template: ClassVar = "battles/play_overlay.html"
    kind: str
    whole: bool
    overlay: Overlay


@dataclass(frozen=True, slots=True)
class PlayWhyPage(Page):
    """Why a unit cannot do what is not offered, or not there; `name` is the unit's, `hex` the hex asked for, or ""."""

    template: ClassVar = "battles/play_why.html"
    name: str
    hex: str
    reasons: tuple[WhyNot, ...]
