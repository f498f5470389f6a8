"""Campaign games out to files, and in from them."""
