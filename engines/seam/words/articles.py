"""The indefinite article of a noun, as it is spoken."""

SPELLED_WITH_AN = "AEFHILMNORSX"
"""Letters whose names begin with a vowel."""


def with_article(noun: str) -> str:
    """The noun after "a" or "an"; one in capitals is spelled out.

    >>> with_article("phaser"), with_article("anti-matter torpedo"), with_article("FTR"), with_article("CV")
    ('a phaser', 'an anti-matter torpedo', 'an FTR', 'a CV')
    """
    first = noun.split(maxsplit=1)[0]
    spelled = first.isupper() and len(first) > 1
    vowel = first[0] in SPELLED_WITH_AN if spelled else first[0].lower() in "aeiou"
    return f"{'an' if vowel else 'a'} {noun}"


def with_capital_article(noun: str) -> str:
    """The same at the beginning of a sentence.

    >>> with_capital_article("asteroid")
    'An asteroid'
    """
    found = with_article(noun)
    return f"{found[0].upper()}{found[1:]}"
