"""Theorems 3.1 and 3.2 of Near and Jackson on random terms, and where the paper's text is not what it means."""

import random

from lambdas import FALSE, PHI_TRUE, TRUE, UNIT, ZERO, Standard, Stuck, Symbolic, concretize, image, neg, redefine

ONE = ("succ", ZERO)
INPUTS = [("sx", "s1"), ("sx", "s2"), ("sx", "s3")]


class Terms:
    """Random terms, mostly of a simple type, so that few are stuck; some parts are of any type."""

    def __init__(self, seed, effects):
        self.chance, self.effects, self.names = random.Random(seed), effects, 0

    def term(self, kind, depth, scope):
        """A term of a type: nat, bool, unit, ref (to nat), or a function type (kind, kind)."""
        if self.chance.random() < 0.03:
            kind = self.chance.choice(["nat", "bool"])
        known = [("var", n) for n, k in scope if k == kind]
        if known and self.chance.random() < 0.35:
            return self.chance.choice(known)
        if depth <= 0:
            return self.leaf(kind, scope)
        return self.chance.choice(self.ways(kind))(kind, depth - 1, scope)

    def leaf(self, kind, scope):
        if isinstance(kind, tuple):
            name = self.name()
            return ("lambda", name, self.leaf(kind[1], [*scope, (name, kind[0])]))
        if kind == "ref":
            return ("ref", ZERO)
        if kind == "unit":
            return UNIT
        concrete = [ZERO, ONE] if kind == "nat" else [TRUE, FALSE]
        return self.chance.choice(concrete + ([INPUTS[0], INPUTS[1]] if kind == "nat" else [INPUTS[2]]))

    def ways(self, kind):
        if isinstance(kind, tuple):
            return [self.function]
        ways = [self.conditional, self.conditional, self.application, lambda k, d, s: self.leaf(k, s)]
        if kind == "nat":
            ways += [lambda k, d, s: (self.chance.choice(["succ", "pred"]), self.term("nat", d, s))] * 2
        if kind == "bool":
            ways += [lambda k, d, s: ("iszero", self.term("nat", d, s))] * 2
        if self.effects:
            ways += [self.sequence] * 2
            ways += {"nat": [lambda k, d, s: ("!", self.term("ref", d, s))], "ref": [lambda k, d, s: ("ref", self.stored(d, s))] * 3,
                     "unit": [lambda k, d, s: (":=", self.term("ref", d, s), self.stored(d, s))] * 4}.get(kind, [])
        return ways

    def stored(self, depth, scope):
        """What goes into a location: mostly a concrete number."""
        return self.chance.choice([ZERO, ONE]) if self.chance.random() < 0.8 else self.term("nat", depth, scope)

    def function(self, kind, depth, scope):
        name = self.name()
        return ("lambda", name, self.term(kind[1], depth, [*scope, (name, kind[0])]))

    def application(self, kind, depth, scope):
        argument = self.chance.choice(["nat", "bool"])
        return ("app", self.term((argument, kind), depth, scope), self.term(argument, depth, scope))

    def sequence(self, kind, depth, scope):
        """let x = ref t in (u; v), which are functions applied."""
        name, none = self.name(), self.name()
        inner = [*scope, (name, "ref")]
        body = ("app", ("lambda", none, self.term(kind, depth, inner)), self.term("unit", depth, inner))
        return ("app", ("lambda", name, body), ("ref", self.stored(depth, scope)))

    def conditional(self, kind, depth, scope):
        return ("if", self.term("bool", depth, scope), self.term(kind, depth, scope), self.term(kind, depth, scope))

    def name(self):
        self.names += 1
        return f"x{self.names}"


def outcome(semantics, term, **options):
    """The value that a term comes to, or None where it is stuck."""
    try:
        return semantics.run(term, **options)
    except Stuck as stuck:
        return "fuel" if stuck.args == ("fuel",) else None


def test_theorem_3_1():
    """Without effects the redefined program comes to what the symbolic semantics comes to, or both are stuck."""
    ended, symbolic_results = 0, 0
    for seed in range(3000):
        term = Terms(seed, False).term(random.Random(seed).choice(["nat", "bool"]), 5, [])
        expected = outcome(Symbolic(), term)
        got = outcome(Standard(), redefine(term, False))
        if expected == "fuel" or got == "fuel":
            continue
        assert got == (expected and image(expected, False)), (seed, term)
        ended += expected is not None
        symbolic_results += expected is not None and expected[0] == "Exp"
    assert ended > 2000 and symbolic_results > 800


def both(term, mu=None, sigma=None):
    """Both semantics on a term: values and stores, the symbolic ones through gamma."""
    symbolic = Symbolic(mu, sigma)
    expected = outcome(symbolic, term)
    start = {label: image(concretize(v, symbolic.sigma), True) for label, v in (mu or {}).items()}
    standard = Standard({**start, "pc": PHI_TRUE})
    got = outcome(standard, redefine(term, True))
    if isinstance(expected, tuple):
        expected = deep_image(concretize(expected, symbolic.sigma))
    store = {label: deep_image(concretize(v, symbolic.sigma)) for label, v in symbolic.mu.items()}
    return symbolic, expected, store, got, standard.mu


def deep_image(v):
    if v[0] == "SYM_TAG":
        return ("SYM_TAG", frozenset((deep_image(p), deep_image(w)) for p, w in v[1]))
    if v[0] in ("Exp", "and", "not"):
        return (v[0], *(deep_image(p) if isinstance(p, tuple) else p for p in v[1:]))
    return image(v, True)


def test_theorem_3_2():
    """With references, values and stores are the same under gamma, wherever neither of the two events below happens."""
    ended, with_symbols, events = 0, 0, {}
    for seed in range(4000):
        term = Terms(seed, True).term("nat", 5, [])
        symbolic, expected, store, got, mu = both(term)
        for event in symbolic.events:
            events[event] = events.get(event, 0) + 1
        if "fuel" in (expected, got) or symbolic.events:
            continue
        assert got == expected, (seed, term)
        if expected is not None:
            assert mu == {**store, "pc": PHI_TRUE}, (seed, term)
            ended += 1
            with_symbols += bool(symbolic.sigma)
    assert ended > 1500 and with_symbols > 200, (ended, with_symbols, events)
    assert len(events) == 2, events


def sequence(first, second):
    return ("app", ("lambda", "_", second), first)


def test_the_store_after_one_and_after_two_assignments_is_the_one_of_the_paper():
    """Section 3.2: x := 5; if sv then x := 6 else x := 7."""
    sv, x = INPUTS[2], ("label", 0)
    five, six, seven = ("succ", ZERO), ("succ", ("succ", ZERO)), ZERO
    term = ("if", sv, (":=", x, six), (":=", x, seven))
    symbolic, expected, store, got, mu = both(term, mu={0: five})
    assert expected == got and mu == {**store, "pc": PHI_TRUE}
    then, otherwise = ("and", PHI_TRUE, sv), ("and", PHI_TRUE, neg(sv))
    assert mu[0] == ("SYM_TAG", frozenset({
        (("and", otherwise, then), seven), (("and", otherwise, neg(then)), seven),
        (("and", neg(otherwise), then), six), (("and", neg(otherwise), neg(then)), five)}))


def test_a_symbol_that_changes_after_it_was_read_is_where_theorem_3_2_does_not_hold():
    """Figure 8 changes what the symbol means; Figure 9 has handed out a copy of its contents. The theorem is about programs that do not see it."""
    sv, x = INPUTS[2], ("label", 0)
    assign = ("if", sv, (":=", x, ONE), UNIT)
    read_then_assign = ("app", ("lambda", "y", sequence(("if", sv, (":=", x, ZERO), UNIT), ("var", "y"))), ("!", x))
    symbolic, expected, _, got, _ = both(sequence(assign, read_then_assign), mu={0: ZERO})
    assert symbolic.events == {"a symbol changes after it was read"}
    assert expected is not None and got is not None and expected != got


def test_a_location_with_an_expression_in_it_is_where_theorem_3_2_does_not_hold():
    """Figure 8 overwrites an expression as it does a constant; Figure 9 asks `sym? !a` and takes the expression for guarded values."""
    term = sequence((":=", ("label", 0), ONE), ("!", ("label", 0)))
    symbolic, expected, _, got, _ = both(term, mu={0: ("Exp", "pred", INPUTS[0])})
    assert symbolic.events == {"a location with an expression in it is assigned to"}
    assert expected == ONE and got is None


def valued(v, values):
    """What a value of the symbolic semantics is when its inputs are known."""
    if v[0] == "sx":
        return values[v[1]]
    if v[0] != "Exp":
        return v
    if v[1] == "if":
        return valued(v[3] if valued(v[2], values) == TRUE else v[4], values)
    return Standard().run((v[1].upper(), valued(v[2], values)))


def instantiate(t, values):
    if t[0] == "sx":
        return values[t[1]]
    return t if t[0] == "var" else (t[0], *(instantiate(p, values) if isinstance(p, tuple) else p for p in t[1:]))


def test_the_symbolic_result_is_right_for_all_inputs():
    """Figure 5 against Figure 4: inputs put into the result give what the program gives on these inputs."""
    compared = 0
    for seed in range(1500):
        term = Terms(seed, False).term("nat", 5, [])
        result = outcome(Symbolic(), term)
        if result in (None, "fuel"):
            continue
        for number in (ZERO, ONE):
            for flag in (TRUE, FALSE):
                values = {"s1": number, "s2": ("succ", number), "s3": flag}
                concrete = outcome(Symbolic(), instantiate(term, values))
                if concrete not in (None, "fuel") and concrete[0] != "lambda":
                    assert valued(result, values) == concrete, (seed, term)
                    compared += 1
    assert compared > 3000


def merged_by_figure_1(condition, then_do, else_do, variables):
    """`if` of Figure 1: both branches run on the same variables; a variable that has another object afterwards gets both values."""
    state = dict(variables)
    changes = []
    for branch, guard in ((then_do, condition), (else_do, neg(condition))):
        branch(variables)
        for name, value in variables.items():
            if value is not state[name]:
                changes.append((name, guard, value))
        variables.update(state)
    for name, guard, value in changes:
        if not isinstance(variables[name], dict):
            variables[name] = {"true": variables[name]}
        variables[name][guard] = value


def test_the_merge_of_figure_1_is_right_for_assignments():
    variables = {"y": None}
    merged_by_figure_1("c", lambda v: v.update(y=True), lambda v: v.update(y=False), variables)
    assert variables["y"] == {"true": None, "c": True, neg("c"): False}


def test_the_merge_of_figure_1_is_wrong_for_changes_of_the_heap_and_paths_are_right():
    """`if c then a.append(1) else a.append(2)`: the merge sees the same list before and after, which has both numbers now."""
    from effigy_rubicon import forall
    from effigy_rubicon.explore import explore

    variables = {"a": []}
    merged_by_figure_1("c", lambda v: v["a"].append(1), lambda v: v["a"].append(2), variables)
    assert variables["a"] == [1, 2]

    seen = []

    def program():
        a = []
        c = forall(bool)
        if c:
            a.append(1)
        else:
            a.append(2)
        seen.append(a)

    paths = explore(program, lambda *_: "unknown")
    assert sorted(seen) == [[1], [2]] and len(paths) == 2
