"""Each row of the table of what is supported names tests that there are."""

import ast
import os
import re

import test_alarms
import test_compare

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "..", "..", "docs", "rubicon-support.md")


def names_of_tests():
    for name in os.listdir(HERE):
        if name.startswith("test_"):
            with open(os.path.join(HERE, name), encoding="utf-8") as file:
                yield from (n.name for n in ast.parse(file.read()).body if isinstance(n, ast.FunctionDef))


def test_each_row_has_tests_that_there_are():
    with open(PAGE, encoding="utf-8") as file:
        section = re.search(r"^## Python and Django\n(.*?)(?=^## |\Z)", file.read(), re.S | re.M).group(1)
    rows = [line for line in section.splitlines() if line.startswith("|") and "---" not in line and "| Test |" not in line and not line.startswith("| **")]
    known = set(names_of_tests())
    assert len(rows) > 40
    for row in rows:
        named = re.findall(r"`([^`]+)`", row.rstrip("| ").rsplit(" | ", 1)[1])
        assert named, row
        for name in named:
            kind, _, rest = name.partition(": ")
            there = {"compare": test_compare.SPECIFICATIONS, "office": test_compare.EXAMPLES, "alarms": test_alarms.ALARMS}.get(kind)
            assert rest in there if there is not None else name in known, (name, row)
