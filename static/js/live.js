// Follows what changes elsewhere.
