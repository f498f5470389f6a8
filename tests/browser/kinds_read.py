"""What axe has read in a run of the tests, known to all of the run's processes."""

import json
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path


class KindsRead:
    """By width and theme the kinds of elements, each in its parent, that axe has read without a finding."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def on(self, screen: str) -> set[str]:
        """The kinds read at that width and in that theme; one that is being written just now may be missing."""
        file = self._file(screen)
        return {json.loads(line) for line in _whole_lines(file)} if file.exists() else set()

    def add(self, screen: str, kinds: Iterable[str]) -> None:
        """These have been read as well."""
        new = set(kinds) - self.on(screen)
        lines = "".join(f"{json.dumps(kind)}\n" for kind in sorted(new))
        with self._file(screen).open("ab", buffering=0) as file:  # in one piece, whoever else writes
            file.write(lines.encode())

    def _file(self, screen: str) -> Path:
        return self._folder / f"read-by-axe-{sha256(screen.encode()).hexdigest()[:16]}"


def _whole_lines(file: Path) -> list[str]:
    """The lines of the file that are complete."""
    return file.read_text().split("\n")[:-1]
