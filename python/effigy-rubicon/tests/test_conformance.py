"""The cases of tests/conformance/rubicon, which the library for Rails runs too: symbols, Django on SQLite and the solver say what each case expects."""

import contextlib
import datetime
import glob
import json
import os
import re

import pytest
from clubs import models, writing
from compare import evaluated, expectation
from django.test import override_settings
from effigy_rubicon import defaults, environment, explore, replay, run, schema
from effigy_rubicon.words import Assumption
from test_solver import effigy

PAGE = os.path.join(models.FOLDER, *[".."] * 3, "docs", "rubicon-semantics.md")


def read(file):
    with open(file, encoding="utf-8") as text:
        return json.load(text)


FILES = [read(f) for f in sorted(glob.glob(os.path.join(models.FOLDER, "cases", "*.json")))]
CASES = {f"{file['section']}: {case['name']}": case for file in FILES for case in file["cases"]}
NAMES = {name: f"case_{number}" for number, name in enumerate(CASES)}

# What the ending of a specification is called in the cases.
ENDINGS = {None: True, "AssertionError": False, Assumption.__name__: "not assumed", "DoesNotExist": "not found", "MultipleObjectsReturned": "several",
           "IntegrityError": "refused", "ValidationError": "invalid", "TypeError": "error", "AttributeError": "error"}


def own(expected):
    """What is expected of this library, where the frameworks differ."""
    return expected.get("django") if isinstance(expected, dict) else expected


@pytest.fixture(scope="module")
def specifications(tmp_path_factory):
    file = tmp_path_factory.mktemp("conformance") / "cases.py"
    file.write_text(writing.HEAD + "".join(writing.specification(NAMES[name], case) for name, case in CASES.items()))
    loaded = replay.module(str(file))
    return {name: getattr(loaded, NAMES[name]).specification for name in CASES}


@contextlib.contextmanager
def rows(name):
    """A database of the application."""
    with replay.on_rows() as database:
        for model in models.MODELS.values():
            for row in models.APPLICATION["databases"][name][model._meta.db_table]:
                replay.create(model, **{column: _value(model, column, value) for column, value in row.items()})
        yield database


def _value(model, column, value):
    if model._meta.get_field(column).get_internal_type() == "DateTimeField" and value is not None:
        return datetime.datetime.fromtimestamp(value, datetime.timezone.utc)
    return value


def variables(case, name):
    """The values of a case's variables, as counterexamples have them."""
    given = models.APPLICATION["databases"][name]["variables"]
    tables = {n: m["table"] for n, m in models.APPLICATION["models"].items()}
    return {v: {"table": tables[kind], "id": given[v]} if kind in tables else given[v] for v, kind in case.get("forall", {}).items()}


def said_by_symbols(paths, database, chosen):
    """The ending of the one path that the rows take."""
    evaluable = {n: (v["table"], v["id"]) if isinstance(v, dict) else v for n, v in chosen.items()}
    taken = list(evaluated(paths, database.connection, evaluable, False))
    try:
        assert len(taken) == 1, f"{len(taken)} paths hold: {[p.ending for p, _, _ in taken]}"
        return ENDINGS[expectation(*taken[0])]
    finally:
        for _, evaluator, _ in taken:
            evaluator.close()


def said_by_django(spec, chosen):
    error = replay.failure_of(spec, {}, chosen)
    name = None if error is None else type(error).__name__
    assert name in ENDINGS, repr(error)
    return ENDINGS[name]


def verdict(spec, paths):
    """The solver's verdict, and the names of what it rests on."""
    solver = run.solver()
    with environment.symbolic():
        run.tell_schema(solver)
    answer = solver.ask(explore.request(spec.name, spec.place, paths, spec.scopes(defaults.VALUES)))
    return answer["verdict"], sorted({a["name"] for a in answer.get("assumes", [])})


@pytest.mark.parametrize("name", CASES)
def test_case(name, specifications):
    case, spec = CASES[name], specifications[name]
    with override_settings(ROOT_URLCONF="clubs.urls"):
        with environment.symbolic():
            paths = run.paths_of(spec, {}, lambda *_: "unknown")
        alarms = [p.ending["what"] for p in paths if p.ending["kind"] == "alarm"]
        assert bool(alarms) == own(case.get("alarm", False)), alarms
        assert len(paths) == own(case.get("paths", len(paths)))
        for database, expected in case.get("expect", {}).items():
            if own(expected) is None:
                continue
            with rows(database) as made:
                chosen = variables(case, database)
                found = (said_by_symbols(paths, made, chosen), said_by_django(spec, chosen))
            assert found == (own(expected), own(expected)), f"{database}: (symbols, Django) say {found}"
    if effigy:
        assert verdict(spec, paths) == (own(case["verdict"]), own(case.get("assumes", [])))


def test_the_schema():
    """The tables are said to the solver as the other library says them."""
    with environment.symbolic():
        tables = {t["name"]: t for t in schema.request([])["tables"]}
    for expected in models.APPLICATION["schema"]:
        found = {k: v for k, v in tables[expected["name"]].items() if k != "model"}
        assert sorted(found.pop("columns"), key=str) == sorted(expected["columns"], key=str) and found == {k: v for k, v in expected.items() if k != "columns"}


def test_each_section_of_the_page_has_a_case():
    with open(PAGE, encoding="utf-8") as text:
        page = text.read()
    assert set(re.findall(r"^## (.*)$", page, re.M)) == {f["section"] for f in FILES} | {"Differences"}
    differences = {case["difference"] for case in CASES.values() if "difference" in case}
    assert set(re.findall(r"^\| `(.*?)` ", page, re.M)) == differences
    assert differs() == {name for name, case in CASES.items() if "difference" in case}


def differs():
    """The cases of which the two frameworks do not expect the same."""
    return {name for name, case in CASES.items() if any(isinstance(e, dict) for e in [*(case.get(k) for k in ("verdict", "assumes", "alarm", "paths")), *case.get("expect", {}).values()])}
