"""How the site is served: requests in a line, their bodies, errors, static files, and the processes."""
