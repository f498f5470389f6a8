"""What a battle at a real table needs: the set-up sheet, cards of units, drawings of ships."""
