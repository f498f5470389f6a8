"""The odds of a battle: worked out, in words, and how often they came true."""
