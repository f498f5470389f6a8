"""Addresses of past results."""

from django.urls import path

from campaign.past_results import views

urlpatterns = [
    path("past-results/", views.past_results, name="past-results"),
    path("past-results/file/", views.past_results_file, name="past-results-file"),
    path("past-results/confirm/", views.past_results_confirm, name="past-results-confirm"),
    path("past-results/<number:result_id>/", views.past_result, name="past-result"),
    path("past-results/<number:result_id>/answer/", views.past_result_answer, name="past-result-answer"),
]
