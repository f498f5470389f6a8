"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def front(request: HttpRequest) -> HttpResponse:
    """The page that says what this site is."""
    return render(request, "campaign/front.html")
