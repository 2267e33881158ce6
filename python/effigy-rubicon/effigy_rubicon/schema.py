"""The tables of the application's models, as the solver is told them: the request `schema`."""

import datetime
import decimal
import uuid

from django.apps import apps
from django.db import models
from django.db.models import fields as django_fields

from . import expression as ex
from .path import in_specification, require
from .values import made

_KINDS = (
    (django_fields.BooleanField, "bool"),
    (django_fields.DateTimeField, "time"),
    (django_fields.DateField, "date"),
    (django_fields.DurationField, "opaque"),
    (django_fields.UUIDField, "opaque"),
    (django_fields.IntegerField, "int"),
    (django_fields.CharField, "text"),
    (django_fields.TextField, "text"),
    (models.FileField, "text"),
)

# The classes of values of columns that are keys or have no meaning to the solver.
_VALUES = (
    (models.UUIDField, uuid.UUID),
    (models.DecimalField, decimal.Decimal),
    (models.FloatField, float),
    (models.DurationField, datetime.timedelta),
    (models.DateTimeField, datetime.datetime),
    (models.DateField, datetime.date),
    (models.TimeField, datetime.time),
    (models.BinaryField, bytes),
    (models.IntegerField, int),
    ((models.CharField, models.TextField, models.GenericIPAddressField, models.FilePathField), str),
)

# Tables of Django's own that a specification has no words for.
_LEFT_OUT = {"sessions.Session", "admin.LogEntry"}


def kind_of(field):
    """Which class of symbols stands for a column."""
    if field.primary_key:
        return "key"
    if field.is_relation:
        return "key" if field.target_field.primary_key else "opaque"
    if hasattr(field, "from_db_value"):
        return "opaque"
    return next((kind for base, kind in _KINDS if isinstance(field, base)), "opaque")


def symbol(field, expression):
    """The symbol for a column that is not null. The application gets a Boolean itself, and the path forks on it."""
    kind = kind_of(field)
    if kind == "bool" and not in_specification():
        return require().decide(expression)
    target = field
    while target.is_relation:
        target = target.target_field
    symbol = made(kind, expression, class_of(target) if kind in ("key", "opaque") else None)
    if kind == "key":
        symbol.made_by_database = isinstance(target, django_fields.AutoFieldMixin)
    return symbol


def class_of(field):
    """The class of the values of a column, or None if they have no single one."""
    if hasattr(field, "from_db_value"):
        return None
    return next((c for base, c in _VALUES if isinstance(field, base)), None)


def tables():
    """The models that are tables of the schema."""
    chosen = apps.get_models(include_auto_created=True)
    return [m for m in chosen if m._meta.managed and not m._meta.proxy and not m._meta.swapped and m._meta.label not in _LEFT_OUT]


def refusal(model):
    """Why a model has no place in the schema, or None."""
    if model._meta.parents and not model._meta.proxy:
        return f"{model._meta.label} inherits from another table (multi-table inheritance)"
    return None


def table(model):
    """The member of `tables` for a model."""
    meta = model._meta
    columns = [column(field) for field in meta.local_concrete_fields if not field.primary_key]
    return {"name": meta.db_table, "model": meta.object_name, "key": meta.pk.column, "columns": columns, "unique": unique(model)}


def column(field):
    kind = kind_of(field)
    entry = {"name": field.column, "type": "time" if kind == "date" else kind, "null": field.null}
    if field.is_relation and kind == "key":
        entry["references"] = field.related_model._meta.concrete_model._meta.db_table
        entry["constraint"] = field.db_constraint
    values = choices(field, kind)
    if values:
        entry["values"] = values
    return entry


def choices(field, kind):
    """The values that validation lets pass, if they are named and have constants."""
    if not field.choices or kind not in ("text", "int"):
        return None
    values = [value for value, _ in field.flatchoices if value is not None]
    if field.blank and kind == "text":
        values.append("")
    return list(dict.fromkeys(values))


def unique(model):
    """Sets of columns of which no two rows have the same values, none of them null."""
    meta = model._meta
    sets = [[f.column] for f in meta.local_concrete_fields if f.unique and not f.primary_key]
    sets += [[meta.get_field(name).column for name in names] for names in meta.unique_together]
    for constraint in uniques(model):
        if constraint.fields and constraint.condition is None:
            sets.append([meta.get_field(name).column for name in constraint.fields])
    return [list(s) for s in dict.fromkeys(tuple(s) for s in sets)]


def uniques(model):
    """The unique constraints that SQLite has. Django does not make those with options that it has no words for."""
    found = (c for c in model._meta.constraints if isinstance(c, models.UniqueConstraint))
    return [c for c in found if not foreign(c)]


def foreign(constraint):
    """Whether a unique constraint is one that Django makes in other databases than SQLite."""
    return constraint.nulls_distinct is not None or constraint.deferrable is not None or bool(constraint.include)


def request(facts):
    """The request `schema`, with the facts that the user states."""
    from . import constraints

    chosen = [m for m in tables() if refusal(m) is None]
    stated = constraints.facts(chosen) + list(facts)
    return {"request": "schema", "dialect": "sqlite", "tables": [table(m) for m in chosen], "facts": stated}
