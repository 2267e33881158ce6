"""Every way to write a NULL, or a value, where values are unique. Rows that the database refuses raise what it raises, and no others do."""

from django.db import IntegrityError, transaction
from django.db.models import F
from effigy_rubicon import assume, forall, specification
from gaps.models import Badge, Doc, Seat, Slot, Ticket


def refused(write):
    """Whether the database refuses a write, which leaves nothing then."""
    try:
        with transaction.atomic():
            write()
    except IntegrityError:
        return True
    return False


@specification
def test_a_row_is_saved_again():
    a = forall(Doc)
    assert not refused(a.save)


@specification
def test_a_row_is_saved_with_the_value_of_another_one():
    a = forall(Doc)
    b = forall(Doc)
    a.slug = b.slug
    assert not refused(a.save)


@specification
def test_a_row_is_saved_with_null():
    a = forall(Doc)
    a.slug = None
    assert not refused(lambda: a.save(update_fields=["slug"]))


@specification
def test_pairs_are_saved():
    a = forall(Slot)
    b = forall(Slot)
    a.team = b.team
    assert not refused(a.save)


@specification
def test_pairs_with_a_sum_are_saved():
    a = forall(Slot)
    a.n = F("n") + 1
    assert not refused(lambda: a.save(update_fields=["n"]))


@specification
def test_null_is_created():
    assert not refused(lambda: Doc.objects.create(title="a", slug=None))


@specification
def test_a_value_is_created():
    b = forall(Doc)
    assert not refused(lambda: Doc.objects.create(title="a", slug=b.slug))


@specification
def test_pairs_are_created():
    b = forall(Slot)
    assert not refused(lambda: Slot.objects.create(team=b.team, n=b.n))


@specification
def test_all_rows_get_null():
    assert not refused(lambda: Doc.objects.update(slug=None))


@specification
def test_all_rows_get_a_value():
    assert not refused(lambda: Doc.objects.update(slug="a"))


@specification
def test_some_rows_get_a_team():
    b = forall(Slot)
    assert not refused(lambda: Slot.objects.filter(n__gte=2).update(team=b.team))


@specification
def test_several_rows_are_created_at_once():
    b = forall(Doc)
    w = forall(str)
    assert not refused(lambda: Doc.objects.bulk_create([Doc(title="a", slug=w), Doc(title="b", slug=None), Doc(title="c", slug=b.slug)]))


@specification
def test_nulls_are_created_at_once():
    assert not refused(lambda: Doc.objects.bulk_create([Doc(title="a"), Doc(title="b")]))


@specification
def test_several_rows_are_changed_at_once():
    a = forall(Doc)
    b = forall(Doc)
    assume(a.pk != b.pk)
    a.slug, b.slug = b.slug, forall(str, "w")
    assert not refused(lambda: Doc.objects.bulk_update([a, b], ["slug"]))


@specification
def test_nulls_are_stored_at_once():
    a = forall(Slot)
    b = forall(Slot)
    assume(a.pk != b.pk)
    a.team, b.team, b.n = None, None, a.n
    assert not refused(lambda: Slot.objects.bulk_update([a, b], ["team", "n"]))


@specification
def test_a_row_of_null_is_got_or_created():
    made = []
    try:
        made.append(Doc.objects.get_or_create(slug=None, defaults={"title": "a"})[1])
    except Doc.MultipleObjectsReturned:
        return
    assert made != [True]


@specification
def test_a_row_of_a_value_is_got_or_created():
    w = forall(str)
    assert not refused(lambda: Doc.objects.get_or_create(title="a", defaults={"slug": w}))


@specification
def test_a_row_is_updated_or_created():
    b = forall(Doc)
    w = forall(str)
    assert not refused(lambda: Doc.objects.update_or_create(slug=w, defaults={"slug": b.slug}))


@specification
def test_a_row_of_null_is_updated_or_created():
    assume(Doc.objects.filter(slug=None).count() < 2)
    assert not refused(lambda: Doc.objects.update_or_create(slug=None, defaults={"title": "b"}))


@specification
def test_seats_are_taken():
    a = forall(Seat)
    a.taken = True
    assert not refused(a.save)


@specification
def test_all_seats_are_taken():
    assert not refused(lambda: Seat.objects.filter(line=1).update(taken=True))


@specification
def test_seats_are_created_at_once():
    b = forall(Seat)
    assert not refused(lambda: Seat.objects.bulk_create([Seat(line=b.line, number=1, taken=True), Seat(line=1, number=b.number, taken=True)]))


@specification
def test_badges_are_of_one_document():
    a = forall(Badge)
    b = forall(Badge)
    a.doc = b.doc
    assert not refused(a.save)


@specification
def test_nulls_that_sqlite_does_not_tell_apart():
    b = forall(Ticket)
    assert not refused(lambda: Ticket.objects.create(code=b.code))


@specification
def test_what_was_written_before_is_undone():
    a = forall(Doc)
    b = forall(Doc)
    assume(a.pk != b.pk)

    def write():
        Doc.objects.create(title="new")
        a.title = "changed"
        a.save()
        b.slug = a.slug
        b.save()

    assert not refused(write) or (Doc.objects.filter(title="new").count() == 0 and Doc.objects.get(pk=a.pk).title != "changed")
