"""Orders and events as lines that people read and write (`docs/warfleets.md`)."""
