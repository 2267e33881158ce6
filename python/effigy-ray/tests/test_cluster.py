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
#: Runs in which processes and nodes are killed up to ten times.
ROUNDS = int(os.environ.get("EFFIGY_RAY_ROUNDS", "1"))
#: What depends on the machine and on how the work was divided.
OWN = {"journal.bin", "run.json", "run.lock", "solver.txt", "summary.json"}


@pytest.fixture(scope="module")
def cluster():
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    cluster.extra = cluster.add_node(num_cpus=2)
    yield cluster
    cluster.shutdown()


def start(folder, arguments, address=None):
    """A run whose folder is `run`. Python is the one that runs the tests."""
    command = [EFFIGY, "explore", *arguments, "--no-replay", "--out", "run"]
    if address is not None:
        command += ["--ray", address]
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PATH": path}
    folder.mkdir()
    # Files, not pipes: Ray's processes inherit them.
    with open(folder / "said", "w") as said:
        return subprocess.Popen(command, cwd=folder, stdout=said, stderr=said, env=environment)


def report(folder, process):
    status = process.wait(timeout=120)
    said = (folder / "said").read_text()
    assert status in (0, 1), said
    run = folder / "run"
    summary = json.loads((run / "summary.json").read_text())
    instructions = summary.pop("instructions")
    for name in ("seconds", "peak_mb", "solver", "run"):
        summary.pop(name)
    assert summary["exhaustive"] is True, said
    files = {
        str(path.relative_to(run)): path.read_bytes()
        for path in run.rglob("*")
        if path.is_file() and path.name not in OWN
    }
    assert "tree.json" in files
    return summary, files, instructions


def check_equal(tmp_path, arguments, address, meanwhile=lambda process: None):
    alone = start(tmp_path / "alone", [*arguments, "--threads", "1"])
    summary, files, instructions = report(tmp_path / "alone", alone)
    assert instructions > 0
    process = start(tmp_path / "cluster", arguments, address)
    try:
        meanwhile(process)
        there = report(tmp_path / "cluster", process)
    finally:
        process.kill()
    assert there[0] == summary
    assert there[1].keys() == files.keys()
    assert [name for name in files if there[1][name] != files[name]] == []
    assert there[2] == 0, "something was left to explore for the one process"


@pytest.mark.parametrize(
    "arguments",
    [
        ["bench/explore/branch.c", "--cflags=-DK=8"],
        ["bench/explore/regexp.c", "--cflags=-DSIZE=4"],
        ["bench/explore/maze.c"],
        ["bench/std/run_length_broken.rs", "--sym-stdin", "3"],
    ],
    ids=lambda arguments: Path(arguments[0]).stem,
)
def test_a_cluster_writes_what_one_process_writes(cluster, tmp_path, arguments):
    check_equal(tmp_path, [str(ROOT / arguments[0]), *arguments[1:]], cluster.address)


def workers():
    """The `effigy worker` processes of the tested program."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if line[:2] == [os.fsencode(EFFIGY), b"worker"]:
            found.append(int(folder.name))
    return found


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_workers_and_a_node_that_are_killed_lose_no_path_and_count_none_twice(cluster, tmp_path, seed):
    chance = random.Random(seed)
    kills = 0

    def kill(process):
        nonlocal kills
        node_at = chance.randrange(1, 4)
        while process.poll() is None and kills < 10:
            time.sleep(chance.uniform(0.1, 0.4))
            alive = workers()
            if not alive:
                continue
            if kills == node_at:
                cluster.remove_node(cluster.extra, allow_graceful=False)
                cluster.extra = cluster.add_node(num_cpus=2)
            else:
                try:
                    os.kill(chance.choice(alive), signal.SIGKILL)
                except ProcessLookupError:
                    continue
            kills += 1

    check_equal(tmp_path, [str(ROOT / "bench/explore/regexp.c")], cluster.address, kill)
    assert kills >= 5, "the run ended before enough was killed"


def test_what_is_missing_is_said(tmp_path):
    process = start(tmp_path / "none", [str(ROOT / "bench/explore/maze.c")], "127.0.0.1:1")
    assert process.wait(timeout=120) == 2
    assert "the Ray cluster cannot be used" in (tmp_path / "none/said").read_text()
