"""Carries out on a Ray cluster what the balance says: actors that each drive an ``effigy worker``."""

import os
import time

import ray
from ray.util.metrics import Counter, Gauge

from . import process
from .pool import Balance

#: How often the cluster is asked for its size, in seconds.
LOOK = 1.0
#: Workers that may die in a row without a commit between them.
DEATHS = 20


class Explorer:
    """An actor: one worker process, and another one when it died. A call of ``split`` runs beside one of ``explore``."""

    def __init__(self, effigy, start):
        self._begin = lambda: process.Process(effigy, start)
        self._process = self._begin()

    def ready(self):
        """Answers when the program is read."""

    def explore(self, parts, seconds):
        if not self._process.is_alive:
            self._process = self._begin()
        return self._process.explore(parts, seconds=seconds)

    def split(self):
        self._process.split()


class Cluster:
    """Walks parts of a tree on all of a cluster's CPUs, which may become more and fewer."""

    def __init__(self, effigy, start, parts, workers=None):
        self._balance = Balance(parts)
        self._effigy = effigy
        self._start = ray.put(start)
        self._most = workers
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_concurrency=2)(Explorer)
        self._actors = {}
        # Actors whose process has not read the program yet, by the answer that says so.
        self._starting = {}
        self._orders = {}
        self._made = 0
        self._deaths = 0
        self._looked = -LOOK
        self.use = Use()
        self._leaves = Counter("effigy_leaves", description="Leaves of the tree that are known")
        self._failed = Counter("effigy_findings", description="Paths that end in a finding")
        self._open = Gauge("effigy_open_parts", description="Parts of the tree that are open")
        self._busy = Gauge("effigy_busy_workers", description="Workers that have parts")

    def commits(self, is_stopped):
        """Yields what workers commit, until nothing is open. Once ``is_stopped`` says so, workers give back what they
        have, and nothing is handed out."""
        try:
            while not self._balance.pool.done:
                stopping = is_stopped()
                if stopping and not self._orders:
                    break
                if not stopping:
                    self._grow()
                    self._hand_out()
                for name in self._balance.splits(time.monotonic(), stopping):
                    self._actors[name].split.remote()
                yield from self._collect()
                self._open.set(self.open)
                self._busy.set(self._balance.busy)
        finally:
            self.use.end()
            for actor in self._actors.values():
                ray.kill(actor)

    @property
    def open(self):
        return self._balance.pool.open

    @property
    def given_up(self):
        return len(self._balance.pool.given_up)

    def _grow(self):
        """One worker a CPU, as far as there is work for them."""
        if time.monotonic() - self._looked < LOOK and self._actors:
            return
        self._looked = time.monotonic()
        size = int(ray.cluster_resources().get("CPU", 0))
        size = size if self._most is None else min(size, self._most)
        for _ in range(len(self._actors), size):
            name = f"effigy-{os.getpid()}-{self._made}"
            self._made += 1
            actor = self._actor.options(name=name).remote(self._effigy, self._start)
            self._actors[name] = actor
            self._balance.expect(name)
            self._starting[actor.ready.remote()] = name

    def _hand_out(self):
        now = time.monotonic()
        for name, parts, seconds in self._balance.orders(now):
            self._orders[self._actors[name].explore.remote(parts, seconds)] = (name, now)

    def _collect(self):
        answers = [*self._orders, *self._starting]
        if not answers:
            time.sleep(0.01)
            return
        first, _ = ray.wait(answers, timeout=0.02)
        ready, _ = ray.wait(answers, num_returns=len(answers), timeout=0) if first else ([], [])
        for answer in ready:
            starting = answer in self._starting
            name, since = (self._starting.pop(answer), None) if starting else self._orders.pop(answer)
            try:
                commit = ray.get(answer)
            except (ray.exceptions.RayError, process.WorkerDied) as death:
                self._lose(name, death)
                continue
            if starting:
                self.use.ready(name)
                self._balance.ready(name)
                continue
            self._deaths = 0
            self.use.commit(commit, since)
            self._balance.commit(name, commit.pop("open"))
            for counter, key in ((self._leaves, "leaves"), (self._failed, "failed")):
                if commit[key]:
                    counter.inc(commit[key])
            yield commit

    def _lose(self, name, death):
        """Nothing of an order counts whose commit did not arrive."""
        self._balance.lose(name, at_work=not isinstance(death, process.NotStarted))
        if isinstance(death, process.WorkerDied) and not isinstance(death, process.NotStarted):
            # The actor is there and starts another process.
            self._balance.expect(name)
            self._balance.ready(name)
        else:
            # Whoever took the order may not answer any more.
            self.use.gone(name)
            ray.kill(self._actors.pop(name))
            self._looked = -LOOK
        self._deaths += 1
        if self._deaths > DEATHS:
            raise RuntimeError(f"{self._deaths} workers died one after the other: {death}")


class Use:
    """What the workers' time went to."""

    def __init__(self):
        self._begun = time.monotonic()
        self._first = None
        self._since = {}
        self._there = 0.0
        self._walked = 0.0
        self._passed = 0.0
        self._workers = 0
        self._orders = 0
        # The time of this thread, which all orders go through.
        self._thread = -time.thread_time()

    def ready(self, worker):
        """The worker has read the program."""
        self._since[worker] = time.monotonic()
        self._first = self._first or time.monotonic()
        self._workers = max(self._workers, len(self._since))

    def gone(self, worker):
        """The worker is no longer there."""
        now = time.monotonic()
        self._there += now - self._since.pop(worker, now)

    def commit(self, commit, since):
        """An order that was given then is over."""
        self._orders += 1
        self._walked += commit["seconds"]
        self._passed += time.monotonic() - since - commit["seconds"]

    def end(self):
        """The run is over."""
        self._thread += time.thread_time()
        for worker in list(self._since):
            self.gone(worker)

    def __str__(self):
        if not self._orders:
            return "the cluster carried out no order"
        waited = 1 - self._walked / self._there
        return (
            f"{self._workers} workers, the first one after {self._first - self._begun:.1f} s, carried out {self._orders} orders "
            f"in {self._walked:.1f} s of theirs and waited {100 * waited:.0f} % of their time; between worker and driver an order "
            f"needs {1000 * self._passed / self._orders:.2f} ms, {1000 * self._thread / self._orders:.2f} ms of them the driver's"
        )
