"""What a name can be: of ships, wars, maps, sectors, players, and whatever else people name.

Every entrance asks here: it makes a name tidy, and refuses what is still at fault.
"""

from typing import Final
from unicodedata import category, name, normalize

LONGEST: Final = 60
"""Characters of the longest name of a ship, a base or a war."""
STYLES: Final = "\ufe0e\ufe0f"
"""They follow a sign to say whether it is drawn as a letter or as a picture; phones write them with every picture."""
TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks that change the direction of writing."""
UNSEEN: Final = frozenset(
    [
        *map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)),
        *map(chr, range(0x180B, 0x1810)),
        *map(chr, range(0xFE00, 0xFE0E)),
        *map(chr, range(0xE0100, 0xE01F0)),
    ]
)
"""Letters, marks and signs of which nothing is seen; those of the other categories have categories of their own."""
KINDS: Final = {
    "Cc": "a control character",
    "Cf": "an invisible character",
    "Cs": "half of a character",
    "Co": "a character of private use",
    "Cn": "a character that is not in Unicode",
    "Zl": "a line break",
    "Zp": "a line break",
}
"""What is never part of a name, by category."""


def tidy(words: str) -> str:
    """The name in the form in which it is stored: NFC, and single plain spaces, none at either end.

    >>> tidy(" Sun\\u00a0  Tzu "), tidy("Zoe\\u0308") == "Zoë"
    ('Sun Tzu', True)
    """
    spaced = "".join(" " if category(letter) == "Zs" else letter for letter in words if letter not in STYLES)
    return normalize("NFC", " ".join(part for part in spaced.split(" ") if part))


def fault(words: str, longest: int = LONGEST, what: str = "name") -> str:
    """Why a text is not a tidy name, as a sentence that names the character; "" if it is one.

    `what` is what the sentence calls it.

    >>> fault("Pat\\u200bton")
    'The name holds an invisible character, U+200B ZERO WIDTH SPACE; type it again.'
    >>> fault('Bonnie & Clyde "Lucky"')
    ''
    """
    if not words:
        return f"The {what} is empty."
    for letter in words:
        if kind := _never(letter):
            return f"The {what} holds {kind}, {title(letter)}; type it again."
    if len(words) > longest:
        return f"The {what} has {len(words)} characters; at most {longest} are possible."
    return (
        "" if words == tidy(words) else f"The {what} has unusual spaces, accents or pictures; type it again."
    )


def unwritable(words: str) -> str:
    """Why the name can stand in no battle record, as a sentence; "" if it can.

    That is less than `fault` refuses: names that were taken before it did can be read for ever.

    >>> unwritable("Sun\\u00a0Tzu")
    'The name “Sun�Tzu” holds an unusual space, U+00A0 NO-BREAK SPACE.'
    """
    if not words.strip(" "):
        return "A name is empty."
    for letter in words:
        if not letter.isprintable():
            return f"The name “{shown(words)}” holds {_never(letter) or 'an unusual space'}, {title(letter)}."
    return ""


def title(letter: str) -> str:
    """A character as the standard names it.

    >>> title("\\u200b"), title("\\t")
    ('U+200B ZERO WIDTH SPACE', 'U+0009')
    """
    return f"U+{ord(letter):04X} {name(letter, '')}".rstrip()


def shown(words: str) -> str:
    """The name with a visible sign for each character that is never part of one.

    >>> shown("Pat\\u200bton")
    'Pat�ton'
    """
    return "".join(letter if letter.isprintable() and not _never(letter) else "�" for letter in words)


def proposed(words: str) -> str:
    """A name that can be taken in place of one that cannot: without what is never part of one.

    >>> proposed("Sun\\u00a0Tzu"), proposed("Pat\\u200bton"), proposed("\\u200b")
    ('Sun Tzu', 'Patton', '')
    """
    return tidy("".join(letter for letter in words if not _never(letter)))[:LONGEST].rstrip()


def _never(letter: str) -> str:
    """What a character is that is never part of a name; "" for a space and for any other."""
    if letter in TURNING:
        return "a mark that changes the direction of writing"
    if letter in UNSEEN:
        return "an invisible character"
    return KINDS.get(category(letter), "")
