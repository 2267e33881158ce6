"""From specifications to verdicts, with the solver: `effigy` of EFFIGY or of the search path."""

import json
import os
import shutil
import subprocess
import sys

import pytest
from conftest import EXAMPLE, HERE

effigy = os.environ.get("EFFIGY") or shutil.which("effigy")
pytestmark = pytest.mark.skipif(not effigy, reason="there is no program `effigy`")

SPECIFICATIONS = [
    "test_private_documents_are_their_owners", "test_only_editors_change_documents", "test_deleted_documents_are_not_listed",
    "test_teams_see_their_own_documents", "test_pages_do_not_tell_of_hidden_documents", "test_owners_stay", "test_only_owners_remove_documents",
    "test_lists_take_four_queries", "test_joining_twice_is_no_error", "test_the_latest_is_the_newest",
]


def pytest_in(folder, *arguments, **variables):
    """Runs pytest with the plugin in a folder; gives its status, what it printed, and the results."""
    results = variables.pop("results")
    environment = {k: v for k, v in os.environ.items() if k not in ("DJANGO_SETTINGS_MODULE", "PYTEST_ADDOPTS")}
    environment.update(EFFIGY=effigy, RUBICON_RESULTS=str(results), PYTHONPATH=os.path.dirname(HERE), PYTHONDONTWRITEBYTECODE="1", **variables)
    ask = "import importlib.metadata as m; print(*[e.value for e in m.entry_points(group='pytest11')])"
    known = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True).stdout
    plugin = [] if "effigy_rubicon.plugin" in known else ["-p", "effigy_rubicon.plugin"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *plugin, *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    found = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    return done.returncode, done.stdout + done.stderr, {r["name"]: r for r in found}


def test_the_example_holds(tmp_path):
    status, said, results = pytest_in(EXAMPLE, results=tmp_path / "results")
    assert status == 0, said
    assert sorted(results) == sorted(SPECIFICATIONS)
    assert {(r["verdict"], r["vacuous"]) for r in results.values()} == {("holds", False)}, said
    for name in SPECIFICATIONS:
        assert f"{name} holds up to 3 rows a table" in said


def test_a_failure_is_confirmed_and_its_test_fails_without_the_solver(tmp_path):
    """Each of the mistakes is found, is confirmed on SQLite, and leaves a test that fails on the broken application and passes on the other one."""
    written = tmp_path / "written"
    broken = {"DJANGO_SETTINGS_MODULE": "broken_settings"}
    status, said, results = pytest_in(EXAMPLE, results=tmp_path / "results", RUBICON_WRITE_TESTS=str(written), **broken)
    assert status == 1
    assert {n: (r["verdict"], r["replay"]) for n, r in results.items()} == {n: ("fails", "confirmed") for n in SPECIFICATIONS}, said
    for result in results.values():
        assert result["rows"] and result["broken"]["place"] and len(result["tests_written"]) == 1
    again = {"EFFIGY": "/nowhere/effigy", "results": tmp_path / "none"}
    fixtures = os.path.join(EXAMPLE, "specs", "conftest.py")
    shutil.copy(fixtures, written / "conftest.py")
    status, said, _ = run_written(written, "broken_settings", again["results"])
    assert status == 1 and f"{len(SPECIFICATIONS)} failed" in said, said
    status, said, _ = run_written(written, "settings", again["results"])
    assert status == 0 and f"{len(SPECIFICATIONS)} passed" in said, said


def run_written(written, settings, results):
    return pytest_in(EXAMPLE, str(written), "--rootdir", str(written), results=results, DJANGO_SETTINGS_MODULE=settings)
