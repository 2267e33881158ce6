"""Records how long each leaf of a tree takes one worker, for ``effigy_ray.simulate``."""

import json
import random
import threading

from . import process

#: What a recording begins with: the version of its form.
FORMAT = 1
#: So many parts are replayed to learn what that costs.
SAMPLE = 100
#: Times that each of them is replayed; the least time counts.
REPEAT = 3


def run(effigy, start, parts, stopped, path):
    """Yields the commit of one worker that walks these parts, and writes a recording: a line with what replays cost, and a
    line for each leaf as a worker tells it (docs/ray.md)."""
    with open(path, "w") as file:
        worker = process.Process(effigy, start)
        try:
            commit = walk(worker, parts, stopped)
            leaves, rest = commit.pop("times", []), commit.pop("open")
            yield commit
            replays = [] if stopped.is_set() else replay(worker, parts)
        finally:
            worker.end()
        for line in [{"recording": FORMAT, "open": len(rest), "replays": replays}, *leaves]:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def walk(worker, parts, stopped):
    """The commit of an order without limits. It ends early only when the run does."""
    ended = threading.Event()

    def watch():
        while not ended.wait(0.1):
            if stopped.is_set():
                worker.split()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        return worker.explore(parts, times=True)
    finally:
        ended.set()


def replay(worker, parts):
    """Pairs of a number of forks and the seconds that a worker needs to replay a part below so many, and to decide what comes
    next. A worker without time gives back the sides of the next fork: those are deeper by one."""
    chance = random.Random(0)
    found = [(0, part) for part in parts]
    pairs = []
    while found and len(pairs) < SAMPLE:
        # Some near the root, some as deep as can be.
        forks, part = found.pop(chance.randrange(len(found)) if len(pairs) % 4 == 0 else -1)
        answers = [worker.explore([part], seconds=0) for _ in range(REPEAT)]
        pairs.append([forks, min(answer["seconds"] for answer in answers)])
        sides = answers[0]["open"]
        found.extend((forks + (len(sides) > 1), side) for side in sides)
    return pairs
