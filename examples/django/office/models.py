"""Documents of teams. A document is private to its owner, or open to the members of its team."""

from django.conf import settings
from django.db import models


class Team(models.Model):
    name = models.CharField(max_length=40)


class Membership(models.Model):
    ROLES = [("reader", "Reader"), ("editor", "Editor")]

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    team = models.ForeignKey(Team, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=ROLES)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "team"], name="one_membership")]


class DocumentQuerySet(models.QuerySet):
    def visible_to(self, user):
        """What a user may read: documents of the user's teams that are not deleted, private ones only if they are the user's."""
        return self.filter(
            models.Q(private=False) | models.Q(owner=user),
            team__in=Team.objects.filter(memberships__user=user),
            deleted_at__isnull=True,
        )


class Document(models.Model):
    team = models.ForeignKey(Team, models.CASCADE, related_name="documents")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="documents")
    title = models.CharField(max_length=40)
    private = models.BooleanField(default=False)
    created_at = models.DateTimeField()
    deleted_at = models.DateTimeField(null=True, blank=True)

    objects = DocumentQuerySet.as_manager()

    def may_be_changed_by(self, user):
        return self.team.memberships.filter(user=user, role="editor").exists()
