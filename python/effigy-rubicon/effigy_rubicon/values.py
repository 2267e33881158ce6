"""Symbolic scalars. None of them is ever null: where a nullable column is read the path forks into None and a symbol.

`isinstance` sees the class of the value that a symbol stands for. Whatever Python would only do with a concrete value
ends the path by name.
"""

import datetime
import linecache
import numbers
import re
import sys

from django.conf import settings

from . import expression as ex
from .path import alarm, asked_by_application, in_specification, require


class Symbolic:
    """A value that is known by its expression only."""

    kind = "opaque"
    stands_for = object
    order = False
    arithmetic = False

    def __init__(self, expression):
        self.expression = expression

    @property
    def __class__(self):
        return self.stands_for

    def __repr__(self):
        return f"<{ex.text(self.expression)}>"

    def __eq__(self, other):
        right = self.operand(other)
        if right is None:
            # What is of another type may know better: a lazy text, a Decimal.
            return False if other is None or isinstance(other, Symbolic) else NotImplemented
        return boolean(ex.equality(self.expression, right))

    def __ne__(self, other):
        same = self.__eq__(other)
        return same if same is NotImplemented else not_(same)

    def operand(self, other):
        """The expression of what may equal this; None if nothing here says that it does. None itself is only equal to a value of a quantifier, which may be null."""
        if isinstance(other, Symbolic) and (other.kind, other.stands_for) == (self.kind, self.stands_for):
            return other.expression
        if other is None:
            return ex.NULL if self.may_be_null() else None
        if isinstance(other, Symbolic):
            return self.other_symbol(other)
        return self.concrete(other)

    def may_be_null(self):
        return getattr(self, "nullable", False)

    def other_symbol(self, other):
        numbers_both = self.stands_for in (bool, int) and other.stands_for in (bool, int)
        if numbers_both or self.stands_for is other.stands_for or "opaque" in (self.kind, other.kind):
            alarm(f"{self!r} is compared with {other!r}, which is of another type")
        return None

    def concrete(self, other):
        return ex.constant(other) if isinstance(other, self.stands_for) else None

    def _ordered(self, name, other):
        if other is None and not self.may_be_null():
            raise TypeError(f"'{name}' not supported between instances of '{self.stands_for.__name__}' and 'NoneType'")
        if not self.order:
            alarm(f"the order of {self!r}, of type {self.kind}")
        if isinstance(other, Symbolic) and (other.kind, other.stands_for) != (self.kind, self.stands_for):
            alarm(f"the order of {self!r} and {other!r}")
        right = self.operand(other)
        if right is None:
            return NotImplemented
        if right == self.expression:
            return name in ("<=", ">=")
        return boolean(ex.operation(name, self.expression, right))

    def __lt__(self, other):
        return self._ordered("<", other)

    def __le__(self, other):
        return self._ordered("<=", other)

    def __gt__(self, other):
        return self._ordered(">", other)

    def __ge__(self, other):
        return self._ordered(">=", other)

    def __bool__(self):
        alarm(f"whether {self!r} is true")

    def __copy__(self):
        return self

    def __deepcopy__(self, _):
        return self

    def __hash__(self):
        if sys._getframe(1).f_code.co_name == "_apply_rel_filters":
            return hash(ex.canonical(self.expression))
        alarm(f"{self!r} as a key of a dict or a member of a set")

    def __getattr__(self, name):
        if name.startswith("_") or not hasattr(self.stands_for, name):
            raise AttributeError(f"{type(self).__name__} has no attribute {name}")
        alarm(f"{self.stands_for.__name__}.{name} of {self!r}")


def _refused(name, words):
    def method(self, *_, **__):
        alarm(f"{words} of {self!r}")

    method.__name__ = name
    return method


def _formatted(self, spec):
    """In the call of the specification that makes a request, f"/contacts/{c.pk}/" carries the symbol in the address."""
    caller = sys._getframe(1)
    if caller.f_code.co_filename == require().scratch.get("file") and not spec:
        line = linecache.getline(caller.f_code.co_filename, caller.f_lineno)
        if re.search(r"\.(get|post|put|patch|delete|head|options)\(", line):
            return require().token(self)
    alarm(f"the text of {self!r}")


Symbolic.__format__ = _formatted

for _name, _words in {
    "__str__": "the text", "__bytes__": "the bytes", "__int__": "int()", "__float__": "float()",
    "__complex__": "complex()", "__index__": "the use as an index", "__round__": "round()", "__len__": "len()",
    "__reduce_ex__": "a copy or a pickle", "__fspath__": "the use as a path", "__trunc__": "the integer part",
    "__floor__": "floor()", "__ceil__": "ceil()", "__abs__": "abs()", "__neg__": "the negative", "__pos__": "the positive",
    "__invert__": "~ (write not_(...))", "__add__": "+", "__radd__": "+", "__sub__": "-", "__rsub__": "-", "__mul__": "*",
    "__rmul__": "*", "__mod__": "%", "__rmod__": "%", "__truediv__": "/", "__rtruediv__": "/", "__floordiv__": "//",
    "__rfloordiv__": "//", "__pow__": "**", "__rpow__": "**", "__lshift__": "<<", "__rshift__": ">>", "__and__": "&",
    "__or__": "|", "__xor__": "^", "__rand__": "&", "__ror__": "|", "__rxor__": "^", "__divmod__": "divmod()",
}.items():
    setattr(Symbolic, _name, _refused(_name, _words))


class SymbolicBool(Symbolic):
    kind = "bool"
    stands_for = bool

    def __bool__(self):
        return require().decide(self.expression)

    def __and__(self, other):
        return and_(self, other)

    def __or__(self, other):
        return or_(self, other)

    __rand__, __ror__ = __and__, __or__

    def concrete(self, other):
        if isinstance(other, numbers.Number) and other in (0, 1):
            return {"bool": bool(other)}
        return None


class SymbolicInt(Symbolic):
    kind = "int"
    stands_for = int
    order = True

    def __bool__(self):
        return bool(boolean(ex.operation("!=", self.expression, {"int": 0})))

    def concrete(self, other):
        if isinstance(other, int):
            return {"int": int(other)}
        if isinstance(other, numbers.Number):
            if other == other // 1:
                return {"int": int(other)}
            alarm(f"{self!r} is compared with the {type(other).__name__.lower()} {other}")
        return None

    def _arithmetic(self, name, other, swapped=False):
        if isinstance(other, Symbolic):
            right = other.expression if other.kind == "int" else None
        else:
            right = self.concrete(other) if isinstance(other, int) else None
        if other is None and not self.may_be_null():
            raise TypeError(f"unsupported operand type(s) for {name}: 'int' and 'NoneType'")
        if right is None:
            alarm(f"{self!r} {name} {other!r}")
        pair = (right, self.expression) if swapped else (self.expression, right)
        return SymbolicInt(ex.operation(name, *pair))

    def __add__(self, other):
        return self._arithmetic("+", other)

    def __sub__(self, other):
        return self._arithmetic("-", other)

    def __mul__(self, other):
        return self._arithmetic("*", other)

    def __radd__(self, other):
        return self._arithmetic("+", other, True)

    def __rsub__(self, other):
        return self._arithmetic("-", other, True)

    __rmul__ = __mul__

    def __neg__(self):
        return 0 - self


class SymbolicCount(SymbolicInt):
    """How many rows a query has: from `low`, and up to `most` if that is known. Where Python needs the number itself, the path forks on it."""

    def __init__(self, expression, low=0, most=None):
        super().__init__(expression)
        self.low, self.most = low, most

    def number(self):
        path = require()
        for number in range(self.low, self.low + path.limits.rows + 1):
            if number == self.most or path.decide(ex.operation("==", self.expression, {"int": number})):
                return number
        path.stop(f"limit: {path.limits.rows} rows of one query")

    def _shifted(self, distance):
        if distance == 0:
            return self
        name = "+" if distance > 0 else "-"
        moved = ex.operation(name, self.expression, {"int": abs(distance)})
        return SymbolicCount(moved, self.low + distance, None if self.most is None else self.most + distance)

    def __add__(self, other):
        return self._shifted(other) if type(other) is int else super().__add__(other)

    def __sub__(self, other):
        return self._shifted(-other) if type(other) is int else super().__sub__(other)

    __radd__ = __add__

    def __index__(self):
        return self.number()

    __int__ = __hash__ = __len__ = __trunc__ = __floor__ = __ceil__ = __index__

    def __float__(self):
        return float(self.number())

    def __str__(self):
        return str(self.number())

    def __format__(self, spec):
        return format(self.number(), spec)

    def __truediv__(self, other):
        return self.number() / other

    def __floordiv__(self, other):
        return self.number() // other

    def __mod__(self, other):
        return self.number() % other


class SymbolicText(Symbolic):
    kind = "text"
    stands_for = str

    def __bool__(self):
        return bool(boolean(ex.operation("!=", self.expression, {"text": ""})))

    def __contains__(self, _):
        alarm(f"`in` of the text {self!r}")

    def __iter__(self):
        alarm(f"the characters of {self!r}")

    def __getitem__(self, _):
        alarm(f"the characters of {self!r}")


class SymbolicTextOf(Symbolic):
    """The text of a symbol that is no text, as requests carry it. It is never equal to what it is the text of, and never empty."""

    kind = "text of a value"
    stands_for = str

    def __init__(self, value):
        self.value = value

    @property
    def expression(self):
        return self.value.expression

    def __repr__(self):
        return f"<the text of {ex.text(self.expression)}>"

    def __bool__(self):
        return True

    def __eq__(self, other):
        if isinstance(other, SymbolicTextOf) and (other.value.kind, other.value.stands_for) == (self.value.kind, self.value.stands_for):
            return self.value == other.value
        if isinstance(other, Symbolic) and other.stands_for is str:
            alarm(f"{self!r} is compared with {other!r}")
        return self._says(other) if isinstance(other, str) and not isinstance(other, Symbolic) else False

    def _says(self, text):
        if self.value.kind == "bool":
            return self.value == (text == "True") if text in ("True", "False") else False
        if self.value.stands_for is not int:
            alarm(f"{self!r} is compared with {text!r}")
        return self.value == int(text) if re.fullmatch("0|-?[1-9][0-9]*", text) else False

    def strip(self):
        return self

    __hash__ = Symbolic.__hash__


def text_of(value):
    """A symbol as it is in a text: itself if it is one."""
    return value if value.stands_for is str or isinstance(value, SymbolicOpaque) and "rendered" in value.expression else SymbolicTextOf(value)


class SymbolicDigest(SymbolicText):
    """The digest of a text: it is the same exactly if the text is, and never empty."""

    def __bool__(self):
        return True


class SymbolicTime(Symbolic):
    """Seconds since 1970. A concrete length of time can be added; the difference to a concrete time is compared with one."""

    kind = "time"
    stands_for = datetime.datetime
    order = True
    unit = datetime.timedelta(seconds=1)

    def __bool__(self):
        return True

    def concrete(self, other):
        if not isinstance(other, self.stands_for) or not self.same_kind_of_zone(other):
            return None
        found = ex.constant(other)
        if found is None:
            alarm(f"{self!r} is compared with {other}, which has a fraction of a second")
        return found

    def same_kind_of_zone(self, other):
        """Whether a concrete time has a zone as those of columns have, or has none as they have none: the others equal none of them."""
        return (other.utcoffset() is not None) == settings.USE_TZ

    def refuse_other_zone(self, other, word):
        """What Python raises, so that it is a failure of the application."""
        if isinstance(other, self.stands_for) and not isinstance(other, Symbolic) and not self.same_kind_of_zone(other):
            raise TypeError(f"can't {word} offset-naive and offset-aware datetimes")

    def _ordered(self, name, other):
        self.refuse_other_zone(other, "compare")
        return super()._ordered(name, other)

    def __add__(self, length):
        if not isinstance(length, datetime.timedelta):
            alarm(f"{self!r} + {length!r}")
        return SymbolicMoved(self, length)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, datetime.timedelta):
            return SymbolicMoved(self, -other)
        return self._since(other, 1)

    def __rsub__(self, other):
        return self._since(other, -1)

    def _since(self, other, sign):
        if isinstance(other, Symbolic) or not isinstance(other, self.stands_for):
            alarm(f"the difference of {self!r} and {other!r}")
        self.refuse_other_zone(other, "subtract")
        return SymbolicSpan(self, other, sign)


class SymbolicDate(SymbolicTime):
    """Days since 1970. Never mixed with times, which count seconds."""

    stands_for = datetime.date
    unit = datetime.timedelta(days=1)

    def concrete(self, other):
        return ex.constant(other) if type(other) is datetime.date else None

    def same_kind_of_zone(self, other):
        return True

    def other_symbol(self, other):
        return None


_SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "=="}


class SymbolicMoved(Symbolic):
    """A time with a concrete length added. It is compared with concrete times: the length goes to their side."""

    kind = "moved time"
    order = True

    def __init__(self, time, length):
        self.time, self.length = time, length
        self.stands_for = time.stands_for

    @property
    def __class__(self):
        return self.stands_for

    @property
    def expression(self):
        alarm(f"{self!r} is used as a value")

    def __repr__(self):
        return f"<{ex.text(self.time.expression)} + {self.length}>"

    def _ordered(self, name, other):
        if isinstance(other, SymbolicMoved) and other.length == self.length:
            other = other.time
        elif isinstance(other, Symbolic) or not isinstance(other, self.stands_for):
            alarm(f"{self!r} is compared with {other!r}")
        else:
            other = other - self.length
        return self.time == other if name == "==" else self.time._ordered(name, other)

    def __eq__(self, other):
        return False if other is None else self._ordered("==", other)

    def __bool__(self):
        return True

    __hash__ = Symbolic.__hash__


class SymbolicSpan(Symbolic):
    """The difference of a time and a concrete one: from the concrete one (`sign` 1), or to it (-1). It is compared with concrete lengths."""

    kind = "length of time"
    stands_for = datetime.timedelta
    order = True

    def __init__(self, time, other, sign):
        self.time, self.other, self.sign = time, other, sign

    @property
    def expression(self):
        alarm(f"{self!r} is used as a value")

    def __repr__(self):
        pair = [ex.text(self.time.expression), str(self.other)]
        return "<" + " - ".join(pair if self.sign == 1 else reversed(pair)) + ">"

    def _ordered(self, name, length):
        if isinstance(length, Symbolic) or not isinstance(length, datetime.timedelta):
            alarm(f"{self!r} is compared with {length!r}")
        limit = self.other + self.sign * length
        name = name if self.sign == 1 else _SWAPPED[name]
        return self.time == limit if name == "==" else self.time._ordered(name, limit)

    def __eq__(self, other):
        return False if other is None else self._ordered("==", other)

    def __bool__(self):
        return bool(not_(self == datetime.timedelta(0)))

    __hash__ = Symbolic.__hash__


class SymbolicKey(Symbolic):
    """The identity of a row. Keys that the database makes are positive, so one is never false and never zero. `stands_for` is the class of its values."""

    kind = "key"
    stands_for = int
    order = True
    made_by_database = True

    def __bool__(self):
        if self.stands_for in (int, str) and not self.made_by_database:
            alarm(f"whether the key {self!r} is true")
        return True

    def _ordered(self, name, other):
        # Validators of keys ask for the least and the greatest number of the column.
        if self.made_by_database and self.stands_for is int and not isinstance(other, Symbolic) and isinstance(other, int):
            if other <= 0:
                return name in (">", ">=")
            if other in (2**15 - 1, 2**31 - 1, 2**63 - 1):
                return name in ("<", "<=")
        return super()._ordered(name, other)

    def concrete(self, other):
        comparable = numbers.Number if self.stands_for is int else self.stands_for
        if isinstance(other, comparable) and (other or not self.made_by_database):
            alarm(f"the key {self!r} is compared with the constant {other}")
        return None


class SymbolicOpaque(Symbolic):
    """A value of a type that has no meaning to the solver: it equals itself. `stands_for` is its class, where the column has only one."""

    def operand(self, other):
        if isinstance(other, SymbolicOpaque) and "rendered" not in self.expression and "rendered" not in other.expression:
            return other.expression
        if other is None:
            return None
        alarm(f"{self!r}, whose type has no meaning to the solver, is compared with {other!r}")


class SymbolicDocument(SymbolicOpaque):
    """A value whose class is not known, as that of a JSON column: what the application asks about its class and its parts is refused."""

    @property
    def __class__(self):
        if asked_by_application():
            alarm(f"the class of {self!r}")
        return object

    def __getattr__(self, name):
        if not name.startswith("_") and asked_by_application():
            alarm(f"the attribute {name} of {self!r}")
        raise AttributeError(f"{type(self).__name__} has no attribute {name}")


for _name in ("__getitem__", "__setitem__", "__delitem__", "__contains__", "__iter__", "__reversed__"):
    setattr(SymbolicDocument, _name, _refused(_name, "a part"))


CLASSES = {"bool": SymbolicBool, "int": SymbolicInt, "text": SymbolicText, "time": SymbolicTime, "date": SymbolicDate,
           "key": SymbolicKey, "opaque": SymbolicOpaque}


def made(kind, expression, stands_for=None):
    """A symbol of a kind, for values of a class where the kind leaves that open."""
    if kind == "opaque" and stands_for is None:
        return SymbolicDocument(expression)
    symbol = CLASSES[kind](expression)
    if stands_for is not None:
        symbol.stands_for = stands_for
    return symbol


def boolean(expression):
    """A Boolean: a symbol in the specification. In the application the path forks at once, so that `is True`, JSON and the like see a Boolean."""
    if "bool" in expression:
        return expression["bool"]
    return SymbolicBool(expression) if in_specification() else require().decide(expression)


def condition(value):
    """The expression of a condition, of either kind of Boolean."""
    if isinstance(value, SymbolicBool):
        return value.expression
    if isinstance(value, Symbolic):
        return ex.TRUE if bool(value) else ex.FALSE
    return {"bool": bool(value)}


def expression_of(value):
    """The expression of a scalar, symbolic or concrete."""
    if isinstance(value, Symbolic):
        return value.expression
    expression = ex.constant(value)
    if expression is None:
        alarm(f"a constant of type {type(value).__name__}")
    return expression


def not_(value):
    """Negation that does not fork in a specification."""
    return boolean(ex.negation(condition(value)))


def and_(*values):
    """Conjunction that does not fork in a specification."""
    return boolean(ex.junction("and", [condition(v) for v in values]))


def or_(*values):
    """Disjunction that does not fork in a specification."""
    return boolean(ex.junction("or", [condition(v) for v in values]))


def implies(premise, conclusion):
    """Implication that does not fork in a specification."""
    return or_(not_(premise), conclusion)
