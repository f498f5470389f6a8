"""What sets a battle of Talon apart: its terms, with its aims and its teams, and what follows where it has none."""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from engines.seam.documents import BattleSetup, Degree, Name, Terms
from engines.seam.sides import Side
from engines.talon.aim_documents import Aim, planet_aims

Player = Annotated[tuple[Name, ...], Meta(min_length=1)]
"""The names of one player's units."""
MOST_PLAYERS = 4
"""How many players a side has at most."""
Team = Annotated[tuple[Player, ...], Meta(max_length=MOST_PLAYERS)]


class Teams(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who has which units, where a side has several players (25): per side its players, in their order.

    A side for which nothing is said has one player, who has everything.
    """

    terran: Team = ()
    talon: Team = ()

    def of(self, side: Side) -> Team:
        """The players of one side, in their order."""
        return self.terran if side == "terran" else self.talon


class TalonTerms(Terms, Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What sets a battle apart from the two usual ones: its aims, the highest degree of a victory, where it begins.

    `label` is the name of the scenario or mode whose rules these are. `layout` is as in `engines/talon/layout.py`.
    `top` is the side with the top edge, if that does not go with the initiative. `power_shift`: both have agreed to the
    option of that name (24). `teams` are there where a side has several players (25). `pair`: the battle is played
    twice, with sides changed, and both games count together (R68). `bases_fall`: a base whose side concedes is lost,
    also where nothing reaches it; without this it stands, as in an Empire War (R30).

    In a battle of Space Empires: 4X, `tactics` is the side that may change the initiative once (32.4), and `no_retreat`
    the side of aliens, whose ships never leave the battle (32.2).
    """

    label: str = ""
    aims: tuple[Aim, ...] = ()
    most: Degree = "devastating"
    layout: dict[str, Any] = {}
    top: Side | None = None
    power_shift: bool = False
    teams: Teams | None = None
    pair: bool = False
    bases_fall: bool = False
    tactics: Side | None = None
    no_retreat: Side | None = None

    @property
    def twice(self) -> bool:
        """Whether it is a pair."""
        return self.pair

    def __bool__(self) -> bool:
        """Whether anything is not as usual."""
        named = self.label or self.aims or self.layout or self.top or self.tactics or self.no_retreat
        agreed = self.power_shift or self.pair or self.bases_fall or self.most != "devastating"
        return bool(named or agreed or self.teams is not None)


USUAL: Final = TalonTerms()


def are_terms_of_talon(setup: BattleSetup) -> bool:
    """Whether a battle of Talon can have the terms of a set-up: its own, or none."""
    return isinstance(setup.terms, TalonTerms) or not setup.terms


def terms_of(setup: BattleSetup) -> TalonTerms:
    """The terms of a set-up as Talon reads them; ValueError if they are of another system."""
    if isinstance(setup.terms, TalonTerms):
        return setup.terms
    if setup.terms:
        raise ValueError("these are terms of another system")
    return USUAL


def aims_of(setup: BattleSetup) -> tuple[Aim, ...]:
    """What is fought for besides the field: what the terms say, or the planet, if it can be captured (31.8)."""
    if setup.terms is UNSET and setup.planet_owner is not None:
        return planet_aims(setup.planet_owner)
    return terms_of(setup).aims


def top_of(setup: BattleSetup) -> Side:
    """The side with the top edge (21, S21)."""
    return terms_of(setup).top or setup.initiative


def number_of_players(setup: BattleSetup, side: Side) -> int:
    """How many players a side has (25)."""
    teams = terms_of(setup).teams
    return 1 if teams is None else max(1, len(teams.of(side)))


def with_teams(setup: BattleSetup, teams: Teams) -> BattleSetup:
    """The same set-up with these players, in format 2, as teams need it (25)."""
    return replace(setup, format=2, terms=replace(terms_of(setup), aims=aims_of(setup), teams=teams))
