"""The forms of a club: what it says about itself, who is invited, and what is announced."""

from typing import Any

from django import forms

from accounts.deliveries.webhooks import SendFailed, check_webhook
from accounts.models import CALLSIGN_LENGTH, WebhookKind
from clubs.models import Announcement, Club, Joining
from clubs.models.club import ABOUT_LENGTH, NAME_LENGTH, WORDS_LENGTH
from config.name_field import NameField


class ClubForm(forms.Form):
    """What a club is called, what it says about itself, and how one joins."""

    name = NameField(label="Name", max_length=NAME_LENGTH)
    about = forms.CharField(
        label="About the club",
        max_length=ABOUT_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Who you are, where and when you meet, what you play.",
    )
    joining = forms.ChoiceField(label="Who sees it", choices=Joining.choices, widget=forms.RadioSelect)

    @property
    def chosen(self) -> dict[str, Any]:
        """The fields of a valid form, as the services take them."""
        return {**self.cleaned_data, "joining": Joining(self.cleaned_data["joining"])}


def form_of(club: Club) -> ClubForm:
    """The form with what the club says now."""
    return ClubForm(initial={"name": club.name, "about": club.about, "joining": club.joining})


class InvitationForm(forms.Form):
    """Whom to invite."""

    callsign = forms.CharField(label="Callsign", max_length=CALLSIGN_LENGTH)


class RequestForm(forms.Form):
    """A few words to the organisers."""

    words = forms.CharField(label="A few words to the organisers", max_length=WORDS_LENGTH, required=False)


class ChannelForm(forms.Form):
    """Where announcements are posted besides."""

    webhook_url = forms.CharField(
        label="Webhook address",
        max_length=500,
        required=False,
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=(
            "Starts with https://. In Discord: channel settings, Integrations, Webhooks. Leave it empty for none."
        ),
    )
    webhook_kind = forms.ChoiceField(label="Format", choices=WebhookKind.choices)

    def clean_webhook_url(self) -> str:
        """The address, judged if it has changed, as far as that needs no name server."""
        url = str(self.cleaned_data["webhook_url"]).strip()
        if url and url != self.initial.get("webhook_url"):
            try:
                check_webhook(url)
            except SendFailed as error:
                raise forms.ValidationError(str(error)) from error
        return url


def channel_of(club: Club, data: Any = None) -> ChannelForm:
    """The form with the club's webhook as it is, or as it was sent."""
    return ChannelForm(data, initial={"webhook_url": club.webhook_url, "webhook_kind": club.webhook_kind})


class AnnouncementForm(forms.Form):
    """What is announced."""

    text = forms.CharField(
        label="Announcement",
        max_length=Announcement.MOST,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Every member gets it as a message, and it stays on this page.",
    )
