"""Expressions of docs/rubicon-format.md: made, compared, turned into text.

An expression is the JSON object that is sent, as a Python dict. None is changed after it was made.
"""

import datetime
import json

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
TRUE = {"bool": True}
FALSE = {"bool": False}
NULL = {"null": True}


def canonical(expression):
    """A text that two expressions share exactly if they are the same."""
    return json.dumps(expression, sort_keys=True, separators=(",", ":"))


def seconds(moment):
    """Seconds since 1970 of a time; a naive one is taken as UTC."""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=datetime.timezone.utc)
    return int((moment - EPOCH).total_seconds())


def days(date):
    """Days since 1970: what stands for a date, which is never compared with a time."""
    return (date - EPOCH.date()).days


def constant(value):
    """The expression of a concrete value, or None for one that has none: another type, or a time with a fraction of a second."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return {"bool": value}
    if isinstance(value, int):
        return {"int": int(value)}
    if isinstance(value, Opaque):
        return {"opaque": str.__str__(value)}
    if isinstance(value, str):
        # Not str(): a member of an Enum that is a text says its name there.
        return {"text": str.__str__(value)}
    if isinstance(value, datetime.datetime) and not value.microsecond:
        return {"time": seconds(value)}
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return {"time": days(value)}
    return None


class Opaque(str):
    """The text that SQLite stores for a constant of a type that has no meaning to the solver."""


def is_constant(expression):
    return next(iter(expression)) in ("opaque", "int", "text", "bool", "time", "null")


def operation(name, *arguments):
    return {"op": name, "args": list(arguments)}


def negation(expression):
    if "bool" in expression:
        return {"bool": not expression["bool"]}
    if expression.get("op") == "not":
        return expression["args"][0]
    if expression.get("op") in ("==", "!="):
        other = "!=" if expression["op"] == "==" else "=="
        return operation(other, *expression["args"])
    return operation("not", expression)


def junction(name, parts):
    """`and` or `or` of any number of expressions, without nesting and without what does not matter."""
    neutral, absorbing = (TRUE, FALSE) if name == "and" else (FALSE, TRUE)
    flat = []
    for part in parts:
        flat.extend(part["args"] if part.get("op") == name else [part])
    if absorbing in flat:
        return absorbing
    flat = [part for part in flat if part != neutral]
    if not flat:
        return neutral
    return flat[0] if len(flat) == 1 else operation(name, *flat)


def equality(left, right):
    """Python's equality: None equals None."""
    if left == right:
        return TRUE
    if is_constant(left) and is_constant(right):
        return {"bool": left == right}
    return operation("==", left, right)


def column(record, name, at):
    """A column of a record after `at` writes. The key of the row of a key is that key."""
    return {"column": [record, name], "at": at}


def record(table, key, at):
    """The row with a key. The row that the key was read from is that row itself."""
    return {"record": [table, key], "at": at}


_INFIX = {"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"}


def text(expression):
    """An expression as a person reads it."""
    kind = next(iter(expression))
    if kind == "var":
        return expression["var"]
    if kind in ("int", "bool", "time"):
        return str(expression[kind])
    if kind in ("text", "opaque"):
        return repr(expression[kind])
    if kind == "null":
        return "None"
    if kind == "column":
        return f"{text(expression['column'][0])}.{expression['column'][1]}"
    if kind == "record":
        return f"{expression['record'][0]}[{text(expression['record'][1])}]"
    if kind == "op":
        return _operation_text(expression["op"], [text(a) for a in expression["args"]])
    if kind in ("exists", "forall"):
        bound = expression[kind]
        return f"{kind} {bound['name']} in {bound.get('table', bound.get('type'))}: {text(expression['body'])}"
    if kind == "in":
        return f"{text(expression['in'][0])} in {query_text(expression['in'][1])}"
    if kind in ("row", "value"):
        return f"{query_text(expression[kind])}[{expression['index']}]"
    if kind == "rendered":
        return "what a filter makes of " + expression["rendered"]
    if kind == "same":
        return " same as ".join(query_text(q) for q in expression["same"])
    return f"{kind} {query_text(expression[kind])}"


def _operation_text(name, arguments):
    if name in _INFIX:
        return f"{arguments[0]} {name} {arguments[1]}"
    if name in ("and", "or"):
        return "(" + f" {name} ".join(arguments) + ")"
    return f"{name}({', '.join(arguments)})"


def query_text(query):
    if "as" in query:
        return f"{text(query['as']['of'])}.{query['as']['name']}"
    sql = query["sql"]
    for number in range(len(query["parameters"]), 0, -1):
        sql = sql.replace(f"${number}", text(query["parameters"][number - 1]))
    return f"({sql})"
