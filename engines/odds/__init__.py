"""How a battle may end: captains play it out many times, and the ends are counted."""
