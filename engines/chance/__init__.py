"""Numbers that follow from a seed alone, the same in any process and on either build."""
