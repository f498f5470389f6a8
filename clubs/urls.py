"""Addresses of the clubs: each feature brings its own."""

from config.feature import addresses

urlpatterns = addresses("clubs")
