"""The forms of a club: what it says about itself, who is invited, and what is announced."""

from typing import Any

from django import forms

from accounts.models import CALLSIGN_LENGTH
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


class AnnouncementForm(forms.Form):
    """What is announced."""

    text = forms.CharField(
        label="Announcement",
        max_length=Announcement.MOST,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Every member gets it as a message, and it stays on this page.",
    )
