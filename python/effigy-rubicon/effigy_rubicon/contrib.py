"""Permissions and content types: Django keeps them in sets and dicts on instances and managers, and a path keeps them here."""

from importlib import import_module

from django.apps import apps
from django.db.models import Q

from . import expression as ex
from . import queries
from .path import alarm, require
from .related import quietly
from .values import Symbolic, and_, boolean, or_

_AT = "_rubicon_permissions"


def install(patches):
    """Patches what of the two applications is installed."""
    if apps.is_installed("django.contrib.auth"):
        _auth(patches)
    if apps.is_installed("django.contrib.contenttypes"):
        _content_types(patches)


def _auth(patches):
    backends, models = import_module("django.contrib.auth.backends"), import_module("django.contrib.auth.models")
    patches.symbolic(backends.ModelBackend, "has_perm", _has_perm)
    patches.symbolic(backends.ModelBackend, "has_module_perms", _has_module_perms)
    for kind in ("user", "group", "all"):
        patches.symbolic(backends.ModelBackend, f"get_{kind}_permissions", _permissions_of_backend(kind))
    patches.symbolic(models, "_user_get_permissions", _permissions)


def _is_symbolic(user):
    return isinstance(getattr(user, "pk", None), Symbolic)


class Permissions:
    """The permissions of a user from some sources, as they were when they were first asked for: Django remembers them on the instance."""

    def __init__(self, user, kinds):
        self.sources = [_remembered(user, kind) for kind in kinds]
        self.key = user.pk

    def having(self, condition):
        """Whether a permission that fulfils a condition is among them."""
        require().log_uncounted("a permission")
        permission = import_module("django.contrib.auth.models").Permission
        found = []
        for kind, at, superuser in self.sources:
            chosen = permission.objects.filter(condition)
            if not superuser:
                chosen = chosen.filter(**{"user": self.key} if kind == "user" else {"group__user": self.key})
            with quietly():
                found.append(boolean(queries.Rows(chosen.query, at).has(0)))
        return or_(*found)

    def __contains__(self, perm):
        condition = _named(perm)
        return condition is not None and bool(self.having(condition))

    def _refused(self, *_):
        alarm("the permissions of a user as a set, other than whether one is in it")

    __iter__ = __len__ = __bool__ = __eq__ = __ne__ = __or__ = __and__ = __sub__ = __le__ = __ge__ = __lt__ = __gt__ = _refused
    __ror__ = __rand__ = __rsub__ = issubset = issuperset = union = intersection = difference = isdisjoint = _refused
    __hash__ = None


def _remembered(user, kind):
    """After how many writes a source was first read, and whether all permissions were the user's then."""
    known = user.__dict__.setdefault(_AT, {})
    if kind not in known:
        known[kind] = (kind, require().at, bool(user.is_superuser))
    return known[kind]


def _named(perm):
    """The condition on a permission that `"app.codename"` is the name of; None for what names none."""
    if isinstance(perm, Symbolic):
        alarm(f"a permission whose name is the symbol {perm!r}")
    hash(perm)
    if not isinstance(perm, str) or "." not in perm:
        return None
    dots = [place for place, character in enumerate(perm) if character == "."]
    return Q(*(Q(content_type__app_label=perm[:d], codename=perm[d + 1 :]) for d in dots), _connector=Q.OR)


def _sources(kind):
    return ("user", "group") if kind == "all" else (kind,)


def _permissions_of_backend(kind):
    def get(original, backend, user_obj, obj=None):
        if not _is_symbolic(user_obj):
            return original(backend, user_obj, obj)
        if not user_obj.is_active or obj is not None:
            return set()
        return Permissions(user_obj, _sources(kind))

    return get


def _permissions(original, user, obj, from_name):
    """The permissions of a user by all backends: there has to be only one that knows any."""
    if not _is_symbolic(user):
        return original(user, obj, from_name)
    name = f"get_{from_name}_permissions"
    found = [getattr(backend, name)(user, obj) for backend in import_module("django.contrib.auth").get_backends() if hasattr(backend, name)]
    symbolic = [given for given in found if isinstance(given, Permissions)]
    if not symbolic:
        return set().union(*found)
    if len(found) > 1:
        alarm(f"{name} of several backends")
    return symbolic[0]


def _has_perm(original, backend, user_obj, perm, obj=None):
    if not _is_symbolic(user_obj):
        return original(backend, user_obj, perm, obj)
    if not user_obj.is_active:
        return False
    given = backend.get_all_permissions(user_obj, obj=obj)
    if not isinstance(given, Permissions):
        return perm in given
    condition = _named(perm)
    return False if condition is None else given.having(condition)


def _has_module_perms(original, backend, user_obj, app_label):
    if not _is_symbolic(user_obj):
        return original(backend, user_obj, app_label)
    if not user_obj.is_active:
        return False
    given = backend.get_all_permissions(user_obj)
    if isinstance(app_label, Symbolic):
        alarm(f"permissions for the symbol {app_label!r}")
    if not isinstance(given, Permissions):
        return any(perm[: perm.index(".")] == app_label for perm in given)
    return isinstance(app_label, str) and given.having(Q(content_type__app_label=app_label))


def _content_types(patches):
    models = import_module("django.contrib.contenttypes.models")
    manager = models.ContentTypeManager
    patches.symbolic(manager, "get_for_model", _for_model)
    patches.symbolic(manager, "get_for_models", _for_models)
    patches.symbolic(manager, "get_for_id", lambda _, self, id: _cached(("id", _key(id)), lambda: self.get(pk=id)))
    patches.symbolic(manager, "get_by_natural_key", lambda _, self, label, model: _of_names(self, label, model, self.get))
    patches.symbolic(manager, "_add_to_cache", lambda *_: None)
    patches.symbolic(models.ContentType, "model_class", _model_class)


def _key(value):
    return ex.canonical(value.expression) if isinstance(value, Symbolic) else value


def _cached(key, make):
    cache = require().scratch.setdefault("content types", {})
    if key not in cache:
        cache[key] = make()
    return cache[key]


def _of_names(manager, label, model, find):
    """The content type with these names, which it has as they were asked for."""

    def make():
        found = find(app_label=label, model=model)
        found.__dict__.update(app_label=label, model=model)
        return found

    return _cached((_key(label), _key(model)), make)


def _for_model(_, manager, model, for_concrete_model=True):
    options = manager._get_opts(model, for_concrete_model)

    def find(**names):
        try:
            return manager.get(**names)
        except manager.model.DoesNotExist:
            return manager.get_or_create(**names)[0]

    return _of_names(manager, options.app_label, options.model_name, find)


def _for_models(_, manager, *models, for_concrete_models=True):
    require().log_uncounted("content types of several models")
    with quietly():
        return {model: _for_model(None, manager, model, for_concrete_models) for model in models}


def _model_class(original, content_type):
    """The model of the names that the path decides on; none where no model has them."""
    label, name = content_type.app_label, content_type.model
    if not isinstance(label, Symbolic) and not isinstance(name, Symbolic):
        return original(content_type)
    chosen = (m for m in apps.get_models() if bool(and_(label == m._meta.app_label, name == m._meta.model_name)))
    return next(chosen, None)
