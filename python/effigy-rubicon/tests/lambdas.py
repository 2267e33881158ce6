"""The formal part of Near and Jackson, "Symbolic Execution for (Almost) Free" (MIT-CSAIL-TR-2014-007), section 3, as literal as Python allows.

Terms are tuples. Figures 4 and 7 are `Standard`, Figures 5 and 8 are `Symbolic`; Figures 6 and 9 are `redefine`, which replaces the primitives of a
term by their redefinitions, so that the standard semantics with the four or five extra rules of these figures runs it.

The store and the symbolic store are dicts. Where the paper takes a fresh label or symbol the next number is taken, so that both semantics take the same.
"""

ZERO, TRUE, FALSE, UNIT = ("0",), ("true",), ("false",), ("unit",)


class Stuck(Exception):
    """No rule applies to a term that is no value."""


# ---- syntax ----------------------------------------------------------------------------------------------------------

def is_nv(t):
    while t[0] == "succ":
        t = t[1]
    return t == ZERO


def is_sv(t):
    """sv ::= sx | Exp v*. In the encoding of Figure 9 a symbol is a tagged set of guarded values."""
    return t[0] in ("sx", "Exp", "SYM_TAG")


def is_value(t):
    """An Exp is a value once its arguments are. Path constraints are values too: Figure 9 keeps one in the store."""
    if t[0] == "Exp":
        return all(is_value(p) for p in t[2:])
    return t[0] in ("lambda", "true", "false", "unit", "label", "sx", "SYM_TAG", "and", "not") or is_nv(t)


def substitute(x, v, t):
    """[x -> v]t, for closed v."""
    if t == ("var", x):
        return v
    if t[0] == "lambda":
        return t if t[1] == x else ("lambda", t[1], substitute(x, v, t[2]))
    if t[0] == "let":
        return ("let", t[1], substitute(x, v, t[2]), t[3] if t[1] == x else substitute(x, v, t[3]))
    if t[0] in ("var", "sx", "label", "SYM_TAG"):
        return t
    return (t[0], *(substitute(x, v, p) if isinstance(p, tuple) else p for p in t[1:]))


# ---- path constraints ------------------------------------------------------------------------------------------------

PHI_TRUE = ("true",)


def conj(a, b):
    return ("and", a, b)


def neg(a):
    return ("not", a)


# ---- Figures 5 and 8: the symbolic semantics ------------------------------------------------------------------------

class Symbolic:
    """phi |- t | mu, sigma -> t' | mu', sigma'. Without references mu and sigma stay empty, which is Figure 5."""

    def __init__(self, mu=None, sigma=None):
        self.mu, self.sigma = dict(mu or {}), dict(sigma or {})
        # What the theorem does not speak of: see the tests.
        self.read, self.events = set(), set()

    def run(self, t, phi=PHI_TRUE, fuel=400):
        while not is_value(t):
            if fuel == 0:
                raise Stuck("fuel")
            fuel -= 1
            t = self.step(phi, t)
        return t

    def step(self, phi, t):
        kind = t[0]
        rule = getattr(self, "step_" + {":=": "assign", "!": "deref"}.get(kind, kind), None)
        if rule is None:
            raise Stuck(t)
        return rule(phi, t)

    def step_app(self, phi, t):
        _, t1, t2 = t
        if not is_value(t1):
            return ("app", self.step(phi, t1), t2)  # APP1
        if not is_value(t2):
            return ("app", t1, self.step(phi, t2))  # APP2
        if t1[0] == "lambda":
            return substitute(t1[1], t2, t1[2])  # APPABS
        raise Stuck(t)

    def step_if(self, phi, t):
        _, t1, t2, t3 = t
        if t1 == TRUE:
            return t2  # IFTRUE
        if t1 == FALSE:
            return t3  # IFFALSE
        if not is_value(t1):
            return ("if", self.step(phi, t1), t2, t3)  # IF
        if not is_sv(t1):
            raise Stuck(t)
        if not is_value(t2):
            return ("if", t1, self.step(conj(phi, t1), t2), t3)  # IFSYMB1
        if not is_value(t3):
            return ("if", t1, t2, self.step(conj(phi, neg(t1)), t3))  # IFSYMB2, once t2 is a value: Figure 5
        return ("Exp", "if", t1, t2, t3)  # IFSYMB

    def unary(self, phi, t):
        kind, t1 = t
        if not is_value(t1):
            return (kind, self.step(phi, t1))  # SUCC, PRED, and the same for iszero
        if is_sv(t1):
            return ("Exp", kind, t1)  # PREDSYMB, SUCCSYMB, ISZEROSYMB
        return primitive(kind, t1)

    step_pred = step_iszero = unary

    def step_succ(self, phi, t):
        if is_value(t[1]) and not is_sv(t[1]):
            raise Stuck(t)
        return self.unary(phi, t)

    def step_ref(self, phi, t):
        if not is_value(t[1]):
            return ("ref", self.step(phi, t[1]))  # REF
        label = len(self.mu)
        self.mu[label] = t[1]
        return ("label", label)  # REFV

    def step_deref(self, phi, t):
        if not is_value(t[1]):
            return ("!", self.step(phi, t[1]))  # DEREF
        if t[1][0] != "label":
            raise Stuck(t)
        found = self.mu[t[1][1]]
        if found[0] == "sx" and found[1] in self.sigma:
            self.read.add(found[1])
        return found  # DEREFLOC

    def step_assign(self, phi, t):
        _, t1, t2 = t
        if not is_value(t1):
            return (":=", self.step(phi, t1), t2)  # ASSIGN1
        if not is_value(t2):
            return (":=", t1, self.step(phi, t2))  # ASSIGN2
        if t1[0] != "label":
            raise Stuck(t)
        label, old = t1[1], self.mu[t1[1]]
        if old[0] == "sx" and old[1] in self.sigma:
            if old[1] in self.read:
                self.events.add("a symbol changes after it was read")
            self.sigma[old[1]] = duplicated(phi, t2, self.sigma[old[1]])  # ASSIGNSYMB2
            return UNIT
        if is_sv(old):
            self.events.add("a location with an expression in it is assigned to")
        if phi == PHI_TRUE:
            self.mu[label] = t2  # ASSIGN
        else:
            fresh = len(self.sigma)
            self.sigma[fresh] = frozenset({(phi, t2), (neg(phi), old)})
            self.mu[label] = ("sx", fresh)  # ASSIGNSYMB1
        return UNIT


def duplicated(phi, v2, old):
    """{(phi and phi', v2) | (phi', v) in old} union {(not phi and phi', v) | (phi', v) in old}"""
    return frozenset({(conj(phi, p), v2) for p, _ in old} | {(conj(neg(phi), p), v) for p, v in old})


def primitive(kind, v):
    """PREDZERO, PREDSUCC, ISZEROZERO, ISZEROSUCC of Figure 4."""
    if not is_nv(v):
        raise Stuck((kind, v))
    if kind == "pred":
        return ZERO if v == ZERO else v[1]
    return TRUE if v == ZERO else FALSE


# ---- Figures 4 and 7: the standard semantics, with the rules that Figures 6 and 9 add --------------------------------

PC = ("label", "pc")


class Standard:
    """t | mu -> t' | mu'. `redefine` maps the primitives of programs to the redefinitions; in their bodies the primitives of the target language are
    called IF, PRED, SUCC, ISZERO and ASSIGN. The path constraint is in the store, as the contents of the label `pc`."""

    def __init__(self, mu=None):
        self.mu = dict(mu or {})

    def run(self, t, fuel=8000):
        while not is_value(t):
            if fuel == 0:
                raise Stuck("fuel")
            fuel -= 1
            t = self.step(t)
        return t

    def step(self, t):
        kind = t[0]
        if kind == "IF":
            return self.step_if(t)
        if kind == "let":
            return substitute(t[1], t[2], t[3]) if is_value(t[2]) else ("let", t[1], self.step(t[2]), t[3])
        rule = _RULES.get(kind)
        if rule is None:
            raise Stuck(t)
        for place in range(2 if kind == "Exp" else 1, len(t)):
            if not is_value(t[place]):
                return (*t[:place], self.step(t[place]), *t[place + 1 :])
        return rule(self, *t[1:])

    def step_if(self, t):
        if t[1] == TRUE:
            return t[2]
        if t[1] == FALSE:
            return t[3]
        if is_value(t[1]):
            raise Stuck(t)
        return ("IF", self.step(t[1]), t[2], t[3])

    def apply(self, function, argument):
        if function[0] != "lambda":
            raise Stuck(("app", function, argument))
        return substitute(function[1], argument, function[2])

    def successor(self, v):
        if not is_nv(v):
            raise Stuck(("succ", v))
        return ("succ", v)

    def allocate(self, v):
        label = len(self.mu) - ("pc" in self.mu)
        self.mu[label] = v
        return ("label", label)

    def read(self, target):
        if target[0] != "label":
            raise Stuck(("!", target))
        return self.mu[target[1]]

    def write(self, target, v):
        if target[0] != "label":
            raise Stuck((":=", target, v))
        self.mu[target[1]] = v
        return UNIT

    def merged(self, phi, b, old):
        """sym({(!pc and pc', b) | (pc', v) in !a} union {(not !pc and pc', v) | (pc', v) in !a})"""
        if old[0] != "SYM_TAG":
            raise Stuck(old)
        return ("SYM_TAG", duplicated(phi, b, old[1]))


_RULES = {
    "app": Standard.apply,
    "PRED": lambda self, v: primitive("pred", v),
    "ISZERO": lambda self, v: primitive("iszero", v),
    "SUCC": Standard.successor,
    "sym?": lambda self, v: TRUE if is_sv(v) else FALSE,  # SYM, NOTSYM
    "ref": Standard.allocate,
    "!": Standard.read,
    "ASSIGN": Standard.write,
    "AND": lambda self, a, b: conj(a, b),
    "NOT": lambda self, a: neg(a),
    "!=": lambda self, a, b: TRUE if a != b else FALSE,
    "sym": lambda self, phi, b, old: ("SYM_TAG", frozenset({(phi, b), (neg(phi), old)})),
    "merged": Standard.merged,
}


def redefine(t, effects):
    """The program under the redefinitions of Figure 6, or of Figure 9 where there are effects."""
    kind = t[0]
    if kind in ("sx", "label", "var", "Exp", "true", "false", "unit", "0"):
        return t
    if kind == "lambda":
        return ("lambda", t[1], redefine(t[2], effects))
    parts = [redefine(p, effects) for p in t[1:]]
    v, a, b, c = ("var", "%v"), ("var", "%a"), ("var", "%b"), ("var", "%c")
    if kind in ("pred", "succ", "iszero"):
        return ("app", ("lambda", "%v", ("IF", ("sym?", v), ("Exp", kind, v), (kind.upper(), v))), parts[0])
    if kind == "if":
        symbolic = _both(c, parts[1], parts[2]) if effects else _expression(c, parts[1], parts[2])
        return ("let", "%c", parts[0], ("IF", ("sym?", c), symbolic, ("IF", c, parts[1], parts[2])))
    if kind == ":=":
        concrete = ("IF", ("!=", ("!", PC), PHI_TRUE), ("ASSIGN", a, ("sym", ("!", PC), b, ("!", a))), ("ASSIGN", a, b))
        body = ("IF", ("sym?", ("!", a)), ("ASSIGN", a, ("merged", ("!", PC), b, ("!", a))), concrete)
        return ("let", "%a", parts[0], ("let", "%b", parts[1], body))
    return (kind, *parts)


def _expression(c, t2, t3):
    """Exp(if, t, c, a), with the branches evaluated where they stand: calls by name, in the paper's words."""
    v1, v2 = ("var", "%1"), ("var", "%2")
    return ("let", "%1", t2, ("let", "%2", t3, ("Exp", "if", c, v1, v2)))


def _both(c, t2, t3):
    """let old_pc = !pc in pc := old_pc and c; let v1 = t.call in pc := old_pc and not c; let v2 = e.call in pc := old_pc; Exp(if, c, v1, v2)"""
    old, v1, v2 = ("var", "%o"), ("var", "%1"), ("var", "%2")
    end = _then(("ASSIGN", PC, old), ("Exp", "if", c, v1, v2))
    second = _then(("ASSIGN", PC, ("AND", old, ("NOT", c))), ("let", "%2", t3, end))
    first = _then(("ASSIGN", PC, ("AND", old, c)), ("let", "%1", t2, second))
    return ("let", "%o", ("!", PC), first)


def _then(first, second):
    return ("let", "%_", first, second)


def image(v, effects):
    """A value of the symbolic semantics as the redefined program has it: the bodies of its functions are redefined."""
    if v[0] == "lambda":
        return redefine(v, effects)
    if v[0] == "Exp":
        return ("Exp", v[1], *(image(p, effects) for p in v[2:]))
    if v[0] in ("and", "not"):
        return (v[0], *(image(p, effects) for p in v[1:]))
    return v


def concretize(v, sigma):
    """gamma on values: a symbol of the symbolic store is its tagged contents."""
    if v[0] == "sx" and v[1] in sigma:
        return ("SYM_TAG", frozenset((concretize(p, sigma), concretize(w, sigma)) for p, w in sigma[v[1]]))
    if v[0] == "lambda":
        return ("lambda", v[1], concretize(v[2], sigma))
    if v[0] in ("var", "sx", "label"):
        return v
    return (v[0], *(concretize(p, sigma) if isinstance(p, tuple) else p for p in v[1:]))
