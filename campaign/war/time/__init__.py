"""The pace of a war, and by when each phase is due."""
