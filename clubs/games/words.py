"""What is played in arranged games, in words."""

from battles.models import Tempo, Way
from battles.talon.series.forms import WAYS
from campaign.lobby.agreed import settings_in_words
from clubs.games.terms import agreed_war
from clubs.models import GameTerms


def days_words(days: int) -> str:
    """How long there is for the games of a round."""
    return f"{span_words(days)} for each round" if days else "No deadlines"


def span_words(days: int) -> str:
    """How long there is for all games."""
    if not days:
        return "No deadline"
    weeks, left = divmod(days, 7)
    if not left:
        return "1 week" if weeks == 1 else f"{weeks} weeks"
    return f"{days} days"


def legs_words(row: GameTerms) -> str:
    """What each two players meet in, in brief."""
    numbers = ", ".join(map(str, row.scenarios))
    if row.war_terms is not None:
        return f"An Empire War on {row.war_terms.map_name}"
    if row.legs == GameTerms.Legs.PAIR:
        return f"Scenario {numbers} from both sides"
    if row.legs == GameTerms.Legs.PICKED:
        return f"Scenario{'s' if len(row.scenarios) > 1 else ''} {numbers}"
    return str(GameTerms.Legs(row.legs).label)


def terms_facts(row: GameTerms) -> list[tuple[str, str]]:
    """How the games are played, each fact with its title."""
    war = agreed_war(row)
    if war is not None:
        facts = [(title, words[0].upper() + words[1:]) for title, words in settings_in_words(war.settings)]
        return [
            ("Deadlines within a war" if title == "Deadlines" else title, words) for title, words in facts
        ]
    facts = [("How legs are fought", str(dict(WAYS)[Way(row.way)]))]
    if row.way == Way.HAND:
        facts.append(("Tempo", str(Tempo(row.tempo).label)))
    return facts
