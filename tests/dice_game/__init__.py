"""A small second game behind the seam: everybody rolls dice, and who rolls less loses ships."""
