"""Transactions without a database. What is written inside and rolled back is undone by further writes: new rows go, and rows that were changed one at
a time get their values back; other writes are refused. What Django itself remembers of a transaction, as that it is broken, stays."""

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from . import expression as ex
from . import queries, records, schema
from .path import alarm, current


class Block:
    """One `atomic` block that is open, and the functions that wait for the commit."""

    def __init__(self, path, outermost, savepoint):
        self.before, self.outermost, self.savepoint = path.at, outermost, savepoint
        self.waiting = []

    def leave(self, path, failed):
        """Logs what Django runs at the end of the block."""
        # Without a savepoint of its own a block leaves it to the one around it to roll back.
        if failed and path.at > self.before and (self.outermost or self.savepoint):
            undo(path, self.before)
        if self.outermost:
            path.log("ROLLBACK" if failed else "COMMIT")
        elif self.savepoint:
            for statement in ["ROLLBACK TO SAVEPOINT"] * failed + ["RELEASE SAVEPOINT"]:
                path.log(statement)


def undone_by_deletion(path, model, name):
    """Remembers how the next write, an INSERT, is undone."""
    _undo_of(path)[path.at] = lambda: {"delete": _only(model, {"var": name}, path.since(name))}


def undone_by_update(path, model, row, values):
    """Remembers how the next write, an UPDATE of one row, is undone."""
    at = path.at
    before = {column: ex.column(row, column, at) for column in values}
    _undo_of(path)[at] = lambda: {"update": _only(model, row, at), "values": before}


def _undo_of(path):
    return path.scratch.setdefault("undo", {})


def _only(model, row, at):
    """A query for one row."""
    meta = model._meta.concrete_model._meta
    key = schema.symbol(meta.pk, records.key_of(meta, row, at))
    return queries.compile_rows(model._base_manager.filter(pk=key).query)


def undo(path, before):
    """Takes back all writes since there were so many. Those that were taken back already need no more."""
    known, taken_back = _undo_of(path), path.scratch.setdefault("taken back", {})
    at = path.at - 1
    while at >= before:
        if at in taken_back:
            at = taken_back[at]
            continue
        if at not in known:
            alarm("a transaction that is rolled back after it wrote many rows or deleted some")
        path.writes.append(known[at]())
        at -= 1
    taken_back[path.at - 1] = before - 1


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
