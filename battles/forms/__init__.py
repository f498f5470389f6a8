"""Forms of battles."""

from battles.forms.doctrine import STANCES, TITLES, DoctrineForm, doctrine_form, read_doctrine

__all__ = ["STANCES", "TITLES", "DoctrineForm", "doctrine_form", "read_doctrine"]
