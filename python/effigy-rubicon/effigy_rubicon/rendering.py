"""Templates on symbols: what is only shown becomes a token; what a template branches on forks the path."""

import copy

from django.db.models import Model
from django.db.models.query import QuerySet
from django.template import base, defaulttags
from django.template.defaulttags import IfChangedNode

from .path import alarm, require
from .records import is_symbolic
from .values import Symbolic, SymbolicCount, SymbolicOpaque

# Filters that look at no more of a value than its operators say.
_BY_OPERATORS = {"default", "default_if_none", "yesno", "length", "first", "last"}


def install(patches):
    original = base.render_value_in_context
    patches.symbolic(base, "render_value_in_context", _render)
    if getattr(defaulttags, "render_value_in_context", None) is original:
        patches.symbolic(defaulttags, "render_value_in_context", _render)
    patches.symbolic(base.FilterExpression, "resolve", _resolve)
    patches.symbolic(IfChangedNode, "render", _if_changed)


def shown(value):
    """Whether a value is shown as something that depends on symbols."""
    if isinstance(value, Model):
        return is_symbolic(value)
    if isinstance(value, (list, tuple, set)):
        return any(shown(v) for v in value)
    if isinstance(value, dict):
        return any(shown(v) for v in value.values())
    return isinstance(value, (Symbolic, QuerySet))


def _render(original, value, context):
    if isinstance(value, SymbolicCount) or not shown(value):
        return original(value.number() if isinstance(value, SymbolicCount) else value, context)
    return require().token(value if isinstance(value, Symbolic) else _opaque(value))


def _opaque(*values):
    return SymbolicOpaque({"rendered": ", ".join(_words(v) for v in values)})


def _words(value):
    return f"{type(value).__name__} {value.pk!r}" if isinstance(value, Model) else repr(value)


def _resolve(original, expression, context, ignore_failures=False):
    """Filters one after another: one that makes text of a symbol gives something that can only be shown."""
    if not expression.filters:
        return original(expression, context, ignore_failures)
    step = copy.copy(expression)
    step.filters = []
    value = original(step, context, ignore_failures)
    for function, arguments in expression.filters:
        given = [a.resolve(context) if lookup else a for lookup, a in arguments]
        symbolic = [v for v in [value, *given] if shown(v) and not isinstance(v, SymbolicCount)]
        name = getattr(function, "_filter_name", function.__name__)
        if symbolic and name not in _BY_OPERATORS:
            value = _opaque(*symbolic)
        else:
            step.is_var, step.var, step.filters = False, value, [(function, arguments)]
            value = original(step, context, ignore_failures)
    return value


def _if_changed(original, node, context):
    if not node._varlist:
        alarm("ifchanged without arguments, which compares text")
    return original(node, context)
