"""Addresses of the wars: each feature brings its own."""

from config.feature import addresses

urlpatterns = addresses("campaign")
