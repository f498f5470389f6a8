"""What is drawn of a battle under way: cards, track, overlays, and the film of what just happened."""
