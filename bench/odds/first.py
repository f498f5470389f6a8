"""How soon there is a first figure to be shown: python -m bench.odds.first, on an empty database.

A player asks, and the worker plays the battle out, often enough for a figure, with two doctrines where they are
compared. What is measured ends when the page would show it.
"""

from time import sleep

from bench.figures import Measurement, middle
from bench.odds.play_outs import FLEETS
from bench.odds.sweeps import LONGEST_WAIT, print_on_site, workers_of

TIMES = 7
MOST_SECONDS = 2.0


def figures() -> list[Measurement]:
    """The seconds from a question to its first figure, of one doctrine and of two compared, 600 points a side."""
    from config.serving.supervise import EVERYTHING_ELSE, LONG  # noqa: PLC0415 - models can only be imported after the setup

    found = []
    with workers_of(EVERYTHING_ELSE, LONG):
        _seconds("")  # what is loaded only once is loaded now
        for name, other in (("one_doctrine", ""), ("two_doctrines", "hold")):
            took = [_seconds(other) for _ in range(TIMES)]
            words = "until the first 20 play-outs are booked, 600 points a side"
            found.append(middle(f"odds_first_figure_{name}", took, "s", MOST_SECONDS, words))
    return found


def _seconds(other: str) -> float:
    """How long one question took; RuntimeError if nothing came."""
    from django.utils import timezone  # noqa: PLC0415

    from bench.odds.scene import forecast_in_a_war  # noqa: PLC0415
    from campaign.odds import forecasts as odds  # noqa: PLC0415

    forecast = forecast_in_a_war(*FLEETS["odds_600_points_s"][0], other)
    while odds.cases_of(forecast)[0].tally.fought < odds.FIRST:
        if (timezone.now() - forecast.asked_at).total_seconds() > LONGEST_WAIT:
            raise RuntimeError("no odds have come")
        sleep(0.02)
    took = timezone.now() - forecast.asked_at
    forecast.wanted_until = timezone.now()
    forecast.save(update_fields=["wanted_until"])
    return took.total_seconds()


if __name__ == "__main__":
    print_on_site(figures)
