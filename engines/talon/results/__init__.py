"""Set-ups and reports of battles: whether they are possible, and the result that follows from a report."""
