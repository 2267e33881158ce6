"""The open parts of a tree are never lost and never in two places."""

import random

import pytest

from effigy_ray.pool import BATCH, STRIKES, Pool


def test_a_part_is_in_one_place_whatever_dies():
    for seed in range(50):
        chance = random.Random(seed)
        pool, known, fresh = Pool(["0"]), {"0"}, 1
        committed, held = set(), {}
        while not pool.done:
            worker = chance.randrange(4)
            if worker not in held:
                parts = pool.take(worker, 4)
                if parts:
                    held[worker] = parts
            elif chance.random() < 0.2:
                pool.lose(worker)
                held.pop(worker)
            else:
                parts = held.pop(worker)
                assert not committed & set(parts), "a part counts twice"
                committed |= set(parts)
                new = [str(fresh + n) for n in range(chance.randrange(3) if fresh < 200 else 0)]
                fresh += len(new)
                known |= set(new)
                pool.commit(worker, new)
            flat = [part for parts in held.values() for part in parts]
            assert len(flat) == len(set(flat))
            assert pool.open == len(known) - len(committed) - len(pool.given_up)
        assert committed | set(pool.given_up) == known


def test_a_part_that_kills_its_workers_is_alone_and_then_given_up():
    pool = Pool(["bad", "good"])
    assert pool.take("a", 1) == ["bad"]
    pool.lose("a")
    assert pool.take("b", 1) == ["good"]
    pool.commit("b", ["c", "d", "e"])
    for _ in range(STRIKES - 1):
        assert not pool.done
        parts = pool.take("w", 1)
        while parts != ["bad"]:
            assert "bad" not in parts
            pool.commit("w", [])
            parts = pool.take("w", 1)
        pool.lose("w")
    assert pool.given_up == ["bad"]


def test_shares_leave_something_for_others():
    pool = Pool(str(n) for n in range(1000))
    assert len(pool.take("a", 2)) == BATCH
    pool = Pool(str(n) for n in range(8))
    assert [len(pool.take(n, 4)) for n in range(4)] == [1, 1, 1, 1]
    with pytest.raises(ValueError):
        pool.take(0, 4)
