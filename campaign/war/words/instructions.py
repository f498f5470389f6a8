"""Standing instructions in words (S36, S61, S76, S83)."""

from campaign.rules.orders import StandingInstruction


def instruction_words(instruction: StandingInstruction) -> str:
    """An instruction in a few words.

    >>> instruction_words(StandingInstruction("engage", by_hand=True))
    'engage; play the battle myself'
    >>> instruction_words(StandingInstruction("leading", 3))
    'engage with a lead of 3 LP or more, or if the enemy has declined; otherwise ask'
    """
    words = {
        "ask": "ask me",
        "unless": f"engage unless the enemy leads by {instruction.lead} LP or more",
        "leading": f"engage with a lead of {instruction.lead} LP or more, or if the enemy has declined; otherwise ask",
        "odds": f"engage if I hold the front line in {instruction.odds} of 100 or more",
        "worth": "engage if that is worth more than to decline",
    }
    answer = words.get(instruction.answer, instruction.answer)
    return f"{answer}; play the battle myself" if instruction.by_hand else answer
