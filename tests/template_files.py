"""The project's templates, wherever they lie: those of a feature in its folder, all others in `templates/`."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent


def template_files(pattern: str = "*.html") -> list[Path]:
    """All templates of that pattern, in the order of their paths."""
    folders = [ROOT / "templates", *ROOT.glob("*/*/templates"), *ROOT.glob("*/*/*/templates")]
    return sorted(path for folder in folders for path in folder.rglob(pattern))


def name_of(path: Path) -> str:
    """A template's name, by which Django finds it."""
    return str(path).rpartition("/templates/")[2]
