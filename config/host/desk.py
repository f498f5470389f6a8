"""The host's desk: who may sit at it."""

from typing import Any, cast

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.models import User
from accounts.sign_in.second_factor import has_second_factor

NEEDS_FACTOR = "A host needs two-factor authentication. Turn it on to open the admin."


def lacks_factor(request: HttpRequest) -> bool:
    """Whether the user may not be a host for want of a second factor."""
    user = cast("User", request.user)
    return settings.HOST_SECOND_FACTOR and user.is_authenticated and not has_second_factor(user)


def is_host(request: HttpRequest) -> bool:
    """Whether the user is a host who may see the site's own pages."""
    return bool(request.user.is_active and request.user.is_superuser and not lacks_factor(request))


class Desk(AdminSite):
    """Django's admin; people sign in and change passwords where everybody does, and have a second factor."""

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the user may open the admin."""
        return super().has_permission(request) and not lacks_factor(request)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Leads to the site's own sign-in, or to the page where a host turns on a second factor."""
        if request.user.is_staff and request.user.is_active and lacks_factor(request):
            messages.info(request, NEEDS_FACTOR)
            return redirect("mfa_activate_totp")
        return cast("HttpResponse", secure_admin_login(super().login)(request, extra_context))

    def password_change(  # type: ignore[override]
        self,
        request: HttpRequest,  # noqa: ARG002
        extra_context: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> HttpResponse:
        """Leads to the site's own page, where attempts are counted and the owner gets a notice."""
        return redirect("account_change_password")
