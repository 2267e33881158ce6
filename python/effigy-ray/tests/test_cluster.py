"""`effigy explore --ray` on a cluster of two nodes on this machine writes the folder that one process writes."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
EFFIGY = Path(os.environ.get("EFFIGY", ROOT / "target/debug/effigy"))
#: Runs in which processes and nodes are killed; with more than one, there are more programs, too.
ROUNDS = int(os.environ.get("EFFIGY_RAY_ROUNDS", "1"))
#: What depends on the machine and on how the work was divided.
OWN = {"journal.bin", "run.json", "run.lock", "solver.txt", "summary.json"}
#: 257 paths that take seconds in all.
SLOW = [str(PACKAGE / "tests/slow.c"), "--cflags=-DN=800000"]
#: A node that is killed is known to be dead after a second.
CONFIGURATION = {
    "health_check_initial_delay_ms": 1000,
    "health_check_period_ms": 300,
    "health_check_timeout_ms": 1000,
    "health_check_failure_threshold": 3,
}


def two_nodes():
    head = {"num_cpus": 2, "include_dashboard": False, "_system_config": CONFIGURATION}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.extra = cluster.add_node(num_cpus=2)
    return cluster


@pytest.fixture(scope="module")
def cluster():
    cluster = two_nodes()
    yield cluster
    cluster.shutdown()


def start(folder, *arguments):
    """A command in this folder, in a group of processes of its own. Python is the one that runs the tests."""
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PATH": path}
    folder.mkdir(exist_ok=True)
    # Files, not pipes: Ray's processes inherit them.
    with open(folder / "said", "w") as said:
        return subprocess.Popen(
            [EFFIGY, *arguments], cwd=folder, stdout=said, stderr=said, env=environment, start_new_session=True
        )


def explore(folder, arguments, *options):
    """A run whose folder is `run`."""
    return start(folder, "explore", *arguments, "--no-replay", "--out", "run", *options)


def report(folder, process):
    """What a run reports that ran every path."""
    status = process.wait(timeout=120)
    said = (folder / "said").read_text()
    assert status in (0, 1), said
    run = folder / "run"
    summary = json.loads((run / "summary.json").read_text())
    instructions = summary.pop("instructions")
    for name in ("seconds", "peak_mb", "solver", "run"):
        summary.pop(name)
    assert len(summary.pop("found_at", [])) == len(summary["findings"])
    assert summary["exhaustive"] is True, said
    files = {
        str(path.relative_to(run)): path.read_bytes()
        for path in run.rglob("*")
        if path.is_file() and path.name not in OWN
    }
    assert "tree.json" in files
    # A run that is taken up again has files from before, in another order, and some of them twice.
    files["files.txt"] = sorted(set(files["files.txt"].splitlines()))
    return summary, files, instructions


ALONE = {}


def check_equal(tmp_path, arguments, there):
    """Compares with what one process reports."""
    key = tuple(arguments)
    if key not in ALONE:
        ALONE[key] = report(tmp_path / "alone", explore(tmp_path / "alone", arguments, "--threads", "1"))
    summary, files, instructions = ALONE[key]
    assert instructions > 0
    assert there[0] == summary
    assert there[1].keys() == files.keys()
    assert [name for name in files if there[1][name] != files[name]] == []


def check_cluster(tmp_path, arguments, address, meanwhile=lambda process: None):
    """Explores on a cluster, where nothing may be left for the process that gathers."""
    process = explore(tmp_path / "cluster", arguments, "--ray", address)
    try:
        meanwhile(process)
        there = report(tmp_path / "cluster", process)
    finally:
        process.kill()
    check_equal(tmp_path, arguments, there)
    assert there[2] == 0, "something was left to explore for the one process"


def program(name, *arguments):
    return [str(ROOT / "bench" / name), *arguments]


@pytest.mark.parametrize(
    "arguments",
    [
        program("explore/maze.c"),
        program("explore/regexp.c", "--merge", "auto"),
        program("explore/maze.c", "--merge", "always"),
    ]
    + [
        program("explore/branch.c", "--cflags=-DK=8"),
        program("explore/regexp.c", "--merge", "always"),
        program("std/run_length_broken.rs", "--sym-stdin", "3"),
        program("std/run_length_broken.rs", "--sym-stdin", "3", "--merge", "auto"),
    ]
    * (ROUNDS > 1),
    ids=lambda arguments: "-".join([Path(arguments[0]).stem, arguments[-1]]),
)
def test_a_cluster_writes_what_one_process_writes(cluster, tmp_path, arguments):
    check_cluster(tmp_path, arguments, cluster.address)


def test_a_second_run_takes_the_folder_of_the_first(cluster, tmp_path):
    assert explore(tmp_path / "cluster", program("explore/maze.c")).wait(timeout=120) == 1
    check_cluster(tmp_path, program("explore/branch.c", "--cflags=-DK=4"), cluster.address)


def processes(chosen):
    """The processes whose command line is chosen."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if chosen(line):
            found.append(int(folder.name))
    return found


def is_worker(line):
    return line[:2] == [os.fsencode(EFFIGY), b"worker"]


def is_actor(line):
    return line[0].startswith(b"ray::Explorer")


def commits(folder, process, seen):
    """Waits until more is committed than what is seen; how much, or `None` when the run is over."""
    journal = folder / "run/journal.bin"
    while process.poll() is None:
        size = journal.stat().st_size if journal.exists() else 0
        if size > seen:
            return size
        time.sleep(0.01)
    return None


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_workers_and_a_node_that_are_killed_lose_no_path_and_count_none_twice(cluster, tmp_path, seed):
    chance = random.Random(seed)
    kills = 0

    def kill(process):
        nonlocal kills
        node_at = chance.randrange(1, 4)
        seen = 0
        while kills < 10:
            seen = commits(tmp_path / "cluster", process, seen)
            if seen is None:
                return
            time.sleep(chance.uniform(0, 0.2))
            if kills == node_at:
                cluster.remove_node(cluster.extra, allow_graceful=False)
                cluster.extra = cluster.add_node(num_cpus=2)
            else:
                alive = processes(chance.choice([is_worker, is_worker, is_actor]))
                if not alive:
                    continue
                try:
                    os.kill(chance.choice(alive), signal.SIGKILL)
                except ProcessLookupError:
                    continue
            kills += 1

    check_cluster(tmp_path, SLOW, cluster.address, kill)
    assert kills >= 5, "the run ended before enough was killed"


def check_goes_on(tmp_path, process, statuses, said):
    """The run ends before its time and says so; without the cluster it goes on to the same report."""
    assert process.wait(timeout=120) in statuses
    text = (tmp_path / "cluster/said").read_text()
    assert said in text
    resumed = start(tmp_path / "cluster", "resume", "run", "--no-replay", "--max-time", "10m")
    check_equal(tmp_path, SLOW, report(tmp_path / "cluster", resumed))


def test_control_c_keeps_what_is_there(cluster, tmp_path):
    process = explore(tmp_path / "cluster", SLOW, "--ray", cluster.address)
    assert commits(tmp_path / "cluster", process, 0)
    # As a terminal does: to all of the group.
    os.killpg(process.pid, signal.SIGINT)
    check_goes_on(tmp_path, process, (0, 1), "the run was interrupted")
    assert processes(is_worker) == []


def test_the_limit_of_time_keeps_what_is_there(cluster, tmp_path):
    process = explore(tmp_path / "cluster", SLOW, "--ray", cluster.address, "--max-time", "4s")
    check_goes_on(tmp_path, process, (0, 1), "--max-time")


def test_what_is_missing_is_said(tmp_path):
    process = explore(tmp_path / "none", program("explore/maze.c"), "--ray", "127.0.0.1:1")
    assert process.wait(timeout=120) == 2
    assert "the Ray cluster cannot be used" in (tmp_path / "none/said").read_text()


def test_a_cluster_that_is_lost_leaves_a_run_to_go_on_with(tmp_path):
    cluster = two_nodes()
    try:
        process = explore(tmp_path / "cluster", SLOW, "--ray", cluster.address)
        assert commits(tmp_path / "cluster", process, 0)
    finally:
        cluster.shutdown()
    check_goes_on(tmp_path, process, (2,), "effigy resume")
