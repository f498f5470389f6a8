"""What every feature of a battle stands on: who may see it, where it stands, and what changes it."""
