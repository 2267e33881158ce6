"""Verdicts of single specifications, with the solver."""

import os

import pytest
import test_solver
from conftest import HERE
from test_solver import effigy, pytest_in

pytestmark = pytest.mark.skipif(not effigy, reason="there is no program `effigy`")

EXPECTED = {
    "test_holds": ("holds", "not-run"), "test_fails": ("fails", "confirmed"), "test_fails_by_an_exception": ("fails", "confirmed"),
    "test_undecided": ("undecided", "not-run"), "test_fails_although_a_path_is_undecided": ("fails", "confirmed"), "test_vacuous": ("holds", "not-run"),
    "test_invariants_hold": ("holds", "not-run"), "test_null_and_time": ("fails", "confirmed"), "test_decimals": ("fails", "confirmed"),
    "test_protected": ("fails", "confirmed"), "test_quantifiers": ("holds", "not-run"), "test_labels_are_single": ("holds", "not-run"),
    "test_classes_of_values": ("holds", "not-run"), "test_profiles_have_users": ("holds", "not-run"), "test_profiles_are_of_one_user": ("fails", "confirmed"),
    "test_one_is_there": ("holds", "not-run"), "test_two_may_be_gone": ("fails", "confirmed"), "test_copies_run_out": ("fails", "confirmed"),
    "test_made_rows_are_found": ("holds", "not-run"), "test_made_rows_are_not_lost": ("fails", "confirmed"),
    "test_prices_are_the_same": ("fails", "confirmed"), "test_prices_are_stored": ("undecided", "not-run"), "test_words_are_unlike": ("undecided", "not-run"),
    "test_of_no_rows": ("holds", "not-run"),
    "test_nulls_are_saved_again": ("holds", "not-run"), "test_nulls_do_not_collide": ("fails", "confirmed"),
    "test_nulls_of_pairs_do_not_collide": ("holds", "not-run"), "test_sums_of_nulls_do_not_collide": ("holds", "not-run"),
    "test_seats_without_a_number_are_taken": ("holds", "not-run"), "test_what_sqlite_does_not_have": ("holds", "not-run"),
    "test_unique_values_collide": ("fails", "confirmed"), "test_no_permission_is_none": ("holds", "not-run"),
    "test_content_types_are_the_same": ("holds", "not-run"),
    "test_states_are_declared": ("holds", "not-run"), "test_levels_are_declared": ("holds", "not-run"),
    "test_states_are_read_and_not_needed": ("holds", "not-run"), "test_states_are_stored": ("holds", "not-run"),
    "test_branches_need_choices": ("holds", "not-run"), "test_texts_pass_validators": ("holds", "not-run"),
    "test_sums_do_not_overflow": ("fails", "confirmed"),
    "test_documents_of_json": ("fails", "confirmed"), "test_no_zone": ("fails", "confirmed"),
}


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    results = tmp_path_factory.mktemp("verdicts") / "results"
    specifications = os.path.join(HERE, "verdict_specifications.py")
    return pytest_in(HERE, specifications, results=results)


@pytest.mark.parametrize("name", EXPECTED)
def test_verdict(session, name):
    _, said, results = session
    result = results[name]
    assert (result["verdict"], result["replay"]) == EXPECTED[name], (result, said)


def test_the_report_says_what_fails(session):
    _, said, results = session
    assert "test_fails fails (confirmed on SQLite)" in said
    assert "verdict_specifications.py:" in said and "assert i.price != n" in said
    assert "shop_item" in said and "verification condition:" in said


def test_the_report_says_what_is_undecided_and_it_never_passes(session):
    status, said, _ = session
    assert status == 1
    assert "test_undecided is undecided" in said and "len() of <i.name>" in said


def test_constraints_that_the_solver_does_not_understand_are_named(session):
    """They concern what breaks them and what writes such rows, and no other specification."""
    _, _, results = session
    why = results["test_words_are_unlike"]["why"]
    assert "UNIQUE constraint failed" in why and "unlike_in_any_case" in why and "amount_not_negative" in why
    assert "the order of an opaque column is not known" in results["test_prices_are_stored"]["why"]


def test_the_report_says_what_is_vacuous(session):
    _, said, results = session
    assert results["test_vacuous"]["vacuous"] and results["test_vacuous"]["satisfiable_at"]["shop_maker"] == 3
    assert "test_vacuous holds vacuously: no database of up to 2 rows a table satisfies what it assumes" in said


def test_verdicts_name_the_choices_that_they_need(session):
    _, said, results = session
    states, levels = 'gaps_task.state is "open" or "done"', "gaps_task.level is 1 or 2"
    met = {name: [a["what"] for a in results[name]["assumes"]] for name in results}
    assert met["test_states_are_declared"] == [states] and met["test_levels_are_declared"] == [levels]
    assert met["test_branches_need_choices"] == [states]
    assert met["test_states_are_stored"] == [f"{states}, though the specification can store another value"]
    assert met["test_states_are_read_and_not_needed"] == met["test_holds"][1:] == met["test_fails"] == []
    assert f"test_states_are_declared holds up to 3 rows a table, assuming {states}, on " in said
    assert {a["name"] for r in results.values() for a in r["assumes"]} == {"choices"}


def test_validators_that_symbols_pass_are_named(session):
    _, _, results = session
    met = [a["what"] for a in results["test_texts_pass_validators"]["assumes"]]
    assert met == ["texts are no longer than 9 characters"], met


def test_no_rows_are_a_bound(session):
    _, said, results = session
    assert results["test_of_no_rows"]["vacuous"] and "no database of up to 0 rows a table" in said


def test_an_answer_that_does_not_come_is_undecided(tmp_path, monkeypatch):
    """A program that is no solver decides nothing."""
    monkeypatch.setattr(test_solver, "effigy", "/bin/true")
    specifications = os.path.join(HERE, "verdict_specifications.py")
    _, _, results = pytest_in(HERE, specifications, "-k", "test_holds", results=tmp_path / "results")
    assert results["test_holds"]["verdict"] == "undecided" and "effigy ended" in results["test_holds"]["why"]


def test_scopes_of_the_command_win(tmp_path):
    specifications = os.path.join(HERE, "verdict_specifications.py")
    _, said, results = pytest_in(HERE, specifications, "-k", "test_vacuous", results=tmp_path / "results", RUBICON_SCOPES='{"default": 3}')
    assert results["test_vacuous"]["verdict"] == "fails" and results["test_vacuous"]["replay"] == "confirmed"
