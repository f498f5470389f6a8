"""What is played in arranged games, as an organiser chooses it, and as it is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from battles.models import Way
from campaign.rules.map.strategic_map import StrategicMap
from campaign.rules.settings import Settings
from campaign.war.log.documents import decode_chart, decode_settings, encoded
from clubs.models import GameTerms, WarTerms


@dataclass(frozen=True, slots=True)
class AgreedWar:
    """The settings of a war, and its map."""

    settings: Settings
    chart: StrategicMap


@dataclass(frozen=True, slots=True)
class Terms:
    """What each two players meet in, and by when; `war` is None for campaign games."""

    legs: GameTerms.Legs
    scenarios: Sequence[int]
    way: Way
    tempo: str
    days: int
    war: AgreedWar | None = None

    @property
    def columns(self) -> dict[str, Any]:
        """The columns in which they are stored, without those of a war."""
        plain = {name: getattr(self, name) for name in ("legs", "way", "tempo", "days")}
        return {**plain, "scenarios": list(self.scenarios)}

    def are_of(self, row: GameTerms) -> bool:
        """Whether these are the terms of a row."""
        return agreed_war(row) == self.war and all(
            getattr(row, key) == self.columns[key] for key in self.columns
        )


def stored_war(agreed: AgreedWar | None) -> WarTerms | None:
    """The row with the settings and the map of wars; None for campaign games."""
    if agreed is None:
        return None
    return WarTerms.objects.create(
        settings=encoded(agreed.settings), chart=encoded(agreed.chart), map_name=agreed.chart.name
    )


def agreed_war(row: GameTerms) -> AgreedWar | None:
    """The settings and the map of the wars that are played; None for campaign games."""
    found = row.war_terms
    if found is None:
        return None
    return AgreedWar(decode_settings(bytes(found.settings)), decode_chart(bytes(found.chart)))
