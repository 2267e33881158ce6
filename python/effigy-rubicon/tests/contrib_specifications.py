"""Permissions and content types, which Django keeps in sets and dicts."""

from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from effigy_rubicon import assume, forall, specification
from shop.models import Item


@specification
def test_none_is_no_permission():
    u = forall(User)
    if not u.is_superuser:
        assert not u.has_perm(None)


@specification
def test_names_without_a_point_are_no_permissions():
    u = forall(User)
    if not u.is_superuser:
        assert not u.has_perm("a")


@specification
def test_a_permission_is_asked_for():
    u = forall(User)
    assert not u.has_perm("a.b")


@specification
def test_names_have_points():
    u = forall(User)
    assert not u.has_perm("a.b.a")


@specification
def test_permissions_of_objects():
    u = forall(User)
    i = forall(Item)
    assert u.is_superuser or not u.has_perm("a.b", i)


@specification
def test_several_permissions():
    u = forall(User)
    assert not u.has_perms(["a.b", "a.a"])


@specification
def test_permissions_of_a_module():
    u = forall(User)
    assert not u.has_module_perms("a") or u.is_superuser


@specification
def test_inactive_users_have_none():
    u = forall(User)
    assert u.is_active or not (u.has_perm("a.b") or u.has_module_perms("a"))


@specification
def test_own_permissions():
    u = forall(User)
    assert "a.b" not in u.get_user_permissions()


@specification
def test_permissions_of_groups():
    u = forall(User)
    assert "a.b" not in u.get_group_permissions()


@specification
def test_permissions_are_the_users_or_their_groups():
    u = forall(User)
    own, of_groups = "a.b" in u.get_user_permissions(), "a.b" in u.get_group_permissions()
    assert u.has_perm("a.b") == (own or of_groups or (u.is_active and u.is_superuser))


@specification
def test_permissions_are_remembered():
    """Django reads them once for an instance."""
    u = forall(User)
    p = forall(Permission)
    assume(not u.is_superuser)
    before = u.has_perm("a.b")
    u.user_permissions.add(p)
    assert u.has_perm("a.b") == before


@specification
def test_permissions_of_a_fresh_user():
    u = forall(User)
    p = forall(Permission)
    assume(u.is_active)
    u.user_permissions.add(p)
    assert User.objects.get(pk=u.pk).has_perm("a.b") or p.codename != "b" or p.content_type.app_label != "a"


@specification
def test_a_content_type_is_found_or_made():
    a = ContentType.objects.get_for_model(User)
    b = ContentType.objects.get_for_model(User)
    assert a.pk == b.pk and a.model_class() is User


@specification
def test_content_types_are_unlike():
    a, b = ContentType.objects.get_for_models(User, Item).values()
    assert a.pk != b.pk


@specification
def test_a_content_type_is_got_by_its_key():
    c = forall(ContentType)
    assert ContentType.objects.get_for_id(c.pk).app_label == c.app_label


@specification
def test_a_content_type_is_got_by_its_names():
    c = ContentType.objects.get_by_natural_key("a", "b")
    assert c.app_label == "a" and c.model == "b" and c.model_class() is None
