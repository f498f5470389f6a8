import re

from django.db import migrations, models

SENTENCES = {
    "bases": r"Place your bases",
    "plan": r"Plan turn \d+",
    "engage": r"Engage or decline at (?P<place>.*)\?",
    "first": r"Which home is fought over first\?",
    "land": r"Which transports land at (?P<place>.*)\?",
    "strand": r"Which squadrons are left behind at (?P<place>.*)\?",
    "go_on": r"Go on to the next battle",
    "record": r"Record the battle \((?P<place>.*)\)",
    "settle": r"Settle the disputed report \((?P<place>.*)\)",
    "agree_or_record": r"(?P<name>.*) asks to let the computer fight it: agree, or record it \((?P<place>.*)\)",
    "agree_or_settle": r"(?P<name>.*) asks to let the computer fight it: agree, or settle the report \((?P<place>.*)\)",
    "confirm": r"Confirm (?:(?P<name>.*)'s|the) report \((?P<place>.*)\)",
    "failed": r"See why it was not fought \((?P<place>.*)\)",
    "withdraw": r"Withdraw the last result, or let it stand\?",
    "draw": r"Answer the offer of a draw",
}


def say_what_waits(apps, schema_editor):
    """Read kind, place and name out of the sentence of each row.

    A row with a sentence that no version wrote goes: what waits is said anew with the next thing done in its war.
    """
    waiting = apps.get_model("campaign", "Waiting")
    rows = list(waiting.objects.select_related("war").defer("war__state", "war__settings", "war__chart"))
    known = [row for row in rows if _read(row)]
    waiting.objects.bulk_update(known, ["kind", "turn", "place", "name"], batch_size=500)
    waiting.objects.filter(kind="").delete()


def _read(row):
    for kind, pattern in SENTENCES.items():
        found = re.fullmatch(pattern, row.sentence)
        if found:
            told = found.groupdict()
            row.kind, row.turn = kind, row.war.turn
            row.place, row.name = _place(told.get("place") or ""), told.get("name") or ""
            return True
    return False


def _place(title):
    """The place that was named in words: "Antares 4" is "Antares/4", "Terran home" is "home/terran"."""
    sector, _, zone = title.rpartition(" ")
    return f"home/{sector.lower()}" if zone == "home" else title and f"{sector}/{zone}"


class Migration(migrations.Migration):
    dependencies = [
        ("campaign", "0003_commanders"),
    ]

    operations = [
        migrations.AddField(
            model_name="waiting",
            name="kind",
            field=models.CharField(
                choices=[
                    ("bases", "place the bases"),
                    ("plan", "plan the turn"),
                    ("engage", "engage or decline"),
                    ("first", "which home is fought over first"),
                    ("land", "which transports land"),
                    ("strand", "which squadrons are left behind"),
                    ("go_on", "go on to the next battle"),
                    ("record", "record the battle"),
                    ("settle", "settle the disputed report"),
                    ("agree_or_record", "let the computer fight it, or record it"),
                    ("agree_or_settle", "let the computer fight it, or settle the report"),
                    ("confirm", "confirm the report"),
                    ("failed", "see why it was not fought"),
                    ("withdraw", "withdraw the last result"),
                    ("draw", "answer the offer of a draw"),
                ],
                default="",
                max_length=20,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="waiting",
            name="turn",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="waiting",
            name="place",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.AddField(
            model_name="waiting",
            name="name",
            field=models.CharField(blank=True, max_length=60),
        ),
        migrations.RunPython(say_what_waits, migrations.RunPython.noop, elidable=True),
    ]
