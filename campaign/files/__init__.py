"""Wars as files: exported, imported, verified."""
