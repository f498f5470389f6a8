"""The documents of the seam. Every one is frozen, tagged, versioned by `format`, and strict about its fields."""

from importlib import import_module
from typing import Annotated, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import force_setattr, replace

from engines.seam.registry import DEFAULT, MODULES, check_system
from engines.seam.sides import Side, opponent

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Boxes = Annotated[int, Meta(ge=0, le=20)]
Points = Annotated[int, Meta(ge=0, le=99)]
Few = Annotated[int, Meta(ge=0, le=2)]
GroupIndex = Annotated[int, Meta(ge=0, le=9)]
Round = Annotated[int, Meta(ge=1, le=40)]

Ending = Literal["held", "conceded", "planet", "aim", "draw"]
FateWord = Literal["stands", "destroyed", "jumped", "left", "through", "landed", "landed_after", "waited"]
Degree = Literal["minor", "great", "devastating"]
Mode = Literal["last_ship_standing", "planet"]
Level = Literal["ensign", "captain", "admiral"]
"""How well a side's captains play, where the computer fights."""
Stance = Literal["hold", "withdraw", "preserve"]
"""When a captain breaks off: never, when it goes badly, or to save every ship it can."""


class OwnDocument:
    """A document of one system's own, of which the seam knows only what every system says of it.

    That of the first system has no tag, that of any other the system's key (`engines/seam/own_documents.py`). One that
    says nothing is the same in all systems.
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        """Whether it says anything at all."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        """Whether it says the same, or nothing as well."""
        if isinstance(other, OwnDocument) and not self and not other:
            return True
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        """The opposite: structures have a way of their own, which knows nothing of other systems."""
        return not self == other

    def __hash__(self) -> int:
        """The same for whatever says the same."""
        return super().__hash__() if self else 0


class Damage(OwnDocument):
    """What a unit carries from battle to battle (S13)."""

    __slots__ = ()

    @property
    def in_brief(self) -> str:
        """All of it in a few words; empty for none."""
        raise NotImplementedError


class Mapped(NamedTuple):
    """What a map says of a zone's terrain: its name, its dice if it has any, and whether they were rolled (31.7)."""

    name: str
    dice: tuple[int, int] | None
    rolled: bool


class Terrain(OwnDocument):
    """What lies where a battle is fought (31.7)."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """That of the zone's terrain, or of what was rolled, in words; "open" for open space."""
        raise NotImplementedError

    @property
    def in_brief(self) -> str:
        """What is laid, in a few words; empty for nothing."""
        raise NotImplementedError

    @property
    def mapped(self) -> Mapped | None:
        """What a map says, if this is the first system's and says no more; None of all else."""
        return None


class Terms(OwnDocument):
    """What sets a battle apart from the usual ones of its system; as it stands here, nothing does."""

    __slots__ = ()

    @property
    def label(self) -> str:
        """The name of the scenario or mode whose rules these are; empty without one."""
        return ""

    @property
    def most(self) -> Degree:
        """The highest degree of a victory."""
        return "devastating"

    @property
    def twice(self) -> bool:
        """Whether the battle is played twice, with sides changed, and both games count together (R68)."""
        return False


class NoDamage(Damage, Struct, frozen=True, forbid_unknown_fields=True):
    """None, whatever the system."""

    @property
    def in_brief(self) -> str:
        """Empty."""
        return ""

    def __bool__(self) -> bool:
        """False."""
        return False


UNDAMAGED: Damage = NoDamage()


class OpenSpace(Terrain, Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing that lies anywhere, whatever the system."""

    @property
    def name(self) -> str:
        """What open space is called."""
        return "open"

    @property
    def in_brief(self) -> str:
        """Empty."""
        return ""

    def __bool__(self) -> bool:
        """False."""
        return False


OPEN_SPACE: Terrain = OpenSpace()


class UsualTerms(Terms, Struct, frozen=True, forbid_unknown_fields=True):
    """None, whatever the system."""

    def __bool__(self) -> bool:
        """False."""
        return False


USUAL_TERMS: Terms = UsualTerms()


Rating = Annotated[int, Meta(ge=0, le=3)]


class Quality(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a unit's technology and its crew are worth, in a battle of Space Empires: 4X (32.4, 32.5).

    `attack` and `defence` are levels of technology: 1 is that of a battle of Talon alone, and of one in asteroids or a
    nebula. `experience` is the crew's level; a `legendary` crew is of the fourth, and has an AP more in each round.
    """

    attack: Rating = 1
    defence: Rating = 1
    experience: Rating = 0
    legendary: bool = False


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One ship, squadron or base as it comes into a battle; `jury` is the index of a group that is jury rigged (24).

    `quality` is there in a battle of Space Empires: 4X (32); None is as in one of Talon alone.
    """

    name: Name
    ship_class: str
    damage: Damage = UNDAMAGED
    jury: GroupIndex | None = None
    quality: Quality | None = None


class BattleSetup(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="set-up"):
    """Everything needed to fight a battle, at a table or by captains.

    `planet_owner` is None where no planet can be captured; `boxes` of the game limit the counters (31.6);
    `system` is the key of the one by which it is fought. The Initiative Player starts with the top edge (21, S21).
    `terms` are those of a battle in format 2; without them what it is about follows from `mode` and `planet_owner`.

    Terrain that says no more than a map becomes that of the battle's system: once all stored it alike (decision 33).
    """

    place: str
    mode: Mode
    terran: tuple[Unit, ...]
    talon: tuple[Unit, ...]
    terrain: Terrain = OPEN_SPACE
    planet_owner: Side | None = None
    initiative: Side = "talon"
    boxes: Annotated[int, Meta(ge=1, le=20)] = 1
    system: str = DEFAULT
    format: Literal[1, 2] = 1
    terms: Terms | UnsetType = UNSET

    def __post_init__(self) -> None:
        """ValueError without such a system or dice, or if a format has what only the other knows."""
        check_system(self.system)
        if self.system != DEFAULT and (mapped := self.terrain.mapped):
            force_setattr(self, "terrain", _laid(self.system, mapped))
        if (self.format == 1) != (self.terms is UNSET):
            raise ValueError("a set-up of format 2 has terms, and one of format 1 has none")
        if self.format == 1 and any(unit.jury is not None for unit in (*self.terran, *self.talon)):
            raise ValueError("only a set-up of format 2 has a jury-rigged group")
        if self.format == 1 and any(unit.quality is not None for unit in (*self.terran, *self.talon)):
            raise ValueError("only a set-up of format 2 has units with a quality")

    def force(self, side: Side) -> tuple[Unit, ...]:
        """The units of one side."""
        return self.terran if side == "terran" else self.talon

    @property
    def twice(self) -> bool:
        """Whether it is played twice, with sides changed, and both games count together (R68)."""
        return self.terms is not UNSET and self.terms.twice

    @property
    def invader(self) -> Side | None:
        """Over a planet, the side that does not own it (S22)."""
        if self.planet_owner is None:
            return None
        return opponent(self.planet_owner)


def _laid(key: str, mapped: Mapped) -> Terrain:
    """What a map says, as the document of that system; ValueError if its dice name nothing."""
    catalogue = import_module(MODULES[key]).SYSTEM.catalogue
    if mapped.dice is not None and mapped.dice not in catalogue.terrain_kinds():
        raise ValueError("no terrain has these dice")
    found: Terrain = catalogue.terrain_of(mapped.name, mapped.dice, rolled=mapped.rolled)
    return found


class Fate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of one unit: `damage` is all it now carries, old and new.

    "jumped" by FTL, or docked in a carrier that did; "left" over the map's edge (7.5), or, of those that were to
    escape, because its side conceded (R90); "through" a worm hole (19); "waited" never came onto the map;
    "landed_after" landed unopposed once the battle was won (S23). `unloaded`: a transport whose troops are on the
    planet (32.3); if it is there itself, it has "landed".
    """

    name: Name
    fate: FateWord
    damage: Damage = UNDAMAGED
    unloaded: bool = False


class Report(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="report"):
    """What the players say happened. `winner` held the field, or was conceded to; None if nobody won (S29).

    `planet_damage` are the points of damage done to a planet, where that is what a side is to do (26.8).
    """

    rounds: Round
    ending: Ending
    terran: tuple[Fate, ...]
    talon: tuple[Fate, ...]
    winner: Side | None = None
    format: Literal[1] = 1
    planet_damage: Points | UnsetType = UNSET

    @property
    def damage_to_planet(self) -> int:
        """The points of damage done to a planet; 0 where none can be damaged."""
        return 0 if self.planet_damage is UNSET else self.planet_damage

    def with_damage_to_planet(self, points: int) -> "Report":
        """The same report with so many points of damage done to the planet."""
        return replace(self, planet_damage=points)

    def fates(self, side: Side) -> tuple[Fate, ...]:
        """What became of each unit of one side."""
        return self.terran if side == "terran" else self.talon


class Result(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="result"):
    """A possible report, with its consequences.

    `terran_lost` and `talon_lost` are the points that count as destroyed on each side, with the mode's doublings
    (20.2, R36); `captured`: the invader took the planet; `by_aim`: whom an aim made the winner, whoever held the field.
    """

    report: Report
    terran_lost: int
    talon_lost: int
    degree: Degree | None
    captured: bool = False
    format: Literal[1] = 1
    by_aim: Side | UnsetType = UNSET

    @property
    def winner(self) -> Side | None:
        """The side that won, or None."""
        return self.report.winner if self.by_aim is UNSET else self.by_aim

    def lost(self, side: Side) -> int:
        """The points that count as destroyed on `side`."""
        return self.terran_lost if side == "terran" else self.talon_lost


NEVER_SAVED: dict[str, str] = {
    "base": "a base, which cannot leave",
    "transport": "a transport, which lands, or leaves with the fleet",
}
"""The roles of which no captain can save a unit by itself, and why."""


class Doctrine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="document", tag="doctrine"):
    """How a side wants a battle fought for it: its stance, the ships to save, and whether landing comes first.

    `save` names no unit of a role in `NEVER_SAVED`: a captain would pass over it.
    """

    stance: Stance = "withdraw"
    save: tuple[Name, ...] = ()
    land_first: bool = False
    format: Literal[1] = 1
