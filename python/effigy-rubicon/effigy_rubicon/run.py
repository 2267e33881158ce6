"""From a specification to its verdict: explore, ask, replay, report."""

import inspect
import time

import django
from django.db.models import UniqueConstraint

from . import constraints, defaults, environment, replay, report
from . import schema as schema_of
from .explore import explore, join_assertions, request
from .expression import TRUE, canonical
from .path import Limits, relative
from .solver import Solver, SolverError
from .words import facts, source_line
from .web import Client

_solver = None


def solver():
    """The solver of this process."""
    global _solver
    if _solver is None or _solver.process.poll() is not None:
        _solver = Solver(library=f"effigy-rubicon 0.1 (django {django.__version__})")
    return _solver


def close():
    global _solver
    if _solver is not None:
        _solver.close()
        _solver = None


# Facts of models, by themselves, and whether the solver understands them.
_understood = {}


def tell_schema(effigy):
    """Sends the schema with those facts of models that the solver understands; gives the names of the constraints that are left out. Rows that break
    them are considered then: what holds, holds without them as well."""
    schema = schema_of.request(facts())
    untold = [c.name for m in schema_of.tables() for c in m._meta.constraints if isinstance(c, UniqueConstraint) and c.expressions]
    effigy.set_schema({**schema, "facts": []})
    for fact in [f for f in schema["facts"] if f["place"] == constraints.PLACE]:
        key = canonical(fact["expression"])
        if key not in _understood:
            _understood[key] = effigy.feasible([], [fact["expression"]], [], {}) != "unknown"
        if not _understood[key]:
            schema["facts"].remove(fact)
            untold.append(fact["text"])
    effigy.set_schema(schema)
    return untold


def arguments(spec, fixtures):
    """A function that runs the specification once, with a client of its own."""
    takes_client = "client" in inspect.signature(spec.function).parameters

    def once():
        given = dict(fixtures, client=Client()) if takes_client else fixtures
        spec.function(**given)

    return once


def paths_of(spec, fixtures, oracle):
    """All paths of a specification, those of one assertion joined."""
    limits = Limits(paths=Limits().paths if spec.paths is None else spec.paths, scopes=spec.scopes(defaults.VALUES))
    found = explore(arguments(spec, fixtures), oracle, limits, spec.file, environment.reset)
    joined = with_claims(spec, join_assertions(found, lambda line: source_line(spec.file, line)))
    # What decides little comes first: of several failures the one with few rows and branches is the one to read.
    return sorted(joined, key=lambda path: len(path.condition))


def with_claims(spec, paths):
    """What was claimed and is plainly true is an obligation too, so that a specification is vacuous only if no path comes to a claim: the assertions that
    every run comes to, and where no path has any, that the specification ends without an error."""
    line = spec.claim
    if line is not None:
        claim = {"expression": TRUE, "text": source_line(spec.file, line), "place": f"{relative(spec.file)}:{line}"}
    elif any(p.obligations for p in paths):
        return paths
    else:
        claim = {"expression": TRUE, "text": "the specification ends without an error", "place": spec.place}
    for path in paths:
        path.obligations = path.obligations or [claim]
    return paths


def check_specification(spec, fixtures):
    """Decides a specification; a failure or an undecided one is a failure of the test that says which."""
    started, untold = time.monotonic(), []
    scopes = spec.scopes(defaults.VALUES)
    result = report.Result(spec, scopes, fixtures)
    try:
        effigy = solver()
        with environment.symbolic():
            untold = tell_schema(effigy)
            paths = paths_of(spec, fixtures, lambda *asked: effigy.feasible(*asked, scopes))
        asked = request(spec.name, spec.place, paths, scopes)
        result.paths = asked["paths"]
        result.answer = effigy.ask(asked)
        if result.answer["verdict"] == "holds":
            result.assumes = [*result.answer.get("assumes", []), *report.met(paths)]
    except SolverError as cause:
        result.answer = {"verdict": "undecided", "why": str(cause)}
    if result.answer["verdict"] == "fails":
        result.replay = replay.run(spec, fixtures, result)
        if untold and result.replay.get("refused"):
            why = f"the rows that were found do not pass: {result.replay['refused']}; the solver does not understand {', '.join(untold)}"
            result.answer, result.replay = {"verdict": "undecided", "why": why}, None
    result.seconds = time.monotonic() - started
    report.finish(result)
