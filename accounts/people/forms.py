"""Forms people fill in about themselves."""

from typing import Any, Final, NamedTuple, cast

from allauth.account.forms import AddEmailForm, LoginForm, ResetPasswordForm, SignupForm
from django import forms
from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.http import HttpRequest

from accounts.callsigns import tidy
from accounts.deliveries.letters import write_reset
from accounts.deliveries.webhooks import SendFailed, check_webhook
from accounts.models import CALLSIGN_HINT, MessageKind, SentWhen, User
from accounts.zones import ZONES

EMAIL_LENGTH = 254
EMAIL_HINT = "For messages when it is your turn, and to reset a forgotten password."
EMAIL_HINT_WITHOUT_MAIL = "With an address, the host of this site can give you a password-reset link."
TOO_OFTEN = "Too many attempts. Nothing was saved. Wait a minute, then save again."
KINDS: Final = {
    MessageKind.TURN: "A plan, an answer, a battle or a report waits for you.",
    MessageKind.DEADLINE: "Reminders a day and two hours before, and what happened when one passed.",
    MessageKind.PROPOSAL: (
        "A corrected result, another way to finish a battle, other deadlines, a pause, a holiday, a draw. "
        "Somebody wants to join your club."
    ),
    MessageKind.INVITATION: "To a war or a club, and the answers to yours.",
    MessageKind.NEWS: "A war is over. Somebody becomes a deputy, or no longer is one.",
    MessageKind.CLUB: "What the organisers of your clubs announce.",
    MessageKind.SEASON: (
        "A season of your club takes entries. Whom you play in a round and until when, decisions, and the last table. "
        "Another club challenges yours, and your match with it."
    ),
    MessageKind.CHAT: "One message until you have read the chat.",
}
"""The kinds of messages that are chosen, and what each is about."""
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


class KindCell(NamedTuple):
    """A choice of the table of messages: what is sent if it is taken, and what it is called."""

    value: str
    label: str
    chosen: bool


class KindRow(NamedTuple):
    """A kind of messages in the table: its field, and a cell for each column, None where there is no such choice."""

    name: str
    label: str
    help: str
    cells: list[KindCell | None]


class MessagesForm(forms.ModelForm[User]):
    """Which messages the user gets and how; with `too_often` the entry is refused.

    A kind of messages that is left out of what is sent stays as it was.
    """

    class Meta:
        model = User
        fields = ["wants_email", "webhook_url", "webhook_kind", *(f"{kind}_messages" for kind in KINDS)]
        labels = {"wants_email": "Send me e-mail", "webhook_url": "Webhook address"}
        help_texts = {
            "webhook_url": (
                "Starts with https://. In Discord: channel settings, Integrations, Webhooks. Leave it empty for none."
            ),
        }
        widgets = {"webhook_url": forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"})}

    def __init__(self, *args: Any, too_often: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._too_often = too_often
        if not settings.HAS_MAIL:
            del self.fields["wants_email"]
        for kind in KINDS:
            field = cast("forms.ChoiceField", self.fields[f"{kind}_messages"])
            field.required = False
            field.choices = [(when.value, when.label) for when in whens_of(kind)]

    @property
    def channels(self) -> list[forms.BoundField]:
        """The fields that say how messages come."""
        return [self[name] for name in self.fields if not name.endswith("_messages")]

    @property
    def whens(self) -> list[SentWhen]:
        """The columns of the table of messages."""
        return [when for when in SentWhen if when != SentWhen.DAILY or settings.HAS_MAIL]

    @property
    def kinds(self) -> list[KindRow]:
        """The rows of the table of messages."""
        return [self._row(kind) for kind in KINDS]

    def _row(self, kind: MessageKind) -> KindRow:
        bound = self[f"{kind}_messages"]
        chosen = bound.value() if bound.value() in whens_of(kind) else SentWhen.NOW
        cells = [
            KindCell(when.value, f"{kind.label}: {when.label.lower()}", when == chosen)
            if when in whens_of(kind)
            else None
            for when in self.whens
        ]
        return KindRow(bound.html_name, kind.label, KINDS[kind], cells)

    def clean_webhook_url(self) -> str:
        """The address, judged if it has changed, as far as that needs no name server."""
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
        for kind in KINDS:
            name = f"{kind}_messages"
            self.cleaned_data[name] = self.cleaned_data.get(name) or getattr(self.instance, name)
        if self._too_often:
            raise forms.ValidationError(TOO_OFTEN)


class ZoneForm(forms.ModelForm[User]):
    """The time zone in which the user reads times; left empty, it is that of the browser."""

    class Meta:
        model = User
        fields = ["time_zone"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        here, chosen = self.instance.browser_zone, self.instance.time_zone
        own = f"As my browser says ({here.replace('_', ' ')})" if here else "As my browser says"
        zones = dict.fromkeys([*ZONES, *filter(None, [chosen])])
        self.fields["time_zone"] = forms.ChoiceField(
            label="Times are shown and sent in",
            choices=[("", own), *((zone, zone.replace("_", " ")) for zone in zones)],
            required=False,
        )


def whens_of(kind: MessageKind) -> list[SentWhen]:
    """When messages of the kind can be sent; a reminder that waits for a daily e-mail would come too late."""
    late = kind == MessageKind.DEADLINE or not settings.HAS_MAIL
    return [when for when in SentWhen if when != SentWhen.DAILY or not late]


def _without_placeholders(form: forms.BaseForm) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
