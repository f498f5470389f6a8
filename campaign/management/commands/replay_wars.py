"""Follows stored wars and battles by the rules of now."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from battles.battle.services.judging_again import differences_of, records_of
from battles.models import Battle
from campaign.files.archive import filed
from campaign.files.replaying import differences
from campaign.models import Engagement, War
from campaign.war.log.fold import as_named_now, log_of
from config.host.upgrading import MigratedCommand


class Command(MigratedCommand):
    """`replay_wars [WAR ...]`: a line for each war, and the battles of no war; an error if anything differs."""

    help = "Follow every stored order and die by the rules of now, and say what would be different. Changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """The wars' numbers."""
        parser.add_argument(
            "war", type=int, nargs="*", help="wars by number; every war and battle without one"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Say for each war what differs; exit with an error if anything does."""
        wars = War.objects.exclude(version=0).order_by("pk")
        if options["war"]:
            wars = wars.filter(pk__in=options["war"])
            if missing := set(options["war"]) - set(wars.values_list("pk", flat=True)):
                raise CommandError(f"There is no war {min(missing)} that has begun.")
        wrong = sum(self._war(war) for war in wars.iterator())
        if not options["war"]:
            wrong += self._of_no_war()
        if wrong:
            raise CommandError(f"{wrong} would be different by the rules of now.")

    def _war(self, war: War) -> bool:
        entries = [filed(entry, None) for entry in as_named_now(log_of(war.pk))]
        rows = Engagement.objects.filter(war=war, battle__isnull=False).order_by("number")
        numbers = dict(rows.values_list("battle", "number"))
        found = [*differences(entries)]
        records = 0
        for battle, raw in records_of(list(numbers)):
            records += 1
            found += [f"Battle {numbers[battle]}: {words}" for words in differences_of(battle, raw)]
        return self._said(f"War {war.pk}", f"{len(entries)} entries, {records} battles", found)

    def _of_no_war(self) -> bool:
        battles = list(Battle.objects.filter(engagement=None).order_by("pk").values_list("pk", flat=True))
        found: list[str] = []
        records = 0
        for battle, raw in self._in_parts(battles):
            records += 1
            found += [f"Battle page {battle}: {words}" for words in differences_of(battle, raw)]
        return self._said("Battles of no war", f"{records} battles", found)

    def _in_parts(self, battles: list[int]) -> Iterator[tuple[int, bytes]]:
        """Their records, asked for a few hundred battles at a time."""
        for start in range(0, len(battles), 500):
            yield from records_of(battles[start : start + 500])

    def _said(self, what: str, size: str, found: list[str]) -> bool:
        if not found:
            self.stdout.write(f"{what}: {size}: the same.")
            return False
        self.stdout.write(f"{what}: {size}: {len(found)} different: {' | '.join(found)}")
        return True
