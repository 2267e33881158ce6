"""What a path writes: INSERT, UPDATE and DELETE become writes of docs/rubicon-format.md, with the errors that the database would raise."""

import functools

from django.db import IntegrityError, connection, models, transaction
from django.db.models import ProtectedError, RestrictedError, signals
from django.db.models.expressions import Case, Col, CombinedExpression
from django.db.models.expressions import Value as SqlValue
from django.db.models.functions import Cast
from django.db.models.query import QuerySet
from django.db.models.sql import Query
from django.db.models.sql.constants import SINGLE
from django.db.models.sql.compiler import SQLCompiler, SQLDeleteCompiler, SQLInsertCompiler, SQLUpdateCompiler

from . import expression as ex
from . import constraints, queries, records, schema, transactions
from .path import alarm, require
from .related import quietly
from .values import Symbolic, SymbolicCount


def insert(compiler, returning_fields=None):
    """Runs an INSERT: one write for each object."""
    queries.ready(compiler.using)
    query, path = compiler.query, require()
    model = query.get_meta().model._meta.concrete_model
    reason = schema.refusal(model)
    if reason:
        alarm(reason)
    rows = []
    for instance in query.objs:
        values = {}
        for field in query.fields:
            value = instance if query.raw and not isinstance(instance, models.Model) else compiler.pre_save_val(field, instance)
            values[field.column] = stored(field, value)
        rows.append(checked_row(path, model, values, rows, query))
    path.log(f"INSERT INTO {model._meta.db_table}")
    named = [(insert_row(path, model, values), values) for values in rows]
    return [tuple(_returned(f, name, values) for f in returning_fields) for name, values in named] if returning_fields else []


def checked_row(path, model, values, others, query):
    """The values of a new row beside `others` of the same statement, which leaves none of its rows if one breaks a constraint: that raises what the
    database raises."""
    meta = model._meta
    if meta.pk.column in values and values[meta.pk.column] != ex.NULL:
        alarm(f"a new row of {meta.label} with a key that is given")
    values.pop(meta.pk.column, None)
    check_null(meta, values)
    if query.on_conflict is not None:
        alarm("bulk_create with ignore_conflicts or update_conflicts")
    for field in meta.local_concrete_fields:
        if not field.primary_key and field.column not in values:
            values[field.column] = ex.NULL
    check_unique(path, meta, values, None)
    check_unique_among(path, meta, values, others)
    constraints.before_insert(model, values, others)
    check_references(path, meta, values)
    return values


def insert_row(path, model, values):
    """One new row that was checked; gives its name."""
    name = path.fresh("new")
    path.declare(name, model._meta.db_table)
    transactions.undone_by_deletion(path, model, name)
    path.writes.append({"insert": model._meta.db_table, "values": values, "name": name})
    return name


def _returned(field, name, values):
    if not field.primary_key:
        alarm(f"the column {field.column} that an INSERT returns")
    return schema.symbol(field, ex.column({"var": name}, field.column, require().since(name)))


def stored(field, value):
    """The expression of a value that is stored in a column."""
    if hasattr(value, "resolve_expression"):
        alarm(f"an expression of SQL is stored in {field.column}")
    if isinstance(value, models.Model):
        value = value.prepare_database_save(field) if hasattr(value, "prepare_database_save") else value.pk
    if isinstance(value, Symbolic):
        return value.expression
    value = field.get_db_prep_save(value, connection)
    expression = ex.constant(value)
    if expression is not None and not (isinstance(value, int) and schema.kind_of(field) == "key"):
        return expression
    alarm(f"{value!r} is stored in {field.column}")


def may_break(meta, values):
    """Whether an update breaks a constraint of a single column if it has a row at all."""
    return any(not f.null and values.get(f.column) == ex.NULL or f.is_relation and f.column in values for f in meta.local_concrete_fields)


def check_null(meta, values):
    for field in meta.local_concrete_fields:
        if not field.null and not field.primary_key and values.get(field.column) == ex.NULL:
            raise IntegrityError(f"NOT NULL constraint failed: {meta.db_table}.{field.column}")


def check_unique(path, meta, values, own):
    """Another row with the same values in unique columns. `own` is the row that is updated."""
    for columns in schema.unique(meta.model):
        if not set(columns) & set(values):
            continue
        new = [values[c] if c in values else ex.column(own, c, path.at) for c in columns]
        # Null is unlike null: of constants it is known, columns and what is computed from them may be null.
        if ex.NULL in new:
            continue
        same = [ex.operation("==", ex.column({"var": "other"}, c, path.at), v) for c, v in zip(columns, new)]
        if own is not None:
            same += [ex.operation("not", ex.operation("null?", v)) for v in new if not ex.is_constant(v) and "var" not in v]
            same.append(ex.operation("!=", {"var": "other"}, own))
        bound = {"name": "other", "table": meta.db_table, "at": path.at}
        if path.decide({"exists": bound, "body": ex.junction("and", same)}):
            raise IntegrityError("UNIQUE constraint failed: " + ", ".join(f"{meta.db_table}.{c}" for c in columns))


def check_unique_among(path, meta, values, others):
    """The same of rows that one statement inserts."""
    for columns in schema.unique(meta.model):
        for other in others:
            pairs = [(values[c], other[c]) for c in columns]
            if any(ex.NULL in pair for pair in pairs):
                continue
            if path.decide(ex.junction("and", [ex.equality(*pair) for pair in pairs])):
                raise IntegrityError("UNIQUE constraint failed: " + ", ".join(f"{meta.db_table}.{c}" for c in columns))


def check_references(path, meta, values, own=None):
    for field in meta.local_concrete_fields:
        value = values.get(field.column, ex.NULL)
        if value == ex.NULL or "column" in value and value["column"][1] == field.column and value["column"][0] == own:
            continue
        if not field.is_relation or not field.db_constraint or schema.kind_of(field) != "key":
            continue
        target = field.related_model._meta.concrete_model._meta
        if not path.deleted(target.db_table) and "var" in records.row_of_key(target, value, path.at):
            continue
        row = ex.record(target.db_table, value, path.at)
        if path.decide(ex.operation("null?", row)):
            raise IntegrityError("FOREIGN KEY constraint failed")


def update(compiler, result_type):
    """Runs an UPDATE; gives how many rows it changes."""
    queries.ready(compiler.using)
    query, path = compiler.query, require()
    if query.related_updates:
        alarm("an UPDATE of several tables")
    if not query.values:
        return 0
    meta = query.get_meta().concrete_model._meta
    target = query.chain(klass=Query)
    target.clear_ordering(force=True)
    rows = queries.Rows(target)
    if rows.compiled is None:
        return 0
    own = rows.row(0) if rows.key is not None else None
    values = {field.column: _assigned(query, field, value, own) for field, _, value in query.values}
    changed = SymbolicCount({"count": rows.compiled})
    if own is not None:
        changed = 1 if path.decide(rows.has(0)) else 0
        if changed == 0:
            return 0
    elif may_break(meta, values) and not path.decide(rows.has(0)):
        return 0
    check_null(meta, values)
    check_references(path, meta, values, own)
    if own is not None:
        check_unique(path, meta, values, own)
    constraints.before_update(meta.model, values, rows.compiled, own)
    path.log(f"UPDATE {meta.db_table}")
    if own is not None:
        transactions.undone_by_update(path, meta.model, own, values)
    path.writes.append({"update": rows.compiled, "values": values})
    return changed


def _assigned(query, field, value, own):
    if hasattr(value, "resolve_expression"):
        value = value.resolve_expression(query, allow_joins=False, for_save=True)
        if own is None:
            alarm(f"an UPDATE of many rows sets {field.column} to an expression of each row")
        return _of_row(value, own)
    return stored(field, value)


def _of_row(value, own):
    """An expression of SQL over the columns of one row: F() with arithmetic."""
    if isinstance(value, Col):
        return ex.column(own, value.target.column, require().at)
    if isinstance(value, CombinedExpression) and value.connector in ("+", "-", "*"):
        return ex.operation(value.connector, _of_row(value.lhs, own), _of_row(value.rhs, own))
    if isinstance(value, Case) and len(value.cases) == 1 and _asks_for_key(value.cases[0].condition, own):
        return _of_row(value.cases[0].result, own)
    if isinstance(value, Cast):
        return _of_row(value.source_expressions[0], own)
    if isinstance(value, SqlValue):
        found = value.value.expression if isinstance(value.value, Symbolic) else ex.constant(value.value)
        if found is not None:
            return found
    alarm(f"the SQL expression {value} in an UPDATE")


def _asks_for_key(condition, own):
    """Whether the condition of a `When` is that the key is that of the row."""
    key = queries.key_of_condition(condition, lambda column: column.target.primary_key)
    return key is not None and records.row_of_key(own_meta(condition), key, require().at) == own


def own_meta(condition):
    return condition.children[0].lhs.target.model._meta.concrete_model._meta


def bulk_update(original, queryset, objs, fields, batch_size=None):
    """One row after the other in the order of their keys, as SQLite goes through them: each is checked against what the rows before it left."""
    objs = tuple(objs)
    if len(objs) < 2 or not any(isinstance(o.pk, Symbolic) for o in objs):
        return original(queryset, objs, fields, batch_size)
    distinct, path = [], require()
    for instance in objs:
        if any(instance.pk == other.pk for other in distinct):
            alarm("bulk_update with a row that is there twice")
        distinct.append(instance)
    ordered = sorted(distinct, key=functools.cmp_to_key(lambda a, b: -1 if a.pk < b.pk else 1))
    path.log_uncounted("bulk_update")
    with quietly(), transaction.atomic(using=queryset.db, savepoint=False):
        return sum(original(queryset, (instance,), fields, batch_size) for instance in ordered)


def delete(queryset):
    """Deletes rows, and what refers to them as their models say."""
    queries.ready(queryset.db)
    path = require()
    if queryset.query.is_sliced:
        raise TypeError("Cannot use 'limit' or 'offset' with delete().")
    path.log_uncounted("a deletion")
    plan, restricted = [], []
    queryset = queryset.order_by()
    collect(path, queryset, plan, restricted, 0)
    refuse_restricted(path, plan, restricted)
    numbers = {}
    for kind, related, field, value in plan:
        rows = queries.compile_rows(related.query)
        if rows is None:
            continue
        if kind == "DELETE":
            number = SymbolicCount({"count": rows}, most=queries.most_rows(related.query))
            numbers.setdefault(related.model._meta.label, []).append(number)
            path.writes.append({"delete": rows})
        else:
            path.writes.append({"update": rows, "values": {field.column: value}})
    counted = Deleted((label, sum(given[1:], given[0])) for label, given in numbers.items())
    return sum(dict.values(counted)), counted


class Deleted(dict):
    """How many rows of each model were deleted. Which have an entry, none having been deleted, is not modelled."""

    def get(self, label, default=None):
        number = super().get(label)
        return default if number is None or not number > 0 else number

    def __getitem__(self, label):
        found = self.get(label)
        if found is None:
            raise KeyError(label)
        return found

    def _refused(self, *_):
        alarm("which models have an entry in what delete() gives")

    __contains__ = __iter__ = __len__ = __eq__ = __ne__ = __bool__ = items = keys = values = _refused
    __hash__ = None


def collect(path, queryset, plan, restricted, depth):
    """The deletions and updates that one deletion takes, referring rows first, and the rows that must be among them."""
    model = queryset.model
    for signal in (signals.pre_delete, signals.post_delete):
        if signal.has_listeners(model):
            alarm(f"a receiver of signals about deleted {model._meta.label}")
    for relation in model._meta.get_fields(include_hidden=True):
        if not (relation.auto_created and not relation.concrete and (relation.one_to_one or relation.one_to_many)):
            continue
        field, action = relation.field, relation.on_delete
        reason = schema.refusal(relation.related_model)
        if reason:
            alarm(reason)
        referring = relation.related_model._base_manager.filter(**{f"{field.name}__in": queryset})
        if action is models.DO_NOTHING and not field.db_constraint:
            continue
        if action in (models.PROTECT, models.DO_NOTHING):
            if path.decide(queries.Rows(referring.query).has(0)):
                raise _refusal(action, model, field)
        elif action is models.RESTRICT:
            restricted.append((referring, field))
        elif action is models.CASCADE:
            if relation.related_model is model and not path.decide(queries.Rows(referring.query).has(0)):
                continue
            if depth > 8:
                path.stop("limit: 8 cascades behind one another")
            collect(path, referring, plan, restricted, depth + 1)
        elif action is models.SET_NULL:
            plan.append(("UPDATE", referring, field, ex.NULL))
        else:
            alarm(f"on_delete of {field}")
    plan.append(("DELETE", queryset, None, None))


def refuse_restricted(path, plan, restricted):
    """Rows that keep others from being deleted, unless they go with them."""
    for referring, field in restricted:
        for kind, queryset, _, _ in plan:
            if kind == "DELETE" and queryset.model._meta.concrete_model is referring.model._meta.concrete_model:
                referring = referring.exclude(pk__in=queryset.values("pk"))
        if path.decide(queries.Rows(referring.query).has(0)):
            raise _refusal(models.RESTRICT, field.related_model, field)


def _refusal(action, model, field):
    if action is models.PROTECT:
        return ProtectedError(f"Cannot delete some instances of model '{model.__name__}'", set())
    if action is models.RESTRICT:
        return RestrictedError(f"Cannot delete some instances of model '{model.__name__}'", set())
    return IntegrityError("FOREIGN KEY constraint failed")


def delete_instance(instance, using=None, keep_parents=False):
    manager = type(instance)._base_manager.using(using or instance._state.db)
    result = delete(manager.filter(pk=instance.pk))
    setattr(instance, instance._meta.pk.attname, None)
    return result


def install(patches):
    """Puts writes where Django runs statements."""
    patches.symbolic(SQLInsertCompiler, "execute_sql", lambda _, self, returning_fields=None: insert(self, returning_fields))
    patches.symbolic(SQLUpdateCompiler, "execute_sql", lambda _, self, result_type: update(self, result_type))
    patches.symbolic(SQLDeleteCompiler, "execute_sql", _refused)
    patches.symbolic(SQLCompiler, "execute_sql", _refused)
    patches.symbolic(QuerySet, "bulk_update", bulk_update)
    patches.symbolic(QuerySet, "delete", lambda _, self: delete(self))
    patches.symbolic(models.Model, "delete", lambda _, self, *a, **k: delete_instance(self, *a, **k))


def _refused(_, compiler, result_type=None, *__, **___):
    if compiler.query.model is None and result_type == SINGLE:
        return queries.without_table(compiler)
    model = compiler.query.model
    alarm(f"a statement that has no model: {type(compiler).__name__} of {model._meta.label if model else 'no model'}")
