"""All paths of a specification: it is run again for each prefix of decisions, depth first."""

import sys
import traceback

from .path import Alarm, Limits, Path, PathEnd, is_library, is_other, is_own, relative, running
from .values import Symbolic
from .words import source_line


def explore(run, oracle, limits=None, file=None, reset=None):
    """Runs `run()` once for each path and gives the paths. `oracle(variables, conditions, writes)` says yes, no or unknown."""
    limits = limits or Limits()
    pending, paths = [[]], []
    while pending:
        if len(paths) >= limits.paths:
            paths.append(_not_run(len(pending), limits))
            break
        path = Path(pending.pop(), oracle, pending, limits)
        path.scratch["file"] = file
        if reset is not None:
            reset()
        with running(path):
            follow(path, run, file)
        paths.append(path)
    return paths


def _not_run(number, limits):
    path = Path([], None, [], limits)
    path.ending = {"kind": "alarm", "what": "limit", "place": f"{number} or more paths were not run after {limits.paths}"}
    return path


def follow(path, run, file):
    """One run, and how it ended."""
    try:
        with watching(path):
            run()
    except PathEnd:
        pass
    except Alarm:
        pass
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # pytest's own outcomes are no Exception
        if type(error).__name__ in ("Exit", "Skipped"):
            raise
        path.ending = ending_of(path, error, file)
    if path.alarm is not None:
        path.ending = path.alarm


class _Others(dict):
    """Whether a file is none of the application's. Every call asks."""

    def __missing__(self, file):
        self[file] = is_other(file)
        return self[file]


class _Types(type):
    def __call__(cls, *arguments, **options):
        if len(arguments) == 1 and isinstance(arguments[0], Symbolic):
            return arguments[0].__class__
        return type(*arguments, **options)

    def __instancecheck__(cls, value):
        return isinstance(value, type)

    def __subclasscheck__(cls, value):
        return issubclass(value, type)


class Types(type, metaclass=_Types):
    """What `type` is in modules of the application: of a symbol it gives the class that the symbol stands for."""


class watching:
    """Puts `Types` into modules of the application, and sees errors of the interpreter about a symbol in lines of the application, also where a handler takes them for errors of its own: `re.match` or
    `"".join` of a symbol, which would take its text. A debugger or a measure of coverage that is there already is left alone."""

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        self.active, self.modules = sys.gettrace() is None, []
        if self.active:
            sys.settrace(self.called)

    def __exit__(self, *_):
        if self.active:
            sys.settrace(None)
        for names in self.modules:
            del names["type"]

    def called(self, frame, event, _, others=_Others()):
        if others[frame.f_code.co_filename]:
            return None
        if "type" in frame.f_code.co_names and "type" not in frame.f_globals:
            frame.f_globals["type"] = Types
            self.modules.append(frame.f_globals)
        frame.f_trace_lines = False
        return self.raised

    def raised(self, frame, event, what):
        if event == "exception" and issubclass(what[0], TypeError) and "Symbolic" in str(what[1]):
            self.path.remember(f"{what[0].__name__}: {what[1]}".split("\n")[0])
        return self.raised


def ending_of(path, error, file):
    """An exception that nobody caught. One that is about a symbol is no failure of the application."""
    text = f"{type(error).__name__}: {error}".split("\n")[0]
    where = place_of(error)
    if "Symbolic" in text or "rubicon" in text:
        return {"kind": "alarm", "what": text, "place": where}
    path.scratch["error"] = error
    path.scratch["asserted"] = isinstance(error, AssertionError) and _own_line(error, file)
    name = (type(error).__module__ + "." + type(error).__qualname__).removeprefix("builtins.")
    said = str(error).split("\n")[0]
    if path.scratch["asserted"]:
        written = source_line(file, path.scratch["asserted"])
        said = written if said in ("", written) else f"{written} ({said.removeprefix('assert ')})"
    return {"kind": "raised", "error": f"{name}: {said}" if said else name, "place": where}


def place_of(error):
    frames = [f for f in traceback.walk_tb(error.__traceback__)]
    for frame, line in reversed(frames):
        if not is_own(frame) and not is_library(frame):
            return f"{relative(frame.f_code.co_filename)}:{line}"
    return "?"


def _own_line(error, file):
    """The line of the specification itself where an assertion failed, or None if it failed elsewhere."""
    last = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        last = (frame.f_code.co_filename, line)
    return last[1] if last and last[0] == file else None


def join_assertions(paths, source):
    """An `assert` of the specification forks into a path that goes on and one that fails. Where the one that goes on only completes, both are one
    path with the asserted condition as its obligation."""
    paths = list(paths)
    while True:
        pair = next(((f, t) for f in paths for t in paths if _joins(f, t)), None)
        if pair is None:
            return paths
        failed, other = pair
        asserted = other.condition[-1]["expression"]
        obligation = {"expression": asserted, "text": source(failed.scratch["asserted"]), "place": failed.ending["place"]}
        other.condition.pop()
        other.decisions = other.decisions[: _last_free(other)]
        other.obligations.insert(len(failed.obligations), obligation)
        paths.remove(failed)


def _last_free(path):
    return max((i for i, d in enumerate(path.decisions) if not d.forced), default=None)


def _joins(failed, other):
    if failed is other or not failed.scratch.get("asserted") or other.ending["kind"] != "completed":
        return False
    last, others = _last_free(failed), _last_free(other)
    if last is None or others != last or failed.decisions[last].key != other.decisions[last].key:
        return False
    if failed.decisions[last].value == other.decisions[last].value:
        return False
    line = failed.ending["place"]
    same = [(d.key, d.value) for d in failed.decisions[:last]] == [(d.key, d.value) for d in other.decisions[:last]]
    return (
        same
        and failed.condition[-1]["place"] == line
        and failed.hypotheses == other.hypotheses
        and failed.writes == other.writes
        and failed.variables == other.variables
        and failed.obligations == other.obligations[: len(failed.obligations)]
    )


def variables(paths):
    """The variables of all paths, each once."""
    found = {}
    for path in paths:
        for variable in path.variables:
            if found.setdefault(variable["name"], variable) != variable:
                path.ending = {"kind": "alarm", "what": f"the variable {variable['name']} has two types", "place": "?"}
    return list(found.values())


def request(name, place, paths, scopes):
    """The request `check`."""
    return {"request": "check", "name": name, "place": place, "scopes": scopes, "variables": variables(paths),
            "paths": [path.as_json() for path in paths]}
