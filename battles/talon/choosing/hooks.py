"""What campaign games bring to the choosing of the fleets for one of their legs."""

from battles.models import Battle, DesignedBattle
from config.hook import Hook
from engines.seam.documents import BattleSetup

STOPPED: Hook[[DesignedBattle], str] = Hook()
"""Why nothing can be chosen now for a leg; "" if it can."""
OPENED: Hook[[DesignedBattle, BattleSetup], Battle] = Hook()
"""The battle of a leg, opened with the set-up of both fleets; `Refused` if it is not the leg's turn any more."""
