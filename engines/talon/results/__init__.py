"""Set-ups and reports of battles: whether they are possible, and the result of a report."""
