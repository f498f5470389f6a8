"""Computer players of Warfleets: each looks at a battle, changes nothing, and names one lawful order at a time."""
