"""The small parts of the editor, of which there are hundreds."""
