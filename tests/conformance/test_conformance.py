"""Every case of the suite, played by this program's engine."""

import pytest

from tests.conformance.playing import play
from tests.conformance.reading import read_all


@pytest.mark.parametrize("case", read_all(), ids=lambda case: case.number)
def test_case(case):
    """Nothing differs from what the case says, and it says everything."""
    wrong = play(case).wrong
    if not case.is_complete:
        wrong.append(f"{case.where(case.last)}: the case is not complete; see README.md.")
    if wrong:
        pytest.fail(f"{case.number} {case.title}\n" + "\n".join(wrong), pytrace=False)
