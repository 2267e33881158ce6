"""A case of tests/conformance/rubicon as a specification of Django: its terms become Python."""

HEAD = '''
import datetime

from clubs.models import MODELS
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from effigy_rubicon import assume, exists, forall, specification

Club, Member, Prize = MODELS["Club"], MODELS["Member"], MODELS["Prize"]


def valid(record):
    try:
        record.full_clean()
    except ValidationError:
        return False
    return True


def caught(kind, act):
    errors = {"not found": (Club.DoesNotExist, Member.DoesNotExist, Prize.DoesNotExist), "refused": IntegrityError}
    try:
        with transaction.atomic():
            act()
    except errors[kind]:
        return True
    return False
'''

_INFIX = {"==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"}
_LOOKUPS = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte", "in": "in"}
_FORALL = {"int": "int", "text": "str", "bool": "bool"}


def specification(name, case):
    """The source of the specification of a case."""
    body = [f'{v} = forall({_FORALL.get(kind, kind)}, "{v}")' for v, kind in case.get("forall", {}).items()]
    if "assume" in case:
        body.append(f"assume({term(case['assume'])})")
    body += [step(s) for s in case.get("steps", [])]
    body.append(f"assert {term(case['claim'])}")
    takes = "client" if "client." in "".join(body) else ""
    return f"\n\n@specification(rows=3)\ndef {name}({takes}):\n" + "".join(f"    {line}\n" for line in body)


def step(s):
    kind, *rest = s
    if kind == "let":
        return f"{rest[0]} = {term(rest[1])}"
    if kind == "set":
        return f"{term(rest[0])}.{rest[1]} = {term(rest[2])}"
    if kind == "update":
        return f"{term(rest[0])}.update({arguments(rest[1])})"
    return f"{term(rest[0])}.{ {'save': 'save', 'reload': 'refresh_from_db', 'delete': 'delete', 'delete_all': 'delete'}[kind] }()"


def term(t):
    """A term as Python."""
    if isinstance(t, str):
        return t[1:] if t.startswith("$") else repr(t)
    if not isinstance(t, list):
        return repr(t)
    kind, *rest = t
    if kind in _INFIX:
        return f"({term(rest[0])} {kind} {term(rest[1])})"
    if kind in ("and", "or"):
        return "(" + f" {kind} ".join(term(r) for r in rest) + ")"
    return _FORMS[kind](*rest)


def arguments(values):
    return ", ".join(f"{_lookup(c, v)}={_sought(v)}" for c, v in values.items())


def _lookup(column, value):
    name = column.replace(".", "__")
    return f"{name}__{_LOOKUPS[value[0]]}" if _is_lookup(value) else name


def _sought(value):
    if not _is_lookup(value):
        return term(value)
    return f"[{', '.join(term(v) for v in value[1:])}]" if value[0] == "in" else term(value[1])


def _is_lookup(value):
    return isinstance(value, list) and value[0] in _LOOKUPS


def _order(query, *columns):
    return f"{term(query)}.order_by({', '.join(map(repr, columns))})"


_FORMS = {
    "not": lambda a: f"(not {term(a)})",
    "null?": lambda a: f"({term(a)} is None)",
    "if": lambda c, a, b: f"({term(a)} if {term(c)} else {term(b)})",
    "get": lambda r, name: f"{term(r)}.{name}",
    "many": lambda r, name: f"{term(r)}.{name}.all()",
    "all": lambda model: f"{model}.objects.all()",
    "filter": lambda q, values: f"{term(q)}.filter({arguments(values)})",
    "exclude": lambda q, values: f"{term(q)}.exclude({arguments(values)})",
    "order": _order,
    "slice": lambda q, start, size: f"{term(q)}[{start}:{start + size}]",
    "distinct": lambda q: f"{term(q)}.distinct()",
    "count": lambda q: f"{term(q)}.count()",
    "exists": lambda q: f"{term(q)}.exists()",
    "first": lambda q: f"{term(q)}.first()",
    "last": lambda q: f"{term(q)}.last()",
    "contains": lambda q, r: f"({term(r)} in {term(q)})",
    "values": lambda q, column: f"list({term(q)}.values_list({column!r}, flat=True))",
    "size": lambda q: f"len(list({term(q)}))",
    "size_of": lambda values: f"len({term(values)})",
    "member": lambda v, values: f"({term(v)} in {term(values)})",
    "any": lambda x, q, body: f"any({term(body)} for {x} in {term(q)})",
    "some": lambda x, model, body: f"exists({model}, lambda {x}: {term(body)})",
    "find": lambda model, key: f"{model}.objects.get(pk={term(key)})",
    "get_by": lambda model, values: f"{model}.objects.get({arguments(values)})",
    "create": lambda model, values: f"{model}.objects.create({arguments(values)})",
    "updated": lambda q, values: f"{term(q)}.update({arguments(values)})",
    "valid": lambda model, values: f"valid({model}({arguments(values)}))",
    "caught": lambda kind, act: f"caught({kind!r}, lambda: {term(act)})",
    "status": lambda key: f'client.get("member", pk={term(key)}).status_code',
    "time": lambda seconds: f"datetime.datetime.fromtimestamp({seconds}, datetime.timezone.utc)",
    "now": lambda: "timezone.now()",
    "length": lambda a: f"len({term(a)})",
    "lookup": lambda r, column: f"{{'a': 1}}.get({term(r)}.{column})",
}
