"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.models import User


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this site is, for visitors; people who are signed in go on to their wars."""
    if request.user.is_authenticated:
        return redirect("/wars/")
    has_demo = User.objects.filter(is_demo=True).exists()
    return render(request, "campaign/front.html", {"has_demo": has_demo})
