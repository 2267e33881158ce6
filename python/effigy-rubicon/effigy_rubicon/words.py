"""The words of a specification. On symbols they build the verification condition; on rows they are a test."""

import ast
import dis
import functools
import inspect
import json
import linecache
import os
import sys
import textwrap

from django.db.models import Model

from . import records
from .path import alarm, current, place, relative, require
from .values import CLASSES, boolean, condition

_SCALARS = {int: "int", str: "text", bool: "bool"}

# Facts that invariants state: (model, function, text, place).
INVARIANTS = []

_replay = None


class Assumption(Exception):
    """On these rows an assumption does not hold."""


class concretely:
    """Runs specifications on the rows of a database: what forall gives is taken from `variables`."""

    def __init__(self, variables):
        self.variables, self.names = variables, {}

    def __enter__(self):
        global _replay
        self.before, _replay = _replay, self
        return self

    def __exit__(self, *_):
        global _replay
        _replay = self.before

    def fresh(self, stem):
        """The same names as on symbols."""
        self.names[stem] = self.names.get(stem, 0) + 1
        return stem if self.names[stem] == 1 else f"{stem}{self.names[stem]}"


def forall(domain, name=None):
    """Any row of a model, or any int, str or bool. Its name is that of the variable it is assigned to."""
    name = name or _assigned_name(sys._getframe(1)) or (domain.__name__[0].lower())
    if _replay is not None:
        return _replay_value(domain, _replay.fresh(name))
    path = require()
    name = path.fresh(name)
    if isinstance(domain, type) and issubclass(domain, Model):
        table = domain._meta.concrete_model._meta.db_table
        path.declare(name, table)
        path.variables.append({"name": name, "type": "record", "table": table})
        return records.make(domain, {"var": name}, 0)
    if domain not in _SCALARS:
        alarm(f"forall over {domain!r}: it takes a model, int, str or bool")
    path.variables.append({"name": name, "type": _SCALARS[domain]})
    return CLASSES[_SCALARS[domain]]({"var": name})


def _replay_value(domain, name):
    if name not in _replay.variables:
        raise Assumption(f"the counterexample has no variable {name}")
    value = _replay.variables[name]
    return domain._base_manager.get(pk=value["id"]) if isinstance(value, dict) else value


def _assigned_name(frame):
    """The variable that the running call is assigned to."""
    code = frame.f_code
    following = (i for i in dis.get_instructions(code) if i.offset > frame.f_lasti and i.opname not in ("CACHE", "PRECALL"))
    step = next(following, None)
    if step is None or not step.opname.startswith(("STORE_FAST", "STORE_NAME", "STORE_DEREF", "STORE_GLOBAL")):
        return None
    # Newer versions of Python have instructions that store and do something else.
    name = step.argval[0] if isinstance(step.argval, tuple) else step.argval
    return name if name.isidentifier() else None


def assume(value):
    """What follows is only claimed where this holds."""
    if current() is not None:
        current().assume(condition(value))
    elif not value:
        raise Assumption(f"an assumption does not hold at {place()}")


def check(value, text=None):
    """What is claimed, as one condition: the path does not fork."""
    if current() is not None:
        where = place()
        current().obligations.append({"expression": condition(value), "text": text or _source(sys._getframe(1)), "place": where})
    elif not value:
        raise AssertionError(text or _source(sys._getframe(1)))


def _source(frame):
    return source_line(frame.f_code.co_filename, frame.f_lineno)


def source_line(file, line):
    """The statement that begins at a line, on one line."""
    text = linecache.getline(file, line).strip()
    while text.count("(") > text.count(")") and linecache.getline(file, line + 1):
        line += 1
        text += " " + linecache.getline(file, line).strip()
    return text


def exists(model, claim=None):
    """Whether some row of a model fulfils a claim."""
    return _quantified("exists", model, claim or (lambda _: True))


def every(model, claim):
    """Whether all rows of a model fulfil a claim."""
    return _quantified("forall", model, claim)


def _quantified(kind, model, claim):
    if current() is None:
        rows = model._base_manager.all()
        return any(claim(row) for row in rows) if kind == "exists" else all(claim(row) for row in rows)
    return boolean(quantifier(kind, model, claim, current().at))


def quantifier(kind, model, claim, at):
    """The expression of a quantifier over the rows of a model."""
    path = require()
    meta = model._meta.concrete_model._meta
    name = path.fresh("row")
    path.declare(name, meta.db_table)
    decisions = len(path.decisions)
    with records.quantified():
        body = condition(claim(records.make(model, {"var": name}, at)))
    if len(path.decisions) != decisions:
        alarm("a quantifier whose claim forks: write and_(), or_(), not_() in it")
    return {kind: {"name": name, "table": meta.db_table, "at": at}, "body": body}


def invariant(model, claim, text=None):
    """States a fact about every row of a model, for all specifications: what the application guarantees by other means."""
    frame = sys._getframe(1)
    where = f"{relative(frame.f_code.co_filename)}:{frame.f_lineno}"
    stated = (model, claim, text or source_line(frame.f_code.co_filename, frame.f_lineno), where)
    if all(s[3] != where for s in INVARIANTS):
        INVARIANTS.append(stated)


def facts():
    """The invariants as facts of the schema."""
    from .path import Limits, Path, running

    stated = []
    for model, claim, text, where in INVARIANTS:
        with running(Path([], lambda *_: "unknown", [], Limits())):
            stated.append({"expression": quantifier("forall", model, claim, 0), "text": text, "place": where})
    return stated


class Specification:
    """A specification and the bounds within which it is checked."""

    def __init__(self, function, rows=None, tables=None, bits=None, seconds=None, paths=None):
        self.function = function
        self.rows, self.bits, self.seconds, self.paths = rows, bits, seconds, paths
        self.tables = {m._meta.db_table if isinstance(m, type) else m: n for m, n in (tables or {}).items()}
        code = inspect.unwrap(function).__code__
        self.file, self.line = code.co_filename, code.co_firstlineno
        self.name = function.__name__
        self.place = f"{relative(self.file)}:{self.line}"
        self.claim = claim_line(function)

    def scopes(self, defaults):
        """The member `scopes` of requests: what RUBICON_SCOPES says, else what the specification says, else what the options say."""
        stated = {"rows": self.rows, "bits": self.bits, "seconds": self.seconds}
        rows, bits, seconds = (defaults[name] if value is None else value for name, value in stated.items())
        own = {"default": rows, "tables": self.tables, "int": bits, "seconds": seconds}
        text = os.environ.get("RUBICON_SCOPES") or "{}"
        try:
            given = json.loads(text)
        except ValueError:
            given = None
        if not isinstance(given, dict):
            raise ValueError(f"RUBICON_SCOPES is to be a JSON object, and is {text}")
        return {**own, **given, "tables": {**own["tables"], **given.get("tables", {})}}


def syntax(function):
    """The syntax tree of a function, empty where there is no source."""
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, SyntaxError):
        return ast.Module([], [])


def claim_line(function):
    """The line of the last assertion that every run comes to which ends: one that stands in no branch, with no `return` anywhere."""
    tree = syntax(function)
    if not tree.body or any(isinstance(n, ast.Return) for n in ast.walk(tree)):
        return None
    lines = [n.lineno for n in tree.body[0].body if isinstance(n, ast.Assert)]
    return function.__code__.co_firstlineno + lines[-1] - 1 if lines else None


def refuse_kind(function):
    """What a call does not run to its end is no specification, and neither is a method, which has nobody to call it on."""
    code = function.__code__
    place = f"{relative(code.co_filename)}:{code.co_firstlineno}"
    if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        raise TypeError(f"{place}: a specification cannot be `async` and cannot `yield`: it would not run to its end")
    if next(iter(inspect.signature(function).parameters), None) in ("self", "cls"):
        raise TypeError(f"{place}: a specification is a function of a module, and no method of a class")


def refuse_identity(function):
    """`x is True` and `type(x)` are not asked of a symbol, and nothing can tell: a specification, or a function beside it that it calls,
    has to write `== True`, the condition itself, or `isinstance`."""
    code = function.__code__
    _refuse_in(syntax(function).body, code.co_filename, code.co_firstlineno - 1)
    try:
        source = ast.parse("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return
    # An ordinary test of the same file may ask what it likes.
    _refuse_in([n for n in source.body if not getattr(n, "name", "").startswith(("test", "Test"))], code.co_filename, 0)


def _refuse_in(body, file, offset):
    for node in (n for statement in body for n in ast.walk(statement) if isinstance(n, ast.Compare)):
        operands = [node.left, *node.comparators]
        identity = any(isinstance(o, (ast.Is, ast.IsNot)) for o in node.ops) and any(_is_truth_value(o) for o in operands)
        if identity or any(_is_type(o) for o in operands):
            place = f"{relative(file)}:{offset + node.lineno}"
            raise TypeError(f"{place}: a specification cannot ask `is True`, `is False` or for `type(...)` of a symbol; "
                            "ask the condition itself, or `isinstance`")


def _is_truth_value(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _is_type(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type" and len(node.args) == 1


def specification(function=None, **bounds):
    """Makes a specification of a test function: pytest runs it on symbols. It may take `client`, a test client, and any fixtures.

    `rows`: how many rows a table can have (3). `tables`: the same by model. `bits`: of integers and times, signed (5).
    `seconds`: for the solver (30). `paths`: how many are run at most (400); the rest makes the verdict undecided."""
    if function is None:
        return functools.partial(specification, **bounds)
    refuse_kind(function)
    spec = Specification(function, **bounds)
    refuse_identity(function)

    def run(**fixtures):
        from .run import check_specification

        check_specification(spec, fixtures)

    functools.update_wrapper(run, function)
    del run.__wrapped__
    parameters = [p for n, p in inspect.signature(function).parameters.items() if n != "client"]
    run.__signature__ = inspect.Signature(parameters)
    run.specification = spec
    return run
