"""The decision to engage or decline."""
