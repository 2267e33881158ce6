"""Models with NULL where values are unique, and with enumerations."""

from django.db import models


class Team(models.Model):
    name = models.CharField(max_length=9)


class Doc(models.Model):
    title = models.CharField(max_length=9)
    slug = models.CharField(max_length=9, null=True, unique=True)


class Badge(models.Model):
    """One for a document at most, and any number for none."""

    doc = models.OneToOneField(Doc, models.SET_NULL, null=True)


class Slot(models.Model):
    team = models.ForeignKey(Team, models.CASCADE, null=True)
    n = models.PositiveIntegerField(null=True)

    class Meta:
        unique_together = [("team", "n")]
        constraints = [models.CheckConstraint(condition=models.Q(n__lte=9), name="n_is_small")]


class Seat(models.Model):
    line = models.IntegerField(null=True)
    number = models.IntegerField(null=True)
    taken = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["line", "number"], condition=models.Q(taken=True), name="one_is_taken")]


class Ticket(models.Model):
    """SQLite does not have its constraint."""

    code = models.CharField(max_length=9, null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code"], nulls_distinct=False, name="no_two_nulls")]


class Task(models.Model):
    class State(models.TextChoices):
        OPEN = "open"
        DONE = "done"

    class Level(models.IntegerChoices):
        LOW = 1
        HIGH = 2

    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    level = models.IntegerField(choices=Level.choices, null=True)
