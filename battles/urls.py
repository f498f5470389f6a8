"""Addresses of the battles: each feature brings its own."""

from config.feature import addresses

urlpatterns = addresses("battles")
