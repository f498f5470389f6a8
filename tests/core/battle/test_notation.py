"""A position that cannot be read, or cannot be, is refused with line, column, the reason and the rule."""

import pytest

from engines.seam.refusals import Refused
from engines.talon import text

BASE = """position 1
clock 1E terran fire
terran CA Patton 0,0 E
talon CA Sacrifice 4,0 W
talon DD Hunter 6,0 W
terran CV Wasp -3,0 E
terran FTR Cougar -2,2 E
"""
MARK = "»"
"""Stands before the word that is to be refused."""

MALFORMED = [
    (f"position {MARK}2", "a version of the notation"),
    (f"clock 1E terran ap\n{MARK}position 1", "must give the version"),
    (f"{MARK}initiative talon", "the clock is missing"),
    (f"{MARK}clock 1E terran fire", "has no units"),
    (f"clock 1E terran {MARK}shoot", "not a step"),
    (f"clock 1E {MARK}klingon fire", "not a side"),
    (f"clock {MARK}1 terran fire", "needs its impulse"),
    (f"clock {MARK}1G terran fire", "not a round with its impulse"),
    (f"clock {MARK}41A terran ap", "up to round 40"),
    (f"clock {MARK}1A terran curves", "leave the letter out"),
    (f"clock 1E {MARK}terran", "written as"),
    (f"clock 1E terran fire {MARK}now", "written as"),
    (f"clock 1E terran fire\n{MARK}clock 1E terran fire", "appears twice"),
    (f"clock 1E terran fire\n{MARK}weather fine", "does not begin a line"),
    (f"clock 1E terran fire\nmap {MARK}0", "not a shift"),
    (f"clock 1E terran fire\nmap 0,0 {MARK}wide", "written as"),
    (f"clock 1E terran fire\nmap 0,0 extended rows {MARK}3 columns 30", "rows"),
    (f"clock 1E terran fire\nmode {MARK}convoy of talon", "not a mode"),
    (f"clock 1E terran fire\nboxes {MARK}0", "boxes of the game"),
    (f"clock 1E terran fire\nboxes {MARK}many", "boxes of the game"),
    (f"clock 0 terran terrain\npattern {MARK}7,1", "pair of dice"),
    (f"clock 1E terran fire\nterrain {MARK}fog 3,4", "kind of terrain"),
    (f"clock 1E terran fire\nterrain {MARK}nebula", "written as"),
    (f"clock 1E terran fire\nterrain nebula 3,4\nterrain asteroid 3,3 {MARK}3,4", "already"),
    (f"clock 1E terran fire\nquiet {MARK}11", "quiet rounds"),
    (f"clock 1E terran fire\nstirred {MARK}much", "written as"),
    (f"clock 1E terran fire\nover {MARK}somehow talon", "not an ending"),
    (f"clock 1E terran fire\nlaunched {MARK}-1", "missiles launched"),
]
LINES = [
    (f"{MARK}romulan CA Zhukov 5,5 E", "does not begin a line"),
    (f"terran {MARK}DN Zhukov 5,5 E", "not a class of Terran"),
    (f"terran CA {MARK}Zhukov", "side, class, name"),
    (f"terran CA {MARK}3,3 E speed 3", "not a name"),
    (f"terran CA {MARK}m4 3,3 E", "not a name"),
    (f'terran CA {MARK}"Zhu 5,5 E', "not closed"),
    (f'terran CA {MARK}"Zhu"kov 5,5 E', "not a name"),
    (f'terran CA {MARK}"" 5,5 E', "not a name"),
    (f"terran CA Zhukov {MARK}5;5 E", "not a hex"),
    (f"terran CA Zhukov {MARK}0,401 E", "out of range"),
    (f"terran CA Zhukov {MARK}5,5", "facing is missing"),
    (f"terran CA Zhukov 5,5 {MARK}N", "not a hex side"),
    (f"terran CA Zhukov 5,5 E {MARK}cloaked", "not an item"),
    (f"terran CA Zhukov 5,5 E hull 1 {MARK}hull 2", "appears twice"),
    (f"terran CA Zhukov 5,5 E {MARK}hull", "missing"),
    (f"terran CA Zhukov 5,5 E hull {MARK}some", "hull boxes marked"),
    (f"terran CA Zhukov 5,5 E speed {MARK}6", "a Speed of a CA"),
    (f"terran CA Zhukov 5,5 E shields {MARK}6/5/5", "4 parts"),
    (f"terran CA Zhukov 5,5 E charge {MARK}1+1/2+2", "3 parts"),
    (f"terran CA Zhukov 5,5 E charge 1+1/{MARK}full/1+1", "red+yellow"),
    (f"terran Tran Normandy 5,5 E charge {MARK}1+1", "no weapons"),
    (f"terran CA Zhukov 5,5 E markers front@A,{MARK}top@B", "not a reinforcement"),
    (f"terran CA Zhukov 5,5 E criticals helm,{MARK}engine", "not a critical"),
    (f"terran CA Zhukov 5,5 E criticals helm,{MARK}helm!", "appears twice"),
    (f"terran CA Zhukov 5,5 E criticals {MARK}ftl!", "never repaired"),
    (f"terran CA Zhukov 5,5 E vote {MARK}maybe", "initiative marker"),
    (f"terran CA Zhukov 5,5 E fighters {MARK}0/0/0", "only a squadron"),
    (f"terran FTR Wolverine {MARK}docked", "carrier or base is missing"),
    (f"terran FTR Wolverine docked {MARK}Hornet", "no Hornet"),
    (f"talon missile {MARK}4 2,1 W at Patton", "not a missile's number"),
    (f"talon missile m1 2,1 W {MARK}to Patton", "word before the target"),
    (f"talon missile m1 2,1 W at {MARK}Enterprise", "no Enterprise"),
    (f"talon missile m1 2,1 W at Patton {MARK}spent", "missile's item"),
    (f"talon missile m1 2,1 W at Patton moved {MARK}moved", "appears twice"),
    (f"talon missile m1 2,1 {MARK}W", "written as"),
    (f"blast {MARK}Sacrifice", "written as"),
    (f"{MARK}then", "missing"),
    (f"then {MARK}panic", "not a task"),
    (f"then {MARK}volley Patton 1", "takes 3 to 3 words"),
    (f"then volley Patton {MARK}4 0", "a group"),
    (f"then fusion Sacrifice 2 0 {MARK}m9", "no missile"),
    (f"then {MARK}pull Patton", "found is missing"),
    (f"then pull found {MARK}Patton", "hex side is missing"),
    (f"then closing conceded {MARK}nobodyatall", "not a side"),
]
"""Each after the lines of `BASE`."""
IMPOSSIBLE = [
    (f"terran CA Zhukov 5,5 E hull {MARK}6", "8.4", "destroyed"),
    (f"terran CA Zhukov 5,5 E hull {MARK}7", "8.4", "from 0 to 6"),
    (f"terran CA Zhukov 5,5 E shields 6/5/{MARK}6/4", "5.3", "Shield boxes"),
    (f"terran CA Zhukov 5,5 E charge 1+1/{MARK}3+2/1+1", "8", "Red boxes of group 2"),
    (f"terran CA Zhukov 5,5 E charge 1+1/2+2/{MARK}1+2", "8", "Yellow boxes of group 3"),
    (f"terran CV Hornet 5,5 E {MARK}battery", "10.1", "no battery"),
    (f"terran CA Zhukov 5,5 E afterburners {MARK}1", "10.2", "Afterburners"),
    (f"terran CA Zhukov 5,5 E power {MARK}6", "5.4", "cannot have Power"),
    (f"terran CA Zhukov 5,5 E power {MARK}-1", "5.4", "broken up"),
    (f"terran CA Zhukov 5,5 E turn {MARK}4", "7.2", "turn-radius count"),
    (f"terran Base Valley_Forge 5,5 E turn {MARK}1", "7.2", "turn-radius count"),
    (f"terran Base Valley_Forge 5,5 E {MARK}slip", "14", "does not move"),
    (f"terran Base Valley_Forge 5,5 E criticals {MARK}helm", "8.5", "no helm"),
    (f"terran Base Valley_Forge 5,5 E thrusters {MARK}1", "8.5", "Thruster"),
    (f"terran CA Zhukov 5,5 E relays {MARK}3", "8.5", "Power relay"),
    (f"terran SC Explorer 5,5 E relays {MARK}1", "8.5", "Power relay"),
    (f"terran SC Explorer 5,5 E criticals {MARK}shields", "R8", "no critical boxes"),
    (f"terran SC Explorer 5,5 E charge {MARK}lost", "R8", "no critical boxes"),
    (f"terran CA Zhukov 5,5 E markers {MARK}front@A,left@B,rear@C", "6.4", "at most 2 reinforcements"),
    (f"terran CA Zhukov 5,5 E markers {MARK}front@A,left@A", "6.4", "one reinforcement in an impulse"),
    (f"terran CA Zhukov 5,5 E criticals shields markers {MARK}front@A", "6.4", "shields in use"),
    (f"terrain nebula 5,5\nterran CA Zhukov 5,5 E markers {MARK}front@A", "6.4", "out of use"),
    (f"terran FTR Wolverine 5,5 E fighters {MARK}2/2/2", "R35", "destroyed"),
    (f"terran FTR Wolverine 5,5 E fighters 0/{MARK}3/0", "12", "Boxes marked"),
    (f"terran FTR Wolverine 5,5 E charge 1+1/{MARK}lost/1+1", "12", "A fighter is lost"),
    (f"terran FTR Wolverine 5,5 E hull {MARK}1", "8.4", "from 0 to 0"),
    (f"terran FTR Wolverine 5,5 E vote {MARK}change", "6", "no AP of its own"),
    (f"terran FTR Wolverine docked {MARK}Patton", "16", "does not dock"),
    (f"terran FTR Wolverine 5,5 E home {MARK}Sacrifice", "21", "is not launched from"),
    (f"terran Tran Normandy 5,5 E home {MARK}Wasp", "21", "is not launched from"),
    (f"terran FTR Wolverine 5,5 E aboard {MARK}Wasp", "16", "is not docked"),
    (f"terran CA Zhukov 5,5 E markers {MARK}front@E", "6.4", "must be spent"),
    (f"talon CA Hunter 5,5 E markers {MARK}front@E", "6.4", "must be spent"),
    (f"terran Tran Normandy docked {MARK}Wasp", "16", "does not dock"),
    (f"terran CA Zhukov docked {MARK}Wasp", "16", "does not dock"),
    (f"terran CV Hornet destroyed\nterran FTR Wolverine docked {MARK}Hornet", "16", "share its fate"),
    (f"terran CA {MARK}Patton 5,5 E", "21", "two units named Patton"),
    (f"terran CA Zhukov {MARK}undeployed", "21", "The set-up is over"),
    (f"terran CA Zhukov {MARK}out", "S20", "Only squadrons"),
    (f"terran Base Valley_Forge {MARK}jumped", "14", "does not leave"),
    (f"terran Tran Normandy {MARK}landed", "31.8", "to land on a planet"),
    (
        f"terran SC {MARK}Explorer 5,5 E\nterran SC Voyager 6,5 E\nterran SC Pathfinder 7,5 E",
        "31.6",
        "counters",
    ),
    (f"terrain planet 5,5\nterran CA Zhukov {MARK}5,5 E", "17", "Nothing can be in a planet"),
    (
        f"terrain black-hole 5,5\ntalon missile m1 {MARK}5,5 W at Patton",
        "17",
        "Nothing can be in a black-hole",
    ),
    (f"map -6,-5\nterran CA Zhukov {MARK}20,5 E", "7.5", "outside the map"),
    (f"capital {MARK}5,5", "31.8", "Only a battle for a planet"),
    (f"mode planet of talon\nterrain nebula 5,5\ncapital {MARK}5,5", "31.8", "its hex has nebula"),
    (f"mode {MARK}planet of talon", "S21", "hex of the planet is missing"),
    (f"pattern {MARK}3,4", "30.1", "before anybody deploys"),
    (f"offer {MARK}talon talon", "R29", "each side offers once"),
    (f"offer {MARK}talon terran", "R29", "The battle is over"),
    (f"quiet {MARK}10", "R29", "10 rounds"),
    (f"over {MARK}draw talon", "20.1", "no winner"),
    (f"over {MARK}held", "20.1", "every other ending has one"),
    (f"over {MARK}planet talon", "31.8", "does not own the planet"),
    (f"talon missile m1 2,1 W at {MARK}Hunter", "13.2", "own side"),
    (f"terran CA Zhukov destroyed\ntalon missile m1 2,1 W at {MARK}Zhukov", "13.3", "not on the map"),
    (f"talon missile m1 0,0 W at {MARK}Patton", "13.5", "would have hit it"),
    (
        f"talon missile m1 2,1 W at Patton\ntalon missile {MARK}m1 2,2 W at Patton",
        "13.2",
        "its own number",
    ),
    (f"talon DD Shadow 5,5 E {MARK}firing", "8", "own side's fire step"),
    (f"terran CA Zhukov 5,5 E {MARK}set", "5.4", "Power Phase"),
    (f"blast {MARK}Patton 0,0\nthen blasts", "8.6", "does not explode"),
    (f"talon CA Justice destroyed\nblast {MARK}Justice 3,4", "R26", "while the task blasts"),
    (f"then {MARK}volley Patton 1 1", "8", "fewer weapons left"),
    (f"then {MARK}volley Sacrifice 1 0", "3", "not Sacrifice's turn"),
    (f"then {MARK}push Patton Wasp", "8", "not an enemy"),
    (f"then {MARK}hammer Cougar front 10", "R16", "Name a fighter"),
    (f"then {MARK}pull Patton found", "18", "black hole"),
    (f"then {MARK}berthing Cougar", "21", "still to be launched"),
    (f"then {MARK}closing draw talon", "20.1", "no winner"),
    (f"then {MARK}closing conceded talon Patton", "20.4", "Only squadrons"),
]
"""Each after the lines of `BASE`, with the rule."""


def marked(told: str) -> tuple[str, str]:
    """A text without its mark, and where the mark stood, as "3:17"."""
    before = told[: told.index(MARK)]
    line, column = before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
    return told.replace(MARK, ""), f"{line}:{column}"


def refusal_of(told: str, where: str):
    """The refusal at that place."""
    with pytest.raises(Refused) as caught:
        text.read_position(told)
    found = [refusal for refusal in caught.value.refusals if refusal.where == where]
    assert found, [str(refusal) for refusal in caught.value.refusals]
    line, column = where.split(":")
    assert found[0].reason.startswith(f"Line {line}, column {column}: ")
    return found[0]


@pytest.mark.parametrize(("told", "reason"), MALFORMED)
def test_a_malformed_position_is_refused(told, reason):
    """With line, column and the reason; no rule of the game is broken by it."""
    found = refusal_of(*marked(told))
    assert reason in found.reason
    assert found.rule in ("", "21")


@pytest.mark.parametrize(("told", "reason"), LINES)
def test_a_malformed_line_is_refused(told, reason):
    """Every kind of line and every item."""
    found = refusal_of(*marked(BASE + told))
    assert reason in found.reason
    assert found.rule == ""


@pytest.mark.parametrize(("told", "rule", "reason"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(told, rule, reason):
    """At the word that cannot be, by the rule."""
    found = refusal_of(*marked(BASE + told))
    assert reason in found.reason
    assert found.rule == rule


def test_the_position_of_these_tests_can_be():
    """Each refusal above is one of the line added."""
    assert text.write_position(text.read_position(BASE)).startswith("position 1\nclock 1E terran fire\n")


def test_only_setting_up_is_round_0():
    """3, 21: the clock of a position."""
    told, where = marked(BASE.replace("clock 1E terran fire", f"clock {MARK}1 terran deploy"))
    assert "Round 0" in refusal_of(told, where).reason


def test_the_map_is_laid_around_terrain_and_missiles_too():
    """What is told lies on the map, where no map is told."""
    battle = text.read_position(BASE + "terrain nebula 12,2 13,2\ntalon missile m1 2,12 W at Patton")
    assert len(battle.terrain) == 2
    assert battle.window.rows >= 11


def test_every_impossibility_is_told():
    """Not only the first."""
    with pytest.raises(Refused) as caught:
        text.read_position(BASE + "terran CA Zhukov 5,5 E hull 9 turn 9 afterburners 1")
    assert [refusal.where for refusal in caught.value.refusals] == ["8:29", "8:36", "8:51"]
