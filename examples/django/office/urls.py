from django.urls import path

from . import views


def patterns(module):
    return [
        path("documents/", module.Documents.as_view(), name="documents"),
        path("documents/pages/", module.Pages.as_view(), name="pages"),
        path("documents/latest/", module.latest, name="latest"),
        path("documents/<int:pk>/", module.detail, name="document"),
        path("documents/<int:pk>/edit/", module.edit, name="edit"),
        path("documents/<int:pk>/remove/", module.remove, name="remove"),
        path("teams/<int:pk>/", module.team, name="team"),
        path("teams/<int:pk>/join/", module.join, name="join"),
    ]


urlpatterns = patterns(views)
