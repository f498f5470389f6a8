"""A fuzzer of battles: random legal play from random legal set-ups, with everything looked at after each order."""
