"""How the site is put together: settings, addresses, the queue and the server."""
