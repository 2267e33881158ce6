"""Random specifications about rows with NULL, unique values, pairs and enumerations: what they write, how, and what they claim."""

HEAD = '''
from django.core.exceptions import MultipleObjectsReturned
from django.db import IntegrityError, transaction
from django.db.models import F
from effigy_rubicon import assume, exists, every, forall, specification
from gaps.models import Badge, Doc, Seat, Slot, Task, Team


def refused(write):
    try:
        with transaction.atomic():
            write()
    except (IntegrityError, MultipleObjectsReturned):
        return True
    return False
'''


class Theme:
    """A model, the values that its columns can get in terms of the rows `a` and `b` and of scalars, conditions on its rows, and claims."""

    def __init__(self, model, values, conditions, claims, fixed=""):
        self.model, self.values, self.conditions, self.claims, self.fixed = model, values, conditions, claims, fixed


THEMES = [
    Theme("Doc", {"slug": ["None", "'a'", "w", "b.slug"], "title": ["'a'", "w", "b.title"]},
          ["slug=None", "slug='a'", "slug=w", "slug__isnull=False", "title='b'", "slug=b.slug"],
          ["Doc.objects.filter(slug=w).count() <= 1", "Doc.objects.filter(slug=None).count() <= 1", "a.slug is None", "a.slug == w",
           "not Doc.objects.exclude(pk=a.pk).filter(slug=a.slug).exists()", "a.slug is None or not Doc.objects.exclude(pk=a.pk).filter(slug=a.slug).exists()",
           "a.pk == b.pk or a.slug is None or a.slug != b.slug"]),
    Theme("Slot", {"team": ["None", "b.team"], "n": ["None", "1", "n", "b.n", "F('n') + 1", "F('n')"]},
          ["n=None", "n=1", "n__gte=2", "team=None", "team=b.team", "team__isnull=False", "n=b.n"],
          ["Slot.objects.filter(team=None, n=1).count() <= 1", "Slot.objects.filter(n__lt=0).count() == 0", "Slot.objects.filter(n__gt=9).count() == 0",
           "Slot.objects.filter(n=None).count() < 3", "a.pk == b.pk or a.team_id is None or a.team_id != b.team_id or a.n is None or a.n != b.n",
           "not Slot.objects.exclude(pk=b.pk).filter(team=b.team, n=b.n).exists()"]),
    Theme("Seat", {"line": ["None", "1", "n", "b.line"], "number": ["None", "2", "b.number", "F('line')"], "taken": ["True", "False", "b.taken"]},
          ["taken=True", "line=1", "line=None", "number=b.number", "line=b.line"],
          ["Seat.objects.filter(line=1, number=2, taken=True).count() <= 1", "Seat.objects.filter(line=1, number=2).count() <= 1",
           "Seat.objects.filter(line=None, taken=True).count() <= 1", "a.taken == b.taken",
           "not (a.taken and Seat.objects.exclude(pk=a.pk).filter(line=a.line, number=a.number, taken=True).exists())"]),
    Theme("Badge", {"doc": ["None", "b.doc"]}, ["doc=None", "doc__isnull=False", "doc=b.doc", "doc__slug=None", "doc__title='a'"],
          ["Badge.objects.filter(doc=None).count() <= 1", "Badge.objects.filter(doc__title=w).count() <= Doc.objects.filter(title=w).count()",
           "a.pk == b.pk or a.doc_id is None or a.doc_id != b.doc_id", "Badge.objects.filter(doc=b.doc).count() <= 1"]),
    Theme("Task", {"state": ["'open'", "'done'", "w", "b.state", "Task.State.DONE"], "level": ["None", "1", "n", "b.level", "Task.Level.HIGH"]},
          ["state='open'", "state=Task.State.DONE", "level=None", "level__gte=2", "state=b.state"],
          ["a.state in ('open', 'done')", "a.level is None or a.level < 3", "Task.objects.exclude(state='open').exclude(state='done').count() == 0",
           "Task.objects.filter(level__gt=2).count() == 0", "b.state != w or w in ('open', 'done')", "a.level is None or a.level == 1"]),
]

# What no INSERT takes: it is about the row that is there.
_OF_THE_ROW = ("F(",)


def program(chance, number):
    """The source of one specification, and the model that it is about."""
    theme = chance.choice(THEMES)
    lines = [f"a = forall({theme.model}, 'a')", f"b = forall({theme.model}, 'b')", "w = forall(str, 'w')", "n = forall(int, 'n')"]
    if chance.random() < 0.4:
        lines.append(f"assume({chance.choice(assumptions(theme))})")
    results = []
    for step in range(chance.choice([1, 1, 1, 2])):
        lines += write(chance, theme, f"r{step}")
        results.append(f"r{step}")
    if chance.random() < 0.3:
        lines.append("b.refresh_from_db()")
    claims = [f"not {results[-1]}", results[0], *theme.claims, *theme.claims]
    claim = chance.choice(claims)
    if chance.random() < 0.3:
        claim = f"{chance.choice(results)} or {claim}"
    lines.append(f"assert {claim}")
    return f"\n\n@specification\ndef test_{number}():\n" + "".join(f"    {line}\n" for line in lines), theme.model


def assumptions(theme):
    column = next(iter(theme.values))
    found = [f"a.{column} == None", f"b.{column} == None", "a.pk != b.pk", f"{theme.model}.objects.count() >= 2"]
    return found + [f"{theme.model}.objects.filter({c}).exists()" for c in theme.conditions]


def given(chance, theme, of_row):
    """Some columns with new values."""
    columns = chance.sample(list(theme.values), chance.randint(1, min(2, len(theme.values))))
    allowed = {c: [v for v in theme.values[c] if of_row or not v.startswith(_OF_THE_ROW)] for c in columns}
    return {c: chance.choice(allowed[c]) for c in columns}


def arguments(values):
    return ", ".join(f"{c}={v}" for c, v in values.items())


def write(chance, theme, result):
    """The lines of one write; `result` is whether the database refused it."""
    model, kind = theme.model, chance.choice(["save", "save", "fields", "create", "update", "update", "bulk_create", "bulk_update", "get", "put", "delete"])
    new = given(chance, theme, False)
    if kind == "save":
        return [*(f"a.{c} = {v}" for c, v in new.items()), f"{result} = refused(a.save)"]
    if kind == "fields":
        new = given(chance, theme, True)
        return [*(f"a.{c} = {v}" for c, v in new.items()), f"{result} = refused(lambda: a.save(update_fields={list(new)}))", "a.refresh_from_db()"]
    if kind == "create":
        return [f"{result} = refused(lambda: {model}.objects.create({arguments(new)}))"]
    if kind == "update":
        return [f"{result} = refused(lambda: {model}.objects.filter({chance.choice([*theme.conditions, ''])}).update({arguments(new)}))"]
    if kind == "bulk_create":
        other = given(chance, theme, False)
        return [f"{result} = refused(lambda: {model}.objects.bulk_create([{model}({arguments(new)}), {model}({arguments(other)})]))"]
    if kind == "bulk_update":
        column = chance.choice(list(new))
        value = chance.choice([v for v in theme.values[column] if not v.startswith(_OF_THE_ROW)])
        return [f"{result} = False", "if a.pk != b.pk:", f"    a.{column}, b.{column} = {new[column]}, {value}",
                f"    {result} = refused(lambda: {model}.objects.bulk_update([a, b], ['{column}']))"]
    if kind == "get":
        return [f"{result} = refused(lambda: {model}.objects.get_or_create({arguments(new)}))"]
    if kind == "put":
        other = given(chance, theme, False)
        return [f"{result} = refused(lambda: {model}.objects.update_or_create({arguments(new)}, defaults=dict({arguments(other)})))"]
    return [f"{result} = False", f"{model}.objects.filter({chance.choice(theme.conditions)}).exclude(pk=a.pk).exclude(pk=b.pk).delete()"]
