"""Whoever has nothing but the printed cards of a fleet has the fleet: any lawful one is read back from its page."""

from html.parser import HTMLParser

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from battles.models import WarfleetsFleet
from battles.warfleets.page import cards_pdf
from config.pages import as_html
from engines.warfleets.building import refusals
from engines.warfleets.catalogue import Facing, catalogue
from engines.warfleets.fleet import Fleet, Mount, Ship, Squadron, fleet_points, ship_points

KNOWN = catalogue()
FACINGS: tuple[Facing, ...] = ("front", "sides", "rear")
GAME = 1500
NAMES = st.text("abcdefgh AÉß&<>'\"-0123456789", min_size=1, max_size=12)


class Cards(HTMLParser):
    """The words of each card, tag by tag, how many boxes for damage were drawn, and its marks for state, tag by tag."""

    def __init__(self) -> None:
        super().__init__()
        self.cards: list[list[str]] = []
        self.boxes: list[int] = []
        self.marks: list[list[str]] = []
        self.in_card = self.in_marks = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        css = dict(attrs).get("class")
        if css == "paper-unit":
            self.cards.append([])
            self.boxes.append(0)
            self.marks.append([])
            self.in_card, self.in_marks = True, False
        elif css == "paper-marks":
            self.in_marks = True
        elif css == "tick-box" and self.in_marks:
            self.marks[-1].append("box")
        elif css == "tick-box":
            self.boxes[-1] += 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "section":
            self.in_card = False

    def handle_data(self, data: str) -> None:
        if self.in_card and (words := " ".join(data.split())):
            (self.marks if self.in_marks else self.cards)[-1].append(words)


@st.composite
def ships(draw: st.DrawFn) -> Ship:
    """A ship with all of its places filled."""
    size = draw(st.sampled_from(sorted(KNOWN.ships)))
    places = KNOWN.ships[size].upgrades
    facings = draw(st.lists(st.sampled_from(FACINGS), unique=True, max_size=min(places, len(FACINGS))))
    weapons: list[Mount] = []
    for facing in facings:
        taken = {mount.weapon for mount in weapons}
        fit = sorted(key for key, one in KNOWN.weapons.items() if facing in one.facings and key not in taken)
        weapons.append(Mount(facing, draw(st.sampled_from(fit))))
    left = places - len(weapons)
    upgrades = draw(
        st.lists(st.sampled_from(sorted(KNOWN.upgrades)), unique=True, min_size=left, max_size=left)
    )
    return Ship(
        name=draw(NAMES),
        size=size,
        upgrades=tuple(upgrades),
        weapons=tuple(weapons),
        hero=draw(st.sampled_from(["", "", *sorted(KNOWN.heroes)])),
        title=draw(st.sampled_from(["", *sorted(KNOWN.titles)])),
    )


SQUADRONS = st.builds(Squadron, NAMES, st.sampled_from(sorted(KNOWN.squadrons)))
FLEETS = st.builds(
    Fleet,
    st.just("Home Guard"),
    st.lists(ships(), min_size=1, max_size=4).map(tuple),
    st.lists(SQUADRONS, max_size=4).map(tuple),
)


def read(words: list[str]) -> Ship | Squadron:
    """The model of a card, from its words alone."""
    name, said = words[0], words[1]
    title = said.partition(",")[0]
    for kind, squadron in KNOWN.squadrons.items():
        if squadron.title == title:
            return Squadron(name, kind)
    size = next(key for key, one in KNOWN.ships.items() if one.title == title)
    rest = words[5:]
    weapons = [
        Mount(facing, key)
        for line in rest
        for facing in FACINGS
        for key, one in KNOWN.weapons.items()
        if line == f"{facing.capitalize()}: {one.title}"
    ]
    upgrades = [key for line in rest for key, one in KNOWN.upgrades.items() if line == one.title]
    heroes = [key for line in rest for key, one in KNOWN.heroes.items() if line == one.title]
    titles = [key for line in rest for key, one in KNOWN.titles.items() if line == one.title]
    return Ship(name, size, tuple(upgrades), tuple(weapons), "".join(heroes), "".join(titles))


def boxes_of(model: Ship | Squadron) -> int:
    """How much damage disables all that it has (W18)."""
    if isinstance(model, Squadron):
        return 3
    upgrades = sum(KNOWN.upgrades[key].boxes for key in model.upgrades)
    return upgrades + sum(KNOWN.weapons[mount.weapon].boxes for mount in model.weapons)


def marks_of(model: Ship | Squadron) -> list[str]:
    """What a table notes of it: the rounds in which it was activated, held or engaged, and what it carries."""
    rounds = ["box", "1", "box", "2", "box", "3", "box", "4"]
    if isinstance(model, Squadron):
        return ["Activated", *rounds, "Engaged", *rounds]
    waits = ["In reserve", "box"] if model.hero == "tactical-master" else []
    return ["Activated", *rounds, "Held", *rounds, "Markers", "box", "box", "box", "box", *waits]


@given(fleet=FLEETS)
def test_the_cards_of_a_lawful_fleet_are_the_fleet(fleet: Fleet) -> None:
    assume(not refusals(fleet, GAME))
    row = WarfleetsFleet(pk=7, name=fleet.name, points=GAME, fleet=msgspec.json.encode(fleet))
    page = Cards()
    page.feed(as_html(cards_pdf(row)))
    found = [read(words) for words in page.cards]
    assert found == [*fleet.ships, *fleet.squadrons]
    assert page.boxes == [boxes_of(model) for model in found]
    assert page.marks == [marks_of(model) for model in found]
    for words, model in zip(page.cards, found, strict=True):
        points = ship_points(model, KNOWN) if isinstance(model, Ship) else KNOWN.squadrons[model.kind].points
        assert words[1].endswith(f", {points} points")
        values = KNOWN.ships[model.size] if isinstance(model, Ship) else KNOWN.squadrons[model.kind]
        upgrades = model.upgrades if isinstance(model, Ship) else ()
        faster = "pulse-engine" in upgrades
        move = f"{values.move}″ ({values.move + 2}″ with Pulse Engine)" if faster else f"{values.move}″"
        cruise = f"{values.cruise}″ ({values.cruise + 3}″)" if faster else f"{values.cruise}″"
        assert words[2] == f"Move {move}, cruise {cruise}"
        assert words[3] == f"Evasion {values.evasion}+, defence {values.defence}+"
        turret = values.turret
        strength = f" ({turret.strength + 1} with Nuclear Ammo)" if "nuclear-ammo" in upgrades else ""
        surer = ", +1 to hit with Precision Rig" if "precision-rig" in upgrades else ""
        said = (
            f"Turret {turret.range}″, attacks {turret.attacks}, strength {turret.strength}{strength}{surer}"
        )
        assert words[4] == said
    assert f"{fleet_points(fleet)} of {GAME} points" in as_html(cards_pdf(row))
