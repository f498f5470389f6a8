"""The rules of a season: who plays whom, and the standings. Without Django, without a clock, without chance."""
