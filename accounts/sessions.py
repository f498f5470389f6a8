"""Sessions in the database, as Django keeps them; the query that every page makes is written once."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from config.kept_queries import KeptQuery

_SESSIONS = KeptQuery(lambda key: Session.objects.filter(session_key=key), "the session's key")


class SessionStore(DatabaseStore):
    """Django's own store but for how a session is looked up, and that a key has only letters and digits."""

    def _validate_session_key(self, key: str | None) -> bool:
        """Whether the site could have made the key; a cookie may hold anything, also a NUL, which no database takes."""
        return key is not None and key.isascii() and key.isalnum() and super()._validate_session_key(key)  # type: ignore[misc]

    def _get_session_from_db(self) -> Session | None:
        """The session, None if there is none or it has expired; a new one then gets a key of its own."""
        found = _SESSIONS.objects(self.session_key or "")
        if found and found[0].expire_date > timezone.now():
            return found[0]
        self._session_key = None
        return None
