"""Related objects where Django would put keys into sets and dicts: prefetching, and the tables behind many-to-many fields."""

from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.db.models import query as django_query
from django.db.models import signals
from django.db.models.fields import related_descriptors

from . import records, schema
from .path import alarm, current, require


class quietly:
    """Queries that real Django answers from one that was counted."""

    def __enter__(self):
        require().quiet += 1

    def __exit__(self, *_):
        require().quiet -= 1


def install(patches):
    patches.symbolic(django_query, "prefetch_one_level", _prefetch)
    many, one = related_descriptors.create_forward_many_to_many_manager, related_descriptors.create_reverse_many_to_one_manager

    def create(superclass, rel, reverse):
        made = many(superclass, rel, reverse)
        for name, replacement in (("_add_items", _add), ("_remove_items", _remove), ("set", _set)):
            setattr(made, name, _choose(getattr(made, name), replacement))
        return _naming(made, rel.get_accessor_name() if reverse else rel.field.name)

    patches.set(related_descriptors, "create_forward_many_to_many_manager", create)
    named = lambda superclass, rel: _naming(one(superclass, rel), rel.get_accessor_name())  # noqa: E731
    patches.set(related_descriptors, "create_reverse_many_to_one_manager", named)
    for descriptor in _descriptors():
        descriptor.__dict__.pop("related_manager_cls", None)


def _naming(made, name):
    """Querysets of a manager know whose association they are: people read `c.opportunities`, and not its SQL."""
    original = made._apply_rel_filters

    def apply(self, queryset):
        plain = not queryset.query.where.children
        queryset = original(self, queryset)
        if current() is not None and plain:
            queryset.query.association = (records.expression_of(self.instance), name, len(queryset.query.where.children))
        return queryset

    made._apply_rel_filters = apply
    return made


def _choose(original, replacement):
    def method(self, *args, **kwargs):
        return (original if current() is None else replacement)(self, *args, **kwargs)

    method.alters_data = True
    return method


def _descriptors():
    """Managers that were made before are made again."""
    for model in schema.tables():
        for holder in model.__mro__:
            for descriptor in vars(holder).values():
                if isinstance(descriptor, related_descriptors.ReverseManyToOneDescriptor):
                    yield descriptor


def _prefetch(_, instances, prefetcher, lookup, level):
    """One query for all instances; each gets the rows that its own query gives."""
    require().log(f"prefetch {lookup.prefetch_through}")
    name = lookup.prefetch_through.split("__")[level]
    to_attr, as_attr = lookup.get_current_to_attr(level)
    querysets = lookup.get_current_querysets(level)
    found, more = [], []
    with quietly():
        for instance in instances:
            if hasattr(prefetcher, "_apply_rel_filters"):
                queryset = _rows_of(getattr(instance, name), querysets)
                more = list(queryset._prefetch_related_lookups)
                queryset._prefetch_related_lookups = ()
                found.extend(queryset)
                if as_attr:
                    setattr(instance, to_attr, list(queryset))
                else:
                    queryset._prefetch_done = True
                    instance._prefetched_objects_cache[_cache_name(getattr(instance, name))] = queryset
            elif querysets or as_attr:
                alarm("Prefetch of a single object with a queryset or an attribute of its own")
            else:
                found += [o for o in [_single(instance, name)] if o is not None]
    return found, more


def _rows_of(manager, querysets):
    if querysets:
        return manager._apply_rel_filters(querysets[0]._chain())
    return manager.get_queryset()


def _cache_name(manager):
    if hasattr(manager, "prefetch_cache_name"):
        return manager.prefetch_cache_name
    return manager.field.remote_field.cache_name


def _single(instance, name):
    try:
        return getattr(instance, name)
    except ObjectDoesNotExist:
        return None


def _refuse_receivers(manager):
    if signals.m2m_changed.has_listeners(manager.through):
        alarm(f"a receiver of signals about {manager.through._meta.label}")


def _keys(objects):
    return [o.pk if isinstance(o, models.Model) else o for o in objects]


def _add(manager, source, target, *objects, through_defaults=None):
    _refuse_receivers(manager)
    require().log_uncounted(f"rows that are added to {manager.through._meta.db_table}")
    with quietly():
        for key in _keys(objects):
            pair = {f"{source}_id": manager.related_val[0], f"{target}_id": key}
            if not manager.through._default_manager.filter(**pair).exists():
                manager.through._default_manager.create(**pair, **(through_defaults or {}))


def _remove(manager, source, target, *objects):
    if objects:
        _refuse_receivers(manager)
        manager.through._default_manager.filter(manager._build_remove_filters(_keys(objects))).delete()


def _set(manager, objects, *, clear=False, through_defaults=None):
    objects = tuple(objects)
    _refuse_receivers(manager)
    if manager.symmetrical:
        alarm("set() of a symmetrical many-to-many field")
    manager._remove_prefetched_objects()
    present = manager.through._default_manager.filter(**{manager.source_field_name: manager.related_val[0]})
    (present if clear else present.exclude(**{f"{manager.target_field_name}__in": _keys(objects)})).delete()
    manager.add(*objects, through_defaults=through_defaults)
