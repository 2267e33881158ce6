"""Random specifications: what the solver says of all rows is what Django does on random rows.

`RUBICON_RANDOM_SPECIFICATIONS` and `RUBICON_RANDOM_DATABASES` say how many there are, `RUBICON_RANDOM_SEED` where they begin. 10,000 comparisons
and more are `RUBICON_RANDOM_SPECIFICATIONS=400 RUBICON_RANDOM_DATABASES=40`."""

import collections
import os
import random

import pytest
from compare import agree
from effigy_rubicon import defaults, environment, explore, replay, report, run
from gaps.models import Badge, Doc, Seat, Slot, Task, Team
from random_programs import HEAD, program
from test_solver import effigy

pytestmark = pytest.mark.skipif(not effigy, reason="there is no program `effigy`")

SPECIFICATIONS, DATABASES, SEED = (int(os.environ.get(f"RUBICON_RANDOM_{n}", d)) for n, d in (("SPECIFICATIONS", 8), ("DATABASES", 8), ("SEED", 0)))
TABLES = {"Doc": [Team, Doc], "Slot": [Team, Slot], "Seat": [Seat], "Badge": [Doc, Badge], "Task": [Task]}


def decided(spec):
    """The result of a specification before its replay, and its paths."""
    scopes = spec.scopes(defaults.VALUES)
    result = report.Result(spec, scopes)
    solver = run.solver()
    with environment.symbolic():
        run.tell_schema(solver)
        paths = run.paths_of(spec, {}, lambda *asked: solver.feasible(*asked, scopes))
    asked = explore.request(spec.name, spec.place, paths, scopes)
    result.paths, result.answer = asked["paths"], solver.ask(asked)
    return result, paths


def compare(spec, tables, source, seen):
    """A specification on random rows, against its verdict."""
    result, paths = decided(spec)
    seen[result.verdict] += 1
    if result.verdict == "fails":
        found = replay.run(spec, {}, result)
        assert found["replay"] == "confirmed", (found, source)
    for seed in range(DATABASES):
        try:
            ended = agree(spec, paths, seed, tables, pruned=True)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{source}") from error
        if ended is None:
            continue
        seen["comparisons"] += 1
        allowed = result.verdict != "holds" or ended in ("completed", "Assumption")
        assert allowed, f"a false `holds`: seed {seed} ends with {ended}\n{source}"


def test_random_specifications_end_as_they_were_decided(tmp_path):
    chance = random.Random(SEED)
    sources = [program(chance, number) for number in range(SPECIFICATIONS)]
    file = tmp_path / "specifications.py"
    file.write_text(HEAD + "".join(source for source, _ in sources))
    found, seen = replay.module(str(file)), collections.Counter()
    wrong = []
    for number, (source, model) in enumerate(sources):
        try:
            compare(getattr(found, f"test_{number}").specification, TABLES[model], source, seen)
        except AssertionError as error:
            wrong.append(str(error))
    print(dict(seen))
    assert not wrong, "\n\n".join(wrong)
    assert seen["holds"] > SPECIFICATIONS // 10 and seen["fails"] > SPECIFICATIONS // 10 and seen["comparisons"] > SPECIFICATIONS, seen
    assert seen["undecided"] < SPECIFICATIONS // 3, seen
