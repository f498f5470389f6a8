"""Notices: which topics changed, in the order of their ids."""

from collections.abc import Iterable
from datetime import timedelta
from typing import TypedDict

from django.conf import settings
from django.db.models import CharField, Exists, Max, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat
from django.utils import timezone

from accounts.after_commit import after_commit
from accounts.models import Notice

KEPT = timedelta(hours=1)
OWN = "user:"
"""How the topics of people begin."""


def publish(*topics: str) -> int:
    """The id of the newest of new notices, one under each topic ("war:17", "user:5"); 0 without a topic.

    They are made in the transaction of the change.
    """
    made = Notice.objects.bulk_create([Notice(topic=topic) for topic in topics])
    newest = max((notice.pk for notice in made), default=0)
    if settings.REDIS_URL and newest:
        after_commit(_wake_readers, newest)
    return newest


def topic_of(user_id: int) -> str:
    """The topic of a person's own notices."""
    return f"{OWN}{user_id}"


def latest_notice(topics: Iterable[str]) -> int:
    """The id of the newest notice under any of the topics, 0 when there is none; one query."""
    newest: int | None = Notice.objects.filter(topic__in=list(topics)).aggregate(at=Max("id"))["at"]
    return newest or 0


class Newest(TypedDict):
    """The annotation of a row that is read together with the id of the newest notice about it, 0 without one.

    What is published while a page is made has a higher number then: its stream tells of it.
    """

    newest: int


def newest_under(prefix: str, of: str = "pk") -> Coalesce:
    """That annotation, `newest`, for rows whose topic is the prefix and their id, or another column of theirs."""
    topic = Concat(Value(prefix), Cast(OuterRef(of), CharField()))
    notices = Notice.objects.filter(topic=topic).order_by("-id").values("id")
    return Coalesce(Subquery(notices[:1]), 0)


def latest_notices(topics: Iterable[str]) -> dict[str, int]:
    """The id of the newest notice under each of the topics that has one; one query."""
    rows = Notice.objects.filter(topic__in=set(topics)).values_list("topic")
    return dict(rows.annotate(at=Max("id")).order_by())


def prune_notices() -> int:
    """How many notices were deleted: those older than an hour that are not the newest of their topic."""
    newer = Notice.objects.filter(topic=OuterRef("topic"), id__gt=OuterRef("id"))
    old = Notice.objects.filter(Exists(newer), made_at__lt=timezone.now() - KEPT)
    return old.delete()[0]


def _wake_readers(number: int) -> None:
    from accounts.live.redis_bell import ring  # noqa: PLC0415 - only a site with a Redis needs its library

    ring(number)
