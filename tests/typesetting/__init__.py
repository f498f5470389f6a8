"""Sheets typeset as PDF; needs Pango."""
