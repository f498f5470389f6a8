"""Folds a war's log and compares what is stored with it."""

from typing import Any

from django.core.management.base import CommandError, CommandParser

from campaign.models import War
from campaign.war.log.fold import fold_entries, log_of, rewinds
from campaign.war.log.rebuild import differences
from campaign.war.services.log import locked, snapshot, store
from campaign.war.services.results import rewrite_rows
from config.host.upgrading import MigratedCommand


class Command(MigratedCommand):
    """`rebuild WAR`: compare; with --write also set snapshot and rows to what the log leads to."""

    help = "Fold a war's log and compare its snapshot and every row with it."

    def add_arguments(self, parser: CommandParser) -> None:
        """The war's number, or all of them."""
        parser.add_argument("war", type=int, nargs="?", help="the war's number; every war without one")
        parser.add_argument("--write", action="store_true", help="write what the log leads to")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say for each war what differs; exit with an error if anything did and was not written."""
        wars = War.objects.order_by("pk")
        if options["war"] is not None:
            wars = wars.filter(pk=options["war"])
            if not wars:
                raise CommandError(f"There is no war {options['war']}.")
        wrong = sum(self._compare(war, write=options["write"]) for war in wars.iterator())
        if wrong:
            raise CommandError(f"{wrong} of the wars differ from their logs.")

    def _compare(self, war: War, *, write: bool) -> bool:
        found = differences(war)
        for sentence in found:
            self.stdout.write(f"War {war.pk}: {sentence}")
        if found and write:
            rewrite(war.pk)
            self.stdout.write(f"War {war.pk}: rewritten from its log.")
            return False
        if not found:
            self.stdout.write(f"War {war.pk}: agrees with its log.")
        return bool(found)


def rewrite(war_id: int) -> None:
    """Set a war's snapshot, generation and rows to what its log leads to."""
    with locked(war_id) as war:
        entries = log_of(war_id)
        state, rows = fold_entries(entries)
        seen = war.version
        snapshot(war, state, version=entries[-1].number)
        store(war, seen)
        war.generation = rewinds(entries)
        war.save(update_fields=["generation"])
        rewrite_rows(war, rows)
