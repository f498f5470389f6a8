"""What the pages of campaign games from files show: the form, an imported one, and a battle of it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django import forms
from django.urls import reverse

from accounts.models import User
from battles.battle.notes import HistoryEntry, history
from battles.models import BattleNote, SeriesRecord
from battles.talon.fought.course import FoughtReport
from battles.talon.fought.page import FoughtLinks, FoughtView, fought_view
from battles.talon.series.charts import SeriesCharts, charts_of
from battles.talon.series.files.document import FiledBattle, FiledLeg, GameFile
from battles.talon.series.files.judging import battles_in, setup_in, side_in, state_of_file
from battles.talon.series.files.records import file_of
from battles.talon.series.outcome import open_outcome_words
from battles.talon.series.watch_page import WatchedLeg, watched_leg
from config.pages import Page
from engines.seam.series import Points
from engines.seam.sides import Side, opponent


class GameFileForm(forms.Form):
    """The file of a campaign game."""

    file = forms.FileField(
        label="File of a campaign game", widget=forms.FileInput(attrs={"accept": ".json,application/json"})
    )


@dataclass(frozen=True, slots=True)
class SeriesImportPage(Page):
    """The form for the file of a campaign game, and those that the reader has imported."""

    template: ClassVar = "battles/series_import.html"
    form: GameFileForm
    imported: tuple[SeriesRecord, ...]


@dataclass(frozen=True, slots=True)
class BattleHistory:
    """What happened to a battle of a leg, the newest first."""

    title: str
    entries: tuple[HistoryEntry, ...]


@dataclass(frozen=True, slots=True)
class SeriesRecordPage(Page):
    """An imported campaign game: the score, its legs, and what happened; `over_at` is None if it went on."""

    template: ClassVar = "battles/series_record.html"
    record: SeriesRecord
    user_name: str
    rival_name: str
    total: Points
    sentences: tuple[str, ...]
    legs: tuple[WatchedLeg, ...]
    charts: SeriesCharts | None
    begun_at: datetime
    over_at: datetime | None
    histories: tuple[BattleHistory, ...]


@dataclass(frozen=True, slots=True)
class SeriesRecordBattlePage(Page):
    """The report of a battle of an imported campaign game that is known order by order."""

    template: ClassVar = "battles/series_record_battle.html"
    view: FoughtView
    place: str
    title: str


def series_import_page(user: User, form: GameFileForm) -> SeriesImportPage:
    """The form, and what the user has imported; one query."""
    return SeriesImportPage(form, tuple(user.series_records.defer("data")))


def series_record_page(record: SeriesRecord) -> SeriesRecordPage:
    """The page of an imported campaign game; no query."""
    file = file_of(record)
    found, total = state_of_file(file), Points(file.score.user, file.score.rival)
    paths = _paths(record, file)
    return SeriesRecordPage(
        record=record,
        user_name=file.players.user,
        rival_name=file.players.rival,
        total=total,
        sentences=(open_outcome_words(found),) if file.over is not None else ("It was not over yet.",),
        legs=tuple(
            watched_leg(found, leg, lambda fight, leg=leg: paths.get((leg.leg.number, fight.half), ""))  # type: ignore[misc]
            for leg in found.legs
        ),
        charts=charts_of(found, "user"),
        begun_at=file.begun,
        over_at=file.over,
        histories=tuple(_histories(file)),
    )


def _paths(record: SeriesRecord, file: GameFile) -> dict[tuple[int, int], str]:
    """Where the last battle of each half of a leg is shown, where it is known order by order."""
    found: dict[tuple[int, int], str] = {}
    for number, place, _leg, battle in battles_in(file):
        path = reverse("series_record_battle", args=[record.pk, number, place])
        found[number, battle.half] = path if battle.record is not None else ""
    return found


def _histories(file: GameFile) -> Iterator[BattleHistory]:
    for number, place, leg, battle in battles_in(file):
        if battle.notes:
            title = f"Leg {number}: {leg.title}"
            title += f", battle {place}" if len(leg.battles) > 1 else ""
            yield BattleHistory(title, tuple(history(_notes(file, leg, battle))))


def _notes(file: GameFile, leg: FiledLeg, battle: FiledBattle) -> list[BattleNote]:
    """The lines of a battle's history as rows that are stored nowhere."""
    first = side_in(leg, battle.half)
    names: dict[Side, str] = {first: file.players.user, opponent(first): file.players.rival}
    return [
        BattleNote(
            at=note.at,
            kind=note.kind,
            side=note.side,
            text=note.text,
            user=User(username=names[note.side]) if note.side else None,
        )
        for note in battle.notes
    ]


def series_record_battle_page(
    record: SeriesRecord,
    numbers: tuple[int, int],
    battle: tuple[FiledLeg, FiledBattle],
    report: FoughtReport,
    frame: int,
) -> SeriesRecordBattlePage:
    """The report at a frame; `numbers` are those of the leg and of the battle in it."""
    links = FoughtLinks(
        frames=reverse("series_record_frames", args=[record.pk, *numbers]),
        text="",
        json="",
        owner=record.get_absolute_url(),
        owner_words="Campaign game",
    )
    view = fought_view(report, links, "", min(frame, report.last))
    return SeriesRecordBattlePage(view, setup_in(*battle).place, f"{record.name}, leg {numbers[0]}")
