"""The open parts of the tree, and who has which. It knows nothing of Ray."""

import math
from collections import deque

#: So often workers may die of a part before it is given up.
STRIKES = 6
#: Parts that a worker gets at once at most.
BATCH = 64


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
