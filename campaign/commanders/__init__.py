"""Computer players of the war: each decides from one side's view, the same for the same view."""
