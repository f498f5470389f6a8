"""The game's own words, each in one sentence, and the parts of How to play that say more about them."""

from dataclasses import dataclass

SECTIONS = {
    "goal": "The goal",
    "turn": "A turn",
    "minimum": "LP and the minimum",
    "income": "Income, planets, bases",
    "battle": "A battle",
    "front": "The front line moves",
    "advice": "Three tips",
}
"""The headings of How to play, by their anchors, in order."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game: its `name` in the glossary, one sentence, and the anchor of a section of How to play."""

    name: str
    words: str
    section: str

    @property
    def anchor(self) -> str:
        """The HTML id of its explanation: "term-ship-points"."""
        return f"term-{self.name.lower().replace(' ', '-')}"

    @property
    def more(self) -> str:
        """The heading of its section."""
        return SECTIONS[self.section]


TERMS = {
    name: Term(name, words, section)
    for name, section, words in (
        ("Ship Points", "income", "What ships cost, and what counts when they are destroyed."),
        ("treasury", "income", "The Ship Points that a side has not spent. Its opponent cannot see them."),
        (
            "income",
            "income",
            "The Ship Points that the front-line zones pay both sides at the start of a turn.",
        ),
        ("LP", "minimum", "Logistics Points: what a ship counts for in its sector, from 0 to 4."),
        ("minimum", "minimum", "The LP that a side must send to every sector. It grows with the fleet."),
        (
            "Reserve",
            "minimum",
            "Ships that are in no sector this turn. Their damage is repaired before the next.",
        ),
        ("sector", "goal", "One lane of zones between the two homes, with one front line."),
        ("zone", "goal", "One place in a sector. The battle is fought in the zone where the front line is."),
        (
            "home",
            "goal",
            "The place where all sectors of a side end. If you lose a battle there, you lose the war.",
        ),
        ("front line", "front", "Where the two sides meet: one zone in each sector."),
        (
            "planet",
            "income",
            "The front line cannot go past an enemy planet until your transports capture it.",
        ),
        ("base", "income", "A fortress that is placed before the war. It never moves and needs no LP."),
        ("engage", "battle", "Take the battle. The side with fewer LP in it answers first."),
        ("forfeit", "battle", "Lose a battle without a fight: no ship is lost, but the front line moves."),
        (
            "stranded",
            "battle",
            "A squadron without room on a carrier or base after a battle. It must go to the Reserve.",
        ),
        ("doctrine", "battle", "Your instructions to the captain who fights a battle for you."),
        ("round", "battle", "The largest unit of time in a battle: six impulses, A to F."),
        ("impulse", "battle", "One sixth of a round. Both sides have a turn in it."),
        ("hull", "battle", "The boxes of damage that destroy a ship when all of them are marked."),
        (
            "power relays",
            "battle",
            "Two boxes of a ship. Each that is damaged takes 1 from its Power, from the next Power Phase on.",
        ),
        ("explosion", "battle", "The damage that a destroyed ship does to everything near it."),
        (
            "counter",
            "battle",
            "A ship's piece on the map. The number of counters limits how many fight at once.",
        ),
        (
            "win chance",
            "battle",
            "The site's estimate of who will win, from the ships that both sides still have.",
        ),
        (
            "degree",
            "front",
            "How clear a victory is: devastating at 3 times the winner's own losses, great at 1.5 times, else minor.",
        ),
        ("lifetime score", "front", "Points between you and one opponent, over all your battles and wars."),
    )
}
