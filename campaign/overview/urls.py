"""Addresses of the page of a war."""

from django.urls import path

from campaign.overview import orders, stream
from campaign.overview import views as war

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/", war.war, name="war-side"),
    path("wars/<number:war_id>/<str:side>/orders/", orders.war_orders, name="war-orders"),
    path("wars/<number:war_id>/<str:side>/surrender/", orders.surrender, name="war-surrender"),
    path("wars/<number:war_id>/<str:side>/seen/", war.dismiss_headlines, name="war-seen"),
    path("events/wars/<number:war_id>/", stream.war_events, name="war-events"),
]
