"""Queries: Django builds and compiles them, and what comes of a compiled one is a symbolic set of rows."""

import re

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, query as django_query
from django.db.models.expressions import Col
from django.db.models.lookups import Exact, In
from django.db.models.sql import Query
from django.db.models.sql.constants import LOUTER
from django.db.models.sql.where import AND

from . import expression as ex
from . import records, schema
from .path import alarm, current, require
from .values import Symbolic, SymbolicCount, boolean

_PLACE_HOLDER = re.compile(r"%(s|%)")


def render(sql, parameters, at):
    """A query of docs/rubicon-format.md: place holders are numbered, and say what they stand for."""
    expressions, remaining = [], iter(parameters)

    def place_holder(found):
        if found.group(1) == "%":
            return "%"
        value = next(remaining)
        if sql[: found.start()].endswith("LIKE ") and type(value) is str:
            return "'" + value.replace("'", "''") + "'"
        expressions.append(_parameter(value))
        return f"${len(expressions)}"

    return {"sql": _PLACE_HOLDER.sub(place_holder, sql), "parameters": expressions, "at": at}


class Given:
    """A parameter that is an expression already."""

    def __init__(self, expression):
        self.expression = expression


def _parameter(value):
    if isinstance(value, (Symbolic, Given)):
        return value.expression
    expression = ex.constant(value)
    if expression is None:
        alarm(f"a query with a value of type {type(value).__name__}")
    return expression


def compile_rows(query, limited=False):
    """The rows of the query's own table, without its limits unless they are asked for; None if there can be none."""
    query = query.chain()
    refuse_annotations(query)
    query.select_related = False
    query.clear_deferred_loading()
    if not query.combinator:
        query.clear_select_clause()
        query.add_fields([f.attname for f in query.get_meta().concrete_fields], False)
    if not limited:
        query.clear_limits()
    compiled = compile_as_it_is(query)
    if compiled is not None:
        meta = query.get_meta()
        table = f'"{meta.db_table}"'
        columns = ", ".join(f'{table}."{f.column}"' for f in meta.concrete_fields)
        if columns not in compiled["sql"]:
            alarm(f"the columns of {compiled['sql']}")
        compiled["sql"] = compiled["sql"].replace(columns, f"{table}.*", 1)
        name_association(query, compiled)
    return compiled


def name_association(query, compiled):
    """Says that a query is an association of a record, if nothing was added to it."""
    record, name, conditions = getattr(query, "association", None) or (None, None, 0)
    if record is not None and len(query.where.children) == conditions and not query.is_sliced and not query.combinator:
        compiled["as"] = {"of": record, "name": name}


def refuse_annotations(query):
    if query.annotation_select:
        alarm(f"the annotation {', '.join(query.annotation_select)}")
    if query.extra_select or query.distinct_fields:
        alarm("extra() or distinct(...) of fields")


def compile_as_it_is(query):
    """A query as Django compiles it, or None if no row can match."""
    compiler = query.get_compiler(connection=connections["default"])
    try:
        sql, parameters = compiler.as_sql()
    except EmptyResultSet:
        return None
    return render(sql, parameters, require().at)


def without_table(compiler):
    """A condition that Django asks the database for although it is about no row: `Q.check`, for constraints."""
    try:
        sql, parameters = compiler.as_sql()
    except EmptyResultSet:
        return None
    return (1,) if require().decide({"some": render(sql, parameters, require().at)}) else None


def key_in(query):
    """The key that every row of a query must have, if its conditions say one and no join can give the row twice."""
    where = query.where
    joined = sum(1 for references in query.alias_refcount.values() if references) > 1
    if query.combinator or where.connector != AND or where.negated or joined:
        return None
    return key_of_condition(where, lambda column: column.alias == query.base_table and column.target.primary_key)


def key_of_condition(where, is_key):
    """The key that a condition asks for: `pk=` or `pk__in=` with one key."""
    for child in where.children:
        if not isinstance(child, (Exact, In)) or not isinstance(child.lhs, Col) or not is_key(child.lhs):
            continue
        given = [child.rhs] if isinstance(child, Exact) else child.rhs if isinstance(child.rhs, (list, tuple)) else []
        if len(given) == 1 and isinstance(given[0], Symbolic):
            return given[0].expression
    return None


def is_key_alone(query):
    """Whether a query asks for the row of a key and for nothing else."""
    return key_in(query) is not None and len(query.where.children) == 1


def most_rows(query):
    """How many rows a query can have within the scopes: the product of its tables; None if that is not known."""
    path = require()
    if query.combinator or path.limits.scopes is None:
        return None
    query = query.chain()
    query.get_initial_alias()
    number = 1
    for alias, references in query.alias_refcount.items():
        if references:
            number *= max(1, path.most(query.alias_map[alias].table_name))
    return number


class Rows:
    """The rows that a query of model instances has when it is run."""

    def __init__(self, query, at=None):
        """`at`: after how many writes the rows are read, if not now."""
        self.query = query
        self.meta = query.get_meta().concrete_model._meta
        self.key = key_in(query)
        self.at = require().at if at is None else at
        self.compiled = compile_rows(query)
        if self.compiled is not None:
            self.compiled["at"] = self.at
        self.low, self.high = query.low_mark, query.high_mark
        self.most = most_rows(query)

    def has(self, index):
        """Whether there is a row at a place, counted after the limits, as an expression."""
        index += self.low
        if self.compiled is None or (self.high is not None and index >= self.high) or (self.key is not None and index > 0):
            return ex.FALSE
        if self.most is not None and index >= self.most:
            return ex.FALSE
        if index == 0:
            return self._some()
        return ex.operation(">", {"count": self.compiled}, {"int": index})

    def _some(self):
        if is_key_alone(self.query):
            row = records.row_of_key(self.meta, self.key, self.at)
            if "var" in row and not require().deleted(self.meta.db_table):
                return ex.TRUE
        return {"some": self.compiled}

    def row(self, index):
        if self.key is not None:
            return records.row_of_key(self.meta, self.key, self.at)
        return {"row": self.compiled, "index": index + self.low}

    def indexes(self):
        """The places of rows, one at a time: the path forks on whether there is another one."""
        path = require()
        index = 0
        while path.decide(self.has(index)):
            yield index
            index += 1
            if index > path.limits.rows:
                path.stop(f"limit: {path.limits.rows} rows of one query")


def count(query):
    """How many rows a query has."""
    path = require()
    refuse_annotations(query)
    sliced, low, high = query.is_sliced, query.low_mark, query.high_mark
    query = query.chain()
    query.clear_limits()
    query.clear_ordering(force=False)
    if _selects_rows(query):
        compiled = compile_rows(query)
    else:
        compiled = compile_as_it_is(query)
    if compiled is None:
        return 0
    path.log(compiled["sql"])
    number = SymbolicCount({"count": compiled}, most=most_rows(query))
    if not sliced:
        return number
    number = number.number()
    return max(0, (number if high is None else min(number, high)) - low)


def _selects_rows(query):
    return query.default_cols and not query.values_select


def exists(query):
    """Whether a query has rows, as a Boolean that does not fork."""
    path = require()
    query = query.chain()
    if query.combinator or query.distinct:
        compiled = compile_as_it_is(query)
        path.log("exists")
        return False if compiled is None else boolean({"some": compiled})
    query.clear_ordering(force=False)
    query.clear_select_clause()
    query.default_cols = True
    if query.annotation_select:
        query.set_annotation_mask(())
    rows = Rows(query)
    path.log("exists" if rows.compiled is None else rows.compiled["sql"])
    return boolean(rows.has(0))


def contains(queryset, item):
    """`item in queryset`, as one condition. None where only a look at one row after the other tells."""
    same_database(queryset.db)
    if issubclass(queryset._iterable_class, django_query.ModelIterable):
        if not isinstance(item, Model) or item._meta.concrete_model is not queryset.model._meta.concrete_model:
            return False
        element, compiled = records.expression_of(item), fetched(queryset)
    elif issubclass(queryset._iterable_class, django_query.FlatValuesListIterable):
        element = item.expression if isinstance(item, Symbolic) else ex.constant(item)
        if element is None or queryset._result_cache is not None:
            return None
        compiled = compile_as_it_is(queryset.query)
    else:
        return None
    if compiled is None or element is None:
        return False
    return boolean({"in": [element, compiled]})


def fetched(queryset):
    """The rows of a queryset of instances, which stay what they are once they were asked for; None if there can be none."""
    if "_rubicon_at" not in queryset.__dict__:
        require().log("in")
        remember(queryset, compile_rows(queryset.query, limited=True))
    return queryset._rubicon_rows


def remember(queryset, compiled):
    queryset._rubicon_at, queryset._rubicon_rows = require().at, compiled


def same_database(alias):
    """Symbols are of one database: rows of another one are other rows."""
    if alias != DEFAULT_DB_ALIAS:
        alarm(f"the database {alias}, where only the default one has symbols")


def ready(alias):
    """What Django asks before it runs a statement."""
    same_database(alias)
    connections[alias].validate_no_broken_transaction()


def instances(iterable):
    """What ModelIterable does, on symbols."""
    queryset = iterable.queryset
    query = queryset.query
    same_database(queryset.db)
    rows = Rows(query, queryset.__dict__.get("_rubicon_at"))
    if "_rubicon_at" not in queryset.__dict__:
        ready(queryset.db)
        require().log("none" if rows.compiled is None else rows.compiled["sql"])
        remember(queryset, compile_rows(query, limited=True) if query.is_sliced else rows.compiled)
    loaded = _loaded(query)
    for index in rows.indexes():
        instance = records.make(queryset.model, rows.row(index), rows.at, loaded, rows.key)
        follow(instance, query.select_related, rows.at)
        for field, related in queryset._known_related_objects.items():
            if not field.is_cached(instance) and len(related) == 1:
                setattr(instance, field.name, next(iter(related.values())))
        yield instance


def _loaded(query):
    names, deferred = query.deferred_loading
    if not names:
        return None
    attnames = {f.attname for f in query.get_meta().concrete_fields if (f.name in names or f.attname in names) != deferred}
    return attnames | {query.get_meta().pk.attname}


def follow(instance, related, at, depth=0):
    """`select_related`: the rows that foreign keys lead to, read by the same query."""
    if not related:
        return
    for field in instance._meta.fields:
        if not field.is_relation:
            continue
        if related is True:
            if field.null or depth >= 5:
                continue
            deeper = True
        elif field.name in related:
            deeper = related[field.name]
        else:
            continue
        other = related_record(instance, field, at)
        field.set_cached_value(instance, other)
        if other is not None:
            follow(other, deeper, at, depth + 1)
    names = {f.name for f in instance._meta.fields if f.is_relation}
    if related is not True and set(related) - names:
        alarm(f"select_related of {', '.join(set(related) - names)}, which is no foreign key of {instance._meta.label}")


def related_record(instance, field, at):
    """The row that a foreign key leads to, or None."""
    key = getattr(instance, field.attname)
    if key is None:
        return None
    model = field.related_model
    row = records.row_of_key(model._meta.concrete_model._meta, key.expression, at)
    if not field.db_constraint and require().decide(ex.operation("null?", row)):
        return None
    return records.make(model, row, at, key=key.expression)


def values(queryset):
    """The rows of values() and values_list(), as tuples."""
    ready(queryset.db)
    query = queryset.query
    compiler = query.get_compiler(connection=connections["default"])
    try:
        compiler.pre_sql_setup()
    except EmptyResultSet:
        return
    refuse_annotations(query)
    columns = [column for column, _, _ in compiler.select[: compiler.col_count]]
    for column in columns:
        if not hasattr(column, "alias") or not hasattr(column, "target"):
            alarm(f"values of {column}")
    path = require()
    if len(columns) == 1:
        yield from _single_values(query, columns[0], path)
        return
    if query.distinct or query.combinator:
        alarm("distinct values of several columns")
    rows = Rows(_rows_of_values(query))
    path.log("none" if rows.compiled is None else rows.compiled["sql"])
    for index in rows.indexes():
        yield tuple(_reached(query, rows.row(index), column, rows.at) for column in columns)


def _rows_of_values(query):
    query = query.chain()
    query.values_select = ()
    query.default_cols = True
    return query


def _single_values(query, column, path):
    low, high = query.low_mark, query.high_mark
    query = query.chain()
    query.clear_limits()
    compiled = compile_as_it_is(query)
    path.log("none" if compiled is None else compiled["sql"])
    if compiled is None:
        return
    index, most = low, most_rows(query)
    if most is not None:
        high = most if high is None else min(high, most)
    nullable = column.target.null or query.alias_map[column.alias].join_type == LOUTER
    while high is None or index < high:
        there = {"some": compiled} if index == 0 else ex.operation(">", {"count": compiled}, {"int": index})
        if not path.decide(there):
            return
        value = {"value": compiled, "index": index}
        absent = nullable and path.decide(ex.operation("null?", value))
        yield (None if absent else schema.symbol(column.target, value),)
        index += 1
        if index - low > path.limits.rows:
            path.stop(f"limit: {path.limits.rows} rows of one query")


def _reached(query, row, column, at):
    """A column of the row itself or of one that its foreign keys lead to."""
    expression, nullable = _row_of_alias(query, row, column.alias, at)
    value = ex.column(expression, column.target.column, at)
    if column.target.primary_key and "record" in expression and not nullable:
        value = expression["record"][1]
    if (nullable or column.target.null) and require().decide(ex.operation("null?", value)):
        return None
    return schema.symbol(column.target, value)


def _row_of_alias(query, row, alias, at):
    join = query.alias_map[alias]
    if join.parent_alias is None:
        return row, False
    parent, nullable = _row_of_alias(query, row, join.parent_alias, at)
    field = join.join_field
    if not getattr(field, "many_to_one", False) or not field.concrete:
        alarm(f"values over {join.table_name}, which has many rows for one")
    key = ex.column(parent, field.column, at)
    return records.row_of_key(field.related_model._meta, key, at), nullable or join.join_type == LOUTER


def install(patches):
    """Puts symbolic rows where Django fetches real ones."""
    patches.symbolic(django_query.ModelIterable, "__iter__", lambda original, self: instances(self))
    patches.symbolic(django_query.ValuesListIterable, "__iter__", lambda original, self: values(self.queryset))
    patches.symbolic(django_query.FlatValuesListIterable, "__iter__", lambda original, self: (r[0] for r in values(self.queryset)))
    patches.symbolic(django_query.ValuesIterable, "__iter__", _dicts)
    patches.symbolic(django_query.NamedValuesListIterable, "__iter__", _named)
    patches.symbolic(Query, "get_count", lambda original, self, using: ready(using) or count(self))
    patches.symbolic(Query, "has_results", lambda original, self, using: ready(using) or exists(self))
    patches.symbolic(Query, "get_aggregation", _no_aggregates)
    patches.set(django_query.QuerySet, "__contains__", _contains)
    patches.symbolic(django_query.QuerySet, "__repr__", lambda _, self: f"<QuerySet of {self.model._meta.label}>")
    patches.symbolic(django_query.QuerySet, "contains", _contains_now)
    patches.set(django_query, "MAX_GET_RESULTS", 2)


def _names(query):
    if query.extra_select:
        alarm("extra()")
    return list(getattr(query, "selected", None) or [*query.values_select, *query.annotation_select])


def _dicts(_, iterable):
    names = _names(iterable.queryset.query)
    return (dict(zip(names, row)) for row in values(iterable.queryset))


def _named(_, iterable):
    names = iterable.queryset._fields or _names(iterable.queryset.query)
    made = iterable.create_namedtuple_class(*names)
    return (made(*row) for row in values(iterable.queryset))


def _no_aggregates(_, self, using, aggregate_exprs):
    alarm(f"the aggregate {', '.join(aggregate_exprs)}")


def _contains_now(original, queryset, item):
    """Unlike `in`, the method `contains` does not make the queryset remember its rows."""
    if queryset._fields is not None:
        return original(queryset, item)
    return contains(queryset if "_rubicon_at" in queryset.__dict__ else queryset.all(), item)


def _contains(queryset, item):
    found = None if current() is None else contains(queryset, item)
    return item in iter(queryset) if found is None else bool(found)
