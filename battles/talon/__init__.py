"""What draws Talon and plays it in the browser: its board, its report, its lessons and its ships.

Another game has a folder of its own beside this one.
"""
