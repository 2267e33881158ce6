"""What a person reads of a verdict, and what other programs do."""

import json
import os
import re

import pytest

from . import expression as ex
from . import replay as replaying

# The results of this run of pytest, in order.
RESULTS = []


class Result:
    """A specification, the solver's answer, and what the replay said."""

    def __init__(self, spec, scopes, fixtures=None):
        self.spec, self.scopes, self.fixtures = spec, scopes, fixtures or {}
        # A parametrized test has its parameters in its name.
        running = re.search(r"::[^:\[]+(\[.*\]) \(", os.environ.get("PYTEST_CURRENT_TEST", ""))
        self.name = spec.name + (running.group(1) if running else "")
        self.answer, self.replay, self.test, self.paths, self.seconds = None, None, None, [], 0.0
        # What a verdict "holds" rests on.
        self.assumes = []

    @property
    def verdict(self):
        return self.answer["verdict"]

    @property
    def vacuous(self):
        return self.verdict == "holds" and bool(self.answer.get("vacuous"))

    def as_json(self):
        """One line of the file that RUBICON_RESULTS names: docs/rubicon-format.md says what it has."""
        replay = self.replay or {"replay": "not-run"}
        return {**self.answer, "assumes": self.assumes, "name": self.name, "place": self.spec.place, "replay": replay["replay"],
                "replay_why": replay.get("why"), "tests_written": [self.test] if self.test else [], "paths": len(self.paths),
                "elapsed": round(self.seconds, 3)}


def finish(result):
    """Keeps a result, writes what was asked for, and fails the test unless the specification holds."""
    folder = os.environ.get("RUBICON_WRITE_TESTS")
    if folder and result.verdict == "fails" and result.replay["replay"] == "confirmed":
        with replaying.environment.concrete(replaying.environment.memory()):
            result.test = replaying.write_test(folder, result, result.fixtures)
    RESULTS.append(result)
    file = os.environ.get("RUBICON_RESULTS")
    if file:
        with open(file, "a", encoding="utf-8") as lines:
            lines.write(json.dumps(result.as_json()) + "\n")
    if result.verdict != "holds":
        pytest.fail(text(result), pytrace=False)


def met(paths):
    """What paths rest on, each thing once."""
    every = [assumption for path in paths for assumption in path.assumes]
    return [a for n, a in enumerate(every) if all(a["what"] != known["what"] for known in every[:n])]


# How many assumptions a verdict names; the others are counted.
NAMED = 3


def assuming(result):
    """What a verdict rests on, behind it."""
    said = list(dict.fromkeys(a["what"] for a in result.assumes))
    more = f"; and {len(said) - NAMED} more" if len(said) > NAMED else ""
    return f", assuming {'; '.join(said[:NAMED])}{more}" if said else ""


def headline(result):
    """The verdict in one line."""
    name, answer = result.name, result.answer
    if result.verdict == "fails":
        return f"{name} fails ({result.replay['replay']} on SQLite)"
    if result.verdict == "undecided":
        return f"{name} is undecided: {answer.get('why', 'no reason was given')}"
    bound = f"{result.scopes['default']} rows a table"
    if result.scopes["tables"]:
        bound += " (" + ", ".join(f"{t}: {n}" for t, n in result.scopes["tables"].items()) + ")"
    if not result.vacuous:
        return f"{name} holds up to {bound}{assuming(result)}, on {len(result.paths)} paths, {result.seconds:.1f} s"
    needed = ", ".join(f"{n} {t}" for t, n in (answer.get("satisfiable_at") or {}).items())
    needed = f"one with {needed} does" if needed else "none of up to 8 rows a table does"
    return f"{name} holds vacuously: no database of up to {bound} satisfies what it assumes{assuming(result)}; {needed}"


def text(result):
    """The whole report of a specification."""
    lines = [headline(result)]
    answer = result.answer
    if result.verdict == "fails":
        lines += [""] + failure(result)
        lines += ["", f"replay: {result.replay['replay']}: {result.replay.get('why') or result.replay['error'] + ' at ' + result.replay['place']}"]
    if result.verdict == "undecided":
        alarms = [p["ending"] for p in result.paths if p["ending"]["kind"] == "alarm"]
        lines += list(dict.fromkeys(f"  {a['place']}: {a['what']}" for a in alarms))
    if answer.get("formula"):
        lines += ["", "verification condition:"] + ["  " + line for line in answer["formula"].split("\n")]
    if result.test:
        lines += ["", f"test: {result.test}"]
    return "\n".join(lines)


def failure(result):
    """What fails, on which path, with which rows."""
    answer = result.answer
    path = result.paths[answer["path"]]
    lines = [line(answer["broken"] if answer.get("broken") else broken(path, answer.get("obligation")))]
    decided = answer.get("way") or [{"text": ex.text(d["expression"]), "place": d["place"]} for d in path["condition"] + path["hypotheses"]]
    if decided:
        lines += ["", "path:"] + [f"  {line(d)}" for d in decided]
    lines += ["", "rows:"]
    for table, rows in answer["rows"].items():
        if rows:
            lines += ["  " + row for row in table_text(table, rows)]
    named = [f"  {name} = {variable(value)}" for name, value in answer["variables"].items()]
    return lines + [""] + named if named else lines


def broken(path, obligation):
    if obligation is None:
        return {"text": path["ending"].get("error", path["ending"]["kind"]), "place": path["ending"]["place"]}
    return path["obligations"][obligation]


def line(entry):
    words = short(entry["text"])
    return f"{entry['place']}: {words}" if entry.get("place") else words


def variable(value):
    return f"{value['table']} {value['id']}" if isinstance(value, dict) else repr(value)


def short(words, limit=160):
    return words if len(words) <= limit else words[: limit - 3] + "..."


def table_text(name, rows):
    """Rows as a table with its name above."""
    columns = list(rows[0])
    cells = [columns] + [["" if row.get(c) is None else str(row.get(c)) for c in columns] for row in rows]
    widths = [max(len(line[i]) for line in cells) for i in range(len(columns))]
    return [name] + ["  " + "  ".join(c.ljust(w) for c, w in zip(line, widths)).rstrip() for line in cells]
