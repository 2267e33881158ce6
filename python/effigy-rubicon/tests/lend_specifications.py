"""Specifications of the lending library, about what databases and Django do at the edges; compared with Django on random rows as those of the shop."""

import datetime
import enum
from decimal import Decimal

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import F, RestrictedError
from effigy_rubicon import assume, forall, specification
from lend.models import Book, Desk, House, Loan, Room
from lend.views import class_of
from shop.models import Item, Maker


class Word(str, enum.Enum):
    """A text whose str() is another one."""

    OUT = "out"


@specification
def numbers_of_other_types():
    i = forall(Item)
    n = forall(int)
    assert (n == Decimal(2)) == (n == 2) and (n == 2.0) == (n == 2)
    assert not (i.price == Decimal(1)) or i.hidden == 1.0


@specification
def texts_of_other_types():
    b = forall(Book)
    assert b.status != Word.OUT or Book.objects.filter(status=Word.OUT, rating=None).exists()


@specification
def lazy_texts():
    from django.utils.functional import lazystr

    w = forall(str)
    assert w != lazystr("a") and lazystr("b") != w


@specification
def times_without_zone():
    b = forall(Book)
    assert b.created != datetime.datetime(1970, 1, 1, 0, 0, 8)
    assert b.rating is None or b.created > datetime.datetime(1970, 1, 1, 0, 0, 8)


@specification
def joined_rows_of_a_key():
    b = forall(Book)
    found = Book.objects.filter(pk=b.pk, loans__days__gte=1)
    assert len(found) < 2
    Book.objects.filter(loans__days=2).get(pk=b.pk)


@specification
def rows_of_values():
    l = forall(Loan)
    assert (l.pk, 1) not in Loan.objects.values_list("pk", "days")
    assert l.days not in Loan.objects.values_list("days")


@specification
def rows_of_named_values():
    l = forall(Loan)
    assert {"days": 2} not in Loan.objects.values("days")
    assert l.days in Loan.objects.values_list("days", flat=True) and l.pk not in Loan.objects.all()


@specification
def rows_that_were_asked_for():
    one = forall(Loan)
    loans = Loan.objects.filter(days=2)
    before = one in loans
    Loan.objects.filter(days=2).update(days=3)
    assert (one in loans) == before and (not before or one not in loans.all()) and len(loans) < 2


@specification
def checked_by_the_database():
    b = forall(Book)
    n = forall(int)
    Book.objects.filter(pk=b.pk).update(rating=n)
    assert Book.objects.get(pk=b.pk).rating <= b.copies
    b.copies = b.copies - 1
    b.save()


@specification
def checked_in_many_rows():
    n = forall(int)
    try:
        Book.objects.filter(gone=True).update(copies=n)
    except IntegrityError:
        assert n < 2


@specification
def checked_in_a_new_row():
    u = forall(User)
    n = forall(int)
    Book.objects.create(owner=u, title="a", rating=n, copies=2, gone=True)
    assert n < 1


@specification
def unique_among_what_is_there():
    b = forall(Book)
    w = forall(str)
    made = Book.objects.create(owner=b.owner, title=w)
    assert made.created.second == 8 and not b.gone
    b.title = w
    b.save()


@specification
def many_come_back():
    w = forall(str)
    Book.objects.filter(title=w).update(gone=False)


@specification
def many_with_one_name():
    w = forall(str)
    Maker.objects.filter(parent=None).update(name=w)
    Item.objects.filter(hidden=True).update(name=w)


@specification
def nothing_to_update():
    n = forall(int)
    Loan.objects.filter(days=n).update(days=None)


@specification
def numbers_of_deleted_rows():
    b = forall(Book)
    loans = b.loans.count()
    number, by_model = b.delete()
    assert number == loans + 1 and by_model["lend.Book"] == 1 and by_model.get("lend.Loan", 0) == loans and loans < 2


@specification
def restricted_and_gone_together():
    h = forall(House)
    try:
        h.delete()
    except RestrictedError:
        assert Desk.objects.exclude(house=h).filter(room__house=h).exists() and Desk.objects.count() < 2


@specification
def broken_transactions():
    b = forall(Book)
    try:
        with transaction.atomic():
            try:
                Book.objects.create(owner=b.owner, title=b.title)
            except IntegrityError:
                Book.objects.count()
    except transaction.TransactionManagementError:
        assert b.rating is None


@specification
def broken_within_a_savepoint():
    b = forall(Book)
    made = 0
    with transaction.atomic():
        try:
            with transaction.atomic():
                Book.objects.create(owner=b.owner, title=b.title)
                made = 1
        except IntegrityError:
            assert Book.objects.filter(owner=b.owner).exists()
    assert made


@specification
def after_the_commit():
    b = forall(Book)
    seen = []
    with transaction.atomic():
        transaction.on_commit(lambda: seen.append(Loan.objects.filter(book=b).count()))
        with transaction.atomic():
            Loan.objects.filter(book=b).delete()
        assert not seen
    assert seen == [0] and b.gone


@specification
def texts_in_requests(client):
    u = forall(User)
    b = forall(Book)
    n = forall(int)
    response = client.post("owned", {"owner": u.pk, "copies": n, "gone": b.gone}, pk=b.pk, key=b.pk)
    assert response.status_code != 201
    assert response.status_code == 202 or n == 2


@specification
def sessions_keep_what_is_stored(client):
    b = forall(Book)
    assert client.get("basket").status_code == 200
    second, third = client.get("/basket/", {"more": "1"}).status_code, client.get("basket").status_code
    assert (second, third) == (203, 202) and b.gone


@specification
def words_of_choices(client):
    b = forall(Book)
    assert client.get("book", pk=b.pk).status_code == 200
    assert b.get_status_display() == "Draft" or b.rating is None


@specification
def rows_that_were_made():
    l = forall(Loan)
    house = House.objects.create()
    room = Room.objects.create(house=house)
    desk = Desk.objects.create(house=house, room=room)
    other = Loan.objects.create(book=l.book, days=2)
    assert desk.room.house == house and desk in Desk.objects.filter(room__house=house) and Room.objects.filter(pk=room.pk).exists()
    assert other.pk > l.pk and other != l and Loan.objects.filter(pk__in=[l.pk, other.pk]).count() == 2 and l.days == 1


@specification
def validated_rows():
    d = forall(Desk)
    d.full_clean()
    assert d.pk > 0 and not d.pk <= 0 and Desk.objects.count() < 3


@specification
def ordered_values():
    days = list(Loan.objects.order_by("-days").values_list("days", flat=True).distinct())
    assert all(a > b for a, b in zip(days, days[1:])) and len(days) < 3


@specification
def classes_of_values():
    b = forall(Book)
    assert class_of(b.title) is str and class_of(b.copies) is int and class_of(b) is Book and class_of(b.created).__name__ == "datetime"
    assert class_of(b.rating) == int or b.gone


@specification
def updated_or_made():
    w = forall(str)
    u = forall(User)
    assume(w != "")
    found, made = Book.objects.update_or_create(owner=u, title=w, gone=False, defaults={"copies": 3})
    Book.objects.filter(pk=found.pk).update(copies=F("copies") + 1)
    found.refresh_from_db()
    assert made and found.copies == 4
