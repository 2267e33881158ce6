"""Balances the open parts of a tree between actors that each drive an ``effigy worker``."""

import os
import time

import ray
from ray.util.metrics import Counter, Gauge

from . import process
from .pool import Pool

#: A worker gives back what it has not walked after so many seconds, so that little is lost when it dies.
SLICE = 1.0
#: A worker that has walked for so many seconds is asked to give back when others have nothing to do.
SHARE = 0.05
#: How often the cluster is asked for its size, in seconds.
LOOK = 1.0
#: Workers that may die in a row without a commit between them.
DEATHS = 20


class Explorer:
    """An actor: one worker process. A call of ``split`` runs beside one of ``explore``."""

    def __init__(self, effigy, start):
        self._process = process.Process(effigy, start)

    def ready(self):
        """Answers when the program is read."""

    def explore(self, parts, seconds):
        return self._process.explore(parts, seconds)

    def split(self):
        self._process.split()


class Cluster:
    """Walks parts of a tree on all of a cluster's CPUs, which may become more and fewer."""

    def __init__(self, effigy, start, parts, workers=None):
        self._pool = Pool(parts)
        self._effigy = effigy
        self._start = ray.put(start)
        self._most = workers
        self._actor = ray.remote(num_cpus=1, max_restarts=0, max_concurrency=2)(Explorer)
        self._actors = {}
        # Actors whose process has not read the program yet, by the answer that says so.
        self._starting = {}
        self._orders = {}
        self._asked = set()
        self._made = 0
        self._deaths = 0
        self._looked = -LOOK
        self._leaves = Counter("effigy_leaves", description="Leaves of the tree that are known")
        self._failed = Counter("effigy_findings", description="Paths that end in a finding")
        self._open = Gauge("effigy_open_parts", description="Parts of the tree that are open")
        self._busy = Gauge("effigy_busy_workers", description="Workers that have parts")

    def commits(self, is_stopped):
        """Yields what workers commit, until nothing is open. Once ``is_stopped`` says so, workers give back what they
        have, and nothing is handed out."""
        try:
            while not self._pool.done:
                stopping = is_stopped()
                if stopping and not self._orders:
                    break
                if not stopping:
                    self._grow()
                    self._hand_out()
                self._balance(stopping)
                yield from self._collect()
                self._open.set(self._pool.open)
                self._busy.set(len(self._orders))
        finally:
            for actor in self._actors.values():
                ray.kill(actor)

    @property
    def open(self):
        return self._pool.open

    @property
    def given_up(self):
        return len(self._pool.given_up)

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
            self._starting[actor.ready.remote()] = name

    def _hand_out(self):
        busy = {name for name, _ in self._orders.values()} | set(self._starting.values())
        for name in self._actors:
            if name in busy:
                continue
            parts = self._pool.take(name, len(self._actors))
            if not parts:
                return
            # What others died of is walked in small steps, of which less is lost.
            seconds = SLICE / 4 ** self._pool.strikes(name)
            order = self._actors[name].explore.remote(parts, seconds)
            self._orders[order] = (name, time.monotonic())

    def _balance(self, stopping):
        """Asks for parts when a worker has none."""
        idle = len(self._actors) - len(self._orders) - len(self._starting)
        if not stopping and (idle == 0 or self._pool.waiting):
            return
        now = time.monotonic()
        for order, (name, since) in self._orders.items():
            if order not in self._asked and (stopping or now - since > SHARE):
                self._asked.add(order)
                self._actors[name].split.remote()

    def _collect(self):
        orders = [*self._orders, *self._starting]
        if not orders:
            time.sleep(0.01)
            return
        first, _ = ray.wait(orders, timeout=0.02)
        ready, _ = ray.wait(orders, num_returns=len(orders), timeout=0) if first else ([], [])
        for order in ready:
            if order in self._starting:
                self._begin(order)
                continue
            name, _ = self._orders.pop(order)
            self._asked.discard(order)
            try:
                commit = ray.get(order)
            except (ray.exceptions.RayError, process.WorkerDied) as death:
                self._lose(name, death)
                continue
            self._deaths = 0
            self._pool.commit(name, commit.pop("open"))
            for counter, name in ((self._leaves, "leaves"), (self._failed, "failed")):
                if commit[name]:
                    counter.inc(commit[name])
            yield commit

    def _begin(self, ready):
        name = self._starting.pop(ready)
        try:
            ray.get(ready)
        except (ray.exceptions.RayError, process.WorkerDied) as death:
            self._lose(name, death)

    def _lose(self, name, death):
        """Nothing of an order counts whose commit did not arrive; whoever took it may not answer any more."""
        ray.kill(self._actors.pop(name))
        self._pool.lose(name, at_work=not isinstance(death, process.WorkerGone))
        self._deaths += 1
        self._looked = -LOOK
        if self._deaths > DEATHS:
            raise RuntimeError(f"{self._deaths} workers died one after the other: {death}")
