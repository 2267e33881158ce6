"""Checks specifications of Django applications for all databases of a bounded size: docs/rubicon.md leads through it."""

_WORDS = {
    "words": ("specification", "forall", "exists", "every", "assume", "check", "invariant"),
    "values": ("and_", "or_", "not_", "implies"),
    "web": ("Client",),
}

__all__ = [word for words in _WORDS.values() for word in words]


def __getattr__(name):
    """The words are loaded when they are asked for, because Django must be set up before its models are."""
    from importlib import import_module

    for module, words in _WORDS.items():
        if name in words:
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
