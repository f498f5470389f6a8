"""Whose password a sign-in is checked against: as many are hashed for any address, whoever has it."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.internal.userkit import filter_users_by_email
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from accounts.models import User
from accounts.selectors import person_called

AT_MOST = 2
"""Accounts that are tried for one address, the oldest first, as those that name it unconfirmed may be many."""


class SameTimeBackend(AuthenticationBackend):  # type: ignore[misc, unused-ignore]
    """allauth's sign-in by callsign or address; a failure takes the same number of hashes whatever accounts exist."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """The user; `PermissionDenied` for wrong credentials, so that no other backend tries them again."""
        user: User | None = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user

    def _authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        del request
        password, tried = credentials["password"], accounts_named(**credentials)
        for user in tried:
            if self._check_password(user, password):
                return user
        for _ in range(_hashes(**credentials) - len(tried)):
            self._mitigate_timing_attack(password)
        self._did_check_password = True
        return None


def accounts_named(*, username: str = "", email: str = "", **_credentials: Any) -> list[User]:
    """The accounts that credentials name: by callsign, then by address; a confirmed one before others."""
    by_callsign = [person_called(username)] if username else []
    address = email or (username if "@" in username else "")
    by_address = filter_users_by_email(address, prefer_verified=True, for_login=True) if address else []
    found = [*by_callsign, *sorted(by_address, key=lambda user: int(user.pk))]
    return list(dict.fromkeys(user for user in found if user))[: _hashes(username=username, email=email)]


def account_number(**credentials: Any) -> int | None:
    """The number of the first account that credentials name, for the log."""
    return next((user.pk for user in accounts_named(**credentials)), None)


def _hashes(*, username: str = "", email: str = "", **_credentials: Any) -> int:
    return AT_MOST if email or "@" in username else 1
