from django.urls import path
from lend import views as lend

from . import views

urlpatterns = [
    path("items/", views.ItemList.as_view(), name="items"),
    path("items/<int:pk>/", views.ItemDetail.as_view(), name="item"),
    path("items/<int:pk>/edit/", views.ItemUpdate.as_view(), name="item-edit"),
    path("items/<int:pk>/delete/", views.ItemDelete.as_view(), name="item-delete"),
    path("items/<int:pk>/staff/", views.StaffOnly.as_view(), name="item-staff"),
    path("items/<int:pk>/price/", views.priced, name="item-price"),
    path("named/<str:name>/", views.by_name, name="named"),
    path("search/", views.search, name="search"),
    path("makers/new/", views.MakerCreate.as_view(), name="maker-new"),
    path("makers/<int:pk>/", views.greet, name="greet"),
    path("owned/<int:pk>/<str:key>/", lend.owned, name="owned"),
    path("basket/", lend.basket, name="basket"),
    path("books/<int:pk>/", lend.shown, name="book"),
]
