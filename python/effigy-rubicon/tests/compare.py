"""A specification on symbols, evaluated on rows, against the same specification run by Django on these rows."""

import datetime
import random

from django.contrib.auth.models import Permission, User
from django.db import connection, models
from effigy_rubicon import environment, explore, replay, run, schema
from effigy_rubicon.words import Assumption
from evaluate import Evaluator, copy

WORDS = ["", "a", "b", "editor", "S", "L"]


def kinds():
    """The class of symbols of each column, dates told from times."""
    return {(m._meta.db_table, f.column): schema.kind_of(f) for m in schema.tables() for f in m._meta.local_concrete_fields}


def keys():
    return {m._meta.db_table: m._meta.pk.column for m in schema.tables()}


def fill(chance, most, tables):
    """Random rows that the constraints allow; gives the keys by table."""
    made = {}
    pending = list(tables)
    for _ in range(3):
        for model in list(pending):
            needed = [f.related_model for f in model._meta.local_concrete_fields if f.is_relation and not f.null]
            if any(n not in made for n in needed):
                continue
            pending.remove(model)
            made[model] = []
            for key in range(1, chance.choice([0, 1, *range(2, most + 1), *range(2, most + 1)]) + 1):
                values = {f.attname: value(chance, f, made) for f in model._meta.local_concrete_fields if not f.primary_key}
                if any(v is _IMPOSSIBLE for v in values.values()):
                    continue
                try:
                    replay.create(model, **{model._meta.pk.attname: key}, **values)
                    made[model].append(key)
                except Exception as error:
                    if type(error).__name__ != "IntegrityError":
                        raise
    return made


_IMPOSSIBLE = object()


def value(chance, field, made):
    if field.null and chance.random() < 0.4:
        return None
    kind = schema.kind_of(field)
    if kind == "key":
        target = made.get(field.related_model)
        return chance.choice(target) if target else (None if field.null else _IMPOSSIBLE)
    if field.choices:
        return chance.choice(field.choices)[0]
    return {
        "bool": lambda: chance.random() < 0.5,
        "int": lambda: chance.randint(0, 3),
        "text": lambda: chance.choice(WORDS),
        "time": lambda: environment.NOW + datetime.timedelta(seconds=chance.randint(-4, 4)),
        "date": lambda: datetime.date(1970, 1, chance.randint(1, 9)),
        "opaque": lambda: replay.opaque_value(field, chance.randint(0, 1)),
    }[kind]()


def symbolic_paths(spec, fixtures=None):
    with environment.symbolic():
        return run.paths_of(spec, fixtures or {}, lambda *_: "unknown")


def choose_variables(chance, paths, made):
    """Values for the variables of a specification; None if a table that it needs is empty."""
    by_table = {m._meta.db_table: k for m, k in made.items()}
    chosen = {}
    for variable in explore.variables(paths):
        if variable["type"] == "record":
            if not by_table.get(variable["table"]):
                return None
            chosen[variable["name"]] = {"table": variable["table"], "id": chance.choice(by_table[variable["table"]])}
        else:
            pick = {"int": lambda: chance.randint(0, 3), "text": lambda: chance.choice(WORDS), "bool": lambda: chance.random() < 0.5}
            chosen[variable["name"]] = pick[variable["type"]]()
    return chosen


def agree(spec, paths, seed, tables, fixtures=None, pruned=False):
    """One random database: which path its rows take, and whether Django ends as that path says. Gives the kind of ending, or None. Where a solver has
    pruned the paths, those that are there are those of rows for which the assumptions hold."""
    chance = random.Random(seed)
    with replay.on_rows() as database:
        made = fill(chance, spec.rows or 3, tables)
        chosen = choose_variables(chance, paths, made)
        if chosen is None:
            return None
        variables = {n: (v["table"], v["id"]) if isinstance(v, dict) else v for n, v in chosen.items()}
        taken = [p for p in evaluated(paths, database.connection, variables, pruned)]
        try:
            if pruned and not taken:
                error = replay.failure_of(spec, fixtures or {}, chosen)
                assert isinstance(error, Assumption), f"seed {seed}: no path holds for {chosen}, and Django ends with {error!r}"
                return Assumption.__name__
            assert len(taken) == 1, f"seed {seed}: {len(taken)} paths hold for {chosen}"
            path, evaluator, holds = taken[0]
            if path.ending["kind"] == "alarm":
                return "alarm" if holds else None
            error = replay.failure_of(spec, fixtures or {}, chosen)
            expected = expectation(path, evaluator, holds)
            got = None if error is None else type(error).__name__
            assert got == expected, f"seed {seed}, {chosen}: Django ends with {error!r}, the path with {expected}: {path.ending}"
            if expected is None:
                same_rows(database.connection, evaluator.states[-1], seed)
            return expected or "completed"
        finally:
            for _, evaluator, _ in taken:
                evaluator.close()


def evaluated(paths, database, variables, pruned):
    """The paths whose conditions hold, each with its evaluator and whether its hypotheses hold."""
    for path in paths:
        evaluator = Evaluator(database, variables, keys())
        if follow(path, evaluator, path.hypotheses if pruned else []):
            yield path, evaluator, all(evaluator.value(h["expression"]) for h in path.hypotheses)
        else:
            evaluator.close()


def follow(path, evaluator, hypotheses):
    """Evaluates conditions as soon as the writes before them were made, and says whether all hold."""
    types = kinds()
    waiting = [c["expression"] for c in [*path.condition, *hypotheses]]
    for write in [*path.writes, None]:
        done = len(evaluator.states) - 1
        for expression in [w for w in waiting if latest(w) <= done]:
            waiting.remove(expression)
            if not evaluator.value(expression):
                return False
        if write is not None:
            evaluator.write(write, types)
    return True


def latest(expression):
    """The greatest number of writes that an expression is read after."""
    if isinstance(expression, dict):
        own = expression.get("at", 0) if isinstance(expression.get("at", 0), int) else 0
        return max([own] + [latest(v) for v in expression.values()])
    return max([0] + [latest(v) for v in expression]) if isinstance(expression, list) else 0


def expectation(path, evaluator, hypotheses):
    if not hypotheses:
        return Assumption.__name__
    if not all(evaluator.value(o["expression"]) for o in path.obligations):
        return "AssertionError"
    if path.ending["kind"] == "raised":
        return path.ending["error"].split(":")[0].split(".")[-1]
    return None


def same_rows(real, predicted, seed):
    """What Django left in the tables is what the writes of the path leave."""
    real = copy(real)
    for table, key in keys().items():
        sql = f'SELECT * FROM "{table}" ORDER BY "{key}"'
        left, expected = real.execute(sql).fetchall(), predicted.execute(sql).fetchall()
        assert left == expected, f"seed {seed}: in {table} Django leaves {left}, the path {expected}"
    real.close()


__all__ = ["Permission", "User", "agree", "connection", "models", "symbolic_paths"]
