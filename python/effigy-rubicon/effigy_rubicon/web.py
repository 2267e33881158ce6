"""Requests on symbols: they travel through addresses, forms and pages as tokens, and come out as symbols again."""

import datetime
import decimal
import json
import re
import uuid

from django.core.exceptions import ValidationError
from django.contrib.auth.signals import user_logged_in
from django.forms import ModelChoiceField, boundfield
from django.forms import fields as form_fields
from django.http import JsonResponse, QueryDict
from django.test import Client as DjangoClient
from django.forms import CheckboxInput
from django.urls import converters, resolvers, reverse

from .path import TOKEN, alarm, current, require
from .values import Symbolic, SymbolicDigest, SymbolicOpaque, SymbolicTextOf, and_, or_, text_of

_TOKEN = re.compile(TOKEN + r"(\d{5})9")
_OPTIONS = {"data", "follow", "secure", "headers", "query_params", "content_type", "extra"}


def decode(text):
    """The symbol that a text stands for; the text itself if it has none in it."""
    if current() is None or not isinstance(text, str) or isinstance(text, Symbolic) or TOKEN not in text:
        return text
    found = _TOKEN.fullmatch(text)
    if found:
        return require().tokens[int(found.group(1))][1]
    return SymbolicOpaque({"rendered": text})


def decode_text(text):
    """The same where a request carries text only: the text of a number is no number."""
    found = decode(text)
    return text_of(found) if isinstance(found, Symbolic) else found


def encode(value):
    """A value with tokens in the place of symbols."""
    if isinstance(value, Symbolic):
        return require().token(value)
    if isinstance(value, dict):
        return {k: encode(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode(v) for v in value]
    return value


def decode_all(value):
    if isinstance(value, dict):
        return {k: decode_all(v) for k, v in value.items()}
    if isinstance(value, list):
        return [decode_all(v) for v in value]
    return decode(value)


def has_symbols(value):
    if isinstance(value, dict):
        return any(has_symbols(v) for v in value.values())
    if isinstance(value, (list, tuple)):
        return any(has_symbols(v) for v in value)
    return isinstance(value, Symbolic)


class Url:
    """An address with symbols in it. It equals another one of the same form if the symbols are equal."""

    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        other = other.text if isinstance(other, Url) else other
        if not isinstance(other, str) or _TOKEN.sub("#", other) != _TOKEN.sub("#", self.text):
            alarm(f"the address {self.text} is compared with {other}")
        pairs = zip(_TOKEN.findall(self.text), _TOKEN.findall(other))
        symbols = require().tokens
        return and_(*[symbols[int(a)][1] == symbols[int(b)][1] for a, b in pairs])

    def __getattr__(self, name):
        if name.startswith("__") or not hasattr(str, name):
            raise AttributeError(name)
        alarm(f"str.{name} of an address with symbols")

    __hash__ = None


class Page:
    """A response whose text depends on symbols: what it says is read from its context."""

    @property
    def content(self):
        alarm("the text of a page that has symbols in it: look at response.context")

    text = getvalue = content

    @property
    def url(self):
        return Url(self["Location"])


def guard(response):
    """Takes away what would be a guess: the text of a response with tokens in it."""
    if current() is None:
        return response
    data = response.__dict__.get("_rubicon_data")
    if data is not None:
        response.json = lambda **_: data
    text = b"" if response.streaming else response.content
    if TOKEN.encode() in text or TOKEN in response.headers.get("Location", ""):
        response.__class__ = type(type(response).__name__, (Page, type(response)), {})
    return response


class Client(DjangoClient):
    """Django's test client, which takes the name of a view and its arguments in the place of an address: `client.get("contact-detail", pk=c.pk)`."""

    def request(self, **request):
        return guard(super().request(**request))

    def force_login(self, user, backend=None):
        """Logs in. The time of the login is not stored, so that this is no write."""
        from django.contrib.auth.models import update_last_login

        removed = user_logged_in.disconnect(dispatch_uid="update_last_login")
        try:
            super().force_login(user, backend)
        finally:
            if removed:
                user_logged_in.connect(update_last_login, dispatch_uid="update_last_login")


def _method(name):
    original = getattr(DjangoClient, name)

    def call(self, path, data=None, **options):
        if isinstance(path, Symbolic):
            alarm("a request whose address is a symbol")
        if not path.startswith(("/", "http:", "https:")):
            arguments = {k: v for k, v in options.items() if k not in _OPTIONS and not k.isupper()}
            options = {k: v for k, v in options.items() if k not in arguments}
            path = reverse(path, kwargs=arguments)
        if data is not None:
            options["data"] = encode(data) if current() else data
        return original(self, path, **options)

    call.__name__ = name
    call.__doc__ = original.__doc__
    return call


for _name in ("get", "post", "head", "options", "put", "patch", "delete"):
    setattr(Client, _name, _method(_name))


def install(patches):
    """Where text comes in and goes out."""
    classes = {c for converter in converters.get_converters().values() for c in type(converter).__mro__}
    for holder in classes:
        if "to_url" in vars(holder):
            patches.symbolic(holder, "to_url", _to_url)
        if "to_python" in vars(holder):
            patches.symbolic(holder, "to_python", _to_python)
    patches.symbolic(QueryDict, "appendlist", lambda original, self, key, value: original(self, key, decode_text(value)))
    patches.symbolic(resolvers.RegexPattern, "match", _regex)
    patches.symbolic(json, "loads", lambda original, *a, **k: decode_all(original(*a, **k)))
    patches.symbolic(json.JSONEncoder, "default", _no_json)
    patches.symbolic(JsonResponse, "__init__", _json_response)
    forms(patches)
    auth(patches)


def class_of_converter(converter):
    """The class of values in an address; None for a converter of the application's own."""
    chosen = {converters.IntConverter: int, converters.UUIDConverter: uuid.UUID, converters.StringConverter: str}
    return next((made for holder, made in chosen.items() if isinstance(converter, holder)), None)


def _to_url(original, converter, value):
    if not isinstance(value, Symbolic):
        return original(converter, value)
    if class_of_converter(converter) not in (str, value.stands_for):
        alarm(f"{value!r} in an address, by {type(converter).__name__}")
    return require().token(value)


def _to_python(original, converter, value):
    value = decode(value)
    if not isinstance(value, Symbolic):
        return original(converter, value)
    return value if class_of_converter(converter) is value.stands_for else text_of(value)


def _regex(original, pattern, path):
    found = original(pattern, path)
    if found is None:
        return None
    rest, args, kwargs = found
    return rest, tuple(decode_text(a) for a in args), {k: decode_text(v) for k, v in kwargs.items()}


def _no_json(original, encoder, value):
    if isinstance(value, Symbolic):
        alarm(f"JSON of {value!r}")
    return original(encoder, value)


def _json_response(original, self, data, *args, **kwargs):
    if not has_symbols(data):
        return original(self, data, *args, **kwargs)
    self.__dict__["_rubicon_data"] = data
    return original(self, encode(data), *args, **kwargs)


def forms(patches):
    """Fields of forms clean symbols by their own rules; the text of widgets is a token."""
    for holder in vars(form_fields).values():
        if isinstance(holder, type) and issubclass(holder, form_fields.Field) and "to_python" in vars(holder):
            patches.symbolic(holder, "to_python", _clean)
    patches.symbolic(form_fields.ChoiceField, "valid_value", _valid_value)
    patches.symbolic(CheckboxInput, "value_from_datadict", _checked)
    patches.symbolic(boundfield.BoundField, "as_widget", _widget)
    patches.symbolic(ValidationError, "__iter__", _messages)


def _clean(original, field, value):
    if not isinstance(value, Symbolic):
        return original(field, value)
    if isinstance(field, form_fields.BooleanField):
        return bool(value)
    for kind, classes in _READ.items():
        if isinstance(field, kind):
            value = value.value if isinstance(value, SymbolicTextOf) else value
            if value.stands_for not in classes:
                alarm(f"the text {value!r} is read as a {type(field).__name__}")
    return value


# The classes of values that fields of forms make of text. A Decimal is a number that is no integer.
_READ = {
    form_fields.DecimalField: (decimal.Decimal,), form_fields.FloatField: (float,), form_fields.DateTimeField: (datetime.datetime,),
    form_fields.DateField: (datetime.date,), form_fields.UUIDField: (uuid.UUID,), form_fields.DurationField: (datetime.timedelta,),
    form_fields.TimeField: (datetime.time,), form_fields.IntegerField: (int,),
}


def _checked(original, widget, data, files, name):
    """A check box is set by any text but the word for false."""
    value = data.get(name)
    if isinstance(value, SymbolicTextOf):
        return bool(value.value) if value.value.kind == "bool" else True
    return original(widget, data, files, name)


def _valid_value(original, field, value):
    if not isinstance(value, Symbolic):
        return original(field, value)
    options = []
    for key, text in field.choices:
        options += [k for k, _ in text] if isinstance(text, (list, tuple)) else [key]
    return or_(*[value == str(option) for option in options])


def _messages(original, error):
    """Messages about a symbol show it as a token."""
    if has_symbols(getattr(error, "params", None)):
        error.params = encode(error.params)
    return original(error)


def _widget(original, bound, *args, **kwargs):
    if isinstance(bound.value(), Symbolic):
        return require().token(bound.value())
    if isinstance(bound.field, ModelChoiceField):
        require().log_uncounted("the options of a field of a form")
        return require().token(SymbolicOpaque({"rendered": f"the options of {bound.name}"}))
    return original(bound, *args, **kwargs)


def auth(patches):
    """Sessions of django.contrib.auth."""
    from django.contrib import auth as contrib
    from django.contrib.auth.base_user import AbstractBaseUser

    patches.symbolic(AbstractBaseUser, "_get_session_auth_hash", _session_hash)
    patches.symbolic(contrib, "constant_time_compare", _compare)


def _session_hash(original, user, secret=None):
    """The hash of a password is the same exactly if the password is: the password stands for it."""
    password = user.password
    return SymbolicDigest(password.expression) if isinstance(password, Symbolic) else original(user, secret=secret)


def _compare(original, left, right):
    if isinstance(left, Symbolic) or isinstance(right, Symbolic):
        return left == right
    return original(left, right)
