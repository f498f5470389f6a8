"""What a pair as the doubled last leg must bring: three points for both battles, one each otherwise (28, S81, R68)."""

import pytest

from accounts.models import User
from battles.models import Series
from engines.seam.series import Player
from tests.campaign_games import begin, between, win, win_at_patton
from tests.people import browser
from tests.site.seats import text

pytestmark = pytest.mark.django_db
BOTH, OTHER = "both battles of the last leg", "the other battle of the last leg as well"


def said(user: User, series: Series) -> str:
    """The sentence under the score."""
    shown = browser(user).get(series.get_absolute_url()).content.decode()
    return " ".join(shown.split('class="series-said"')[1].split(">", 1)[1].split("</p>")[0].split())


@pytest.mark.parametrize(
    ("before", "half", "words"),
    [
        # 0 : 0, and nothing but the pair: six points for both battles, two each otherwise.
        ((), None, f"Whoever wins {BOTH} wins the campaign game. With one each it ends level."),
        ((), "rival", f"ben wins by winning {OTHER}. Otherwise it ends level."),
        # 3 : 0. With both battles it is 3 : 6, with one each 5 : 2.
        (("user",), None, f"ben wins by winning {BOTH}. Otherwise anna wins."),
        (("user",), "rival", f"ben wins by winning {OTHER}. Otherwise anna wins."),
        # 3 : 0, and ben has lost the first battle: the best that is left is 5 : 2.
        (("user",), "user", "anna can no longer be caught."),
        # 3 : 3, as at the beginning.
        (
            ("user", "rival"),
            None,
            f"Whoever wins {BOTH} wins the campaign game. With one each it ends level.",
        ),
        (("user", "rival"), "user", f"anna wins by winning {OTHER}. Otherwise it ends level."),
        # 0 : 6. With both battles it is 6 : 6.
        (("rival", "rival"), None, f"anna can only draw level, by winning {BOTH}. Otherwise ben wins."),
        (("rival", "rival"), "user", f"anna can only draw level, by winning {OTHER}. Otherwise ben wins."),
        # 9 : 0. Six points are not enough.
        (("user", "user", "user"), None, "anna can no longer be caught."),
    ],
)
def test_r68_what_a_pair_as_the_last_leg_must_bring_is_said(
    before: tuple[Player, ...], half: Player | None, words: str, anna: User, ben: User
) -> None:
    series = between(anna, ben, *(3, 5, 6)[: len(before)], 4)
    client = browser(anna)
    for number, player in enumerate(before, 1):
        win(begin(client, series, number), player, series=series)
    if half is not None:
        win_at_patton(begin(client, series, len(before) + 1), half, series=series)
    assert words in said(ben, series)


def test_r68_the_sentence_comes_true(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 4)
    client = browser(anna)
    win(begin(client, series, 1), "user", series=series)
    for _ in range(2):
        assert "Otherwise anna wins." in said(ben, series)
        win_at_patton(begin(client, series, 2), "rival", series=series)
    assert "You have won the campaign game Campaign game, 6 to 3." in text(
        browser(ben).get(series.get_absolute_url())
    )
