"""The views of the office, as they should be."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import PermissionDenied
from django.http import JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST
from django.views.generic import ListView

from .forms import DocumentForm
from .models import Document, Membership, Team


@login_required
def detail(request, pk):
    document = get_object_or_404(Document.objects.visible_to(request.user), pk=pk)
    return render(request, "office/detail.html", {"document": document})


class Documents(LoginRequiredMixin, ListView):
    """All documents that one may read, the newest first."""

    template_name = "office/list.html"

    def get_queryset(self):
        documents = Document.objects.visible_to(self.request.user).select_related("owner")
        return documents.order_by("-created_at", "pk")


class Pages(Documents):
    paginate_by = 1


@login_required
def team(request, pk):
    chosen = get_object_or_404(Team, pk=pk, memberships__user=request.user)
    documents = chosen.documents.visible_to(request.user).order_by("pk")
    return render(request, "office/team.html", {"team": chosen, "documents": documents})


@login_required
def edit(request, pk):
    document = get_object_or_404(Document.objects.visible_to(request.user), pk=pk)
    if not document.may_be_changed_by(request.user):
        raise PermissionDenied
    form = DocumentForm(request.POST or None, instance=document)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("document", pk=document.pk)
    return render(request, "office/edit.html", {"form": form})


@login_required
@require_POST
def remove(request, pk):
    document = get_object_or_404(Document, pk=pk, owner=request.user)
    document.delete()
    return redirect("documents")


@login_required
@require_POST
def join(request, pk):
    chosen = get_object_or_404(Team, pk=pk)
    if not Membership.objects.filter(user=request.user, team=chosen).exists():
        Membership.objects.create(user=request.user, team=chosen, role="reader")
    return redirect("team", pk=chosen.pk)


@login_required
def latest(request):
    document = Document.objects.visible_to(request.user).order_by("-created_at", "pk").first()
    return JsonResponse({"id": document and document.pk})
