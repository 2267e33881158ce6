"""Specifications among the other things that pytest runs."""

import os

import pytest
from conftest import HERE
from effigy_rubicon import specification
from test_solver import effigy, pytest_in


@pytest.mark.skipif(not effigy, reason="there is no program `effigy`")
def test_forms_of_tests(tmp_path):
    """Parameters, defaults and outcomes of pytest are what they are elsewhere, in the report and in what is written."""
    written = tmp_path / "written"
    file = os.path.join(HERE, "runner_specifications.py")
    _, said, results = pytest_in(HERE, file, results=tmp_path / "results", RUBICON_WRITE_TESTS=str(written))
    names = ["test_given[1]", "test_given[2]", "test_told_to_fail", "test_an_error_is_expected", "test_keys_and_decimals"]
    assert sorted(results) == sorted(names) and "1 passed" in said
    assert {(r["verdict"], r["replay"]) for r in results.values()} == {("fails", "confirmed")}, said
    for name in names:
        assert f"{name} fails (confirmed on SQLite)" in said
    assert len(list(written.iterdir())) == len(names)
    _, said, _ = pytest_in(HERE, str(written), "--rootdir", HERE, "-p", "conftest", results=tmp_path / "none")
    assert "5 failed" in said and "too dear" in said and "DID NOT RAISE" in said and said.count("E       AssertionError") == 3, said


def test_what_does_not_run_to_its_end_is_refused():
    async def waits():
        assert False

    def gives():
        yield

    def method(self):
        assert False

    for function, words in ((waits, "cannot be `async`"), (gives, "cannot `yield`"), (method, "no method of a class")):
        with pytest.raises(TypeError, match=words):
            specification(function)
