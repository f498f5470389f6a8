"""What the players of a battle of teams are told of its result: by every player of the other side."""

from accounts.deliveries import owe
from accounts.models import MessageKind
from battles.models import Battle, BattleNote
from engines.seam.sides import Side, opponent

Kind = BattleNote.Kind
WORDS = {
    Kind.ENTERED: ("a result to confirm", "has entered a result. One of your side confirms or disputes it."),
    Kind.CORRECTED: (
        "a result to confirm",
        "has corrected the result. One of your side confirms or disputes it.",
    ),
    Kind.DISPUTED: ("your result is disputed", "disputes the result. One of you enters a corrected one."),
}
"""Of what the other side is told: the subject, and what somebody did."""


def tell_teams(battle: Battle, kind: BattleNote.Kind, side: Side | None, who: str) -> None:
    """Owe everybody of the other side a message of what `who` has just done, in a battle of teams."""
    words = WORDS.get(kind)
    if not battle.teams or words is None or side is None:
        return
    for user in battle.people_of(opponent(side)):
        owe(
            user=user,
            kind=MessageKind.TURN,
            key=f"battle:{battle.pk}:{kind}:{battle.version}",
            subject=f"{battle.place}: {words[0]}",
            body=f"In your team battle, {battle.place}, {who} {words[1]}",
            path=battle.get_absolute_url(),
        )
