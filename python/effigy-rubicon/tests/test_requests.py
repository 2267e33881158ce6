"""The requests that specifications become, against files; EFFIGY_BLESS=1 renews them, and a person reads the difference."""

import json
import os

import pytest
import shop_specifications
from django.db import connection
from django.test.utils import CaptureQueriesContext
from effigy_rubicon import assume, check, environment, exists, explore, forall, invariant, run, schema, specification, words
from effigy_rubicon import implies, not_
from effigy_rubicon.solver import SolverError
from shop.models import Item, Maker

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden")


def compare(name, value):
    file = os.path.join(GOLDEN, f"{name}.json")
    text = json.dumps(value, indent=1) + "\n"
    if os.environ.get("EFFIGY_BLESS"):
        os.makedirs(GOLDEN, exist_ok=True)
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
    with open(file, encoding="utf-8") as golden:
        assert golden.read() == text


def request_of(function):
    spec = function.specification
    fixtures = {"captured": lambda: CaptureQueriesContext(connection)}
    given = {n: f for n, f in fixtures.items() if n in spec.function.__code__.co_varnames}
    with environment.symbolic():
        paths = run.paths_of(spec, given, lambda *_: "unknown")
    asked = explore.request(spec.name, "the place", paths, spec.scopes({"rows": 3, "bits": 5, "seconds": 30}))
    return json.loads(json.dumps(asked).replace(os.path.dirname(GOLDEN) + os.sep, ""))


CHOSEN = ["column_types", "nullable_columns", "get_one", "many_to_many", "saved", "created_if_missing", "deleted", "quantifiers",
          "maker_made"]


@pytest.mark.parametrize("name", CHOSEN)
def test_requests(name, monkeypatch):
    monkeypatch.chdir(os.path.dirname(GOLDEN))
    compare(name, request_of(getattr(shop_specifications, name)))


def test_the_schema():
    with environment.symbolic():
        asked = schema.request([])
    own = [t for t in asked["tables"] if t["name"].startswith("shop_")]
    compare("schema", {**asked, "tables": own, "facts": [f for f in asked["facts"] if "shop" in f["text"]]})


@pytest.mark.parametrize("text", ["{default", "[3]"])
def test_scopes_that_are_no_object_are_refused(monkeypatch, text):
    monkeypatch.setenv("RUBICON_SCOPES", text)
    with pytest.raises(ValueError, match="RUBICON_SCOPES is to be a JSON object"):
        shop_specifications.get_one.specification.scopes({"rows": 3, "bits": 5, "seconds": 30})


def test_invariants_are_facts(monkeypatch):
    monkeypatch.setattr(words, "INVARIANTS", [])
    invariant(Item, lambda i: implies(i.rank == None, not_(i.hidden)), "ranked")  # noqa: E711
    with environment.symbolic():
        (fact,) = words.facts()
    rank = {"column": [{"var": "row"}, "rank"], "at": 0}
    assert fact["expression"] == {
        "forall": {"name": "row", "table": "shop_item", "at": 0},
        "body": {"op": "or", "args": [{"op": "!=", "args": [rank, {"null": True}]},
                                      {"op": "not", "args": [{"column": [{"var": "row"}, "hidden"], "at": 0}]}]}}
    assert fact["text"] == "ranked" and "test_requests.py:" in fact["place"]


def paths_of(function):
    with environment.symbolic():
        return run.paths_of(function.specification, {}, lambda *_: "unknown")


def test_assertions_that_only_complete_or_fail_are_obligations_of_one_path():
    @specification
    def test_two():
        i = forall(Item)
        n = forall(int)
        assume(n > 0)
        assert i.price > n and i.name == "a"
        assert not i.hidden

    (path,) = paths_of(test_two)
    assert [o["text"] for o in path.obligations] == ['assert i.price > n and i.name == "a"'] * 2 + ["assert not i.hidden"]
    assert not path.condition and len(path.hypotheses) == 1


def test_what_pytest_says_of_a_failed_assertion_looks_into_no_symbol():
    @specification
    def test_explained():
        i = forall(Item)
        w = forall(str)
        assert [i, Item.objects.all(), w] == [i, None, "text"] and i.name == w

    assert {p.ending["kind"] for p in paths_of(test_explained)} == {"raised"}


def test_assertions_before_an_assumption_stay_paths():
    @specification
    def test_assumption_between():
        i = forall(Item)
        assert not i.hidden
        assume(i.price > 1)

    kinds = sorted((p.ending["kind"], len(p.hypotheses)) for p in paths_of(test_assumption_between))
    assert kinds == [("completed", 1), ("raised", 0)]


def test_an_assumption_that_is_decided_ends_the_path():
    @specification
    def test_decided():
        i = forall(Item)
        if i.hidden:
            assume(not_(i.hidden))
            raise KeyError
        check(i.price > 1, "dear")

    assert sorted(len(p.obligations) for p in paths_of(test_decided)) == [0, 1]
    assert {p.ending["kind"] for p in paths_of(test_decided)} == {"completed"}


def test_no_side_of_a_branch_is_run_that_the_solver_excludes():
    asked = []

    def oracle(variables, conditions, writes):
        asked.append((variables, conditions, writes))
        return "no" if conditions[-1] == {"op": "==", "args": [{"var": "n"}, {"int": 2}]} else "yes"

    @specification
    def test_pruned():
        n = forall(int)
        if n == 2:
            raise KeyError
        if n > 5:
            raise IndexError

    with environment.symbolic():
        paths = run.paths_of(test_pruned.specification, {}, oracle)
    assert sorted(p.ending.get("error", "") for p in paths) == ["", "IndexError"]
    assert all(v == [{"name": "n", "type": "int"}] for v, _, _ in asked)
    # A side that was excluded is no condition: the other one follows from what was assumed.
    assert all(len(p.condition) == 1 for p in paths)


def test_a_solver_that_fails_ends_the_path_whatever_the_application_catches():
    def oracle(*_):
        raise SolverError("effigy ended")

    @specification
    def test_caught():
        n = forall(int)
        try:
            found = n == 2 and n < 1
        except Exception:
            found = True
        assert found

    with environment.symbolic():
        (path,) = run.paths_of(test_caught.specification, {}, oracle)
    assert path.ending["kind"] == "alarm" and path.ending["what"] == "the solver: effigy ended"


def test_associations_have_names_as_long_as_nothing_is_added():
    @specification
    def test_named():
        m = forall(Maker)
        i = forall(Item)
        check(m.items.exists())
        check(m.items.filter(hidden=True).exists())
        check(i.tags.all().exists())
        check(m.items.order_by("price").exists())

    (path,) = paths_of(test_named)
    queries = [o["expression"]["some"] for o in path.obligations]
    assert [q.get("as") for q in queries] == [
        {"of": {"var": "m"}, "name": "items"}, None, {"of": {"var": "i"}, "name": "tags"}, {"of": {"var": "m"}, "name": "items"}]


def test_a_failed_assertion_is_said_as_it_is_written():
    @specification
    def test_written():
        i = forall(Item)
        if i.hidden:
            assert [1, 2] == [1, 3]

    (raised,) = [p.ending for p in paths_of(test_written) if p.ending["kind"] == "raised"]
    assert raised["error"].startswith("AssertionError: assert [1, 2] == [1, 3]")


def test_names_of_variables_are_those_that_they_are_assigned_to():
    @specification
    def test_names():
        first = forall(Item)
        second = forall(Maker, "m")
        for _ in range(2):
            each = forall(int)
        enclosed = forall(Item)
        check(exists(Maker, lambda x: x.pk == enclosed.maker_id))
        check(first.maker_id == second.pk and each == 1)

    assert [v["name"] for v in explore.variables(paths_of(test_names))] == ["first", "m", "each", "each2", "enclosed"]


def test_quantifiers_that_fork_are_refused():
    @specification
    def test_forking():
        check(exists(Item, lambda i: i.hidden and i.price == 2))

    assert any("a quantifier whose claim forks" in p.ending.get("what", "") for p in paths_of(test_forking))
