"""Addresses of a war's past."""

from django.urls import path

from campaign.history import tracking_views as tracking
from campaign.history import views as history

urlpatterns = [
    path("wars/<number:war_id>/<str:side>/history/", history.history, name="war-history"),
    path("wars/<number:war_id>/<str:side>/treasury/", history.treasury, name="war-treasury"),
    path("wars/<number:war_id>/<str:side>/charts/", history.war_charts, name="war-charts"),
    path("wars/<number:war_id>/<str:side>/tracking/", tracking.tracking, name="war-tracking"),
    path("wars/<number:war_id>/<str:side>/tracking/pdf/", tracking.tracking_as_pdf, name="war-tracking-pdf"),
    path("wars/<number:war_id>/<str:side>/tracking.csv", tracking.tracking_as_csv, name="war-tracking-csv"),
    path("wars/<number:war_id>/<str:side>/export/", history.export_war, name="war-export"),
]
