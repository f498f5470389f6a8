"""Sheets for paper as PDF: asked for on a page, typeset by the worker, and kept for a day."""
