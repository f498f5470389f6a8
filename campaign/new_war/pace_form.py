"""The form that asks for a pace."""

from typing import Any

from django import forms
from django.utils import timezone

from accounts.zones import ZONES, like
from battles.pace import DAYS, TABLES_WAIT, WITHOUT, read_pace

WEEKDAYS = "weekdays"
PACES = [
    ("", "No deadlines"),
    *((f"days:{days}", f"{days} day{'s' if days > 1 else ''} for each phase") for days in DAYS),
    (WEEKDAYS, "On weekdays, at an hour"),
]
HOURS = [(str(hour), f"{hour:02}:00") for hour in range(24)]


class PaceForm(forms.Form):
    """The deadlines of a war between two people: days, or weekdays at an hour in a time zone."""

    pace = forms.ChoiceField(
        label="Deadlines",
        choices=PACES,
        required=False,
        help_text="If one passes, the computer plays for whoever is late. It ignores plans that are not sealed. (S63)",
    )
    pace_hour = forms.ChoiceField(label="Hour on weekdays", choices=HOURS, initial="18", required=False)
    pace_zone = forms.ChoiceField(
        label="Time zone",
        choices=[(zone, zone.replace("_", " ")) for zone in ZONES],
        initial=lambda: like(timezone.get_current_timezone()),
        required=False,
    )
    pace_tables_wait = forms.BooleanField(
        label="Battles at the table wait",
        required=False,
        help_text="They have no deadline. Otherwise captains fight a battle that has no result in time. (S73)",
    )

    def clean(self) -> dict[str, Any]:
        """Everything, with the pace as a war keeps it."""
        found: dict[str, Any] = super().clean() or self.cleaned_data
        if found.get("pace") == WEEKDAYS:
            found["pace"] = f"{WEEKDAYS}:{found.get('pace_hour') or 18}:{found.get('pace_zone') or 'UTC'}"
        if found.get("pace") and found.get("pace_tables_wait"):
            found["pace"] += TABLES_WAIT
        return found

    @property
    def asked(self) -> str:
        """What a valid form asks for, as players propose it (S65)."""
        return str(self.cleaned_data["pace"]) or WITHOUT


def pace_fields(written: str) -> dict[str, str | bool]:
    """What the fields of the form say for a pace."""
    pace = read_pace(written)
    if pace is None:
        return {"pace": ""}
    fields: dict[str, str | bool] = {"pace_tables_wait": pace.tables_wait}
    if not pace.zone:
        return {"pace": f"days:{pace.days}", **fields}
    return {"pace": WEEKDAYS, "pace_hour": str(pace.hour), "pace_zone": pace.zone, **fields}
