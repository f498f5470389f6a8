"""Standing instructions of a plan: what is answered in each sector while the player is away."""

from dataclasses import dataclass

from battles.battle.doctrine import STANCES, TITLES
from campaign.planning.editor.edits import WorkingPlan
from campaign.planning.proposals.proposals import ANSWERS as EVERYWHERE
from campaign.rules.orders import StandingInstruction

ANSWERS = (
    ("ask", "Ask me"),
    ("engage", "Engage"),
    ("decline", "Decline"),
    ("unless", "Engage unless enemy leads"),
    ("leading", "Engage if I lead, else ask"),
    ("odds", "Engage by the odds"),
    ("worth", "Engage where worth it"),
)


@dataclass(frozen=True)
class Instruction:
    """A sector's standing instruction as its fields show it."""

    sector: str
    number: int
    answer: str
    lead: int
    odds: int
    stance: str
    by_hand: bool = False
    answers: tuple[tuple[str, str], ...] = ANSWERS

    @property
    def has_lead(self) -> bool:
        """Whether the instruction depends on a lead in LP."""
        return self.answer in ("unless", "leading")

    @property
    def has_odds(self) -> bool:
        """Whether the instruction depends on the estimate."""
        return self.answer == "odds"

    @property
    def words(self) -> str:
        """The instruction in words; the captain's doctrine where it is not the usual one, and who fights."""
        words = dict(self.answers)[self.answer]
        if self.answer == "unless":
            words = f"Engage unless the enemy has {self.lead} LP more"
        if self.answer == "leading":
            words = f"Engage with {self.lead} LP more than the enemy, or if it has declined; otherwise ask"
        if self.answer == "odds":
            words = f"Engage if you hold the front line in {self.odds} of 100 or more, and at your home"
        if self.answer == "worth":
            words = "Engage if that is worth more than to decline, and at your home"
        if self.stance != StandingInstruction().stance:
            words = f"{words}; {TITLES[self.stance].lower()}"
        return f"{words}; play battles yourself" if self.by_hand else words


@dataclass(frozen=True, slots=True)
class Instructions:
    """The standing instructions, and what they may be."""

    sectors: list[Instruction]
    given: bool
    """Whether there are any."""
    by_computer: bool
    """Whether the computer fights the battles."""
    may_play: bool
    """Whether the side may play them itself nevertheless."""
    answers: list[tuple[str, str]]
    """Those that hold in every sector at once."""
    stances: tuple[tuple[str, str, str], ...]


def instructions(working: WorkingPlan, *, may_play: bool) -> Instructions:
    """The instructions of a plan; the side gives its own orders in battle only if it `may_play`."""
    return Instructions(
        sectors=by_sector(working, may_play=may_play),
        given=any(standing.answer != "ask" for standing in working.plan.standing.values()),
        by_computer=working.war.settings.settled_by == "worker",
        may_play=may_play,
        answers=[(key, words) for key, (words, _) in EVERYWHERE.items()],
        stances=STANCES,
    )


def by_sector(working: WorkingPlan, *, may_play: bool) -> list[Instruction]:
    """Each sector's standing instruction, in battle order (S36); by hand only if the side `may_play`."""
    standings = {
        sector: working.plan.standing.get(sector, StandingInstruction()) for sector in working.war.chart.order
    }
    return [
        Instruction(
            sector,
            number,
            standing.answer,
            standing.lead,
            standing.odds,
            standing.stance,
            may_play and standing.by_hand,
        )
        for number, (sector, standing) in enumerate(standings.items())
    ]
