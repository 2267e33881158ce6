"""Says at how many workers the balance breaks, and why: ``python -m effigy_ray.simulate RECORDING``.

The balance is the one that runs clusters (`pool.py`); workers, driver and clock are simulated. A recording is made by
``effigy explore PROGRAM --ray record:RECORDING`` (docs/ray.md)."""

import argparse
import bisect
import heapq
import itertools
import json
import sys

from . import record
from .plot import plot
from .pool import Balance

#: How long the driver waits for answers before it looks for work to share again, as in `cluster.py`, in seconds.
TICK = 0.02
#: An order from driver to worker and back without the driver's own time, and that time, in seconds (docs/ray.md, Figures).
TRANSIT = 0.004
DRIVER = 0.001
#: Where efficiency is said to break.
HALF = 0.5

#: What workers' time goes to beside walking, and why that is.
LOSSES = {
    "beginning": "at the beginning there are not enough open parts for all",
    "between": "in between there are not enough open parts for all",
    "end": "at the end the last paths are walked by a few",
    "replay": "parts are replayed from the start of the program",
    "driver": "commits and orders wait for the driver and for their way",
}


class Tree:
    """The nodes of a tree, numbered from the root, 0: what is between two forks, or between a fork and an end. Workers take
    so many seconds for each; the time of a leaf is shared evenly by what is new on its way."""

    def __init__(self, leaves, replays=(), scale=1.0):
        self.seconds, self.depth, self.children = [0.0], [0], [[]]
        self.leaves = 0
        path = [0]
        for same, sides, _, seconds in leaves:
            del path[same + 1 :]
            new = [] if self.leaves else [0]
            for _ in sides:
                node = len(self.seconds)
                self.seconds.append(0.0)
                self.depth.append(len(path))
                self.children.append([])
                self.children[path[-1]].append(node)
                path.append(node)
                new.append(node)
            for node in new or path[-1:]:
                self.seconds[node] += scale * seconds / (len(new) or 1)
            self.leaves += 1
        self._replays = line(replays)
        self._scale = scale
        self.total = sum(self.seconds)

    def replay(self, node):
        """The seconds after which a worker that takes this node begins to walk it."""
        first, each = self._replays
        # Nothing lies before the root.
        return self._scale * (first + each * self.depth[node]) if node else 0.0

    def longest(self):
        """The seconds of the longest path."""
        ways = list(self.seconds)
        for node, children in enumerate(self.children):
            for child in children:
                ways[child] += ways[node]
        return max(ways)


def line(pairs):
    """The line through pairs with the least squares, nowhere below 0: its value at 0 and its slope."""
    if not pairs:
        return 0.0, 0.0
    xs, ys = zip(*pairs)
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((a - x) ** 2 for a in xs)
    slope = sum((a - x) * (b - y) for a, b in pairs) / spread if spread else 0.0
    if slope < 0:
        slope = 0.0
    return (y - slope * x, slope) if y > slope * x else (0.0, y / x if x else 0.0)


class Worker:
    """A simulated worker, as `effigy worker` carries out orders."""

    def __init__(self):
        self.parts, self.stack = [], []
        self.walked = self.replayed = self.carried = 0.0
        self.split = False
        self.until = 0.0
        # When it last had nothing to do.
        self.free = 0.0

    def begin(self, now, parts, seconds):
        self.parts, self.split, self.until = list(parts), False, now + seconds

    def next(self, tree):
        """Takes a node; the seconds until its end."""
        replay = 0.0
        if self.stack:
            node = self.stack.pop()
        else:
            node = self.parts.pop()
            replay = tree.replay(node)
        self.walked += tree.seconds[node]
        self.replayed += replay
        return node, replay + tree.seconds[node]

    def rest(self, now):
        """What is given back after a node; `None` when there is more to do."""
        rest = self.parts + self.stack
        if rest and not self.split and now < self.until:
            return None
        self.parts, self.stack = [], []
        return rest


class Spans:
    """Spans of time, one behind the other."""

    def __init__(self):
        self._begins, self._ends, self._before = [], [], [0.0]

    def add(self, begin, end):
        """Adds a span behind all others."""
        if begin < end:
            self._begins.append(begin)
            self._ends.append(end)
            self._before.append(self._before[-1] + end - begin)

    def within(self, begin, end):
        """How much of this time lies in spans."""
        return self._until(end) - self._until(begin)

    def _until(self, time):
        at = bisect.bisect_right(self._begins, time)
        return self._before[at] - max(0.0, self._ends[at - 1] - time) if at else 0.0


class Run:
    """One run of so many workers."""

    def __init__(self, tree, workers, transit=TRANSIT, driver=DRIVER):
        self.tree, self.transit, self.driver = tree, transit / 2, driver
        self.balance = Balance([0])
        self.workers = [Worker() for _ in range(workers)]
        for number in range(workers):
            self.balance.expect(number)
            self.balance.ready(number)
        self.now, self.commits, self.nodes = 0.0, 0, 0
        # When workers waited for parts, and the changes of how many have some.
        self._waits, self._busy = [], []
        self._driven = Spans()
        self._inbox = []
        # When the driver acts next, if it is known, and when it is done with what it does.
        self._turn, self._until = None, 0.0
        self._events, self._order = [], itertools.count()
        self._at(0.0, self._drive)
        while self._events:
            self.now, _, event, arguments = heapq.heappop(self._events)
            event(*arguments)
        if not self.balance.pool.done or self.nodes != len(tree.seconds):
            raise RuntimeError("the balance lost a part or gave it out twice")

    def _at(self, time, event, *arguments):
        if event == self._drive:
            if self._turn is not None and self._turn <= time:
                return
            self._turn = time
        heapq.heappush(self._events, (time, next(self._order), event, arguments))

    def _drive(self):
        """A turn of the loop of `cluster.Cluster.commits`."""
        if self._turn != self.now:
            return
        self._turn = None
        time = self.now
        inbox, self._inbox = self._inbox, []
        for number, rest, sent in inbox:
            time += self.driver
            self.commits += 1
            self.workers[number].carried += time - sent
            self.workers[number].free = time
            self.balance.commit(number, rest)
        for number, parts, seconds in self.balance.orders(time):
            worker = self.workers[number]
            self._waits.append((worker.free, time))
            worker.carried += self.transit
            self._at(time + self.transit, self._begin, number, parts, seconds)
        for number in self.balance.splits(time):
            self._at(time + self.transit, self._split, number)
        self._busy.append((time, self.balance.busy))
        self._driven.add(self.now, time)
        self._until = time
        if self.balance.busy:
            self._at(time + TICK, self._drive)

    def _begin(self, number, parts, seconds):
        self.workers[number].begin(self.now, parts, seconds)
        self._walk(number)

    def _walk(self, number):
        node, seconds = self.workers[number].next(self.tree)
        self._at(self.now + seconds, self._walked, number, node)

    def _walked(self, number, node):
        worker = self.workers[number]
        self.nodes += 1
        worker.stack.extend(reversed(self.tree.children[node]))
        rest = worker.rest(self.now)
        if rest is None:
            self._walk(number)
        else:
            self._at(self.now + self.transit, self._arrive, number, rest, self.now)

    def _split(self, number):
        self.workers[number].split = True

    def _arrive(self, number, rest, sent):
        self._inbox.append((number, rest, sent))
        self._at(max(self.now, self._until), self._drive)

    def result(self):
        """What the run comes to."""
        count, total = len(self.workers), self.tree.total
        wall = self._until
        waits = self._waits + [(worker.free, wall) for worker in self.workers]
        most = max(busy for _, busy in self._busy)
        first = min(time for time, busy in self._busy if busy == most)
        last = max(time for time, busy in self._busy if busy == most)
        # Who waits while the driver is at work may wait for what that is about to know.
        driven = sum(self._driven.within(*wait) for wait in waits)

        def waited(begin, end):
            parts = ((max(since, begin), min(until, end)) for since, until in waits)
            return max(0.0, sum(b - a - self._driven.within(a, b) for a, b in parts if a < b))

        losses = {
            "beginning": waited(0.0, first),
            "between": waited(first, last),
            "end": waited(last, wall),
            "replay": sum(worker.replayed for worker in self.workers),
            "driver": driven + sum(worker.carried for worker in self.workers),
        }
        return {
            "workers": count,
            "seconds": wall,
            "speedup": total / wall if wall else 1.0,
            "efficiency": total / wall / count if wall else 1.0 / count,
            "idle": 1 - sum(w.walked + w.replayed for w in self.workers) / (wall * count) if wall else 0.0,
            "orders": self.commits,
            "driver": self.commits * self.driver / wall if wall else 0.0,
            "losses": {name: seconds / (wall * count) if wall else 0.0 for name, seconds in losses.items()},
        }


def breaks(results):
    """The first result of less than half of the efficiency, and the losses in it, the largest one first."""
    for result in results:
        if result["efficiency"] < HALF:
            return result, sorted(result["losses"].items(), key=lambda loss: -loss[1])
    return None


def read(paths, scale=1.0):
    """The tree of a recording, and how many parts of it are missing. Of several recordings of one run the least time of each
    leaf counts: others ran beside it."""
    leaves, replays, missing = None, None, 0
    for path in paths:
        with open(path) as file:
            head = json.loads(file.readline())
            if not isinstance(head, dict) or head.get("recording") != record.FORMAT:
                raise ValueError(f"{path} is no recording, or one of another version")
            found = [json.loads(line) for line in file]
        if not found:
            raise ValueError(f"{path} has no leaf")
        missing = max(missing, head["open"])
        leaves = least(leaves or found, found, f"{path} is of another run than {paths[0]}")
        replays = least(replays or head["replays"], head["replays"], f"{path} has other replays than {paths[0]}")
    return Tree(leaves, replays, scale), missing


def least(first, second, otherwise):
    """Lists that are the same but for the number at their ends, with the lesser one."""
    if [one[:-1] for one in first] != [one[:-1] for one in second]:
        raise ValueError(otherwise)
    return [[*one[:-1], min(one[-1], other[-1])] for one, other in zip(first, second)]


def table(results):
    """The results as a table in Markdown."""
    names = list(LOSSES)
    rows = [
        ["workers", "seconds", "speedup", "efficiency", "idle", "orders", "driver busy", *names],
        ["---:"] * (7 + len(names)),
    ]
    for result in results:
        shares = [result["efficiency"], result["idle"]]
        rows.append(
            [str(result["workers"]), f"{result['seconds']:.2f}", f"{result['speedup']:.1f}"]
            + [f"{100 * share:.0f} %" for share in shares]
            + [str(result["orders"]), f"{100 * result['driver']:.0f} %"]
            + [f"{100 * result['losses'][name]:.0f} %" for name in names]
        )
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def verdict(tree, results):
    """Where the balance breaks, in words."""
    found = breaks(results)
    bound = tree.total / tree.longest()
    if found is None:
        return f"efficiency stays above 50 % up to {results[-1]['workers']} workers"
    result, losses = found
    reasons = [f"{LOSSES[name]} ({100 * share:.0f} %)" for name, share in losses if share >= 0.1]
    return (
        f"efficiency is under 50 % from {result['workers']} workers on ({result['speedup']:.0f} times as fast as one): "
        f"{'; '.join(reasons)}. The longest path takes {tree.longest():.3f} s: no number of workers is more than {bound:.0f} times as fast"
    )


def main(arguments=None):
    """The command; the status."""
    parser = argparse.ArgumentParser(prog="effigy_ray.simulate", description=__doc__)
    parser.add_argument("recording", nargs="+", help="what `effigy explore --ray record:FILE` wrote; of several the least times")
    parser.add_argument("--workers", type=numbers, default=[2**n for n in range(11)], help="such as 1,4,16 [default: 1,2,...,1024]")
    parser.add_argument("--scale", type=amount, default=1.0, help="paths and replays take so many times as long [default: 1]")
    parser.add_argument("--transit", type=amount, default=TRANSIT, help="seconds of an order's way there and back [default: %(default)s]")
    parser.add_argument("--driver", type=amount, default=DRIVER, help="seconds of the driver for an order [default: %(default)s]")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--svg", help="write a plot of the efficiency to this file")
    given = parser.parse_args(arguments)
    try:
        tree, missing = read(given.recording, given.scale)
    except (OSError, ValueError, KeyError) as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 2
    if tree.total <= 0:
        print(f"error: the paths of {given.recording[0]} take no time", file=sys.stderr)
        return 2
    results = [Run(tree, count, given.transit, given.driver).result() for count in given.workers]
    if given.svg:
        points = [(result["workers"], result["efficiency"]) for result in results]
        with open(given.svg, "w") as file:
            file.write(plot("Efficiency over workers", [(given.recording[0], points)]))
    if given.json:
        print(json.dumps({"leaves": tree.leaves, "seconds": tree.total, "longest": tree.longest(), "results": results}))
        return 0
    if missing:
        print(f"the run was ended before its time: {missing} parts of the tree are not in the recording")
    print(f"{tree.leaves} leaves, {tree.total:.2f} s of walking\n\n{table(results)}\n\n{verdict(tree, results)}")
    return 0


def amount(text):
    """A number from 0 on."""
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError("expected a number from 0 on")
    return number


def numbers(text):
    """A list of numbers of workers."""
    found = [int(part) for part in text.split(",")]
    if any(number < 1 for number in found):
        raise argparse.ArgumentTypeError("expected numbers from 1 on")
    return sorted(found)


if __name__ == "__main__":
    sys.exit(main())
