"""The editor of secret orders: bases, shipyard, assignment board, instructions; what it shows and how it is worked."""
