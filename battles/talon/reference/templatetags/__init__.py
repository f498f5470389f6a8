"""Ship classes in templates."""
