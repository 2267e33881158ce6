from django.urls import path

from . import views

urlpatterns = [path("members/<int:pk>/", views.show, name="member")]
