"""People: callsigns, guests, the computer, and what people set for themselves."""
