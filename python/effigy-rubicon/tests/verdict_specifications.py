"""Specifications whose verdicts `test_verdicts.py` knows; they are collected by the pytest that it starts."""

from effigy_rubicon import and_, assume, check, every, exists, forall, implies, invariant, not_, specification
from shop.models import Item, Label, Maker, Tag

invariant(Tag, lambda t: t.word != "forbidden", "no tag is forbidden")


@specification
def test_holds():
    i = forall(Item)
    assert i.price >= 0 and (i.size == "S" or i.size == "L")


@specification
def test_fails():
    i = forall(Item)
    n = forall(int)
    assume(n > 3)
    assert i.price != n


@specification
def test_fails_by_an_exception():
    w = forall(str)
    Item.objects.get(name=w, hidden=True)


@specification
def test_undecided():
    i = forall(Item)
    if i.hidden:
        len(i.name)


@specification
def test_fails_although_a_path_is_undecided():
    i = forall(Item)
    if i.hidden:
        len(i.name)
    assert i.price < 5


@specification(rows=2)
def test_vacuous():
    a, b, c = forall(Maker, "a"), forall(Maker, "b"), forall(Maker, "c")
    assume((a.pk != b.pk) & (b.pk != c.pk) & (a.pk != c.pk))
    assert a.name == b.name


@specification
def test_invariants_hold():
    t = forall(Tag)
    assert t.word != "forbidden"


@specification
def test_null_and_time():
    i = forall(Item)
    if i.sold_at is not None and i.made_on is not None:
        later = Item.objects.filter(sold_at__gt=i.sold_at).exists()
        assert not later or i.rank is None


@specification
def test_decimals():
    i = forall(Item)
    j = forall(Item)
    assert i.weight == j.weight


@specification
def test_protected():
    i = forall(Item)
    i.delete()


@specification
def test_quantifiers():
    m = forall(Maker)
    assume(every(Item, lambda i: implies(i.maker_id == m.pk, not_(i.hidden))))
    check(not_(exists(Item, lambda i: and_(i.maker_id == m.pk, i.hidden))))


@specification
def test_labels_are_single():
    a, b = forall(Label), forall(Label)
    assert a.item_id != b.item_id or a == b
