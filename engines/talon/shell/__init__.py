"""The tactical game at the command line: `python -m engines.talon`. A door: it reads files, and brings the dice."""
