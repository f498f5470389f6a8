"""What the files of a battle are called."""

from django.utils.text import slugify

from battles.models import Battle


def file_name(battle: Battle, form: str) -> str:
    """What the file of a battle's record is called."""
    return f"{slugify(f'battle {battle.pk} {battle.place}')}.{form}"
