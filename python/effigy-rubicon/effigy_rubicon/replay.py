"""The rows of a counterexample in a real database, and the specification run on them."""

import contextlib
import datetime
import decimal
import importlib.util
import inspect
import json
import os
import re
import uuid

from django.db import IntegrityError, models

from . import environment, schema
from .explore import place_of
from .words import Assumption, concretely
from .web import Client


def run(spec, fixtures, result):
    """Runs a failed specification on the rows that the solver found: confirmed or disagreed, and why."""
    answer = result.answer
    with on_rows():
        try:
            for name, rows in answer["rows"].items():
                model = model_of(name)
                for row in rows:
                    create(model, **values_of(model, row))
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            refused = str(error) if isinstance(error, IntegrityError) else None
            return {"replay": "disagreed", "why": f"the rows cannot be inserted: {said}", "refused": refused}
        return judge(spec, fixtures, answer, result.paths)


def judge(spec, fixtures, answer, paths):
    """Whether the specification fails on the rows as it does on symbols."""
    error = failure_of(spec, fixtures, answer["variables"])
    if error is None:
        return {"replay": "disagreed", "why": "the specification holds on these rows"}
    where, said = place_of(error), f"{type(error).__name__}: {error}".split("\n")[0]
    if isinstance(error, Assumption):
        return {"replay": "disagreed", "why": str(error)}
    ending = paths[answer["path"]]["ending"]
    expected = "AssertionError" if answer.get("obligation") is not None else ending.get("error", "").split(":")[0].split(".")[-1]
    if type(error).__name__ != expected:
        return {"replay": "disagreed", "why": f"{said} at {where}, and not {expected}"}
    return {"replay": "confirmed", "error": said, "place": where}


def failure_of(spec, fixtures, variables):
    """The exception that ends the specification on the rows of the default database, or None."""
    given = dict(fixtures)
    if "client" in inspect.signature(spec.function).parameters:
        given["client"] = Client()
    environment.reset()
    try:
        with concretely(variables):
            spec.function(**given)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # pytest's own outcomes are no Exception
        if type(error).__name__ in ("Exit", "Skipped"):
            raise
        return error
    return None


@contextlib.contextmanager
def on_rows():
    """A new SQLite database in memory with the tables of all models, as the default database."""
    database = environment.memory()
    with environment.concrete(database):
        try:
            environment.create_tables(database)
            yield database
        finally:
            database.close()
            if database.connection is not None:
                database.connection.close()


def model_of(table):
    return next(m for m in schema.tables() if m._meta.db_table == table)


def create(model, /, **values):
    """Inserts a row as it is: no default, no validation, no signal, references unchecked."""
    from django.db import connection

    fields = model._meta.local_concrete_fields
    given = {f: values[f.attname] if f.attname in values else _filler(f) for f in fields}
    stored = {f.column: f.get_db_prep_save(value, connection) for f, value in given.items()}
    quoted = ", ".join(connection.ops.quote_name(c) for c in stored)
    marks = ", ".join(["%s"] * len(stored))
    connection.disable_constraint_checking()
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({quoted}) VALUES ({marks})", list(stored.values()))
    finally:
        connection.enable_constraint_checking()


def values_of(model, row):
    """The Python values of a row of an answer, by attribute."""
    by_column = {f.column: f for f in model._meta.local_concrete_fields}
    return {by_column[c].attname: python_value(by_column[c], v) for c, v in row.items()}


def python_value(field, value):
    if value is None:
        return None
    kind = schema.kind_of(field)
    while field.is_relation:
        field = field.target_field
    if kind == "key":
        return uuid.UUID(int=value) if isinstance(field, models.UUIDField) else value
    if kind == "time":
        return _aware(environment.NOW.replace(second=0) + datetime.timedelta(seconds=value))
    if kind == "date":
        return datetime.date(1970, 1, 1) + datetime.timedelta(days=value)
    return opaque_value(field, value) if kind == "opaque" else value


def _aware(moment):
    from django.conf import settings

    return moment if settings.USE_TZ else moment.replace(tzinfo=None)


def opaque_value(field, word):
    """A value of a type that the solver does not know: that of a constant for its text, one of its own for each number."""
    if isinstance(word, str):
        return json.loads(word) if isinstance(field, models.JSONField) else field.to_python(word)
    number = 7000 + word
    if isinstance(field, models.DecimalField):
        return decimal.Decimal(number).scaleb(-field.decimal_places)
    if isinstance(field, models.FloatField):
        return float(number)
    if isinstance(field, models.UUIDField):
        return uuid.UUID(int=number)
    if isinstance(field, models.DurationField):
        return datetime.timedelta(seconds=number)
    if isinstance(field, models.TimeField):
        return datetime.time(second=number % 60, microsecond=number)
    if isinstance(field, models.BinaryField):
        return bytes([number % 256])
    return f"value {word}"


def _filler(field):
    """A value for a column that the counterexample does not mention."""
    if field.null:
        return None
    if field.has_default():
        return field.get_default()
    kind = schema.kind_of(field)
    fillers = {"bool": False, "int": 0, "text": "", "key": 1, "date": datetime.date(1970, 1, 1)}
    if kind == "time":
        return _aware(environment.NOW)
    return fillers[kind] if kind in fillers else opaque_value(field, 0)


# Which result each file that was written is of.
_WRITTEN = {}

_PLAIN = (int, str, bool, float, type(None))


def write_test(folder, result, given):
    """Writes a pytest test that makes the rows and runs the specification on them; gives its path."""
    spec, answer = result.spec, result.answer
    os.makedirs(folder, exist_ok=True)
    stem = re.sub(r"\W+", "_", result.name).rstrip("_")
    stem = stem if stem.startswith("test") else f"test_{stem}"
    # Files of specifications can have names in common.
    stems = (stem if number == 1 else f"{stem}_{number}" for number in range(1, 1000))
    path = next(p for p in (os.path.join(folder, f"{s}_on_rows.py") for s in stems) if _WRITTEN.setdefault(p, result) is result)
    lines, imports = [], set()
    for name, rows in answer["rows"].items():
        for row in rows:
            model = model_of(name)
            values = values_of(model, row)
            lines.append(f"        create({_model_text(model, imports)}, {', '.join(f'{k}={v!r}' for k, v in values.items())})")
    others = [n for n, p in inspect.signature(spec.function).parameters.items() if n != "client" and p.default is p.empty]
    # What a parametrized specification was given is written down; what else it takes are fixtures.
    plain = {n: given[n] for n in others if isinstance(given.get(n), _PLAIN)}
    fixtures = [n for n in others if n not in plain]
    variables = {n: v for n, v in answer["variables"].items()}
    relative = os.path.relpath(spec.file, folder)
    text = f'''"""Rows that break `{spec.name}` ({spec.place}), found by effigy-rubicon."""

import datetime
import os
from decimal import Decimal
from uuid import UUID

from effigy_rubicon.replay import create, load, on_rows, run_on_rows
{chr(10).join(sorted(imports))}

SPECIFICATION = os.path.join(os.path.dirname(os.path.abspath(__file__)), {relative!r})


def test_{stem.removeprefix("test_")}_on_rows({", ".join(fixtures)}):
    with on_rows():
{chr(10).join(lines) or "        pass"}
        run_on_rows(load(SPECIFICATION, {spec.name!r}), {variables!r}{"".join(f", {n}={n}" for n in fixtures)}{"".join(f", {n}={v!r}" for n, v in plain.items())})
'''
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def _model_text(model, imports):
    if model._meta.auto_created:
        owner = model._meta.auto_created
        field = next(f for f in owner._meta.local_many_to_many if f.remote_field.through is model)
        return f"{_model_text(owner, imports)}.{field.name}.through"
    imports.add(f"from {model.__module__} import {model.__name__}")
    return model.__name__


def module(file):
    """A file of specifications, loaded by itself."""
    found = importlib.util.spec_from_file_location("rubicon_specifications", file)
    loaded = importlib.util.module_from_spec(found)
    found.loader.exec_module(loaded)
    return loaded


def load(file, name):
    """The specification of a name in a file."""
    return getattr(module(file), name).specification


def run_on_rows(spec, variables, **fixtures):
    """Runs a specification on the rows that are there; its failure is the test's. Where an assumption does not hold nothing is claimed."""
    error = failure_of(spec, fixtures, variables)
    if error is not None and not isinstance(error, Assumption):
        raise error
