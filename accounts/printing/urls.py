"""Addresses of PDFs."""

from django.urls import path
from django.views.decorators.cache import never_cache

from accounts.printing import asking

urlpatterns = [
    path("pdf/<slug:key>/", never_cache(asking.paper_sheet), name="paper_sheet"),
    path("pdf/<slug:key>/file/", never_cache(asking.paper_sheet_file), name="paper_sheet_file"),
]
