"""Zones in which both sides have forces, as whole wars of different players bring them about."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from bench.wars.commanders import settings
from bench.wars.proposal_player import ProposalPlayer
from campaign.commanders.commander import Commander
from campaign.rules.orders import AnyOrder
from campaign.rules.settings import CommanderLevel
from campaign.rules.sight import WarView
from campaign.rules.state import Battle
from campaign.war.chart.map_library import DEFAULT, shipped_maps
from campaign.war.playing import Player, new_game
from engines.seam.documents import Doctrine
from engines.seam.sides import SIDES, Side

LEVELS: tuple[CommanderLevel, ...] = ("gentle", "steady", "shrewd")


@dataclass(frozen=True)
class Zone:
    """A zone whose forces are revealed, as the side sees it that is asked first whether it engages."""

    war: int
    view: WarView
    side: Side
    battle: Battle


@dataclass
class Watching:
    """A player who notes each zone in which it is asked first, and plays as another one does."""

    war: int
    player: Player
    found: list[Zone] = field(default_factory=list)

    def decide(self, view: WarView) -> AnyOrder | None:
        """The other player's order."""
        question = view.question
        if question is not None and question.kind == "engage":
            battle = view.battle(question.battle)
            if not battle.answers:
                self.found.append(Zone(self.war, _kept(view), question.side, _as_asked(battle)))
        return self.player.decide(view)

    def doctrine(self, view: WarView, number: int) -> Doctrine:
        """The other player's doctrine."""
        return self.player.doctrine(view, number)


def zones(first: int, wars: int) -> Iterator[Zone]:
    """The zones of wars between players drawn at random: commanders of all levels, and takers of proposals."""
    for number in range(first, first + wars):
        random = Random(f"zones {number}")
        players: dict[Side, Player] = {
            side: Watching(number, drawn_player(random, side, number)) for side in SIDES
        }
        game = new_game(number, players, settings(), shipped_maps()[DEFAULT])
        game.play()
        for player in players.values():
            assert isinstance(player, Watching)
            yield from player.found


def _kept(view: WarView) -> WarView:
    """The view as it is now: what it shares with the war would go on changing."""
    return replace(
        view,
        markers=dict(view.markers),
        planets=dict(view.planets),
        bases=dict(view.bases),
        battles=tuple(_as_asked(battle) for battle in view.battles),
    )


def _as_asked(battle: Battle) -> Battle:
    return replace(battle, answers=dict(battle.answers))


def drawn_player(random: Random, side: Side, number: int) -> Player:
    kind = random.randrange(5)
    if kind < len(LEVELS):
        return Commander(side, LEVELS[kind], f"{side} {number}")
    return ProposalPlayer(side, random.choice(("first", "middle", "last")))
