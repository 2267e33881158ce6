"""What must hold of the office, whatever is in its database."""

from django.contrib.auth.models import User
from effigy_rubicon import assume, exists, forall, specification
from office.models import Document, Membership, Team


def belongs(user, team):
    return exists(Membership, lambda m: (m.user_id == user.pk) & (m.team_id == team))


@specification
def test_private_documents_are_their_owners(client):
    u = forall(User)
    d = forall(Document)
    assume(d.private & (d.owner_id != u.pk))
    client.force_login(u)
    response = client.get("document", pk=d.pk)
    assert response.status_code != 200


@specification
def test_only_editors_change_documents(client):
    u = forall(User)
    d = forall(Document)
    title = forall(str)
    client.force_login(u)
    client.post("edit", {"title": title, "owner": d.owner_id}, pk=d.pk)
    editor = exists(Membership, lambda m: (m.user_id == u.pk) & (m.team_id == d.team_id) & (m.role == "editor"))
    assume(d.title != Document.objects.get(pk=d.pk).title)
    assert editor


@specification
def test_deleted_documents_are_not_listed(client):
    u = forall(User)
    d = forall(Document)
    assume(d.deleted_at != None)  # noqa: E711
    client.force_login(u)
    response = client.get("documents")
    assert response.status_code != 200 or d not in response.context["object_list"]


@specification
def test_teams_see_their_own_documents(client):
    u = forall(User)
    d = forall(Document)
    t = forall(Team)
    client.force_login(u)
    response = client.get("team", pk=t.pk)
    if response.status_code == 200 and d in response.context["documents"]:
        assert belongs(u, d.team_id)


@specification
def test_pages_do_not_tell_of_hidden_documents(client):
    u = forall(User)
    client.force_login(u)
    response = client.get("pages")
    if response.status_code == 200:
        assert response.context["paginator"].count <= Document.objects.visible_to(u).count()


@specification
def test_owners_stay(client):
    u = forall(User)
    other = forall(User)
    d = forall(Document)
    title = forall(str)
    client.force_login(u)
    client.post("edit", {"title": title, "owner": other.pk}, pk=d.pk)
    assert Document.objects.get(pk=d.pk).owner_id == d.owner_id


@specification
def test_only_owners_remove_documents(client):
    u = forall(User)
    d = forall(Document)
    client.force_login(u)
    client.post("remove", pk=d.pk)
    if not Document.objects.filter(pk=d.pk).exists():
        assert d.owner_id == u.pk


@specification
def test_lists_take_four_queries(client, django_queries):
    u = forall(User)
    client.force_login(u)
    with django_queries() as queries:
        client.get("documents")
    assert len(queries) <= 4


@specification
def test_joining_twice_is_no_error(client):
    u = forall(User)
    t = forall(Team)
    client.force_login(u)
    response = client.post("join", pk=t.pk)
    assert response.status_code == 302


@specification
def test_the_latest_is_the_newest(client):
    u = forall(User)
    d = forall(Document)
    client.force_login(u)
    response = client.get("latest")
    if response.status_code == 200 and d in Document.objects.visible_to(u):
        assert Document.objects.get(pk=response.json()["id"]).created_at >= d.created_at
