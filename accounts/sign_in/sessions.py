"""Sessions in the database, as Django keeps them."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore


class SessionStore(DatabaseStore):
    """Django's own store, but a key has only letters and digits."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether the site could have made the key; a cookie may hold anything, also a NUL, which no database takes."""
        return key is not None and key.isascii() and key.isalnum() and super()._validate_session_key(key)  # type: ignore[misc]
