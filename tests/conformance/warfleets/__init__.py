"""Cases of Warfleets: FTL, written from its text, and what plays them."""
