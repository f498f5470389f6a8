"""A game is made for two players: a campaign game or a war, by the terms of their season or match."""

from collections.abc import Sequence

from accounts.models import User
from battles.models import Way
from battles.talon.series.arranged import arrange
from battles.talon.series.arranging import PlannedLeg
from battles.talon.series.planning import Choice, planned, planned_pair
from campaign.models import War
from campaign.new_war.arranged import arrange as arrange_war
from clubs.games.terms import AgreedWar, agreed_war
from clubs.models import ArrangedGame, GameTerms


def arrange_games(terms: GameTerms, name: str, games: Sequence[tuple[ArrangedGame, User, User]]) -> None:
    """Has each game made for its two players, and stores it; the first-named begins as Terran."""
    war = agreed_war(terms)
    legs = [] if war is not None else legs_of(terms)
    for game, first, second in games:
        if war is not None:
            game.war = _war(war, name, first, second)
        else:
            game.series = arrange(
                user=first, rival=second, name=name, legs=legs, way=Way(terms.way), tempo=terms.tempo
            )
        game.save(update_fields=["series", "war"])


def _war(agreed: AgreedWar, name: str, first: User, second: User) -> War:
    return arrange_war(terran=first, talon=second, name=name, settings=agreed.settings, chart=agreed.chart)


def legs_of(row: GameTerms) -> list[PlannedLeg]:
    """The legs of each campaign game; the first-named begins as Terran."""
    if row.legs == GameTerms.Legs.PAIR:
        return planned_pair(row.scenarios[0])
    choices: dict[str, Choice] = {"best": "best", "once": "once", "picked": "picked"}
    return planned(choices[row.legs], row.scenarios, (), "turn-terran")
