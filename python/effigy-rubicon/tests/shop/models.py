from django.db import models


class Maker(models.Model):
    name = models.CharField(max_length=20, unique=True)
    parent = models.ForeignKey("self", models.SET_NULL, null=True, related_name="children")


class Tag(models.Model):
    word = models.CharField(max_length=20)


class Item(models.Model):
    SIZES = [("S", "small"), ("L", "large")]

    maker = models.ForeignKey(Maker, models.CASCADE, related_name="items")
    helper = models.ForeignKey(Maker, models.SET_NULL, null=True, blank=True, related_name="helped")
    name = models.CharField(max_length=20, blank=True)
    size = models.CharField(max_length=1, choices=SIZES, default="S")
    price = models.IntegerField(default=0)
    stock = models.PositiveIntegerField(default=0)
    rank = models.IntegerField(null=True, blank=True)
    hidden = models.BooleanField(default=False)
    sold_at = models.DateTimeField(null=True)
    made_on = models.DateField(null=True)
    weight = models.DecimalField(max_digits=6, decimal_places=2, default=1)
    tags = models.ManyToManyField(Tag, related_name="items")

    class Meta:
        unique_together = [("maker", "name")]
        constraints = [models.CheckConstraint(condition=models.Q(price__gte=0), name="price_not_negative")]


class Label(models.Model):
    """One for an item at most, and it keeps the item from being deleted."""

    item = models.OneToOneField(Item, models.PROTECT, related_name="label")
    text = models.CharField(max_length=20)
