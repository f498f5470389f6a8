"""The second factor at sign-in: codes of an app, and recovery codes."""

import base64

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.models import User


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc, unused-ignore]
    """allauth's behaviour; secrets are stored encrypted with a key that follows from SECRET_KEY."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": "Wrong code. Codes change every half minute: enter the one that is shown now.",
    }

    def encrypt(self, text: str) -> str:
        """The text, encrypted."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The text again; `InvalidToken` if SECRET_KEY has changed."""
        return _cipher().decrypt(encrypted_text.encode()).decode()


def has_second_factor(user: User) -> bool:
    """Whether the user needs a code of an app to sign in; one query."""
    return bool(Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists())


def remove_second_factor(user: User) -> bool:
    """Whether the user had a second factor, which is removed."""
    return bool(Authenticator.objects.filter(user=user).delete()[0])


def _cipher() -> Fernet:
    key = HKDF(SHA256(), 32, salt=None, info=b"second factor").derive(settings.SECRET_KEY.encode())
    return Fernet(base64.urlsafe_b64encode(key))
