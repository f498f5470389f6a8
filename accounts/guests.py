"""A guest who leaves a name keeps everything: callsign, password, and an address if there is one."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django import forms
from django.conf import settings
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.password_validation import validate_password
from django.http import HttpRequest

from accounts.forms import EMAIL_HINT, EMAIL_HINT_WITHOUT_MAIL, PASSWORD_HINT
from accounts.models import CALLSIGN_HINT, CALLSIGN_LENGTH, User


class KeepForm(forms.Form):
    """Callsign, optional e-mail, password."""

    username = forms.CharField(label="Callsign", max_length=CALLSIGN_LENGTH, help_text=CALLSIGN_HINT)
    email = forms.EmailField(label="E-mail", required=False)
    password = forms.CharField(
        label="Password",
        help_text=PASSWORD_HINT,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.fields["email"].help_text = EMAIL_HINT if settings.HAS_MAIL else EMAIL_HINT_WITHOUT_MAIL

    def clean_username(self) -> str:
        """A callsign that is free."""
        return str(get_adapter().clean_username(self.cleaned_data["username"].strip()))

    def clean_email(self) -> str:
        """An address that belongs to nobody here."""
        email = str(self.cleaned_data["email"]).lower()
        if email and EmailAddress.objects.filter(email__iexact=email).exclude(user=self.user).exists():
            raise forms.ValidationError(
                "This address belongs to another account. Sign in there, or leave it out."
            )
        return email

    def clean_password(self) -> str:
        """A password nobody guesses."""
        password = str(self.cleaned_data["password"])
        validate_password(password, self.user)
        return password


def keep(request: HttpRequest, form: KeepForm) -> User:
    """Make the guest of a valid form an account of its own; the request stays signed in."""
    user = form.user
    user.username, user.email = form.cleaned_data["username"], form.cleaned_data["email"]
    user.is_guest = False
    user.set_password(form.cleaned_data["password"])
    user.save()
    update_session_auth_hash(request, user)
    if user.email:
        EmailAddress.objects.add_email(request, user, user.email, confirm=settings.HAS_MAIL)
    return user
