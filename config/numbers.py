"""Numbers of rows in addresses: <number:war_id>."""

from django.urls import register_converter
from django.urls.converters import IntConverter


class RowNumber(IntConverter):
    """A whole number that every database can compare with that of a row: of at most 18 digits."""

    regex = "[0-9]{1,18}"


register_converter(RowNumber, "number")
