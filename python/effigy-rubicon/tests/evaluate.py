"""What expressions, queries and writes of docs/rubicon-format.md mean on rows: a second reading of that page, for comparison with Django."""

import datetime
import operator
import re
import sqlite3

_COMPARE = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
_COMPUTE = {"+": operator.add, "-": operator.sub, "*": operator.mul}


def copy(database):
    twin = sqlite3.connect(":memory:", isolation_level=None)
    database.backup(twin)
    return twin


class Evaluator:
    """The databases before and after each write of a path, and the values of variables: scalars, or (table, key)."""

    def __init__(self, database, variables, keys):
        self.states, self.variables, self.keys = [copy(database)], dict(variables), keys

    def close(self):
        for state in self.states:
            state.close()

    def value(self, e):
        kind = next(iter(e))
        return getattr(self, "_" + {"int": "constant", "text": "constant", "bool": "constant", "opaque": "constant"}.get(kind, kind))(e)

    def _constant(self, e):
        return next(iter(e.values()))

    def _null(self, _):
        return None

    def _time(self, e):
        return e["time"]

    def _var(self, e):
        return self.variables[e["var"]]

    def _row_of(self, reference, at):
        if reference is None:
            return None
        table, key = reference
        cursor = self.states[at].execute(f'SELECT * FROM "{table}" WHERE "{self.keys[table]}" = ?', [key])
        row = cursor.fetchone()
        return None if row is None else dict(zip([d[0] for d in cursor.description], row))

    def _column(self, e):
        reference, name = self.value(e["column"][0]), e["column"][1]
        if reference is None:
            return None
        row = self._row_of(reference, e["at"])
        if row is not None and name == self.keys[reference[0]]:
            return reference[1]
        return None if row is None else number(row[name])

    def _record(self, e):
        table, key = e["record"][0], self.value(e["record"][1])
        reference = (table, key)
        return None if key is None or self._row_of(reference, e["at"]) is None else reference

    def _op(self, e):
        name, arguments = e["op"], e["args"]
        if name == "and":
            return all(self.value(a) for a in arguments)
        if name == "or":
            return any(self.value(a) for a in arguments)
        if name == "if":
            return self.value(arguments[1] if self.value(arguments[0]) else arguments[2])
        values = [self.value(a) for a in arguments]
        if name == "not":
            return not values[0]
        if name == "implies":
            return not values[0] or values[1]
        if name == "iff":
            return values[0] == values[1]
        if name == "null?":
            return values[0] is None
        if name == "truth":
            return bool(values[0])
        if name == "==":
            return values[0] == values[1]
        if name == "!=":
            return values[0] != values[1]
        if name in _COMPARE:
            return None not in values and _COMPARE[name](*values)
        return None if None in values else _COMPUTE[name](*values)

    def _quantified(self, bound, body, combine):
        rows = self.states[bound["at"]].execute(f'SELECT "{self.keys[bound["table"]]}" FROM "{bound["table"]}"').fetchall()
        answers = []
        for (key,) in rows:
            self.variables[bound["name"]] = (bound["table"], key)
            answers.append(self.value(body))
        return combine(answers)

    def _exists(self, e):
        return self._quantified(e["exists"], e["body"], any)

    def _forall(self, e):
        return self._quantified(e["forall"], e["body"], all)

    def rows(self, query):
        """The rows of a query: keys of records, or the values of its only column."""
        sql = re.sub(r"\$(\d+)", r"?\1", query["sql"])
        parameters = [stored(self.value(p), p) for p in query["parameters"]]
        cursor = self.states[query["at"]].execute(sql, parameters)
        names = [d[0] for d in cursor.description]
        found = re.match(r'SELECT (?:DISTINCT )?"(\w+)"\.\*', query["sql"])
        if not found:
            return [number(row[0]) for row in cursor]
        table = found.group(1)
        place = names.index(self.keys[table])
        keys = [row[place] for row in cursor]
        ordered = " ORDER BY " in query["sql"].rsplit(")", 1)[-1]
        return [(table, key) for key in (keys if ordered else sorted(keys))]

    def _some(self, e):
        return bool(self.rows(e["some"]))

    def _count(self, e):
        return len(self.rows(e["count"]))

    def _in(self, e):
        return self.value(e["in"][0]) in self.rows(e["in"][1])

    def _row(self, e):
        rows = self.rows(e["row"])
        return rows[e["index"]] if e["index"] < len(rows) else None

    def _value(self, e):
        rows = self.rows(e["value"])
        return rows[e["index"]] if e["index"] < len(rows) else None

    def write(self, w, types):
        """Adds the state after a write. `types` maps (table, column) to the type in the schema."""
        state = copy(self.states[-1])
        values = {c: (self.value(v), v) for c, v in w.get("values", {}).items()}
        if "insert" in w:
            columns = ", ".join(f'"{c}"' for c in values)
            given = [column_value(v, types[w["insert"], c]) for c, (v, _) in values.items()]
            stated = f'({columns}) VALUES ({", ".join("?" * len(given))})' if given else "DEFAULT VALUES"
            cursor = state.execute(f'INSERT INTO "{w["insert"]}" {stated}', given)
            self.variables[w["name"]] = (w["insert"], cursor.lastrowid)
        else:
            for table, key in self.rows(w.get("update") or w["delete"]):
                where = f'WHERE "{self.keys[table]}" = ?'
                if "delete" in w:
                    state.execute(f'DELETE FROM "{table}" {where}', [key])
                else:
                    # At once: in between the row would break constraints of several columns.
                    given = [column_value(v, types[table, c]) for c, (v, _) in values.items()]
                    columns = ", ".join(f'"{c}" = ?' for c in values)
                    state.execute(f'UPDATE "{table}" SET {columns} {where}', [*given, key])
        self.states.append(state)


_EPOCH = datetime.datetime(1970, 1, 1)


def number(value):
    """A value of SQLite: times are seconds, dates days, as on the page."""
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return (datetime.datetime.fromisoformat(value) - _EPOCH).days
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", value):
        return int((datetime.datetime.fromisoformat(value) - _EPOCH).total_seconds())
    return value


def stored(value, expression):
    """A parameter of a query."""
    if isinstance(value, tuple):
        return value[1]
    if "time" in expression:
        return column_value(value, "time")
    if "column" in expression and expression["column"][1].endswith("_at"):
        return column_value(value, "time")
    return value


def column_value(value, kind):
    if isinstance(value, tuple):
        return value[1]
    if value is None or kind not in ("time", "date"):
        return value
    if kind == "date":
        return str((_EPOCH + datetime.timedelta(days=value)).date())
    return str(_EPOCH + datetime.timedelta(seconds=value))
