"""The map of the war: zones, planets, incomes; editing and files of maps."""
