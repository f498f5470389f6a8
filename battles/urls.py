"""Addresses of the battles; what a side alone may read is kept by no browser that somebody else may use."""

from django.urls import path
from django.views.decorators.cache import never_cache

from battles.views import (
    battle,
    chat,
    company,
    dice,
    exchange,
    fought,
    learn,
    onlookers,
    play,
    play_lookup,
    play_round,
    play_so_far,
    report,
    sandboxes,
    skirmish,
)

urlpatterns = [
    path("battles/<number:battle_id>/", never_cache(battle.battle), name="battle"),
    path("battles/<number:battle_id>/sheet/", never_cache(battle.sheet), name="battle_sheet"),
    path("battles/<number:battle_id>/sheet/pdf/", never_cache(battle.sheet_as_pdf), name="battle_sheet_pdf"),
    path("battles/<number:battle_id>/report/", never_cache(report.report), name="battle_report"),
    path("battles/<number:battle_id>/report/draft/", never_cache(report.report_changes), name="battle_draft"),
    path("battles/<number:battle_id>/confirm/", never_cache(battle.battle_confirm), name="battle_confirm"),
    path("battles/<number:battle_id>/dispute/", never_cache(battle.battle_dispute), name="battle_dispute"),
    path("battles/<number:battle_id>/way/", never_cache(battle.battle_way), name="battle_way"),
    path("battles/<number:battle_id>/again/", never_cache(battle.battle_again), name="battle_again"),
    path("battles/<number:battle_id>/fought/", never_cache(fought.fought), name="battle_fought"),
    path("battles/<number:battle_id>/fought/frames.json", fought.battle_frames, name="battle_frames"),
    path("battles/<number:battle_id>/play/", never_cache(play.play), name="battle_play"),
    path("battles/<number:battle_id>/play/order/", never_cache(play.play_order), name="battle_play_order"),
    path("battles/<number:battle_id>/chat/", never_cache(chat.battle_chat), name="battle_chat"),
    path(
        "battles/<number:battle_id>/chat/read/", never_cache(chat.battle_chat_read), name="battle_chat_read"
    ),
    path(
        "battles/<number:battle_id>/chat/mute/", never_cache(chat.battle_chat_mute), name="battle_chat_mute"
    ),
    path("battles/<number:battle_id>/company/", never_cache(company.battle_company), name="battle_company"),
    path(
        "battles/<number:battle_id>/onlookers/",
        never_cache(onlookers.battle_onlookers),
        name="battle_onlookers",
    ),
    path("battles/watch/<str:token>/", onlookers.onlooker, name="onlooker"),
    path("battles/watch/<str:token>/report/", onlookers.onlooker_report, name="onlooker_report"),
    path("battles/watch/<str:token>/report/frames/", onlookers.onlooker_frames, name="onlooker_frames"),
    path("events/onlooker/<str:token>/", onlookers.onlooker_events, name="onlooker_events"),
    path(
        "battles/<number:battle_id>/play/round/news/",
        never_cache(play_round.play_round_news),
        name="battle_play_round_news",
    ),
    path(
        "battles/<number:battle_id>/play/round/", never_cache(play_round.play_round), name="battle_play_round"
    ),
    path(
        "battles/<number:battle_id>/play/overlay/<slug:kind>/",
        never_cache(play_lookup.play_overlay),
        name="battle_play_overlay",
    ),
    path("battles/<number:battle_id>/play/why/", never_cache(play_lookup.play_why), name="battle_play_why"),
    path("battles/<number:battle_id>/play/ready/", never_cache(play.play_ready), name="battle_play_ready"),
    path("battles/<number:battle_id>/play/log/", never_cache(play_so_far.play_log), name="battle_play_log"),
    path(
        "battles/<number:battle_id>/play/so-far/", never_cache(play_so_far.so_far), name="battle_play_so_far"
    ),
    path(
        "battles/<number:battle_id>/play/so-far/frames.json",
        never_cache(play_so_far.so_far_frames),
        name="battle_play_frames",
    ),
    path("battles/<number:battle_id>/try-out/", never_cache(sandboxes.try_out), name="battle_try_out"),
    path(
        "battles/<number:battle_id>/throw-away/", never_cache(sandboxes.throw_away), name="battle_throw_away"
    ),
    path("battles/<number:battle_id>/rematch/", never_cache(skirmish.battle_rematch), name="battle_rematch"),
    path("battles/<number:battle_id>/dice/", never_cache(dice.dice), name="battle_dice"),
    path("battles/<number:battle_id>/record.<slug:form>", exchange.battle_record, name="battle_record"),
    path("battles/<number:battle_id>/beginning.txt", exchange.battle_beginning, name="battle_beginning"),
    path("battles/<number:battle_id>/bring/", never_cache(exchange.bring), name="battle_bring"),
    path("skirmish/", never_cache(skirmish.skirmish), name="skirmish"),
    path("skirmish/<str:token>/", never_cache(skirmish.challenge), name="challenge"),
    path("skirmish/<str:token>/accept/", never_cache(skirmish.challenge_accept), name="challenge_accept"),
    path(
        "skirmish/<str:token>/withdraw/", never_cache(skirmish.challenge_withdraw), name="challenge_withdraw"
    ),
    path("learn/", never_cache(learn.learn), name="learn"),
    path("learn/<slug:name>/", never_cache(learn.lesson), name="lesson"),
    path("learn/<slug:name>/begin/", never_cache(learn.lesson_begin), name="lesson_begin"),
    path("learn/<slug:name>/step/", never_cache(learn.lesson_step), name="lesson_step"),
    path("events/battle/<number:battle_id>/", battle.battle_events, name="battle_events"),
]
