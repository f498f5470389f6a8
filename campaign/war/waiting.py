"""What a war waits for, by kind: in words, and where it is done. A row holds the kind and what the words name."""

from dataclasses import dataclass

from accounts.callsigns import is_the_computers
from battles.pace import PAUSE
from campaign.models import Waiting
from campaign.rules.map.strategic_map import place_in_text

Kind = Waiting.Kind


@dataclass(frozen=True, slots=True)
class Task:
    """One kind of thing that a war waits for: how it is said, and where it is done.

    `mine` says it to who has to do it, `theirs` to the other player, after the name; "" for "still has to" and `mine`.
    `action` are the words of the link to the page on which it is done, `words` what stands above it, and `title` its
    heading if that is not `mine`; without an action it is done on the war's own page. `as_well` is what both
    sides have to do meanwhile, "" for nothing. `of_a_battle`: the page of a battle says it too, under the same key;
    `of_the_player`: no deputy does it; `proposed`: the other player has asked for it.
    """

    mine: str
    theirs: str = ""
    title: str = ""
    words: str = ""
    action: str = ""
    as_well: str = ""
    of_a_battle: bool = False
    of_the_player: bool = False
    proposed: bool = False


TASKS: dict[str, Task] = {
    Kind.BASES: Task(
        "Place your bases",
        theirs="still has to place {their} bases",
        title="Place your bases",
        words="Place your free bases, one of them at home. The enemy sees them when both sides have sealed.",
        action="Place bases",
    ),
    Kind.PLAN: Task(
        "Plan turn {turn}",
        title="Plan this turn",
        words="Buy ships, assign each to a sector or the Reserve, and seal.",
        action="Plan turn",
    ),
    Kind.ENGAGE: Task(
        "Engage or decline at {place}?",
        theirs="decides whether to engage at {place}",
    ),
    Kind.FIRST: Task(
        "Which home is fought over first?",
        theirs="decides which home is fought over first",
    ),
    Kind.LAND: Task(
        "Which transports land at {place}?",
        theirs="chooses which transports land at {place}",
    ),
    Kind.STRAND: Task(
        "Which squadrons are left behind at {place}?",
        theirs="chooses which squadrons are left behind at {place}",
    ),
    Kind.GO_ON: Task(
        "Open the next battle",
    ),
    Kind.RECORD: Task(
        "Record the battle ({place})",
        words="The battle page has the set-up sheet and the result form.",
        action="Open battle",
        of_a_battle=True,
    ),
    Kind.SETTLE: Task(
        "Settle the disputed report ({place})",
        words="The result is disputed. Enter it again together, or agree on it.",
        action="Open battle",
        of_a_battle=True,
    ),
    Kind.AGREE_OR_RECORD: Task(
        "{name} wants captains to fight this battle: agree, or record it ({place})",
        theirs="still has to decide whether captains fight the battle ({place})",
        words="If you agree, captains fight it in a second. Or fight it at your table and record it.",
        action="Answer",
        as_well=Kind.RECORD,
        of_a_battle=True,
    ),
    Kind.AGREE_OR_SETTLE: Task(
        "{name} wants captains to fight this battle: agree, or settle the report ({place})",
        theirs="still has to decide whether captains fight the battle ({place})",
        words="If you agree, captains fight it in a second. Or fight it at your table and record it.",
        action="Answer",
        as_well=Kind.SETTLE,
        of_a_battle=True,
    ),
    Kind.AGREE_TO_PLAY: Task(
        "{name} wants to play this battle in the browser: agree, or record it ({place})",
        theirs="still has to decide whether to play the battle in the browser ({place})",
        words="If you agree, you play it in the browser.",
        action="Answer",
        as_well=Kind.RECORD,
        of_a_battle=True,
    ),
    Kind.PLAY: Task(
        "Play the battle ({place})",
        theirs="plays the battle ({place})",
        words="You play it in the browser.",
        action="Play",
        of_a_battle=True,
    ),
    Kind.FINISH: Task(
        "{name} wants captains to finish the battle ({place})",
        theirs="still has to answer whether captains finish the battle ({place})",
        words="If you agree, captains of both sides play on from where it stands.",
        action="Answer",
        proposed=True,
    ),
    Kind.TO_TABLE: Task(
        "{name} wants to finish the battle at the table ({place})",
        theirs="still has to answer whether the battle is finished at the table ({place})",
        words="If you agree, it stops where it stands, and one of you records the result.",
        action="Answer",
        proposed=True,
    ),
    Kind.TO_BOARD: Task(
        "{name} wants to play the battle in the browser ({place})",
        theirs="still has to answer whether the battle is played in the browser ({place})",
        words="If you agree, you give your orders here.",
        action="Answer",
        proposed=True,
    ),
    Kind.CONFIRM: Task(
        "Confirm {report} ({place})",
        theirs="still has to confirm {your_report} ({place})",
        words="Your opponent has entered a result. Check it, then confirm or dispute it.",
        action="Answer",
        of_a_battle=True,
    ),
    Kind.FAILED: Task(
        "Captains could not fight the battle: try again, or record it ({place})",
        theirs="still has to settle a battle that captains could not fight ({place})",
        words="The battle page has the set-up sheet and the result form.",
        action="Open battle",
        of_a_battle=True,
    ),
    Kind.WITHDRAW: Task(
        "Withdraw the last result, or keep it?",
        theirs="decides whether to withdraw the last result",
        proposed=True,
        of_the_player=True,
    ),
    Kind.DRAW: Task(
        "Answer the offer of a draw",
        theirs="still has to answer your offer of a draw",
        proposed=True,
        of_the_player=True,
    ),
}
"""By kind. Features bring theirs (`bring_task`)."""


def bring_task(kind: str, task: Task) -> None:
    """What a feature asks of a player, which the war does not know by itself."""
    TASKS[kind] = task


def of_the_player() -> list[str]:
    """The kinds that a player alone decides, and no deputy."""
    return [kind for kind, task in TASKS.items() if task.of_the_player]


def about(row: Waiting) -> str:
    """What the proposal is about that the row asks to answer."""
    return "a pause" if row.key.endswith(f":{PAUSE}") else "deadlines"


def sentence(row: Waiting) -> str:
    """What the row asks of its player: "Plan turn 2"."""
    return _filled(TASKS[row.kind].mine, row)


def heading(row: Waiting) -> str:
    """What stands above the words and the link of its card: the sentence, or a heading of its own."""
    task = TASKS[row.kind]
    return _filled(task.title or task.mine, row)


def sentence_of_other(name: str, row: Waiting) -> str:
    """What the other side has to do, with its player's name: "Bert still has to plan turn 2"."""
    task = TASKS[row.kind]
    words = task.theirs or f"still has to {task.mine[:1].lower()}{task.mine[1:]}"
    their = "its" if is_the_computers(name) else "their"
    return f"{named_first(name)} {_filled(words, row, their)}"


def named(player: str) -> str:
    """A player within a sentence: the callsign, or "the computer".

    >>> named("Computer"), named("Marlow")
    ('the computer', 'Marlow')
    """
    return "the computer" if is_the_computers(player) else player


def named_first(player: str) -> str:
    """A player at the beginning of a sentence: the callsign, or "The computer".

    >>> named_first("Computer"), named_first("marlow")
    ('The computer', 'marlow')
    """
    return "The computer" if is_the_computers(player) else player


def _filled(words: str, row: Waiting, their: str = "their") -> str:
    return words.format(
        turn=row.turn,
        place=place_in_text(row.place) if row.place else "",
        name=row.name,
        report=f"{row.name}'s report" if row.name else "the report",
        your_report="your report" if row.name else "the report",
        their=their,
        about=about(row),
    )
