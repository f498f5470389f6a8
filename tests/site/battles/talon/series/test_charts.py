"""The charts of a campaign game: the score leg by leg, and what each leg brought, each with its figures."""

import re

import pytest
from django.test import Client

from accounts.models import User
from battles.talon.series.charts import HEIGHT, MARGIN, WIDTH, charts_of
from battles.talon.series.reading import state_of
from engines.seam.series import Points
from tests.campaign_games import begin, between, win, win_at_patton
from tests.people import browser
from tests.site.battles.talon.series.test_talk import link
from tests.site.seats import text

pytestmark = pytest.mark.django_db


def test_the_score_is_drawn_from_the_second_result_on(anna: User, ben: User) -> None:
    series = between(anna, ben, 3, 4, 5)
    client, path = browser(anna), series.get_absolute_url()
    win(begin(client, series, 1), "user", series=series)
    assert charts_of(state_of(series), "user") is None
    assert "line-chart" not in client.get(path).content.decode()
    for by in ("user", "rival"):
        win_at_patton(begin(client, series, 2), by, series=series)
    win(begin(client, series, 3), "rival", series=series)
    mine, his = (charts_of(state_of(series), player) for player in ("user", "rival"))
    assert mine is not None
    assert his is not None
    assert mine.score.rows == (("0", ("0", "0")), ("1", ("3", "0")), ("2", ("4", "1")), ("3", ("4", "7")))
    assert [curve.name for curve in his.score.curves] == ["ben", "anna"]
    assert his.score.rows[-1] == ("3", ("7", "4"))
    assert [points for _number, _title, points in mine.legs.rows] == [
        Points(3, 0),
        Points(1, 1),
        Points(0, 6),
    ]
    for user in (anna, ben):
        shown = browser(user).get(path).content.decode()
        assert shown.count("<figure") == 2
        assert len(re.findall("<rect", shown)) == 4
        assert "What each leg brought" in shown
    watched = Client().get(link(anna, series))
    assert watched.content.decode().count("<figure") == 2
    assert "above the line for anna, below it for ben" in text(watched)


def test_bars_stay_in_the_picture_and_are_as_high_as_their_points(anna: User, ben: User) -> None:
    series = between(anna, ben, *range(1, 13))
    client = browser(anna)
    for leg in (1, 2, 3):
        win(begin(client, series, leg), "user" if leg == 2 else "rival", series=series)
    charts = charts_of(state_of(series), "user")
    assert charts is not None
    by_look = {look: [bar for bar in charts.legs.bars if bar.look == look] for look in ("mine", "theirs")}
    assert [bar.y + bar.height for bar in by_look["mine"]] == [HEIGHT // 2]
    assert [bar.y for bar in by_look["theirs"]] == [HEIGHT // 2] * 2
    for bar in charts.legs.bars:
        assert MARGIN <= bar.x <= bar.x + bar.width <= WIDTH - MARGIN
        assert MARGIN <= bar.y <= bar.y + bar.height <= HEIGHT - MARGIN
    heights = {
        points.rival: bar.height
        for bar, (_n, _t, points) in zip(
            by_look["theirs"], (charts.legs.rows[0], charts.legs.rows[2]), strict=True
        )
    }
    assert len({height / points for points, height in heights.items()}) == 1
