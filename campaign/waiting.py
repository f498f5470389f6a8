"""What a war waits for, in words: made where they are shown or sent, of the kind and the columns of a row."""

from accounts.callsigns import is_the_computers
from campaign.models import Waiting
from campaign.pace import PAUSE
from campaign.rules.map.strategic_map import place_in_text

Kind = Waiting.Kind
SENTENCES: dict[str, str] = {
    Kind.BASES: "Place your bases",
    Kind.PLAN: "Plan turn {turn}",
    Kind.ENGAGE: "Engage or decline at {place}?",
    Kind.FIRST: "Which home is fought over first?",
    Kind.LAND: "Which transports land at {place}?",
    Kind.STRAND: "Which squadrons are left behind at {place}?",
    Kind.GO_ON: "Open the next battle",
    Kind.RECORD: "Record the battle ({place})",
    Kind.SETTLE: "Settle the disputed report ({place})",
    Kind.AGREE_OR_RECORD: "{name} wants captains to fight this battle: agree, or record it ({place})",
    Kind.AGREE_OR_SETTLE: "{name} wants captains to fight this battle: agree, or settle the report ({place})",
    Kind.AGREE_TO_PLAY: "{name} wants to play this battle in the browser: agree, or record it ({place})",
    Kind.PLAY: "Play the battle ({place})",
    Kind.FINISH: "{name} wants captains to finish the battle ({place})",
    Kind.TO_TABLE: "{name} wants to finish the battle at the table ({place})",
    Kind.TO_BOARD: "{name} wants to play the battle in the browser ({place})",
    Kind.CONFIRM: "Confirm {report} ({place})",
    Kind.FAILED: "Captains could not fight the battle: try again, or record it ({place})",
    Kind.WITHDRAW: "Withdraw the last result, or keep it?",
    Kind.DRAW: "Answer the offer of a draw",
    Kind.TIME: "Answer the proposal about {about}",
    Kind.CORRECT: "Answer the corrected result ({place})",
}
OF_OTHERS: dict[str, str] = {
    Kind.BASES: "still has to place {their} bases",
    Kind.ENGAGE: "decides whether to engage at {place}",
    Kind.FIRST: "decides which home is fought over first",
    Kind.LAND: "chooses which transports land at {place}",
    Kind.STRAND: "chooses which squadrons are left behind at {place}",
    Kind.AGREE_OR_RECORD: "still has to decide whether captains fight the battle ({place})",
    Kind.AGREE_OR_SETTLE: "still has to decide whether captains fight the battle ({place})",
    Kind.AGREE_TO_PLAY: "still has to decide whether to play the battle in the browser ({place})",
    Kind.PLAY: "plays the battle ({place})",
    Kind.FINISH: "still has to answer whether captains finish the battle ({place})",
    Kind.TO_TABLE: "still has to answer whether the battle is finished at the table ({place})",
    Kind.TO_BOARD: "still has to answer whether the battle is played in the browser ({place})",
    Kind.CONFIRM: "still has to confirm {your_report} ({place})",
    Kind.FAILED: "still has to settle a battle that captains could not fight ({place})",
    Kind.WITHDRAW: "decides whether to withdraw the last result",
    Kind.DRAW: "still has to answer your offer of a draw",
    Kind.TIME: "still has to answer your proposal about {about}",
    Kind.CORRECT: "still has to answer your corrected result ({place})",
}


def about(row: Waiting) -> str:
    """What the proposal is about that the row asks to answer."""
    return "a pause" if row.key.endswith(f":{PAUSE}") else "deadlines"


def sentence(row: Waiting) -> str:
    """What the row asks of its player: "Plan turn 2"."""
    return _filled(SENTENCES[row.kind], row)


def sentence_of_other(name: str, row: Waiting) -> str:
    """What the other side has to do, with its player's name: "Bert still has to plan turn 2"."""
    mine = SENTENCES[row.kind]
    words = OF_OTHERS.get(row.kind, f"still has to {mine[:1].lower()}{mine[1:]}")
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
