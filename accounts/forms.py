"""Forms people fill in about themselves."""

from typing import Any

from allauth.account.forms import AddEmailForm, LoginForm, ResetPasswordForm, SignupForm
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest

from accounts.callsigns import tidy
from accounts.deliveries.letters import write_reset
from accounts.deliveries.webhooks import SendFailed, check_webhook
from accounts.models import CALLSIGN_HINT, User

EMAIL_LENGTH = 254
EMAIL_HINT = "For messages when it is your turn, and to reset a forgotten password."
EMAIL_HINT_WITHOUT_MAIL = "With an address, the host of this site can give you a password-reset link."
TOO_OFTEN = "Too many attempts. Nothing was saved. Wait a minute, then save again."
PASSWORD_HINT = "At least 8 characters. Not your callsign, and not a common password."  # noqa: S105


class SignUpForm(SignupForm):  # type: ignore[misc, unused-ignore]
    """Callsign, optional e-mail, password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = "Callsign"
        self.fields["username"].help_text = CALLSIGN_HINT
        self.fields["password1"].help_text = PASSWORD_HINT
        self.fields["email"].label = "E-mail"
        self.fields["email"].validators.append(MaxLengthValidator(EMAIL_LENGTH))
        self.fields["email"].help_text = EMAIL_HINT if settings.HAS_MAIL else EMAIL_HINT_WITHOUT_MAIL
        _without_placeholders(self)


class SignInForm(LoginForm):  # type: ignore[misc, unused-ignore]
    """Callsign or e-mail, password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Callsign or e-mail"
        self.fields["password"].help_text = ""
        self.fields.pop("remember", None)
        _without_placeholders(self)

    def clean_login(self) -> str:
        """The callsign in the form in which it is stored."""
        return tidy(self.cleaned_data["login"])


class AddAddressForm(AddEmailForm):  # type: ignore[misc, unused-ignore]
    """One more e-mail address."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail"
        _without_placeholders(self)


class ResetForm(ResetPasswordForm):  # type: ignore[misc, unused-ignore]
    """The address a reset link is for; the page does not look up whose it is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail"
        _without_placeholders(self)

    def clean_email(self) -> str:
        """The address as it was typed."""
        return str(self.cleaned_data["email"])

    def save(self, request: HttpRequest, **_options: Any) -> str:
        """The address, to which links are now owed if an account has it."""
        del request
        address = str(self.cleaned_data["email"])
        write_reset(address=address)
        return address


class MessagesForm(forms.ModelForm[User]):
    """How the user gets messages; with `too_often` the entry is kept but refused, without a look-up of its host."""

    class Meta:
        model = User
        fields = ["wants_email", "mail_daily", "webhook_url", "webhook_kind", "wants_chat"]
        labels = {
            "wants_email": "Send me e-mail",
            "mail_daily": "At most one e-mail a day",
            "webhook_url": "Webhook address",
            "wants_chat": "Also when my opponent writes to me",
        }
        help_texts = {
            "mail_daily": (
                "The first goes out at once, the others together a day later. Reminders of deadlines never wait."
            ),
            "webhook_url": (
                "Starts with https://. In Discord: channel settings, Integrations, Webhooks. Leave it empty for none."
            ),
            "wants_chat": "One message until you have read the chat. Without this, you see a number beside the chat.",
        }
        widgets = {"webhook_url": forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"})}

    def __init__(self, *args: Any, too_often: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._too_often = too_often
        if not settings.HAS_MAIL:
            del self.fields["wants_email"], self.fields["mail_daily"]

    def clean_webhook_url(self) -> str:
        """The address, checked if it has changed."""
        url: str = self.cleaned_data["webhook_url"].strip()
        if url and url != self.initial.get("webhook_url") and not self._too_often:
            try:
                check_webhook(url)
            except SendFailed as error:
                raise forms.ValidationError(str(error)) from error
        return url

    def clean(self) -> None:
        """Refuses the form after too many attempts."""
        super().clean()
        if self._too_often:
            raise forms.ValidationError(TOO_OFTEN)


def _without_placeholders(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
