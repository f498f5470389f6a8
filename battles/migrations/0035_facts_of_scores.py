"""Lines of the score for life say which battle they are of: its class, side, rules, and how it was settled."""

import json
import re
from typing import Any

from django.db import migrations

SOURCE = re.compile(r"battle:(?P<number>\d+)(?::.*)?")
MODE = re.compile(r"(?P<title>.+) \((?P<rule>29\.\d+)\)")
WAYS = {"fought": "worker", "played": "hand"}
STANDARD = {"last_ship_standing": "Last Ship Standing", "planet": "Over a planet"}


def say_more(apps: Any, _editor: Any) -> None:
    """What the battles of the lines know of themselves."""
    lines = apps.get_model("accounts", "LifetimeLine").objects
    battles, legs = (apps.get_model("battles", name).objects for name in ("Battle", "LegBattle"))
    for line in lines.filter(source__startswith="battle:").iterator():
        found = SOURCE.fullmatch(line.source)
        battle = found and battles.filter(pk=int(found["number"])).first()
        if not battle:
            continue
        line.kind = "front" if battle.owner_topic.startswith("war:") else "battle"
        if legs.filter(battle=battle).exists():
            line.kind = "leg"
        line.way = WAYS.get(battle.settled_how, "table") if battle.settled_how else ""
        if line.player_id in (battle.terran_user_id, battle.talon_user_id) and "both games" not in line.words:
            line.side = "terran" if line.player_id == battle.terran_user_id else "talon"
        setup = json.loads(bytes(battle.setup))
        label = (setup.get("terms") or {}).get("label", "")
        mode = MODE.fullmatch(label)
        if mode:
            line.mode = mode["title"]
        elif label:
            line.scenario = battle.place
        else:
            line.mode = STANDARD.get(setup.get("mode"), "")
        line.save()


class Migration(migrations.Migration):
    dependencies = [("battles", "0034_results_taken_back"), ("accounts", "0020_scores_for_life")]

    operations = [migrations.RunPython(say_more, migrations.RunPython.noop)]
