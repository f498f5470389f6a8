"""How units come onto the map: setting up, and reinforcements (21 to 23)."""
