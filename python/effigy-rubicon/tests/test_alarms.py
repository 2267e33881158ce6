"""What Python would do with a symbol as with some concrete value, and must not: each ends its path by name, at its line."""

import copy
import datetime
import json
import linecache
import math
import pickle
import re
import uuid
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Count, Sum
from django.db.models.functions import Lower
from django.template import Context, Template
from effigy_rubicon import environment, forall, run, specification
from lend.models import Book, Branch, Country, Shelf, Word
from shop.models import Item, Label, Maker


def paths_of(spec):
    with environment.symbolic():
        return run.paths_of(spec.specification, {}, lambda *_: "unknown")


def endings(act, rows=2, paths=None):
    """How the paths end on which `act(item, text, number)` is done."""

    @specification(rows=rows, paths=paths)
    def test_one():
        i = forall(Item)
        w = forall(str)
        n = forall(int)
        act(i, w, n)

    return [p.ending for p in paths_of(test_one)]


ALARMS = {
    "str": (lambda i, w, n: str(w), "the text of <w>"),
    "str of a key": (lambda i, w, n: str(i.pk), "the text of <i.id>"),
    "f-string": (lambda i, w, n: f"item {i.name}", "the text of <i.name>"),
    "percent": (lambda i, w, n: "%s" % w, "the text of <w>"),
    "join": (lambda i, w, n: ", ".join([i.name, "x"]), "SymbolicText"),
    "text of a record": (lambda i, w, n: str(Named(i)), "SymbolicText"),
    "concatenation": (lambda i, w, n: i.name + "!", "+ of <i.name>"),
    "concatenation from the left": (lambda i, w, n: "a" + i.name, "+ of <i.name>"),
    "characters": (lambda i, w, n: list(w), "the characters of <w>"),
    "slices of text": (lambda i, w, n: w[:2], "the characters of <w>"),
    "part of a text": (lambda i, w, n: "a" in w, "`in` of the text <w>"),
    "methods of text": (lambda i, w, n: w.lower(), "str.lower of <w>"),
    "strip": (lambda i, w, n: i.name.strip(), "str.strip of <i.name>"),
    "order of texts": (lambda i, w, n: w < "b", "the order of <w>, of type text"),
    "sorting by text": (lambda i, w, n: sorted([i.name, w]), "of type text"),
    "int": (lambda i, w, n: int(w), "int() of <w>"),
    "int of int": (lambda i, w, n: int(n), "int() of <n>"),
    "int of key": (lambda i, w, n: int(i.pk), "int() of <i.id>"),
    "float": (lambda i, w, n: float(n), "float() of <n>"),
    "round": (lambda i, w, n: round(n, 1), "round() of <n>"),
    "floor": (lambda i, w, n: math.floor(n), "floor() of <n>"),
    "division": (lambda i, w, n: n / 2, "/ of <n>"),
    "remainder": (lambda i, w, n: n % 2, "% of <n>"),
    "index": (lambda i, w, n: [1, 2][n], "the use as an index of <n>"),
    "range": (lambda i, w, n: list(range(n)), "the use as an index of <n>"),
    "float compared": (lambda i, w, n: n < 1.5, "is compared with the float 1.5"),
    "len": (lambda i, w, n: len(w), "len() of <w>"),
    "hash": (lambda i, w, n: hash(n), "as a key of a dict or a member of a set"),
    "set": (lambda i, w, n: {i.pk}, "as a key of a dict or a member of a set"),
    "set of records": (lambda i, w, n: {i}, "as a key of a dict or a member of a set"),
    "dict": (lambda i, w, n: {"S": 1}[i.size], "as a key of a dict or a member of a set"),
    "get of a dict": (lambda i, w, n: {"S": 1}.get(i.size, 2), "as a key of a dict or a member of a set"),
    "json": (lambda i, w, n: json.dumps({"n": n}), "JSON of <n>"),
    "pickle": (lambda i, w, n: pickle.dumps(w), "a copy or a pickle of <w>"),
    "cache": (lambda i, w, n: cache.set("k", i.name), "a copy or a pickle of <i.name>"),
    "key and number": (lambda i, w, n: i.pk == 5, "the key <i.id> is compared with the constant 5"),
    "key and symbolic number": (lambda i, w, n: i.pk == n, "<i.id> is compared with <n>"),
    "query by a number": (lambda i, w, n: Item.objects.filter(pk=5).exists() and i.pk == 5, "constant 5"),
    "bool as a number": (lambda i, w, n: n == i.hidden, "<n> is compared with <i.hidden>, which is of another type"),
    "opaque": (lambda i, w, n: i.weight == 2, "whose type has no meaning to the solver"),
    "opaque order": (lambda i, w, n: i.weight > 2, "of type opaque"),
    "truth of opaque": (lambda i, w, n: bool(i.weight), "whether <i.weight> is true"),
    "difference of columns": (lambda i, w, n: i.sold_at and i.sold_at - Item.objects.get(pk=i.pk).sold_at, "the difference of <i.sold_at>"),
    "stored length of time": (lambda i, w, n: i.sold_at and Item.objects.create(maker=i.maker, name=w, sold_at=i.sold_at + DAY), "is used as a value"),
    "moved columns": (lambda i, w, n: i.sold_at and i.sold_at + DAY < i.sold_at, "+ 1 day, 0:00:00> is compared with <i.sold_at>"),
    "fraction of a second": (lambda i, w, n: i.sold_at and i.sold_at < environment.NOW + DAY / 7e6, "which has a fraction of a second"),
    "year": (lambda i, w, n: i.sold_at and i.sold_at.year, "datetime.year of <i.sold_at>"),
    "month of a date": (lambda i, w, n: i.made_on and i.made_on.month, "date.month of <i.made_on>"),
    "aggregate": (lambda i, w, n: Item.objects.aggregate(Sum("price")), "the aggregate price__sum"),
    "annotation": (lambda i, w, n: list(Maker.objects.annotate(number=Count("items"))), "the annotation number"),
    "computed values": (lambda i, w, n: list(Item.objects.values_list(Lower("name"), flat=True)), "the annotation"),
    "extra": (lambda i, w, n: list(Item.objects.extra(select={"x": "1"})), "extra()"),
    "in_bulk": (lambda i, w, n: Item.objects.in_bulk(), "as a key of a dict"),
    "raw": (lambda i, w, n: list(Item.objects.raw("SELECT * FROM shop_item")), "a statement of SQL that the ORM did not write"),
    "cursor": (lambda i, w, n: connection.cursor(), "a statement of SQL that the ORM did not write"),
    "rollback": (lambda i, w, n: rolled_back(i), "a transaction that is rolled back after it wrote"),
    "given key": (lambda i, w, n: Maker.objects.create(pk=7, name="q"), "7 is stored in id"),
    "bulk conflicts": (lambda i, w, n: Maker.objects.bulk_create([Maker(name=w)], ignore_conflicts=True), "ignore_conflicts"),
    "reverse select_related": (lambda i, w, n: list(Item.objects.select_related("label")), "which is no foreign key"),
    "ifchanged": (lambda i, w, n: rendered("{% ifchanged %}{{ x }}{% endifchanged %}", i.name), "ifchanged without arguments"),
    "text key and constant": (lambda i, w, n: forall(Country).code == "DE", ".code> is compared with the constant DE"),
    "text key and text": (lambda i, w, n: w == forall(Country).code, "<w> is compared with"),
    "text key of another table": (lambda i, w, n: forall(Branch).country_id == "DE", "is compared with the constant DE"),
    "truth of a text key": (lambda i, w, n: bool(forall(Country).code), ".code> is true"),
    "UUID key and constant": (lambda i, w, n: forall(Branch).pk == uuid.UUID(int=1), "is compared with the constant 00000000"),
    "truth of a number key": (lambda i, w, n: bool(forall(Shelf).number), ".number> is true"),
    "number key and zero": (lambda i, w, n: forall(Shelf).number == 0, "is compared with the constant 0"),
    "number and key": (lambda i, w, n: n == i.pk, "<n> is compared with <i.id>"),
    "time and moved time": (lambda i, w, n: i.sold_at and i.sold_at == i.sold_at + DAY, "is compared with <i.sold_at + 1 day"),
    "half a number": (lambda i, w, n: n == Decimal("0.5"), "<n> is compared with the decimal 0.5"),
    "class of JSON": (lambda i, w, n: isinstance(forall(Book).extra, dict), "the class of"),
    "part of JSON": (lambda i, w, n: forall(Book).extra["a"], "a part of"),
    "key in JSON": (lambda i, w, n: "a" in forall(Book).extra, "a part of"),
    "method of JSON": (lambda i, w, n: getattr(forall(Book).extra, "get", None), "the attribute get of"),
    "JSON in a template": (lambda i, w, n: rendered("{% if x.extra.a %}yes{% endif %}", forall(Book)), "a part of"),
    "method of a decimal": (lambda i, w, n: getattr(i.weight, "quantize", None), "Decimal.quantize of <i.weight>"),
    "error of the interpreter that is caught": (lambda i, w, n: joined(w), "SymbolicText"),
    "regular expression that is caught": (lambda i, w, n: matched(w), "SymbolicText"),
    "another database": (lambda i, w, n: Item.objects.using("other").count(), "the database other"),
    "rows of another database": (lambda i, w, n: list(Item.objects.using("other")), "the database other"),
    "stored in another database": (lambda i, w, n: i.save(using="other"), "the database other"),
    "deleted in another database": (lambda i, w, n: Label.objects.using("other").delete(), "the database other"),
    "savepoint": (lambda i, w, n: savepoint(), "a statement of SQL that the ORM did not write"),
    "unique expression": (lambda i, w, n: Word.objects.create(text=w), "unlike_in_any_case, a unique constraint of an expression"),
    "entries of deleted rows": (lambda i, w, n: "shop.Label" in Label.objects.all().delete()[1], "which models have an entry"),
    "null of JSON": (lambda i, w, n: Book.objects.filter(extra=None).exists(), "the null of JSON"),
    "branch on a filter": (lambda i, w, n: rendered("{% if x|upper == 'A' %}yes{% endif %}", i.name), "has no meaning to the solver"),
    "truth of a filter": (lambda i, w, n: rendered("{% if x|cut:'a' %}yes{% endif %}", i.name), "whether <what a filter makes of"),
}


DAY = datetime.timedelta(days=1)


def joined(text):
    try:
        return "".join([text])
    except TypeError:
        return "no text"


def matched(text):
    try:
        return re.match("a", text)
    except (TypeError, ValueError):
        return None


def savepoint():
    with transaction.atomic():
        transaction.savepoint()


class Named:
    def __init__(self, item):
        self.item = item

    def __str__(self):
        return self.item.name


def rolled_back(item):
    try:
        with transaction.atomic():
            Item.objects.filter(hidden=item.hidden).update(price=1)
            raise KeyError
    except KeyError:
        assert item.price != 2


def rendered(text, value):
    return Template(text).render(Context({"x": value}))


@pytest.mark.parametrize("name", ALARMS)
def test_it_ends_the_path_by_name(name):
    act, words = ALARMS[name]
    found = endings(act)
    alarms = [e for e in found if e["kind"] == "alarm"]
    assert alarms and any(words in a["what"] for a in alarms), found
    assert all(a["place"].split(":")[0].endswith(".py") or a["place"].split(":")[0] == "?" for a in alarms)
    assert not [e for e in found if e["kind"] == "raised" and not any(w in e["error"] for w in ("AssertionError", "FOREIGN", "CHECK", "DoesNotExist"))], found


def test_an_alarm_is_not_caught_by_the_application():
    def careless(i, w, n):
        try:
            len(w)
        except Exception:
            return
        finally:
            i.name

    assert [e["kind"] for e in endings(careless)] == ["alarm"]


def test_an_alarm_is_remembered_where_everything_is_caught():
    def reckless(i, w, n):
        try:
            str(i.name)
        except BaseException:
            pass
        str(w)

    assert [e["what"] for e in endings(reckless)] == ["the text of <i.name>"]


def test_a_specification_cannot_ask_for_the_identity_of_a_condition():
    with pytest.raises(TypeError, match="cannot ask `is True`"):

        @specification
        def test_identity():
            i = forall(Item)
            assert i.hidden is True


def test_a_specification_cannot_ask_for_the_class_of_a_symbol():
    with pytest.raises(TypeError, match=r"or for `type\(...\)` of a symbol"):

        @specification
        def test_class():
            i = forall(Item)
            assert type(i.name) == int  # noqa: E721


def test_functions_beside_a_specification_are_looked_at(tmp_path):
    file = tmp_path / "beside.py"
    file.write_text("from effigy_rubicon import specification\n\ndef helps(x):\n    return x is not False\n\n"
                    "def test_of_its_own():\n    assert (1 > 0) is True\n\n@specification\ndef test_x():\n    assert helps(1)\n")
    with pytest.raises(TypeError, match="beside.py:4"):
        exec(compile(file.read_text(), str(file), "exec"), {"__name__": "beside"})
    file.write_text(file.read_text().replace("x is not False", "x"))
    linecache.checkcache()
    exec(compile(file.read_text(), str(file), "exec"), {"__name__": "beside"})


def test_copies_of_symbols_are_the_symbols():
    found = endings(lambda i, w, n: [copy.copy(w) == w or 1 / 0, copy.deepcopy([n])[0] == n or 1 / 0])
    assert found == [{"kind": "completed"}]


def test_a_run_that_differs_from_the_one_before_is_named():
    seen = []

    def wavering(i, w, n):
        seen.append(1)
        if len(seen) % 2:
            bool(w == "a")
        bool(n > len(seen))

    assert any("does not run the same way twice" in e.get("what", "") for e in endings(wavering))


def test_limits_are_named():
    def long(i, w, n):
        for number in range(300):
            bool(n == number)

    assert any("limit: 200 decisions" in e.get("what", "") for e in endings(long, paths=2))

    @specification(paths=5)
    def test_wide():
        a = [forall(bool) for _ in range(4)]
        assert all(a) or any(a) or [bool(x) for x in a]

    @specification(paths=5)
    def test_wide_again():
        for _ in range(4):
            bool(forall(bool))

    found = [p.ending for p in paths_of(test_wide_again)]
    assert len(found) == 6 and [e.get("what") for e in found].count("limit") == 1


def test_time_that_is_now_is_the_same_on_all_paths():
    from django.utils import timezone

    before = timezone.now()
    with environment.symbolic():
        assert timezone.now() == datetime.datetime(1970, 1, 1, 0, 0, 8, tzinfo=datetime.timezone.utc)
    assert timezone.now() >= before
