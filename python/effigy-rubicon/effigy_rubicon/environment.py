"""Where specifications run: Django with a SQLite database in memory in the place of the application's own, and symbols let through."""

import contextlib
import datetime
import logging
import sqlite3

from django.conf import settings
from django.core import mail
from django.core.cache import caches
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.template import Template
from django.test import override_settings
from django.test.utils import instrumented_test_render

from . import contrib, queries, records, related, rendering, sessions, web, writes
from .patches import Patches, clock, conditions, counting, database, fields

# Small, so that times before and after it fit into five bits.
NOW = datetime.datetime(1970, 1, 1, 0, 0, 8, tzinfo=datetime.timezone.utc)


class Memory(DatabaseWrapper):
    """SQLite in memory. What keeps tests from the application's database does not apply to it."""

    def ensure_connection(self):
        if self.connection is None:
            with self.wrap_database_errors:
                self.connect()


def memory():
    """A new database without tables."""
    options = dict(connections["default"].settings_dict)
    options.update(ENGINE="django.db.backends.sqlite3", NAME=":memory:", OPTIONS={}, TIME_ZONE=None, AUTOCOMMIT=True,
                   CONN_MAX_AGE=0, CONN_HEALTH_CHECKS=False)
    options.setdefault("TEST", {})
    return Memory(options, "default")


@contextlib.contextmanager
def using(database_wrapper):
    """Makes a database the default one."""
    before = connections["default"]
    connections["default"] = database_wrapper
    try:
        yield database_wrapper
    finally:
        connections["default"] = before


def test_settings(patches, **more):
    """What Django's own test runner changes: the host of the test client, mail, and templates that tell what they were given."""
    if Template._render is not instrumented_test_render:
        patches.set(Template, "_render", instrumented_test_render)
    hosts = [*settings.ALLOWED_HOSTS, "testserver"]
    backend = "django.core.mail.backends.locmem.EmailBackend"
    return override_settings(ALLOWED_HOSTS=hosts, EMAIL_BACKEND=backend, DEBUG=False, **more)


@contextlib.contextmanager
def symbolic():
    """Symbols pass through Django."""
    patches = Patches()
    sessions.in_database = settings.SESSION_ENGINE.endswith((".db", ".cached_db"))
    with using(memory()), test_settings(patches, SESSION_ENGINE="effigy_rubicon.sessions"):
        try:
            for install in (fields, conditions, database, counting, records.install, queries.install, related.install, writes.install, web.install, rendering.install, contrib.install):
                install(patches)
            clock(patches, NOW)
            explanations(patches)
            # What Django logs of a request is of a symbol, and said again for each path.
            patches.set(logging.getLogger("django.request"), "disabled", True)
            patches.symbolic(logging.LogRecord, "getMessage", _logged)
            yield
        finally:
            patches.undo()


def _logged(original, record):
    """What the application logs shows symbols as reports do: nothing that it decides depends on it."""
    arguments = record.args if isinstance(record.args, (tuple, dict)) else ()
    if not any(rendering.shown(a) for a in (arguments.values() if isinstance(arguments, dict) else arguments)):
        return original(record)
    return f"{record.msg} {arguments!r}"


def explanations(patches):
    """What pytest says of a failed assertion must not look into symbols: it would fork the path or end it."""
    from _pytest.assertion import util

    patches.set(util, "_reprcompare", None)


@contextlib.contextmanager
def concrete(database_wrapper):
    """The same application on a real database."""
    patches = Patches()
    with using(database_wrapper), test_settings(patches):
        try:
            clock(patches, NOW)
            yield
        finally:
            patches.undo()


def reset():
    """What one run leaves behind in the process is gone before the next."""
    from django.apps import apps

    for cache in caches.all(initialized_only=True):
        cache.clear()
    if apps.is_installed("django.contrib.contenttypes"):
        from django.contrib.contenttypes.models import ContentType

        ContentType.objects.clear_cache()
    mail.outbox = []
    connections["default"].queries_log.clear()
    connections["default"].in_atomic_block = connections["default"].needs_rollback = False


_template = None


def create_tables(database_wrapper):
    """All tables of the models, in the default database. They are made once in a process and copied from then on."""
    global _template
    database_wrapper.ensure_connection()
    if _template is None:
        _make_tables(database_wrapper)
        _template = sqlite3.connect(":memory:")
        database_wrapper.connection.backup(_template)
    else:
        _template.backup(database_wrapper.connection)


def _make_tables(database_wrapper):
    from django.apps import apps

    with database_wrapper.schema_editor() as editor:
        for model in apps.get_models(include_auto_created=False):
            if model._meta.managed and not model._meta.proxy and not model._meta.swapped:
                editor.create_model(model)
