"""Asking for the odds of a whole plan."""

from allauth.core.ratelimit import consume
from django.http import HttpRequest

from campaign.odds import forecasts
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.playing_out import plan_questions
from campaign.war.at import At


def have_played_out(request: HttpRequest, at: At, working: WorkingPlan) -> bool:
    """Whether the battles of a plan are played out now: False if the user has asked too often.

    What has been asked before goes on, and is not counted again.
    """
    questions = plan_questions(working, at.captains)
    if not questions:
        return True
    if not forecasts.are_asked(at.war, questions) and not consume(request, action="odds", user=at.user):
        return False
    forecasts.ask_in_short(war=at.war, questions=questions)
    return True
