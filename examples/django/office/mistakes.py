"""The views of the office, each with one mistake that is easily made."""

from django.contrib.auth.decorators import login_required
from django.contrib.auth.mixins import LoginRequiredMixin
from django.db.models import Q
from django.http import JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST
from django.views.generic import ListView

from .forms import CarelessForm
from .models import Document, Membership, Team


@login_required
def detail(request, pk):
    # Anyone's private document of the team is shown.
    teams = Team.objects.filter(memberships__user=request.user)
    document = get_object_or_404(Document, pk=pk, team__in=teams, deleted_at__isnull=True)
    return render(request, "office/detail.html", {"document": document})


class Documents(LoginRequiredMixin, ListView):
    template_name = "office/list.html"

    def get_queryset(self):
        # Deleted documents are listed, and the owner is asked for once for each of them.
        teams = Team.objects.filter(memberships__user=self.request.user)
        documents = Document.objects.filter(Q(private=False) | Q(owner=self.request.user), team__in=teams)
        return documents.order_by("created_at", "pk")


class Pages(LoginRequiredMixin, ListView):
    template_name = "office/list.html"
    paginate_by = 1

    def get_queryset(self):
        # Hidden documents are left out after the pages are cut: their number shows.
        return Document.objects.filter(deleted_at__isnull=True).order_by("pk")

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        visible = Document.objects.visible_to(self.request.user)
        context["object_list"] = [d for d in context["object_list"] if d in visible]
        return context


@login_required
def team(request, pk):
    # Whether the user belongs to the team is not asked.
    chosen = get_object_or_404(Team, pk=pk)
    documents = chosen.documents.filter(Q(private=False) | Q(owner=request.user), deleted_at__isnull=True).order_by("pk")
    return render(request, "office/team.html", {"team": chosen, "documents": documents})


@login_required
def edit(request, pk):
    # Readers may edit, and the form takes the owner.
    document = get_object_or_404(Document.objects.visible_to(request.user), pk=pk)
    form = CarelessForm(request.POST or None, instance=document)
    if request.method == "POST" and form.is_valid():
        form.save()
        return redirect("document", pk=document.pk)
    return render(request, "office/edit.html", {"form": form})


@login_required
@require_POST
def remove(request, pk):
    # Whoever can read a document can remove it.
    document = get_object_or_404(Document.objects.visible_to(request.user), pk=pk)
    document.delete()
    return redirect("documents")


@login_required
@require_POST
def join(request, pk):
    # Who is a member already gets an error of the database.
    chosen = get_object_or_404(Team, pk=pk)
    Membership.objects.create(user=request.user, team=chosen, role="reader")
    return redirect("team", pk=chosen.pk)


@login_required
def latest(request):
    # The oldest comes first.
    document = Document.objects.visible_to(request.user).order_by("created_at", "pk").first()
    return JsonResponse({"id": document and document.pk})
