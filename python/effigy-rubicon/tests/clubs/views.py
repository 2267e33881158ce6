"""What the request of tests/conformance/rubicon does."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from .models import MODELS


def show(request, pk):
    member = get_object_or_404(MODELS["Member"], pk=pk)
    if member.club is None:
        return redirect("/")
    if not member.active:
        raise PermissionDenied
    return HttpResponse("shown")
