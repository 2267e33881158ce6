//! Random programs that use every construct.

use effigy_testkit::Rng;

/// Writes programs about a class C with fields `n` (a C), `v` (an int), `b` (a bool), `a` (an int[]), and globals
/// `g` (an int) and `h` (a C).
pub struct Writer<'r> {
    rng: &'r mut Rng,
    names: usize,
}

impl<'r> Writer<'r> {
    pub fn new(rng: &'r mut Rng) -> Self {
        Self { rng, names: 0 }
    }

    /// A program without errors.
    pub fn program(&mut self) -> String {
        let (pure, predicate) = (self.int(2, false), self.assertion(2));
        let (requires, ensures) = (self.assertion(2), self.assertion(3));
        format!(
            "int g := -3; C h; bool[][] w;
            class C {{ C n; int v; bool b; int[] a; invariant {};
              C(int x, C c) {{ v = x; n = c; {} }}
              pure int p(int x, C c) requires {}; {{ return {pure}; }}
              predicate q(int x, C c) {{ return {predicate}; }}
              int m(int x, C c) requires {requires}; ensures {ensures}; ensures result = old({}) * acc(this.v);
              {{ {} join {}; {} return {}; }} }}
            void f(int x, C c) {{ int v; bool b; C n; int[] a; {} }}
            void main() {{ h = new C(g, null); }}",
            self.assertion(1),
            self.statement(1),
            self.assertion(1),
            self.int(1, false),
            self.statement(3),
            self.assertion(1),
            self.statement(3),
            self.int(2, true),
            self.statement(3).replace("this", "h").replace(" p(", " h.p(").replace(" m(", " h.m("),
        )
    }

    fn statement(&mut self, depth: usize) -> String {
        let below = if depth == 0 { 9 } else { 15 };
        match self.rng.below(below) {
            0 => format!("v := {};", self.int(3, true)),
            1 => format!("b := {};", self.bool(2, true)),
            2 => format!("n := {};", self.object(2, true)),
            3 => format!("a[{}] := {};", self.int(1, true), self.int(1, true)),
            4 => format!("{}.v += {};", self.object(1, false), self.int(1, true)),
            5 => "v++; --v;".to_owned(),
            6 => format!("assert {}; assume {};", self.assertion(2), self.assertion(1)),
            7 => "v = *; n = *; h.a[0] := *;".to_owned(),
            8 => format!("a = new int[{}]; ;", self.int(1, true)),
            9 => format!("if ({}) {}", self.bool(2, true), self.statement(depth - 1)),
            10 => {
                let (then, other) = (self.statement(depth - 1), self.statement(depth - 1));
                format!("if ({}) {{ {then} }} else {{ {other} }}", self.bool(2, true))
            }
            11 => format!(
                "while ({}) invariant {}; {{ {} }}",
                self.bool(2, true),
                self.assertion(2),
                self.statement(depth - 1)
            ),
            12 => {
                self.names += 1;
                let (i, body) = (format!("i{}", self.names), self.statement(depth - 1));
                format!("for (int {i} = 0; {i} < {}; {i}++) {body}", self.int(1, true))
            }
            13 => {
                self.names += 1;
                let (t, value) = (format!("t{}", self.names), self.int(2, false));
                format!(
                    "{{ ghost int {t} := {value}; {t} := {t} + 1; {} }}",
                    self.statement(depth - 1)
                )
            }
            _ => {
                let (x, c) = (self.int(1, false), self.object(1, false));
                format!(
                    "open h.q({x}, {c}); close h.q({x}, {c}); use h.p({x}, {c}); h.m({x}, {c});"
                )
            }
        }
    }

    fn int(&mut self, depth: usize, effects: bool) -> String {
        if depth == 0 {
            return ["x", "v", "g", "12", "c.v", "h.n.v"][self.rng.below(6)].to_owned();
        }
        let (a, b) = (self.int(depth - 1, effects), self.int(depth - 1, effects));
        match self.rng.below(12) {
            0 => format!("-({a})"),
            1 => format!("({a})"),
            2 => format!("{a} + {b}"),
            3 => format!("{a} - ({b})"),
            4 => format!("({a}) * ({b})"),
            5 => format!("{a} / {b} % {a}"),
            6 => format!("a[{a}] + a.length"),
            7 => format!("({} ? {a} : {b})", self.bool(depth - 1, effects)),
            8 => format!("h.p({a}, {})", self.object(depth - 1, effects)),
            9 if effects => format!("h.m({a}, {})", self.object(depth - 1, effects)),
            10 => format!("(opening h.q({}, c) in {b})", self.int(depth - 1, false)),
            _ => format!("(using h.p({}, c) in {b})", self.int(depth - 1, false)),
        }
    }

    fn bool(&mut self, depth: usize, effects: bool) -> String {
        if depth == 0 {
            let relation = *self.rng.pick(&["=", "==", "!=", "≠", "<", "<=", "≥", ">"]);
            return format!("{} {relation} {}", self.int(1, effects), self.int(1, effects));
        }
        let (a, b) = (self.bool(depth - 1, effects), self.bool(depth - 1, effects));
        match self.rng.below(10) {
            0 => format!("!({a})"),
            1 => format!("({a}) && {b}"),
            2 => format!("{a} || {b}"),
            3 => format!("({a} ==> {b})"),
            4 => format!("({a}) == ({b})"),
            5 => format!("({a} ? {b} : {a})"),
            6 => format!("{} = {}", self.object(1, effects), self.object(1, effects)),
            7 => format!("0 <= {} < {}", self.int(1, false), self.int(1, effects)),
            8 => "b".to_owned(),
            _ => a,
        }
    }

    fn object(&mut self, depth: usize, effects: bool) -> String {
        if depth == 0 {
            return ["c", "n", "h", "c.n"][self.rng.below(4)].to_owned();
        }
        match self.rng.below(5) {
            0 => format!("{}.n", self.object(depth - 1, effects)),
            1 if effects => format!("new C({}, null)", self.int(depth - 1, effects)),
            2 => {
                let c = self.bool(depth - 1, effects);
                format!("({c} ? {} : null)", self.object(depth - 1, effects))
            }
            _ => self.object(depth - 1, effects),
        }
    }

    fn assertion(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.rng.below(8) {
                0 => "acc(h.v)".to_owned(),
                5 => "acc(h.v, 1 / 2)".to_owned(),
                6 => "acc(h.a.elems, 1) * acc(g)".to_owned(),
                7 => "acc(h.q(1, null), 1 / g)".to_owned(),
                1 => "acc(h.a.elems)".to_owned(),
                2 => "acc(h.a[0])".to_owned(),
                3 => "h.q(1, null)".to_owned(),
                _ => "(g > 0)".to_owned(),
            };
        }
        let (a, b) = (self.assertion(depth - 1), self.assertion(depth - 1));
        match self.rng.below(6) {
            0 => format!("({a}) * ({b})"),
            1 => format!("h.q(2, h) * h.v = 1 * {b}"),
            2 => format!("({a}) && ({b})"),
            3 => format!("(g > 1 ? {a} : {b})"),
            4 => format!("(g = 1 ==> {a})"),
            _ => format!("h.v = 2 * 3 * ({a})"),
        }
    }
}
