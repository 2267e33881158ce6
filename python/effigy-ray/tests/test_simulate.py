"""Trees whose best division is known; and the recording of a real run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from effigy_ray.plot import plot
from effigy_ray.pool import SHARE
from effigy_ray.simulate import Run, Tree, breaks, line, main, read, verdict

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
EFFIGY = Path(os.environ.get("EFFIGY", ROOT / "target/debug/effigy"))


def binary(depth, seconds, replays=()):
    """The tree of so many forks on each path, whose leaves take so long each. Leaves are told depth first."""
    leaves = []
    for number in range(2**depth):
        sides = [number >> (depth - 1 - at) & 1 for at in range(depth)]
        before = [number - 1 >> (depth - 1 - at) & 1 for at in range(depth)]
        same = next((at for at in range(depth) if sides[at] != before[at]), depth) if number else 0
        leaves.append([same, sides[same:], 1, seconds])
    return Tree(leaves, replays)


def wide(count, seconds):
    """A fork of so many sides that end at once."""
    return Tree([[0, [side], 1, seconds] for side in range(count)])


def free(tree, workers):
    """A run whose orders cost nothing."""
    return Run(tree, workers, transit=0, driver=0).result()


def test_a_tree_is_read_leaf_by_leaf():
    tree = Tree([[0, [0, 0], 9, 3.0], [1, [1], 9, 1.0], [0, [1], 9, 2.0]])
    assert (tree.leaves, tree.total, len(tree.seconds)) == (3, 6.0, 5)
    assert tree.children == [[1, 4], [2, 3], [], [], []]
    assert tree.seconds == [1.0, 1.0, 1.0, 1.0, 2.0]
    assert tree.depth == [0, 1, 2, 2, 1]
    assert tree.longest() == 3.0


@pytest.mark.parametrize("workers", [1, 2, 16, 1024])
def test_what_cannot_be_divided_is_no_faster(workers):
    result = free(Tree([[0, [], 1, 7.0]]), workers)
    assert result["seconds"] == 7.0
    assert result["speedup"] == 1.0
    assert result["idle"] == pytest.approx(1 - 1 / workers)
    assert result["orders"] == 1


@pytest.mark.parametrize("workers", [1, 2, 4, 8, 16])
def test_equal_leaves_are_shared(workers):
    result = free(wide(4096, 0.01), workers)
    assert 0.9 * workers < result["speedup"] <= workers


def test_more_workers_than_leaves_do_not_help():
    for tree in (wide(8, 10.0), binary(3, 10.0)):
        fastest = free(tree, 64)["speedup"]
        assert fastest <= tree.total / tree.longest() + 1e-9
        assert fastest == pytest.approx(free(tree, 8)["speedup"], rel=0.05)


def test_a_deep_tree_is_shared():
    assert free(binary(12, 0.01), 8)["speedup"] > 7


@pytest.mark.parametrize("workers", [1, 3, 64, 500])
def test_all_time_is_accounted(workers):
    tree = binary(10, 0.02, replays=[[0, 0.001], [10, 0.003]])
    result = Run(tree, workers).result()
    spent = result["efficiency"] + sum(result["losses"].values())
    assert spent == pytest.approx(1.0, abs=1e-6)
    assert all(share >= 0 for share in result["losses"].values())


def reason(tree, workers, **costs):
    """Why so many workers are no use."""
    result = Run(tree, workers, **costs).result()
    found, losses = breaks([result])
    assert found is result
    return losses[0][0]


def test_the_reason_is_told():
    # One long path keeps one worker busy.
    long = Tree([[0, [side], 1, 0.1] for side in range(99)] + [[0, [99], 1, 100.0]])
    assert reason(long, 16, transit=0, driver=0) == "end"
    # Whoever takes a part replays for a hundred times as long as it walks.
    deep = binary(10, 0.01, replays=[[0, 1.0], [10, 1.0]])
    assert reason(deep, 16, transit=0, driver=0) == "replay"
    # The driver needs longer for an order than workers do.
    assert reason(binary(12, 0.01), 64, transit=0, driver=0.5) == "driver"
    # Nothing to share before the first fork.
    late = Tree([[0, [0], 1, 200.0]] + [[0, [side], 1, 0.5] for side in range(1, 200)])
    late.seconds[0], late.seconds[1], late.total = 199.5, 0.5, 299.5
    assert reason(late, 16, transit=0, driver=0) == "beginning"
    assert "at the beginning" in verdict(late, [free(late, 16)])


def test_workers_give_back_after_their_time_when_others_wait():
    # Depth first, so that one worker has all of it until it is asked.
    result = free(binary(6, 0.1), 2)
    assert result["orders"] > 2
    assert result["seconds"] < 3.2 + 4 * (SHARE + 0.1)


def test_a_line_is_found():
    assert line([]) == (0, 0)
    assert line([[3, 2.0]]) == (2.0, 0.0)
    assert line([[1, 3.0], [2, 5.0], [3, 7.0]]) == pytest.approx((1.0, 2.0))
    # No time is below 0.
    assert line([[1, 0.0], [2, 1.0]])[0] == 0.0
    assert line([[1, 2.0], [2, 1.0]]) == (1.5, 0.0)


def test_a_plot_has_all_its_lines():
    svg = plot("a < b", [("first & last", [(1, 1.0), (1024, 0.2)]), ("b", [(1, 0.9)])])
    assert svg.count("<polyline") == 2
    assert "a &lt; b" in svg and "first &amp; last" in svg and ">1024<" in svg


def test_a_recording_that_is_none_is_refused(tmp_path, capsys):
    for text in ("", "{}\n", '{"recording": 0}\n', "[1]\n", "x", '{"recording": 1, "open": 0, "replays": []}\n'):
        path = tmp_path / "recording"
        path.write_text(text)
        assert main([str(path)]) == 2
    assert main([str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("error: ") == 7


def test_of_several_recordings_the_least_times_count(tmp_path, capsys):
    names = [str(tmp_path / name) for name in ("a", "b", "c")]
    head = '{"recording":1,"open":%d,"replays":[[0,%s]]}\n'
    Path(names[0]).write_text(head % (0, 2.0) + "[0,[0],9,1.0]\n[0,[1],9,4.0]\n")
    Path(names[1]).write_text(head % (3, 1.0) + "[0,[0],9,3.0]\n[0,[1],9,2.0]\n")
    Path(names[2]).write_text(head % (0, 1.0) + "[0,[0],9,3.0]\n[0,[2],9,2.0]\n")
    tree, missing = read(names[:2])
    assert (tree.total, tree.replay(1), missing) == (3.0, 1.0, 3)
    assert main(names) == 2
    assert "of another run" in capsys.readouterr().err


def test_a_run_is_recorded_and_simulated(tmp_path, capsys):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE), "PATH": path}
    program = str(ROOT / "bench/explore/branch.c")
    options = ["--cflags=-DK=6", "--no-replay", "--json", "--search", "dfs"]

    def explore(*more):
        command = [str(EFFIGY), "explore", program, *options, "--out", "run", *more]
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    alone = explore()
    recorded = explore("--ray", "record:times")
    assert recorded["paths"] == alone["paths"] and recorded["exhaustive"] is True
    assert recorded["instructions"] == 0, "something was left to explore for the process that gathers"
    tree, missing = read([tmp_path / "times"])
    assert (tree.leaves, missing) == (alone["paths"]["completed"], 0)
    head = json.loads((tmp_path / "times").read_text().splitlines()[0])
    assert len(head["replays"]) > 10 and all(forks <= 6 and seconds > 0 for forks, seconds in head["replays"])
    assert main([str(tmp_path / "times"), "--workers", "1,2,64", "--svg", str(tmp_path / "plot.svg")]) == 0
    said = capsys.readouterr().out
    assert f"{tree.leaves} leaves" in said and "longest path" in said
    assert "<polyline" in (tmp_path / "plot.svg").read_text()
    assert main([str(tmp_path / "times"), "--json", "--workers", "4"]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["workers"] == 4
