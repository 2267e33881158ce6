import logging

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from .models import Book


def owned(request, pk, key):
    """Compares what a request carries as text with keys and numbers."""
    book = get_object_or_404(Book, pk=pk)
    same = request.POST["owner"] == book.owner_id or key == book.pk or request.POST["copies"] == book.copies
    known = request.POST["copies"] in ("2", "02") or not request.POST["copies"] or request.POST["gone"] == "True"
    return HttpResponse(status=201 if same else 202 if known else 200)


def class_of(value):
    """What an application can ask of a class, and what is no question about a value."""
    made = type("Made", (), {})
    assert isinstance(made, type) and issubclass(type(made), type) and not isinstance(value, type)
    return type(value)


def basket(request):
    """Keeps a basket in the session, and forgets to say so when it changes."""
    if "basket" not in request.session:
        request.session["basket"] = {1: (1, 2)}
    elif request.GET.get("more"):
        request.session["basket"]["1"].append(3)
    found = request.session["basket"].get("1")
    return HttpResponse(status=200 if found is None else 200 + len(found))


def shown(request, pk):
    book = get_object_or_404(Book, pk=pk)
    logging.getLogger("lend").warning("%s is looked at", book.title)
    return render(request, "book.html", {"book": book})
