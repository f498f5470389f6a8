"""Computer players of the tactical game: each sees one side's view and names one legal order at a time."""

from engines.native.builds import take

take()
