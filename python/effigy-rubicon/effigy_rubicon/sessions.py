"""The engine of sessions on symbols: what is stored in a session stays what it is. It lives as long as the path."""

from django.contrib.sessions.backends.base import CreateError, SessionBase

from .path import require

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
        return dict(stored)

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
        require().sessions[self.session_key] = dict(self._get_session(no_load=must_create))
        return None

    def delete(self, session_key=None):
        require().sessions[session_key or self.session_key] = None

    @classmethod
    def clear_expired(cls):
        """Nothing outlives a path."""
