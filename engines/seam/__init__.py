"""The documents between a battle and its owner: set-up, doctrine, report and result.

A battle played out by hand, fought by a worker or recorded from a table fills in the same result.
"""
