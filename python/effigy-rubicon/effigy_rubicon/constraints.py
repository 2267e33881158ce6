"""What the database demands of rows: facts of the rows before a run, and the errors of what a path writes."""

import re

from django.conf import settings
from django.db import IntegrityError, connection, connections, models
from django.db.models.fields import PositiveIntegerRelDbTypeMixin
from django.db.models.sql import Query

from . import expression as ex
from . import queries, records, schema
from .path import Limits, Path, alarm, require, running

_OTHER = "T2"

# The place of facts that models state.
PLACE = "models"


def facts(chosen):
    """What holds of the rows of some models before anything is written."""
    with running(Path([], lambda *_: "unknown", [], Limits())):
        return [f for model in chosen for f in [*_checks(model), *_pairs(model), *_inherited_keys(model)]]


def _fact(query, text):
    return {"expression": ex.operation("not", {"some": query}), "text": text, "place": PLACE}


def _checks(model):
    table = model._meta.db_table
    return [_fact(_select(table, Condition(sql, parameters).negated()), text) for sql, parameters, text, _ in checks_of(model)]


def _pairs(model):
    """No two rows have the same values where a unique constraint has a condition."""
    meta = model._meta
    for constraint in conditional(model):
        columns = _columns(meta, constraint)
        condition = _condition(model, constraint.condition)
        both = Condition.all([_differ(meta), *(_same(meta, c) for c in columns), condition, condition.of_other(meta)])
        yield _fact(_select(meta.db_table, both, pairs=True), f"{meta.label}: {constraint.name}")


def _inherited_keys(model):
    """A key which is itself a reference is the key of a row there."""
    meta = model._meta
    if not meta.pk.is_relation or not meta.pk.db_constraint:
        return []
    target = meta.pk.related_model._meta.concrete_model._meta
    key = ex.column({"var": "row"}, meta.pk.column, 0)
    body = ex.operation("not", ex.operation("null?", ex.record(target.db_table, key, 0)))
    stated = {"forall": {"name": "row", "table": meta.db_table, "at": 0}, "body": body}
    return [{"expression": stated, "text": f"{meta.label}.{meta.pk.name} refers to a row", "place": PLACE}]


def checks_of(model):
    """The CHECK constraints of a table, those of positive integers included: SQL, its parameters, what is said of it, and its name."""
    meta = model._meta
    for field in meta.local_concrete_fields:
        check = field.db_parameters(connection)["check"]
        if check and isinstance(field, PositiveIntegerRelDbTypeMixin):
            column = f'"{meta.db_table}".'
            yield column + check, [], f"{meta.label}.{field.name} is not negative", field.column
    for constraint in meta.constraints:
        if isinstance(constraint, models.CheckConstraint):
            condition = _condition(model, constraint.condition)
            yield condition.sql, condition.parameters, f"{meta.label}: {constraint.name}", constraint.name


def conditional(model):
    """Unique constraints that only hold among rows with a condition."""
    return [c for c in schema.uniques(model) if c.fields and c.condition is not None]


class Condition:
    """A condition in SQL about the row of a table, with `%s` for parameters; those may be symbols or expressions."""

    def __init__(self, sql, parameters):
        self.sql, self.parameters = sql, list(parameters)

    @staticmethod
    def all(parts):
        return Condition(" AND ".join(f"({p.sql})" for p in parts), [v for p in parts for v in p.parameters])

    def negated(self):
        return Condition(f"NOT ({self.sql})", self.parameters)

    def of_other(self, meta):
        """The same of the other row of a pair."""
        return Condition(self.sql.replace(f'"{meta.db_table}".', f"{_OTHER}."), self.parameters)

    def after(self, meta, values):
        """The same once columns have other values, which are expressions."""
        parameters, remaining = [], iter(self.parameters)

        def part(found):
            if found.group(0) == "%s":
                parameters.append(next(remaining))
            elif found.group(1) in values:
                parameters.append(queries.Given(values[found.group(1)]))
            else:
                return found.group(0)
            return "%s"

        sql = re.sub(rf'%s|"{re.escape(meta.db_table)}"\."(\w+)"', part, self.sql)
        return Condition(sql, parameters)

    def mentions(self, meta, columns):
        return any(f'"{meta.db_table}"."{column}"' in self.sql for column in columns)


def _condition(model, condition):
    where = Query(model).build_where(condition)
    return Condition(*where.as_sql(Query(model).get_compiler(connection=connections["default"]), connections["default"]))


def _select(table, condition, pairs=False):
    """A query for rows with a condition, or for those with another one beside them."""
    source = f'"{table}" INNER JOIN "{table}" {_OTHER} ON ({condition.sql})' if pairs else f'"{table}" WHERE {condition.sql}'
    return queries.render(f'SELECT "{table}".* FROM {source}', condition.parameters, require().at)


def _alone(condition):
    """A query that has a row if a condition on no table holds."""
    return queries.render(f"SELECT 1 WHERE {condition.sql}", condition.parameters, require().at)


def _differ(meta):
    return Condition(f'"{meta.db_table}"."{meta.pk.column}" <> {_OTHER}."{meta.pk.column}"', [])


def _same(meta, column):
    return Condition(f'"{meta.db_table}"."{column}" = {_OTHER}."{column}"', [])


def _columns(meta, constraint):
    return [meta.get_field(name).column for name in constraint.fields]


def _among(meta, compiled, other=False):
    """Whether a row, or the other one of a pair, is one of a query's."""

    def part(found):
        return "%s" if found.group(0).startswith("$") else found.group(0).replace("%", "%%")

    sql = re.sub(r"'(?:[^']|'')*'|\$\d+", part, compiled["sql"])
    table = f'"{meta.db_table}"'
    key = f'{table}."{meta.pk.column}"'
    chosen = f'{_OTHER}."{meta.pk.column}"' if other else key
    return Condition(f"{chosen} IN ({sql.replace(f'{table}.*', key, 1)})", [queries.Given(p) for p in compiled["parameters"]])


def before_insert(model, values, others):
    """Raises what the database raises where a new row breaks a CHECK, or a unique constraint with a condition beside the rows of the table and the
    others that the statement inserts."""
    meta = model._meta
    for sql, parameters, _, name in checks_of(model):
        _refuse_if(_alone(Condition(sql, parameters).after(meta, values).negated()), f"CHECK constraint failed: {name}")
    for constraint in conditional(model):
        condition = _condition(model, constraint.condition)
        same = [Condition(f'"{meta.db_table}"."{c}" = %s', [queries.Given(values[c])]) for c in _columns(meta, constraint)]
        broken = Condition.all([*same, condition, condition.after(meta, values)])
        _refuse_if(_select(meta.db_table, broken), _unique_text(meta, _columns(meta, constraint)))
        for other in others:
            pairs = [(values[c], other[c]) for c in _columns(meta, constraint)]
            same = [Condition("%s = %s", [queries.Given(v) for v in pair]) for pair in pairs]
            both = Condition.all([*same, condition.after(meta, values), condition.after(meta, other)])
            _refuse_if(_alone(both), _unique_text(meta, _columns(meta, constraint)))
    _refuse_others(model)


def before_update(model, values, rows, own):
    """The same for new values in columns of the rows of a query: of one row, or of many where that is None."""
    meta, path = model._meta, require()
    for sql, parameters, _, name in checks_of(model):
        check = Condition(sql, parameters)
        if not check.mentions(meta, values):
            continue
        if own is not None:
            after = {f.column: values.get(f.column, ex.column(own, f.column, path.at)) for f in meta.local_concrete_fields}
            _refuse_if(_alone(check.after(meta, after).negated()), f"CHECK constraint failed: {name}")
        else:
            _refuse_if(_select(meta.db_table, Condition.all([_among(meta, rows), check.after(meta, values).negated()])), f"CHECK constraint failed: {name}")
    sets = [(_columns(meta, c), _condition(model, c.condition)) for c in conditional(model)]
    if own is None:
        sets += [(columns, Condition("1 = 1", [])) for columns in schema.unique(model)]
    for columns, condition in sets:
        if set(columns) & set(values) or condition.mentions(meta, values):
            _refuse_pairs(meta, columns, condition, values, rows)
    _refuse_others(model)


def _refuse_pairs(meta, columns, condition, values, rows):
    """One of the rows and another one, changed as well or not, that would have the same values."""
    changed, other = _among(meta, rows), _among(meta, rows, other=True)
    new = Condition.all([changed, _differ(meta), condition.after(meta, values)])
    same = [_same(meta, c).after(meta, values) for c in columns]
    beside_old = [new, *same, condition.of_other(meta), other.negated()]
    both = [new, *(_same(meta, c) for c in columns if c not in values), condition.after(meta, values).of_other(meta), other]
    both += [Condition("%s IS NOT NULL", [queries.Given(values[c])]) for c in columns if c in values]
    for parts in (beside_old, both):
        _refuse_if(_select(meta.db_table, Condition.all(parts), pairs=True), _unique_text(meta, columns))


def _unique_text(meta, columns):
    return "UNIQUE constraint failed: " + ", ".join(f"{meta.db_table}.{c}" for c in columns)


def _refuse_if(query, text):
    if require().decide({"some": query}):
        raise IntegrityError(text)


def _refuse_others(model):
    """Unique constraints that have no meaning here."""
    own = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    for constraint in model._meta.constraints:
        if not isinstance(constraint, models.UniqueConstraint):
            continue
        if schema.foreign(constraint) and not own:
            alarm(f"{constraint.name}, a unique constraint that SQLite has not, where a row of {model._meta.label} is written")
        if constraint.expressions and not schema.foreign(constraint):
            alarm(f"{constraint.name}, a unique constraint of an expression, where a row of {model._meta.label} is written")
