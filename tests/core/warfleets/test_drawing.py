"""The picture of a battle of Warfleets: FTL."""

from xml.etree import ElementTree

from engines.warfleets.drawing import drawing
from engines.warfleets.rules.sequence import run
from engines.warfleets.table import Mine
from engines.warfleets.view import view
from tests.core.warfleets.random_battles import near_each_other
from tests.core.warfleets.scenes import battle, ship

SVG = "{http://www.w3.org/2000/svg}"


def test_everything_on_the_table_is_drawn_once():
    on = near_each_other()
    on.mines.append(Mine((100, 200), "terran"))
    on.models[3].status = "off"
    root = ElementTree.fromstring(drawing(view(on, None)))
    classes = [one.get("class", "").split()[0] for one in root.iter() if one.get("class")]
    counted = {word: classes.count(word) for word in ("zone", "terrain", "marker", "mine", "model")}
    assert counted == {"zone": 2, "terrain": 3, "marker": 3, "mine": 1, "model": 19}
    assert len(root.findall(f"{SVG}style")) == 1
    assert "style" not in drawing(view(on, None), coloured=False)


def test_up_the_table_is_up_and_a_heading_turns_clockwise():
    on = battle()
    ship(on, "terran", "heavy", (2000, 1000), 905)
    ship(on, "talon", "light", (2000, 4000), 1800)
    run(on)
    root = ElementTree.fromstring(drawing(view(on, None)))
    [ark, _] = root.findall(f"{SVG}g")
    assert ark.get("transform") == "translate(2000 3800)"
    bow = ark.find(f"{SVG}path")
    assert bow is not None
    assert bow.get("transform") == "rotate(90.5)"


def test_names_cannot_break_the_picture():
    on = battle()
    ark = ship(on, "terran", "heavy", (2000, 1000))
    ark.name = "<script>&\"'"
    ship(on, "talon", "light", (2000, 4000), 1800)
    run(on)
    root = ElementTree.fromstring(drawing(view(on, None)))
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert "<script>&\"', Heavy Ship: 4 of 4 left" in titles
    assert not list(root.iter(f"{SVG}script"))
