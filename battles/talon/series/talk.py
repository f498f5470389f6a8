"""What the players of campaign games have read of their chats; the chat itself is in battles/chat/."""

from collections.abc import Sequence

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from battles.battle.selectors import BattleChat
from battles.models import Battle, LegBattle, Series, SeriesChatLine, SeriesReader
from battles.talon.series.reading import player_in, user_of
from engines.seam.series import PLAYERS, Player
from engines.seam.sides import Side


def has_chat(series: Series) -> bool:
    """Whether two people play the campaign game, who can write to each other; no query where both are read."""
    users = [user_of(series, player) for player in PLAYERS]
    return all(user is not None and not user.is_computer for user in users)


def reader_of(series: Series, player: Player) -> SeriesReader:
    """What a player has read of the chat, and hides; a new row, not stored, where nothing was."""
    found = SeriesReader.objects.filter(series=series, player=player).first()
    return found or SeriesReader(series=series, player=player)


def unread_of(rows: Sequence[Series], user: User) -> dict[int, int]:
    """How many lines the user has not read, by campaign game; one query, none if no other person plays."""
    numbers = [row.pk for row in rows if has_chat(row)]
    if not numbers:
        return {}
    theirs = Q(series__user=user, player="rival") | Q(series__rival=user, player="user")
    reader = SeriesReader.objects.filter(series=OuterRef("series")).exclude(player=OuterRef("player"))
    read = Coalesce(Subquery(reader.values("read")), 0)
    found = SeriesChatLine.objects.filter(theirs, ~Exists(reader.filter(mutes=True)), series__in=numbers)
    counted = found.alias(read_up_to=read).filter(pk__gt=F("read_up_to")).order_by()
    return dict(counted.values_list("series").annotate(lines=Count("pk")))


def chat_about(battle: Battle, side: Side) -> BattleChat | None:
    """The chat beside the battle of a leg, which is that of its campaign game; None for any other; four queries."""
    rows = LegBattle.objects.filter(battle=battle).select_related("leg__series__user", "leg__series__rival")
    found = rows.defer("leg__setup").first()
    if found is None or not has_chat(found.leg.series):
        return None
    series = found.leg.series
    player = player_in(series, battle.user_of(side))
    if player is None:
        return None
    reader, lines = reader_of(series, player), SeriesChatLine.objects.filter(series=series)
    if reader.mutes:
        lines = lines.filter(player=player)
    new = Q(pk__gt=reader.read) & ~Q(player=player)
    counts = lines.aggregate(lines=Count("pk"), unread=Count("pk", filter=new))
    latest = lines.filter(new).order_by("-pk").values_list("text", flat=True) if counts["unread"] else ()
    path = f"{series.get_absolute_url()}chat/"
    return BattleChat(path, counts["lines"], counts["unread"], next(iter(latest[:1]), ""))
