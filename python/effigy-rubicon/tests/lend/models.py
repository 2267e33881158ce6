"""Models with what the shop has not: keys that are no numbers, constraints with conditions, restricted deletions."""

import uuid

from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone


class Country(models.Model):
    code = models.CharField(max_length=2, primary_key=True)


class Branch(models.Model):
    uid = models.UUIDField(primary_key=True, default=uuid.uuid4)
    country = models.ForeignKey(Country, models.CASCADE)


class Shelf(models.Model):
    number = models.SmallIntegerField(primary_key=True)


class Profile(models.Model):
    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    bio = models.CharField(max_length=20)


class Book(models.Model):
    class Status(models.TextChoices):
        DRAFT = "draft", "Draft"
        OUT = "out", "Lent out"

    owner = models.ForeignKey(User, models.CASCADE, related_name="books")
    title = models.CharField(max_length=20)
    status = models.CharField(max_length=5, choices=Status.choices, default=Status.DRAFT)
    copies = models.PositiveIntegerField(default=1)
    rating = models.IntegerField(null=True)
    extra = models.JSONField(default=dict)
    gone = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["title", "owner"], condition=models.Q(gone=False), name="one_is_there"),
            models.CheckConstraint(condition=models.Q(rating=None) | models.Q(rating__lte=models.F("copies")), name="rating_is_small"),
        ]


class Loan(models.Model):
    book = models.ForeignKey(Book, models.CASCADE, related_name="loans")
    days = models.IntegerField(default=1)


class House(models.Model):
    pass


class Room(models.Model):
    house = models.ForeignKey(House, models.CASCADE)


class Desk(models.Model):
    """Keeps its room from being deleted, unless its house goes with both."""

    house = models.ForeignKey(House, models.CASCADE)
    room = models.ForeignKey(Room, models.RESTRICT)


class Price(models.Model):
    """Its constraint is about values that have no meaning to the solver."""

    amount = models.DecimalField(max_digits=6, decimal_places=2)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(amount__gte=0), name="amount_not_negative")]


class Word(models.Model):
    text = models.CharField(max_length=9)

    class Meta:
        constraints = [models.UniqueConstraint(models.functions.Lower("text"), name="unlike_in_any_case")]
