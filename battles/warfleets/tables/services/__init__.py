"""What players do at a table: begin a battle, give orders, and end it."""
