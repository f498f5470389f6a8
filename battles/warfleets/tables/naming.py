"""What things on the table are called, and numbers as people write them."""

from engines.warfleets.geometry import Place
from engines.warfleets.state import Model


def inches(hundredths: int) -> str:
    """A length in inches, without needless digits.

    >>> inches(450), inches(1200), inches(-5)
    ('4.5', '12', '-0.05')
    """
    return f"{hundredths / 100:.2f}".rstrip("0").rstrip(".")


def degrees(tenths: int) -> str:
    """A turn or a heading in degrees.

    >>> degrees(300), degrees(125)
    ('30', '12.5')
    """
    return f"{tenths / 10:.1f}".removesuffix(".0")


def place_words(place: Place) -> str:
    """A place on the table: across, and up.

    >>> place_words((1200, 350))
    '12, 3.5'
    """
    return f"{inches(place[0])}, {inches(place[1])}"


def weapon_title(model: Model, weapon: int) -> str:
    """What a weapon of a model is called."""
    return model.weapons[weapon].title if weapon >= 0 else "Turret"


def slot_title(model: Model, slot: int) -> str:
    """What an upgrade or a weapon of a ship is called."""
    return model.slot_titles[slot]
