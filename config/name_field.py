"""The field of a form in which people name something."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from engines.seam.words.names import LONGEST, fault, tidy


class NameField(forms.CharField):
    """A name, as every entrance takes it: tidy, and refused with the character that is never part of one.

    `without` are characters that have a meaning of their own where the name is used.
    """

    def __init__(self, *, max_length: int = LONGEST, without: str = "", **kwargs: Any) -> None:
        kwargs.setdefault("error_messages", {"required": "Enter a name."})
        super().__init__(max_length=max_length, **kwargs)
        self.longest, self.without = max_length, without

    def to_python(self, value: Any) -> str:
        """The name, tidy."""
        return tidy(str(super().to_python(value) or ""))

    def validate(self, value: Any) -> None:
        """ValidationError for what is not a name."""
        super().validate(value)
        if value and (wrong := fault(value, self.longest)):
            raise ValidationError(wrong, code="invalid")
        if found := next((letter for letter in self.without if letter in value), ""):
            raise ValidationError(f"The name holds {found}, which cannot be part of it.", code="invalid")
