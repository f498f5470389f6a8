"""Addresses of the secret orders of one side of a war."""

from django.urls import include, path

from campaign.planning.views import bases, planning, sealing

_pages = [
    path("proposals/", planning.proposals, name="war-proposals"),
    path("bases/", bases.bases, name="war-bases"),
    path("bases/preview/", bases.preview, name="war-bases-preview"),
    path("plan/", planning.plan, name="war-plan"),
    path("plan/preview/", planning.preview, name="war-plan-preview"),
    path("plan/odds/", planning.odds_so_far, name="war-plan-odds"),
    path("seal/", sealing.seal, name="war-seal"),
    path("unseal/", sealing.unseal, name="war-unseal"),
    path("seals/", sealing.seals, name="war-seals"),
]
urlpatterns = [path("wars/<number:war_id>/<str:side>/", include(_pages))]
