"""What is replaced in Django while specifications run on symbols.

A replacement does what the original does unless a path is being run. All are taken back when the last run has ended.
"""

import base64
import functools
import sys

from django.core import validators
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import lookups
from django.db.models.fields import Field
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.datastructures import OrderedSet

from . import expression as ex
from . import schema, transactions
from .path import UNCOUNTED, alarm, current, require
from .values import Symbolic

_MISSING = object()

# Methods of fields that prepare a value: a symbol needs no preparation.
_PREPARE = ("to_python", "get_prep_value", "get_db_prep_value", "get_db_prep_save")


class Patches:
    """Replaced attributes, and what they were."""

    def __init__(self):
        self.saved = []

    def set(self, holder, name, value):
        self.saved.append((holder, name, vars(holder).get(name, _MISSING)))
        setattr(holder, name, value)

    def symbolic(self, holder, name, replacement):
        """`replacement(original, *arguments)` stands for a function while a path is being run."""
        original = getattr(holder, name)

        @functools.wraps(original)
        def choose(*args, **kwargs):
            if current() is None:
                return original(*args, **kwargs)
            return replacement(original, *args, **kwargs)

        self.set(holder, name, choose)

    def keep_symbols(self, holder, name, position):
        """A function that gives back its argument when it is a symbol."""
        original = getattr(holder, name)

        @functools.wraps(original)
        def choose(*args, **kwargs):
            if len(args) > position and isinstance(args[position], Symbolic):
                return args[position]
            return original(*args, **kwargs)

        self.set(holder, name, choose)

    def undo(self):
        for holder, name, value in reversed(self.saved):
            if value is _MISSING:
                delattr(holder, name)
            else:
                setattr(holder, name, value)
        self.saved.clear()


def fields(patches):
    """Symbols pass through the preparation of values for queries and for the database."""
    classes = {Field}
    for model in schema.tables():
        for field in model._meta.local_concrete_fields:
            classes.update(c for c in type(field).__mro__ if issubclass(c, Field))
    for holder in classes:
        for name in _PREPARE:
            if name in vars(holder):
                patches.keep_symbols(holder, name, 1)
    for holder in (models.DateTimeField, models.DateField):
        patches.symbolic(holder, "get_db_prep_value", _python_value)
    for holder in (models.DecimalField, models.FloatField, models.UUIDField, models.DurationField, models.JSONField, models.BinaryField, models.TimeField):
        patches.symbolic(holder, "get_db_prep_value", _opaque_value)
    patches.symbolic(Field, "value_to_string", lambda original, self, obj: _own_value(original, self, obj))
    for validator in (validators.MaxLengthValidator, validators.ProhibitNullCharactersValidator):
        patches.symbolic(validator, "__call__", _skip_symbols)


def _own_value(original, field, instance):
    value = field.value_from_object(instance)
    return value if isinstance(value, Symbolic) else original(field, instance)


def _python_value(original, field, value, connection, prepared=False):
    """Dates and times stay what they are: the solver has no use for SQLite's text of them."""
    if value is None or isinstance(value, Symbolic):
        return value
    return value if prepared else field.get_prep_value(value)


def _opaque_value(original, field, value, connection, prepared=False):
    found = original(field, value, connection, prepared)
    if found == "null" and isinstance(field, models.JSONField):
        alarm(f"the null of JSON in {field.column}")
    if isinstance(found, (bytes, memoryview)):
        found = base64.b64encode(found).decode()
    return found if found is None or isinstance(found, Symbolic) or hasattr(found, "as_sql") else ex.Opaque(found)


def _skip_symbols(original, validator, value):
    """Symbolic text is short and has no null characters, which is an assumption."""
    if not isinstance(value, Symbolic):
        return original(validator, value)
    if isinstance(validator, validators.MaxLengthValidator):
        require().rests_on("choices", f"texts are no longer than {validator.limit_value} characters")
    else:
        require().rests_on("choices", "texts have no null characters")
    return None


def conditions(patches):
    """Lookups that look at the value that they compare with."""

    def members(values=()):
        values = list(values)
        if any(isinstance(v, Symbolic) for v in values):
            raise TypeError("symbols have no hash")
        return OrderedSet(values)

    patches.set(lookups, "OrderedSet", members)
    mixin = lookups.IntegerFieldOverflow
    original = mixin.process_rhs

    def process_rhs(self, compiler, connection):
        if isinstance(self.rhs, Symbolic):
            return super(mixin, self).process_rhs(compiler, connection)
        return original(self, compiler, connection)

    patches.set(mixin, "process_rhs", process_rhs)


def database(patches):
    """No statement reaches a database while a path is being run."""
    patches.symbolic(BaseDatabaseWrapper, "cursor", lambda *_: alarm("a statement of SQL that the ORM did not write"))
    patches.symbolic(BaseDatabaseWrapper, "chunked_cursor", lambda *_: alarm("a statement of SQL that the ORM did not write"))
    transactions.install(patches)


def counting(patches):
    """Django's ways to count queries see what was logged; what is not modelled is not counted."""
    patches.symbolic(CaptureQueriesContext, "__len__", _counted)
    patches.symbolic(CaptureQueriesContext, "__iter__", _counted)
    patches.symbolic(CaptureQueriesContext, "__getitem__", _counted)


def _counted(original, captured, *arguments):
    for query in captured.captured_queries:
        if query["sql"].startswith(UNCOUNTED):
            alarm(f"how many queries there are: the number for {query['sql'].removeprefix(UNCOUNTED)} is not modelled")
    return original(captured, *arguments)


def clock(patches, moment):
    """`timezone.now()` is one moment: small, so that there are times before and after it within the bits of a scope."""
    original, now = timezone.now, lambda: moment
    for module, names in _holders(original):
        for name in names:
            patches.set(module, name, now)
    # A default was taken from there before.
    for field in (f for m in schema.tables() for f in m._meta.local_concrete_fields if f.default is original):
        patches.set(field, "default", now)
        patches.set(field, "_get_default", now)


# The names in each module that hold `timezone.now`. A module is read again when it has another number of names.
_names_of_now = {}


def _holders(original):
    for key, module in list(sys.modules.items()):
        held = getattr(module, "__dict__", {})
        state = id(module), len(held)
        if _names_of_now.get(key, (None,))[0] != state:
            _names_of_now[key] = state, [n for n, value in list(held.items()) if value is original]
        yield module, _names_of_now[key][1]
