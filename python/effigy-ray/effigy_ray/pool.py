"""The open parts of the tree, who has which, and who gets which next. It knows neither Ray nor a clock."""

import math
from collections import deque

#: So often workers may die of a part before it is given up.
STRIKES = 6
#: Parts that a worker gets at once at most.
BATCH = 64
#: A worker gives back what it has not walked after so many seconds, so that little is lost when it dies.
SLICE = 1.0
#: A worker that has walked for so many seconds is asked to give back when others have nothing to do.
SHARE = 0.05


class Pool:
    """Every part is in exactly one place: waiting, with a worker, or given up."""

    def __init__(self, parts):
        self._waiting = deque(parts)
        self._held = {}
        self._strikes = {}
        self.given_up = []

    def take(self, worker, workers):
        """Parts for a worker, one of so many: an even share of half of what waits."""
        if worker in self._held:
            raise ValueError(f"{worker} has parts already")
        # Nobody else shall suffer from a part of which a worker died.
        share = math.ceil(len(self._waiting) / (2 * max(workers, 1)))
        parts = []
        while self._waiting and len(parts) < min(share, BATCH):
            alone = self._waiting[0] in self._strikes
            if alone and parts:
                break
            parts.append(self._waiting.popleft())
            if alone:
                break
        if parts:
            self._held[worker] = parts
        return parts

    def commit(self, worker, open_parts):
        """The worker's parts are walked up to these."""
        for part in self._held.pop(worker):
            self._strikes.pop(part, None)
        self._waiting.extend(open_parts)

    def lose(self, worker, at_work=True):
        """The worker died, perhaps of its parts when it was at work. They wait again, behind those of others."""
        for part in self._held.pop(worker, []):
            if at_work:
                self._strikes[part] = self._strikes.get(part, 0) + 1
            if self._strikes.get(part, 0) >= STRIKES:
                self.given_up.append(part)
            else:
                self._waiting.append(part)

    def strikes(self, worker):
        """How many workers died of what this one has."""
        return max(self._strikes.get(part, 0) for part in self._held[worker])

    @property
    def waiting(self):
        return len(self._waiting)

    @property
    def open(self):
        return len(self._waiting) + sum(map(len, self._held.values()))

    @property
    def done(self):
        return not self._waiting and not self._held


class Balance:
    """Hands parts to workers. Times are of the caller's clock, in seconds."""

    def __init__(self, parts):
        self.pool = Pool(parts)
        self._workers = set()
        # In order of their becoming idle.
        self._idle = {}
        # When each order was given.
        self._since = {}
        self._asked = set()

    def expect(self, worker):
        """A worker that is going to be there gets a share, too."""
        self._workers.add(worker)

    def ready(self, worker):
        """The worker has nothing to do."""
        self._idle[worker] = None

    def orders(self, now):
        """Yields workers with parts and the seconds after which they give back the rest."""
        for worker in list(self._idle):
            parts = self.pool.take(worker, len(self._workers))
            if not parts:
                return
            del self._idle[worker]
            self._since[worker] = now
            # What others died of is walked in small steps, of which less is lost.
            yield worker, parts, SLICE / 4 ** self.pool.strikes(worker)

    def splits(self, now, stopping=False):
        """Yields workers that are to give back what they have, because others have nothing or the run ends."""
        if not stopping and (not self._idle or self.pool.waiting):
            return
        for worker, since in self._since.items():
            if worker not in self._asked and (stopping or now - since > SHARE):
                self._asked.add(worker)
                yield worker

    def commit(self, worker, open_parts):
        """The worker's parts are walked up to these, and it is ready."""
        self._end(worker)
        self.pool.commit(worker, open_parts)
        self.ready(worker)

    def lose(self, worker, at_work=True):
        """The worker died, perhaps of its parts when it was at work."""
        self._end(worker)
        self._workers.discard(worker)
        self._idle.pop(worker, None)
        self.pool.lose(worker, at_work)

    def _end(self, worker):
        self._since.pop(worker, None)
        self._asked.discard(worker)

    @property
    def busy(self):
        """How many workers have parts."""
        return len(self._since)
