"""The sample: a finished war and its best battle, shipped with the site for anybody to look at.

It is two files and no row of the database: nobody owns it, it counts in no score, and its pages can show nothing else.
"""
