from django import forms
from django.contrib.auth.decorators import login_required, permission_required
from django.contrib.auth.mixins import UserPassesTestMixin
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.views.generic import CreateView, DeleteView, DetailView, ListView, UpdateView

from .models import Item, Maker


class ItemDetail(DetailView):
    queryset = Item.objects.filter(hidden=False)
    template_name = "item.html"


class ItemList(ListView):
    template_name = "items.html"
    paginate_by = 2

    def get_queryset(self):
        return Item.objects.filter(hidden=False).order_by("price", "pk")


class MakerForm(forms.ModelForm):
    class Meta:
        model = Maker
        fields = ["name", "parent"]


class MakerCreate(CreateView):
    form_class = MakerForm
    template_name = "form.html"
    success_url = reverse_lazy("items")


class ItemUpdate(UpdateView):
    model = Item
    fields = ["name", "size", "price"]
    template_name = "form.html"
    success_url = reverse_lazy("items")


class ItemDelete(DeleteView):
    model = Item
    template_name = "form.html"
    success_url = reverse_lazy("items")


class StaffOnly(UserPassesTestMixin, DetailView):
    model = Item
    template_name = "item.html"

    def test_func(self):
        return self.request.user.is_staff


@permission_required("shop.change_item", raise_exception=True)
def priced(request, pk):
    item = get_object_or_404(Item, pk=pk)
    item.price = item.price + 1
    item.save()
    return redirect("item", pk=item.pk)


@login_required
def search(request):
    found = Item.objects.filter(name=request.GET["name"]).first()
    if found is None:
        raise Http404
    return JsonResponse({"id": found.pk, "name": found.name})


def by_name(request, name):
    return render(request, "item.html", {"object": get_object_or_404(Item, name=name)})


def greet(request, pk):
    return HttpResponse(f"hello {get_object_or_404(Maker, pk=pk).name}")
