"""Transactions without a database: what is written inside and rolled back would have to be undone, which is refused; what Django itself remembers of
a transaction, as that it is broken, stays."""

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from .path import alarm, current


class Block:
    """One `atomic` block that is open, and the functions that wait for the commit."""

    def __init__(self, path, outermost, savepoint):
        self.before, self.outermost, self.savepoint = path.at, outermost, savepoint
        self.waiting = []

    def leave(self, path, failed):
        """Logs what Django runs at the end of the block."""
        if failed and path.at > self.before:
            alarm("a transaction that is rolled back after it wrote")
        if self.outermost:
            path.log("ROLLBACK" if failed else "COMMIT")
        elif self.savepoint:
            for statement in ["ROLLBACK TO SAVEPOINT"] * failed + ["RELEASE SAVEPOINT"]:
                path.log(statement)


def open_blocks():
    return current().scratch.setdefault("transactions", [])


def install(patches):
    patches.symbolic(BaseDatabaseWrapper, "on_commit", _on_commit)
    patches.symbolic(transaction.Atomic, "__enter__", _enter)
    patches.symbolic(transaction.Atomic, "__exit__", _exit)


def _enter(_, atomic):
    blocks, connection = open_blocks(), connections["default"]
    if atomic.durable and blocks:
        raise RuntimeError("A durable atomic block cannot be nested within another atomic block.")
    block = Block(current(), not blocks, atomic.savepoint and not connection.needs_rollback)
    if block.outermost or block.savepoint:
        current().log("BEGIN" if block.outermost else "SAVEPOINT")
    blocks.append(block)
    connection.in_atomic_block = True


def _exit(_, atomic, kind, value, traceback):
    blocks, connection = open_blocks(), connections["default"]
    block = blocks.pop()
    failed = kind is not None and issubclass(kind, Exception) or connection.needs_rollback
    # Without a savepoint of its own a block leaves it to the one around it to roll back.
    connection.needs_rollback = failed and not block.outermost and not block.savepoint
    connection.in_atomic_block = bool(blocks)
    block.leave(current(), failed)
    if failed:
        return
    if blocks:
        blocks[-1].waiting += block.waiting
    else:
        for function in block.waiting:
            function()


def _on_commit(_, connection, func, robust=False):
    blocks = open_blocks()
    if blocks:
        blocks[-1].waiting.append(func)
    else:
        func()
