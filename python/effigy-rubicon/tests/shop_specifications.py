"""Specifications of the shop, each about one part of Django; most do not hold. They are compared with Django on random rows."""

import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError
from django.db.models import Exists, F, OuterRef, ProtectedError, Q
from django.utils import timezone
from effigy_rubicon import and_, assume, check, every, exists, forall, implies, not_, specification
from shop.models import Item, Label, Maker, Tag


@specification
def column_types():
    i = forall(Item)
    n = forall(int)
    w = forall(str)
    if i.hidden and i.price > n:
        assert i.name != w
    elif i.name:
        assert i.price + 1 <= n * 2
    check(implies(i.size == "S", i.name == w))


@specification
def nullable_columns():
    i = forall(Item)
    if i.rank is None:
        assert i.helper is None
    elif i.helper_id is None:
        assert i.rank < 2
    else:
        assert i.helper.name == i.maker.name or i.helper == i.maker


@specification
def isinstance_sees_the_type():
    i = forall(Item)
    assert isinstance(i.name, str) and isinstance(i.price, int) and isinstance(i.hidden, bool) and not isinstance(i.name, int)
    assert i.price > 1


@specification
def filters():
    i = forall(Item)
    w = forall(str)
    found = Item.objects.filter(Q(name=w) | ~Q(helper=i.maker), price__gte=i.price).exclude(rank=i.price)
    assert not found.exists() or found.count() == 1


@specification
def negated_joins():
    m = forall(Maker)
    w = forall(str)
    assert m in Maker.objects.exclude(items__name=w) or Item.objects.filter(maker=m, name=w).exists()
    assert m not in Maker.objects.exclude(children__name=w) or not m.children.filter(name=w).exists()


@specification
def get_one():
    w = forall(str)
    item = Item.objects.get(name=w)
    assert item.name == w and item.hidden == Item.objects.get(pk=item.pk).hidden


@specification
def first_and_last():
    m = forall(Maker)
    low = m.items.order_by("price", "pk").first()
    high = m.items.order_by("price", "pk").last()
    if low is not None:
        assert low.price < high.price or low == high
    else:
        assert high is None


@specification
def latest_by_time():
    i = forall(Item)
    newest = Item.objects.filter(sold_at__isnull=False).order_by("-sold_at", "pk").first()
    if newest is not None and i.sold_at is not None:
        assert newest.sold_at >= i.sold_at


@specification
def lengths_of_time():
    i = forall(Item)
    now, minute = timezone.now(), datetime.timedelta(seconds=2)
    if i.sold_at is not None and i.made_on is not None:
        assert (now - i.sold_at < minute) == (i.sold_at > now - minute)
        assert i.sold_at - now <= minute or i.sold_at + minute >= now + 2 * minute
        assert now - i.sold_at != datetime.timedelta(0) or i.sold_at == now
        assert i.made_on + datetime.timedelta(days=1) > datetime.date(1970, 1, 4)


@specification
def slices():
    found = Item.objects.order_by("-price", "pk")[1:3]
    names = [item.price for item in found]
    assert len(names) == found.count()
    assert len(names) < 2 or names[0] > names[1]


@specification(rows=2)
def columns_as_lists():
    m = forall(Maker)
    prices = list(m.items.order_by("pk").values_list("price", flat=True))
    assert sum(prices, 0) < 4
    pairs = list(m.items.order_by("pk").values_list("name", "maker__name"))
    assert all(owner == m.name for _, owner in pairs)
    assert all(row["rank"] != 1 for row in m.items.order_by("pk").values("rank", "pk"))


@specification
def distinct_joins():
    m = forall(Maker)
    makers = Maker.objects.filter(items__hidden=False).distinct()
    assert makers.filter(pk=m.pk).count() <= 1
    assert m not in makers or Item.objects.filter(maker=m, hidden=False).exists()
    assert Maker.objects.filter(items__hidden=False).count() == makers.count()


@specification
def subqueries():
    i = forall(Item)
    children = Maker.objects.filter(parent__isnull=False)
    inside = Item.objects.filter(maker__in=children)
    also = Item.objects.filter(Exists(Maker.objects.filter(pk=OuterRef("maker"), parent__isnull=False)))
    assert (i in inside) == (i in also)
    assert i in inside.filter(price=F("stock"))


@specification
def many_to_many():
    i = forall(Item)
    t = forall(Tag)
    if t in i.tags.all():
        assert i in t.items.filter(hidden=False)
    else:
        assert i.tags.count() < 2


@specification
def one_to_one():
    i = forall(Item)
    try:
        assert i.label.text == "a"
    except Label.DoesNotExist:
        assert not Label.objects.filter(item=i).exists()


@specification
def followed_foreign_keys(captured):
    m = forall(Maker)
    with captured() as queries:
        names = [(i.maker.name, i.helper and i.helper.name) for i in Item.objects.select_related("maker", "helper").filter(maker=m)]
    assert len(queries) == 1
    assert all(name == m.name for name, _ in names)


@specification
def one_query_for_each_row(captured):
    m = forall(Maker)
    with captured() as queries:
        for item in m.items.all():
            assert item.helper is None or item.helper.name != "z"
    assert len(queries) <= 2


@specification(rows=2)
def prefetched(captured):
    with captured() as queries:
        items = list(Item.objects.prefetch_related("tags", "maker").order_by("pk"))
        words = [tag.word for item in items for tag in item.tags.all()]
        makers = [item.maker for item in items]
    assert len(queries) <= 3
    assert not words or words[0] != "a"
    assert not makers or makers[-1].name != "b"


@specification
def saved():
    i = forall(Item)
    n = forall(int)
    assume(n >= 0)
    i.price = n
    i.save()
    again = Item.objects.get(pk=i.pk)
    assert again.price == n and again.name == i.name
    assert again.rank == i.rank
    assert not Item.objects.filter(price__gt=n).exists()


@specification
def saved_after_another_write():
    i = forall(Item)
    Item.objects.filter(pk=i.pk).update(hidden=True)
    i.price = 2
    i.save()
    assert Item.objects.get(pk=i.pk).hidden == i.hidden


@specification
def created():
    m = forall(Maker)
    w = forall(str)
    item = Item.objects.create(maker=m, name=w, price=1)
    assert item in m.items.all() and item.pk != m.pk
    assert Item.objects.filter(maker=m).count() < 3
    assert Item.objects.order_by("pk").last() == item


@specification
def created_if_missing():
    w = forall(str)
    maker, made = Maker.objects.get_or_create(name=w)
    assert made or maker.parent is None
    assert Maker.objects.filter(name=w).count() == 1


@specification
def unique_names():
    m = forall(Maker)
    w = forall(str)
    m.name = w
    try:
        m.save()
    except IntegrityError:
        assert Maker.objects.filter(name=w).exclude(pk=m.pk).exists()


@specification
def updated_rows():
    m = forall(Maker)
    changed = m.items.filter(hidden=False).update(hidden=True)
    assert not m.items.filter(hidden=False).exists()
    assert changed < 2


@specification
def counted_up():
    i = forall(Item)
    Item.objects.filter(pk=i.pk).update(stock=F("stock") + 1)
    assert Item.objects.get(pk=i.pk).stock == i.stock + 1


@specification
def deleted():
    m = forall(Maker)
    key = m.pk
    try:
        m.delete()
    except ProtectedError:
        assert Label.objects.filter(item__maker=key).exists()
    else:
        assert not Item.objects.filter(maker=key).exists()
        assert not Item.objects.filter(helper=key).exists()
        assert Maker.objects.count() < 2


@specification
def deleted_rows():
    Item.objects.filter(hidden=True, label=None).delete()
    assert not Item.objects.filter(hidden=True).exists() or Label.objects.exists()


@specification
def refreshed():
    i = forall(Item)
    assert i.price >= 0
    Item.objects.filter(pk=i.pk).update(price=2, rank=None)
    assert i.price < 3
    i.refresh_from_db()
    assert i.price == 2 and i.rank is None


@specification
def tags_added():
    i = forall(Item)
    t = forall(Tag)
    before = i.tags.count()
    i.tags.add(t)
    assert t in i.tags.all() and i.tags.count() <= before + 1
    i.tags.remove(t)
    assert t not in i.tags.all()


@specification
def tags_set():
    i = forall(Item)
    t = forall(Tag)
    i.tags.set([t])
    assert i.tags.count() == 1 and i.tags.get() == t
    t.items.clear()
    assert not i.tags.exists()


@specification
def quantifiers():
    m = forall(Maker)
    check(exists(Item, lambda i: and_(i.maker_id == m.pk, not_(i.hidden))))
    check(every(Item, lambda i: implies(i.rank == None, i.price < 3)))  # noqa: E711


@specification
def shown(client):
    i = forall(Item)
    response = client.get("item", pk=i.pk)
    assert response.status_code == 404 or response.context["object"] == i
    assert i.hidden or response.status_code == 200
    assert response.status_code == 404 or response.context["object"].helper is None


@specification(rows=2)
def listed(client):
    i = forall(Item)
    response = client.get("items")
    assert i not in list(response.context["object_list"]) or not i.hidden
    assert response.context["paginator"].num_pages < 2


@specification
def found_by_text(client):
    u = forall(User)
    w = forall(str)
    client.force_login(u)
    response = client.get("search", {"name": w})
    if response.status_code == 200:
        assert response.json()["name"] == w
        assert response.json()["id"] == Item.objects.filter(name=w).order_by("pk")[0].pk
    else:
        assert response.status_code == 302 or not Item.objects.filter(name=w).exists()


@specification
def named_in_the_address(client):
    w = forall(str)
    assume(w != "")
    response = client.get(f"/named/{w}/")
    assert response.status_code == 200 or response.status_code == 404


@specification
def only_staff(client):
    u = forall(User)
    i = forall(Item)
    client.force_login(u)
    response = client.get("item-staff", pk=i.pk)
    assert response.status_code != 200 or u.is_staff


@specification
def only_with_permission(client):
    u = forall(User)
    i = forall(Item)
    client.force_login(u)
    response = client.post("item-price", pk=i.pk)
    if response.status_code == 302:
        assert u.is_superuser
        assert response.url == f"/items/{client.get('item', pk=i.pk).context['object'].pk}/"
    else:
        assert response.status_code == 403 and Item.objects.get(pk=i.pk).price == i.price


@specification
def maker_made(client):
    w = forall(str)
    m = forall(Maker)
    response = client.post("maker-new", {"name": w, "parent": m.pk})
    assert response.status_code == 302 or w == "" or Maker.objects.filter(name=w).exists()
    assert not m.children.filter(name=w).exists()


@specification
def item_edited(client):
    i = forall(Item)
    w = forall(str)
    n = forall(int)
    s = forall(str)
    assume(n >= 0)
    response = client.post("item-edit", {"name": w, "size": s, "price": n}, pk=i.pk)
    again = Item.objects.get(pk=i.pk)
    if response.status_code == 302:
        assert again.name == w and again.price == n and (s == "S" or s == "L")
    assert again.maker == i.maker
    assert again.price == i.price


@specification
def item_deleted(client):
    i = forall(Item)
    client.post("item-delete", pk=i.pk)
    assert not Item.objects.filter(pk=i.pk).exists()


@specification
def queries_of_writes(captured):
    i = forall(Item)
    w = forall(str)
    with captured() as queries:
        i.price = 1
        i.save()
        Item.objects.filter(hidden=True).update(rank=1)
        Maker.objects.filter(name=w).count()
        found, made = Tag.objects.get_or_create(word="a")
    assert len(queries) == 4 or (made and len(queries) > 5)


@specification
def queries_of_pages(captured, client):
    u = forall(User)
    i = forall(Item)
    client.force_login(u)
    with captured() as queries:
        client.get("item-staff", pk=i.pk)
    assert len(queries) == 2 or (u.is_staff and len(queries) == 3 + (i.helper_id is not None) + 2)
