"""The address of a war from paper."""

from django.urls import path

from campaign.paper import views as take_over

urlpatterns = [
    path("wars/take-over/", take_over.take_over, name="war-take-over"),
]
