"""What earlier versions stored in another form, brought into the form of today."""

from typing import Any

import msgspec

from campaign.rules.events import WarBegan

BEGAN = WarBegan.__struct_config__.tag


def upgraded_events(data: bytes) -> bytes:
    """The events of an entry; a beginning from before there were rules to choose from says that it is by rules 1."""
    events = msgspec.json.decode(data)
    return msgspec.json.encode(events) if _name_rules(events) else data


def upgraded_file(data: bytes) -> bytes:
    """The same for a war's file, whose first entry has its beginning."""
    file = msgspec.json.decode(data)
    entries = file.get("entries") if isinstance(file, dict) else None
    first = entries[0] if isinstance(entries, list) and entries else None
    changed = isinstance(first, dict) and _name_rules(first.get("events"))
    return msgspec.json.encode(file) if changed else data


def _name_rules(events: Any) -> bool:
    """Whether a beginning among the events named no rules, and does now."""
    began = [
        event
        for event in (events if isinstance(events, list) else ())
        if isinstance(event, dict) and event.get("event") == BEGAN and "rules" not in event
    ]
    for event in began:
        event["rules"] = 1
    return bool(began)
