"""Words that every system and page needs: names, articles, numbers, plain text."""
