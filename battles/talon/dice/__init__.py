"""The dice of a battle: what was committed, what each side added, and every roll."""
