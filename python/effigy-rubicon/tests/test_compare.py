"""Runs on symbols, evaluated on random rows, end as Django ends on these rows, and leave the same rows."""

import collections
import os

import contrib_specifications
import gap_specifications
import lend_specifications
import pytest
import shop_specifications
from compare import agree, symbolic_paths
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from conftest import EXAMPLE
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from effigy_rubicon import replay
from gaps.models import Badge, Doc, Seat, Slot, Task, Team, Ticket
from lend.models import Book, Desk, House, Loan, Room
from office.models import Document, Membership, Team
from shop.models import Item, Label, Maker, Tag

TABLES = [Maker, Tag, Item, Label, Item.tags.through, User, Group, ContentType, Permission, User.user_permissions.through]
CONTRIB = [*TABLES, User.groups.through, Group.permissions.through]
LEND = [User, Book, Loan, House, Room, Desk, Maker, Tag, Item, Item.tags.through]
GAPS = [Team, Doc, Badge, Slot, Seat, Ticket, Task]
OFFICE = [User, Team, Membership, Document]
EXAMPLES = {n: f.specification for n, f in vars(replay.module(os.path.join(EXAMPLE, "specs", "test_office.py"))).items() if hasattr(f, "specification")}
MODULES = {shop_specifications: TABLES, lend_specifications: LEND, gap_specifications: GAPS, contrib_specifications: CONTRIB}
# How many random databases each specification is evaluated on; `EFFIGY_WHOLE`: more.
DATABASES = 12 if "EFFIGY_WHOLE" in os.environ else 10
SPECIFICATIONS = {n: f.specification for m in MODULES for n, f in vars(m).items() if hasattr(f, "specification")}


@pytest.mark.parametrize("name", SPECIFICATIONS)
def test_symbols_and_rows_agree(name):
    compare(SPECIFICATIONS[name], next(tables for module, tables in MODULES.items() if hasattr(module, name)))


@pytest.mark.parametrize("urls", ["office.urls", "office.broken_urls"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_symbols_and_rows_agree_on_the_example(name, urls):
    with override_settings(ROOT_URLCONF=urls):
        compare(EXAMPLES[name], OFFICE)


def compare(spec, tables):
    fixtures = {"captured": lambda: CaptureQueriesContext(connection)}
    given = {n: fixtures["captured"] for n in spec.function.__code__.co_varnames if n in ("captured", "django_queries")}
    paths = symbolic_paths(spec, given)
    seen = collections.Counter(agree(spec, paths, seed, tables, fixtures=given) for seed in range(DATABASES))
    assert len(paths) > 1 or paths[0].obligations, paths[0].ending
    assert seen["alarm"] == 0, [p.ending for p in paths if p.ending["kind"] == "alarm"]
    assert sum(n for ending, n in seen.items() if ending is not None) > 3, seen
