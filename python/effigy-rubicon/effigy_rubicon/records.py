"""Symbolic records: real model instances whose columns are read from an expression when they are asked for.

Django itself has instances with columns that are not loaded yet (`defer`). A symbolic record is one, and what loads a
column makes a symbol of it.
"""

import functools

from django.apps import apps
from django.db.models.query_utils import DeferredAttribute

from . import expression as ex
from . import schema
from .path import alarm, asked_by_application, current, require
from .values import Symbolic, SymbolicOpaque, not_

MARK = "_rubicon"


class Origin:
    """Which row an instance is, after how many writes it was read, and which columns real Django would have loaded (None: all)."""

    def __init__(self, expression, at, loaded=None):
        self.expression, self.at, self.loaded = expression, at, loaded


class quantified:
    """Within a quantifier no path can fork: nullable columns are symbols that may be null."""

    def __enter__(self):
        require().quantified += 1

    def __exit__(self, *_):
        require().quantified -= 1


def make(model, expression, at, loaded=None, key=None):
    """The instance for a row that exists."""
    reason = schema.refusal(model)
    if reason:
        alarm(reason)
    meta = model._meta
    if key is None:
        key = key_of(meta, expression, at)
    instance = model.from_db("default", [meta.pk.attname], [schema.symbol(meta.pk, key)])
    instance.__dict__[MARK] = Origin(expression, at, loaded)
    return instance


def key_of(meta, expression, at):
    """The key of a row; the row with a key has that key."""
    if "record" in expression:
        return expression["record"][1]
    return ex.column(expression, meta.pk.column, require().since(expression["var"]) if "var" in expression else at)


def row_of_key(meta, key, at):
    """The row with a key: the row that the key was read from, if it was."""
    if "column" in key and key["column"][1] == meta.pk.column and "var" in key["column"][0]:
        if require().variable_table(key["column"][0]["var"]) == meta.db_table:
            return key["column"][0]
    return ex.record(meta.db_table, key, at)


def origin(instance):
    return instance.__dict__.get(MARK)


def is_symbolic(instance):
    """Whether an instance has anything symbolic about it."""
    return MARK in instance.__dict__ or any(isinstance(v, Symbolic) for v in instance.__dict__.values())


def expression_of(instance):
    """The record that an instance is."""
    found = origin(instance)
    if found is not None:
        return found.expression
    if isinstance(instance.pk, Symbolic):
        return row_of_key(instance._meta.concrete_model._meta, instance.pk.expression, require().at)
    return None


def read(instance, field):
    """A column of a symbolic record: None on one path and a symbol on the other where it is nullable."""
    found = origin(instance)
    if found.loaded is not None and field.attname not in found.loaded:
        require().log(f"deferred {field.attname}")
    path, expression = require(), ex.column(found.expression, field.column, found.at)
    if field.null and not path.quantified:
        if path.decide(ex.operation("null?", expression)):
            return None
    value = schema.symbol(field, expression)
    if field.null and path.quantified:
        value.nullable = True
    return value


def install(patches):
    """What makes records of Django's instances."""
    original = DeferredAttribute.__get__

    def get(self, instance, cls=None):
        if instance is None or current() is None or MARK not in instance.__dict__:
            return original(self, instance, cls)
        data = instance.__dict__
        if self.field.attname not in data:
            data[self.field.attname] = read(instance, self.field)
        return data[self.field.attname]

    patches.set(DeferredAttribute, "__get__", get)
    from django.db.models import Model

    patches.set(Model, "__ne__", different)
    patches.symbolic(Model, "__repr__", lambda original, self: f"<{type(self).__name__}: {self.pk!r}>" if is_symbolic(self) else original(self))
    for model in apps.get_models():
        for field in model._meta.fields:
            name = f"get_{field.name}_display"
            if isinstance(vars(model).get(name), functools.partialmethod):
                patches.set(model, name, functools.partialmethod(display, vars(model)[name]))
    refresh, save = Model.refresh_from_db, Model.save
    patches.set(Model, "refresh_from_db", lambda self, *a, **k: reload(self, refresh, *a, **k))
    patches.set(Model, "save", lambda self, *a, **k: store(self, save, *a, **k))


def display(instance, original):
    """What `get_..._display` gives: in a page something to show, else the text of the choice that the path decides on."""
    field = original.keywords["field"]
    value = getattr(instance, field.attname)
    if not isinstance(value, Symbolic):
        return original.func(instance, field)
    if not asked_by_application():
        return SymbolicOpaque({"rendered": f"the choice {value!r}"})
    return next((str(text) for choice, text in field.flatchoices if value == choice), value)


def different(self, other):
    """`!=` of instances, without a fork."""
    same = self.__eq__(other)
    if same is NotImplemented:
        return NotImplemented
    return not_(same)


def reload(instance, original, using=None, fields=None, from_queryset=None):
    if current() is None or not is_symbolic(instance):
        return original(instance, using=using, fields=fields, from_queryset=from_queryset)
    manager = from_queryset if from_queryset is not None else type(instance)._base_manager
    newest = manager.get(pk=instance.pk)
    names = [f.attname for f in instance._meta.concrete_fields if not f.primary_key]
    if fields is not None:
        wanted = {instance._meta.get_field(f).attname for f in fields}
        for name in names:
            if name in wanted:
                instance.__dict__[name] = getattr(newest, name)
        return None
    for name in names:
        instance.__dict__.pop(name, None)
    instance._state.fields_cache.clear()
    instance.__dict__.pop("_prefetched_objects_cache", None)
    instance.__dict__[MARK] = newest.__dict__[MARK]
    return None


def store(instance, original, *args, **kwargs):
    """Saving writes every column. Those that were not read have not changed, unless something was written since."""
    path = current()
    found = origin(instance)
    if path is not None and found is not None and found.at < path.at:
        for field in instance._meta.concrete_fields:
            getattr(instance, field.attname)
    return original(instance, *args, **kwargs)
