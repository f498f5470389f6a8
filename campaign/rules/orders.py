"""The orders a side may give. Orders are frozen, tagged and strict; `decide` judges them."""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

from campaign.rules.deadlines import DefaultAction
from campaign.rules.settings import CommanderLevel
from engines.seam.documents import Level, Name, Report
from engines.seam.sides import Side

Count = Annotated[int, Meta(ge=0, le=400)]
BattleNumber = Annotated[int, Meta(ge=1, le=10_000)]
Target = str
"""Where a ship is sent: a sector's name, or `RESERVE`."""

Hopeless = Literal["ask", "decline"]
"""What a side does where it hardly ever wins or stops the front line (S78)."""

RESERVE: Target = "reserve"
USUAL_ODDS: Final = 25
"""In so many of 100 a side wants to stand its ground that engages by the odds, unless it says otherwise (S76)."""


class Order(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="order"):
    """Any order a side may give."""


class StandingInstruction(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How to answer 31.6 in one sector without being asked (S36).

    "unless" engages unless the enemy has at least `lead` LP more in the battle. "leading" engages if the side itself
    has at least `lead` LP more or the enemy has declined, and asks otherwise (S61). "odds" engages if the side stands
    its ground in at least `odds` of 100 by the estimate, always at its home, and declines otherwise (S76). "worth"
    engages if that is worth more than to decline by the estimate, always at its home (S83). `stance` is the doctrine of
    the captain that fights for the side there; `by_hand`: the side wants to play battles there itself (S35).
    """

    answer: Literal["ask", "engage", "decline", "unless", "leading", "odds", "worth"] = "ask"
    lead: Annotated[int, Meta(ge=1, le=99)] = 1
    stance: Literal["hold", "withdraw", "preserve"] = "withdraw"
    by_hand: bool = False
    odds: Annotated[int, Meta(ge=1, le=99)] = USUAL_ODDS


class PlaceBases(Order, frozen=True, tag="bases"):
    """Where the first bases go (31.2): places, each once; those beyond the free ones are paid for. Sealed."""

    places: tuple[str, ...] = ()


class Plan(Order, frozen=True, tag="plan"):
    """A Building and a Ship Assignment Phase in one (31.4, 31.5): sealed.

    `buy` counts by class key; `assign` sends every ship, those just bought too, by name; names of new ships are
    those of `next_name`. `standing` instructions by sector (S36).
    """

    scrap: tuple[Name, ...] = ()
    buy: dict[str, Count] = {}
    assign: dict[Name, Target] = {}
    standing: dict[str, StandingInstruction] = {}


class LaterAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """The answer to 31.6 for a battle that does not ask yet (S62)."""

    battle: BattleNumber
    engage: bool


class Engage(Order, frozen=True, tag="engage"):
    """The answer to 31.6 for the battle that asks: fight, or decline.

    With it come answers for `later` battles of the turn that are revealed (S62), and new instructions by sector, which
    take the place of those the side has left there (S60). `hopeless` says whether the side declines unasked for the
    rest of the turn where a battle is hopeless (S78); None leaves that as it is. All three are secret.
    """

    battle: BattleNumber
    engage: bool
    later: tuple[LaterAnswer, ...] = ()
    standing: dict[str, StandingInstruction] = {}
    hopeless: Hopeless | None = None


class ChooseFirst(Order, frozen=True, tag="first"):
    """Which home's battle takes the earlier place (S19): the side whose home it is."""

    home: Side


class Land(Order, frozen=True, tag="land"):
    """Which two ships land on a planet given up without a battle (S3)."""

    battle: BattleNumber
    ships: tuple[Name, ...] = field(name="transports")


class Strand(Order, frozen=True, tag="strand"):
    """Which ships are left behind after a battle (S26)."""

    battle: BattleNumber
    ships: tuple[Name, ...] = field(name="squadrons")


class AcceptResult(Order, frozen=True, tag="result"):
    """What happened in the battle, agreed between the players, standing, or `fought` by the computer (S35).

    Comes from no single side.
    """

    battle: BattleNumber
    report: Report
    fought: bool = False


class RevealNext(Order, frozen=True, tag="reveal"):
    """Go on after a recorded battle: the next is revealed, and the result stands for good."""


class Surrender(Order, frozen=True, tag="surrender"):
    """Give up the war (S33)."""


class OfferDraw(Order, frozen=True, tag="offer-draw"):
    """Offer to end the war as a draw (S33)."""


class AnswerDraw(Order, frozen=True, tag="answer-draw"):
    """Accept or decline the other side's offer (S33)."""

    accept: bool


class ChangeLevels(Order, frozen=True, tag="levels"):
    """Change how well the computer plays the other side: its commander and its captains (S32)."""

    commander: CommanderLevel
    captains: Level


class LetPass(Order, frozen=True, tag="deadline"):
    """A deadline has passed, and this is done (S63): the site says so, for one side or, with none, for both."""

    doing: DefaultAction


class LendSeat(Order, frozen=True, tag="lend"):
    """The side was late twice in a row: the computer plays it until its player is back (S64). The site says so."""


class TakeSeatBack(Order, frozen=True, tag="take-back"):
    """The player of a lent side is back (S64)."""


class Amend(Order, frozen=True, tag="amend"):
    """The result of a battle of an earlier turn is corrected, and with it the present (S67).

    With `ships` the fleets change, with `front` the front line and planets, with `income` the treasuries. Comes from
    no single side.
    """

    battle: BattleNumber
    report: Report
    ships: bool = True
    front: bool = True
    income: bool = True


Way = Literal["as_it_is", "rewind"]
"""How the war is replayed: with all orders since as they are, or up to the corrected result and no further."""


class CorrectLog(Order, frozen=True, tag="retell"):
    """The result of an earlier battle is corrected in the log itself, and the war replayed from there (S69).

    No order to be judged on the present: `log_correction` judges it on the log. Comes from no single side.
    """

    battle: BattleNumber
    report: Report
    way: Way


class Fit(Order, frozen=True, tag="fit"):
    """The war goes back to an earlier battle, and from its corrected result on again with fitted plans (S71).

    Agreed on for the war as it stands after entry `upto`. In the log it is a `CorrectLog` that goes back, and the
    orders since once more. Comes from no single side.
    """

    battle: BattleNumber
    report: Report
    upto: Annotated[int, Meta(ge=1)]


SealedOrders = PlaceBases | Plan
OpenOrders = (
    Engage
    | ChooseFirst
    | Land
    | Strand
    | AcceptResult
    | RevealNext
    | Surrender
    | OfferDraw
    | AnswerDraw
    | ChangeLevels
    | LetPass
    | LendSeat
    | TakeSeatBack
    | Amend
)
AnyOrder = SealedOrders | OpenOrders
