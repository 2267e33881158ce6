"""The engine of sessions on symbols: what is stored in a session is what JSON makes of it, symbols apart. It lives as long as the path."""

from django.contrib.sessions.backends.base import CreateError, SessionBase
from django.contrib.sessions.serializers import JSONSerializer

from .path import alarm, require
from .values import Symbolic

# Whether the application keeps sessions in the database, where each that is read is a query.
in_database = True


class SessionStore(SessionBase):
    def load(self):
        if in_database:
            require().log("session")
        stored = require().sessions.get(self.session_key)
        if stored is None:
            self._session_key = None
            return {}
        return self.stored_form(stored)

    def stored_form(self, value):
        """A copy as it comes back from the store: keys are texts, tuples are lists. What JSON has no words for raises what JSON raises."""
        if self.serializer is not JSONSerializer:
            alarm(f"sessions that are stored by {self.serializer.__name__}")
        return _copy(self.serializer(), value)

    def exists(self, session_key):
        return session_key in require().sessions

    def create(self):
        self._session_key = f"rubicon{len(require().sessions):025}"
        self.save(must_create=True)
        self.modified = True

    def save(self, must_create=False):
        if self.session_key is None:
            return self.create()
        if must_create and self.exists(self.session_key):
            raise CreateError
        if in_database:
            require().log_uncounted("a session that is stored")
        require().sessions[self.session_key] = self.stored_form(self._get_session(no_load=must_create))
        return None

    def delete(self, session_key=None):
        require().sessions[session_key or self.session_key] = None

    @classmethod
    def clear_expired(cls):
        """Nothing outlives a path."""


def _copy(serializer, value):
    if isinstance(value, Symbolic):
        if value.stands_for not in (int, str, bool, float):
            alarm(f"{value!r} in a session")
        return value
    if isinstance(value, dict):
        return {next(iter(serializer.loads(serializer.dumps({key: 0})))): _copy(serializer, v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_copy(serializer, v) for v in value]
    return serializer.loads(serializer.dumps(value))
