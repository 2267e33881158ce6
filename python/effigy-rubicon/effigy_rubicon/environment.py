"""Where specifications run: Django with a SQLite database in memory in the place of the application's own, and symbols let through."""

import contextlib
import datetime
import sqlite3

from django.core import mail
from django.core.cache import caches
from django.db import connections
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.test import override_settings
from django.test.utils import setup_test_environment

from . import queries, records, related, rendering, web, writes
from .patches import Patches, clock, conditions, database, fields

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
    settings = dict(connections["default"].settings_dict)
    settings.update(ENGINE="django.db.backends.sqlite3", NAME=":memory:", OPTIONS={}, TIME_ZONE=None, AUTOCOMMIT=True,
                    CONN_MAX_AGE=0, CONN_HEALTH_CHECKS=False)
    settings.setdefault("TEST", {})
    return Memory(settings, "default")


@contextlib.contextmanager
def using(database_wrapper):
    """Makes a database the default one."""
    before = connections["default"]
    connections["default"] = database_wrapper
    try:
        yield database_wrapper
    finally:
        connections["default"] = before


@contextlib.contextmanager
def test_environment():
    """Django's own, unless a plugin has set it up."""
    from django.test import utils

    if not hasattr(utils._TestState, "saved_data"):
        setup_test_environment()
    yield


@contextlib.contextmanager
def symbolic():
    """Symbols pass through Django."""
    patches = Patches()
    with using(memory()), test_environment(), override_settings(SESSION_ENGINE="effigy_rubicon.sessions"):
        try:
            for install in (fields, conditions, database, records.install, queries.install, related.install, writes.install, web.install, rendering.install):
                install(patches)
            clock(patches, NOW)
            yield
        finally:
            patches.undo()


@contextlib.contextmanager
def concrete(database_wrapper):
    """The same application on a real database."""
    patches = Patches()
    with using(database_wrapper), test_environment():
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
