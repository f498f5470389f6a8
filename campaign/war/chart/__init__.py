"""The strategic map as a picture and in words, as one side may see it."""
