"""`python -m engines.warfleets`: fleets, tables and battles at the command line."""
