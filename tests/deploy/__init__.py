"""The site behind nginx, and the command that sets up a server."""
