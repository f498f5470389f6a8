"""Standing instructions in words (S36, S61)."""

from campaign.rules.orders import StandingInstruction


def instruction_words(told: StandingInstruction) -> str:
    """An instruction in a few words.

    >>> instruction_words(StandingInstruction("leading", 3))
    'engage with a lead of 3 LP or more, or if the enemy has declined; otherwise ask'
    """
    words = {
        "ask": "ask me",
        "unless": f"engage unless the enemy leads by {told.lead} LP or more",
        "leading": f"engage with a lead of {told.lead} LP or more, or if the enemy has declined; otherwise ask",
    }
    return words.get(told.answer, told.answer)
