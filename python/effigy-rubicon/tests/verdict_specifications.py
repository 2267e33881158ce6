"""Specifications whose verdicts `test_verdicts.py` knows; they are collected by the pytest that it starts."""

import datetime
import uuid
from decimal import Decimal

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError
from django.db.models import F
from effigy_rubicon import and_, assume, check, every, exists, forall, implies, invariant, not_, specification
from gaps.models import Doc, Seat, Slot, Task, Ticket
from lend.models import Book, Branch, Country, Price, Profile, Word
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
def test_classes_of_values():
    c, b, i = forall(Country), forall(Branch), forall(Item)
    assert isinstance(c.code, str) and isinstance(b.country_id, str) and isinstance(b.pk, uuid.UUID)
    assert isinstance(i.weight, Decimal) and not isinstance(i.weight, float)


@specification
def test_profiles_have_users():
    p = forall(Profile)
    assert p.user.pk == p.user_id and p.user.profile == p


@specification
def test_profiles_are_of_one_user():
    p = forall(Profile)
    u = forall(User)
    assert u.profile == p


@specification
def test_one_is_there():
    a, b = forall(Book), forall(Book)
    assume(not_(a.gone) & not_(b.gone) & (a.title == b.title) & (a.owner_id == b.owner_id))
    assert a == b


@specification
def test_two_may_be_gone():
    a, b = forall(Book), forall(Book)
    assume((a.title == b.title) & (a.owner_id == b.owner_id))
    assert a == b


@specification
def test_copies_run_out():
    b = forall(Book)
    assume(b.rating == None)  # noqa: E711
    Book.objects.filter(pk=b.pk).update(copies=F("copies") - 1)


@specification
def test_documents_of_json():
    assert not Book.objects.filter(extra={"a": 1}).exists()


@specification
def test_no_zone():
    b = forall(Book)
    assert b.created > datetime.datetime(1970, 1, 1)


@specification
def test_made_rows_are_found():
    t = forall(Tag)
    made = Tag.objects.create(word="made")
    assert made.pk > t.pk and made in Tag.objects.all() and Tag.objects.filter(pk__in=[t.pk, made.pk]).count() == 2


@specification
def test_made_rows_are_not_lost():
    made = Tag.objects.create(word="made")
    assert not Tag.objects.filter(pk=made.pk, word="made").exists()


@specification
def test_prices_are_the_same():
    a, b = forall(Price), forall(Price)
    assert a.amount == b.amount


@specification
def test_prices_are_stored():
    p = forall(Price)
    p.save()
    assert Price.objects.count() > 0


@specification
def test_words_are_unlike():
    a, b = forall(Word), forall(Word)
    assert a.text != b.text or a == b


@specification(rows=0)
def test_of_no_rows():
    t = forall(Tag)
    assert t.word == "a"


@specification
def test_labels_are_single():
    a, b = forall(Label), forall(Label)
    assert a.item_id != b.item_id or a == b


def refused(write):
    try:
        write()
    except IntegrityError:
        return True
    return False


@specification
def test_nulls_are_saved_again():
    a, b = forall(Doc, "a"), forall(Doc, "b")
    assume((a.pk != b.pk) & (a.slug == None) & (b.slug == None))  # noqa: E711
    assert not refused(a.save)


@specification
def test_nulls_do_not_collide():
    a = forall(Doc, "a")
    assume(a.slug == None)  # noqa: E711
    assert refused(a.save)


@specification
def test_nulls_of_pairs_do_not_collide():
    b = forall(Slot)
    assume(and_(b.n == 3, b.team_id == None))  # noqa: E711
    assert not refused(lambda: Slot.objects.create(team=None, n=3))


@specification
def test_sums_of_nulls_do_not_collide():
    a = forall(Slot)
    a.n = F("n") + 1
    assume(Slot.objects.filter(n__isnull=False).count() == 0)
    assert not refused(lambda: a.save(update_fields=["n"]))


@specification
def test_seats_without_a_number_are_taken():
    a = forall(Seat)
    assume(a.number == None)  # noqa: E711
    a.taken = True
    assert not refused(a.save)


@specification
def test_what_sqlite_does_not_have():
    a = forall(Ticket)
    assert not refused(lambda: Ticket.objects.create(code=a.code))


@specification
def test_unique_values_collide():
    a, b = forall(Doc, "a"), forall(Doc, "b")
    assume(a.pk != b.pk)
    a.slug = b.slug
    assert not refused(a.save)


@specification
def test_no_permission_is_none():
    u = forall(User)
    if not u.is_superuser:
        assert not u.has_perm(None)


@specification
def test_content_types_are_the_same():
    assert ContentType.objects.get_for_model(User).pk == ContentType.objects.get_for_model(User).pk


@specification
def test_states_are_declared():
    t = forall(Task)
    assert t.state == "open" or t.state == "done"


@specification
def test_levels_are_declared():
    t = forall(Task)
    assert t.level is None or t.level != 7


@specification
def test_states_are_read_and_not_needed():
    t = forall(Task)
    if t.state == "open":
        assert t.state != "done"


@specification
def test_states_are_stored():
    t = forall(Task)
    assume(t.level == Task.Level.LOW)
    Task.objects.create(state="lost", level=9)
    assert t.state in ("open", "done")


@specification
def test_branches_need_choices():
    t = forall(Task)
    seen = "open" if t.state == "open" else "done" if t.state == "done" else None
    assert seen is not None


@specification
def test_texts_pass_validators():
    w = forall(str)
    assume(w != "")
    Doc(title=w).full_clean(exclude=["slug"])


@specification
def test_sums_do_not_overflow():
    i = forall(Item)
    assume(i.price <= 15)
    assert i.price + i.price <= 20
