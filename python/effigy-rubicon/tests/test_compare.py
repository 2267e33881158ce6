"""Runs on symbols, evaluated on random rows, end as Django ends on these rows, and leave the same rows."""

import collections

import pytest
import shop_specifications
from compare import agree, symbolic_paths
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test.utils import CaptureQueriesContext
from shop.models import Item, Label, Maker, Tag

TABLES = [Maker, Tag, Item, Label, Item.tags.through, User, Group, ContentType, Permission, User.user_permissions.through]
SPECIFICATIONS = {n: f.specification for n, f in vars(shop_specifications).items() if hasattr(f, "specification")}


@pytest.mark.parametrize("name", SPECIFICATIONS)
def test_symbols_and_rows_agree(name):
    spec = SPECIFICATIONS[name]
    fixtures = {"captured": lambda: CaptureQueriesContext(connection)}
    given = {n: f for n, f in fixtures.items() if n in spec.function.__code__.co_varnames}
    paths = symbolic_paths(spec, given)
    seen = collections.Counter(agree(spec, paths, seed, TABLES, fixtures=given) for seed in range(10))
    assert seen["alarm"] == 0, [p.ending for p in paths if p.ending["kind"] == "alarm"]
    assert sum(n for ending, n in seen.items() if ending is not None) > 3, seen
