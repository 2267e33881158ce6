"""One run of a specification on symbols: what its branches decided, what it wrote, how it ended."""

import os
import sys

from . import expression as ex
from .solver import SolverError

_PACKAGE = os.path.dirname(os.path.abspath(__file__))
_LIBRARIES = tuple(p for p in sys.path if p.endswith(("site-packages", "dist-packages"))) + (os.path.dirname(os.__file__),)


# What tokens begin with: no number of an application is this one.
TOKEN = "90714253617"

# What the log says of queries that are not counted.
UNCOUNTED = "uncounted: "


class Alarm(BaseException):
    """A symbol met something that has no symbolic meaning. No handler of the application catches it, so that nothing goes on with a guess."""


class PathEnd(BaseException):
    """The path cannot hold any more: nothing is left to run."""


class Decision:
    """What a path chose at a condition that could be true or false."""

    __slots__ = ("key", "value", "forced")

    def __init__(self, key, value, forced):
        self.key, self.value, self.forced = key, value, forced


class Limits:
    """Bounds of one exploration; what they cut is named in the verdict.

    `paths`: paths run. `decisions`: conditions of one path. `rows`: rows that one query gives. All are counts.
    `scopes`: those of the requests."""

    def __init__(self, paths=400, decisions=200, rows=12, scopes=None):
        self.paths, self.decisions, self.rows, self.scopes = paths, decisions, rows, scopes


class Path:
    """The path that a prefix of decisions leads to. `oracle(variables, conditions, writes)` answers yes, no or unknown."""

    def __init__(self, prefix, oracle, pending, limits):
        self.prefix, self.oracle, self.pending, self.limits = prefix, oracle, pending, limits
        self.decisions, self.condition, self.hypotheses, self.obligations = [], [], [], []
        self.writes, self.variables, self.tokens = [], [], []
        self.known = {}
        self.names = {}
        self.sessions = {}
        self.scratch = {}
        self.alarm = None
        self.assumes = []
        self.quiet = self.quantified = 0
        self.ending = {"kind": "completed"}

    @property
    def at(self):
        """How many writes there were."""
        return len(self.writes)

    def fresh(self, stem):
        """A name that no variable of this path has."""
        self.names[stem] = self.names.get(stem, 0) + 1
        number = self.names[stem]
        name = stem if number == 1 else f"{stem}{number}"
        return name if number == 1 or name not in self.names else self.fresh(name)

    def declare(self, name, table):
        """A variable that is a row of a table."""
        self.scratch.setdefault("tables", {})[name] = table

    def since(self, name):
        """After how many writes the row of a variable is there: before that it has no key."""
        return next((at for at, w in enumerate(self.writes, 1) if w.get("name") == name), 0)

    def variable_table(self, name):
        return self.scratch.get("tables", {}).get(name)

    def deleted(self, table):
        """Whether a row of a table may have gone on this path."""
        sources = [w["delete"]["sql"] for w in self.writes if "delete" in w]
        return any(f'FROM "{table}"' in sql.split(" WHERE ")[0] for sql in sources)

    def most(self, table):
        """How many rows a table can have now, if the scopes say it."""
        scopes = self.limits.scopes
        if scopes is None:
            return None
        return scopes["tables"].get(table, scopes["default"]) + sum(w.get("insert") == table for w in self.writes)

    def token(self, value):
        """Digits that stand for a symbol where only text can travel: in an address, in a form, in a page."""
        key = value.kind, ex.canonical(value.expression)
        for number, (known, _) in enumerate(self.tokens):
            if known == key:
                return f"{TOKEN}{number:05}9"
        self.tokens.append((key, value))
        return f"{TOKEN}{len(self.tokens) - 1:05}9"

    def decide(self, expression):
        """Whether a condition holds on this path. Where both are possible the other side becomes a path of its own."""
        if "bool" in expression:
            return expression["bool"]
        key = ex.canonical(expression)
        if key in self.known:
            return self.known[key]
        index = len(self.decisions)
        if index < len(self.prefix):
            decision = self.prefix[index]
            if decision.key != key:
                self.stop("the specification does not run the same way twice: it met another condition where it was run again")
        else:
            decision = self._choose(expression, key)
        self.decisions.append(decision)
        self.learn(expression, decision.value)
        if not decision.forced:
            chosen = expression if decision.value else ex.negation(expression)
            self.condition.append({"expression": chosen, "place": place()})
        return decision.value

    def learn(self, expression, value):
        """Remembers that a condition is decided, and what follows for its parts."""
        self.known[ex.canonical(expression)] = value
        self.known[ex.canonical(ex.negation(expression))] = not value
        if expression.get("op") == ("and" if value else "or"):
            for part in expression["args"]:
                self.learn(part, value)

    def _choose(self, expression, key):
        if len(self.decisions) >= self.limits.decisions:
            self.stop(f"limit: {self.limits.decisions} decisions on one path")
        if self._feasible(expression) == "no":
            return Decision(key, False, True)
        if self._feasible(ex.negation(expression)) == "no":
            return Decision(key, True, True)
        self.pending.append(self.decisions + [Decision(key, False, False)])
        return Decision(key, True, False)

    def _feasible(self, expression):
        assumed = [c["expression"] for c in self.condition] + [h["expression"] for h in self.hypotheses]
        try:
            return self.oracle(self.variables, assumed + [expression], self.writes)
        except SolverError as cause:
            # No handler of the application may take this for an error of its own.
            return self.stop(f"the solver: {cause}")

    def assume(self, expression):
        """A hypothesis. A path on which it cannot hold has nothing left to show."""
        key = ex.canonical(expression)
        known = self.known.get(key, expression.get("bool"))
        if expression.get("bool") is True:
            return
        self.hypotheses.append({"expression": expression, "place": place()})
        if known is False:
            raise PathEnd
        self.learn(expression, True)

    def stop(self, what):
        """Ends the path by name. The first alarm stays even where a handler catches everything."""
        self.remember(what)
        raise Alarm(what)

    def remember(self, what):
        if self.alarm is None:
            self.alarm = {"kind": "alarm", "what": what, "place": place()}

    def rests_on(self, name, what):
        """Notes an assumption, in the words of docs/rubicon-format.md, where it is met."""
        if all(known["what"] != what for known in self.assumes):
            self.assumes.append({"name": name, "what": what, "where": place()})

    def log(self, query):
        """Counts a query as Django's own log does, so that its ways to count queries work."""
        if self.quiet:
            return
        from django.db import connection

        connection.queries_log.append({"sql": query, "time": "0"})

    def log_uncounted(self, what):
        """Queries whose number is not modelled: who counts them gets an alarm."""
        self.log(UNCOUNTED + what)

    def as_json(self):
        members = ("condition", "hypotheses", "obligations", "writes", "ending")
        return {name: getattr(self, name) for name in members}


_current = None


def current():
    """The path that is being run, or None outside of specifications."""
    return _current


def require():
    if _current is None:
        raise RuntimeError("a symbol was used after its specification had ended")
    return _current


def alarm(what):
    """Ends the path that is being run, by name."""
    require().stop(what)


class running:
    """Makes a path the current one."""

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        global _current
        self.before, _current = _current, self.path
        return self.path

    def __exit__(self, *_):
        global _current
        _current = self.before


def is_other(file):
    """Whether a file is one of this package or of a library."""
    return file.startswith((_PACKAGE, "<", *_LIBRARIES))


def is_own(frame):
    return frame.f_code.co_filename.startswith(_PACKAGE)


def is_library(frame):
    return frame.f_code.co_filename.startswith(_LIBRARIES) or frame.f_code.co_filename.startswith("<")


def place():
    """`file:line` of the innermost line of the application, a line of a template included."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_name == "render_annotated":
            node = frame.f_locals.get("self")
            origin, token = getattr(node, "origin", None), getattr(node, "token", None)
            if origin is not None and token is not None and not str(origin).startswith((*_LIBRARIES, "<")):
                return f"{relative(str(origin))}:{token.lineno}"
        if not is_own(frame) and not is_library(frame):
            return f"{relative(frame.f_code.co_filename)}:{frame.f_lineno}"
        frame = frame.f_back
    return "?"


def in_specification():
    """Whether the line that asks is one of the specification, where conditions stay symbols, and none of the application's."""
    if _current.quantified:
        return True
    file = _current.scratch.get("file")
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == file:
            return True
        if not is_own(frame) and not is_library(frame):
            return False
        frame = frame.f_back
    return False


def asked_by_application():
    """Whether the line that asks is one of the application or of the specification, and not one of Django or of Python's own library."""
    frame = sys._getframe(1)
    while frame is not None and is_own(frame):
        frame = frame.f_back
    return frame is not None and not is_library(frame)


def relative(path):
    """A path as seen from the folder where the tests were started, if it is in there."""
    near = os.path.relpath(path)
    return path if near.startswith("..") else near
