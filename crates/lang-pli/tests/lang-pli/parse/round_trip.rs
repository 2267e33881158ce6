//! Print, parse, print: generated programs come back as the same tree.

use super::{assert_round_trip, program};
use effigy_testkit::{Rng, cases};

#[test]
fn generated_programs_come_back_equal() {
    let mut rng = Rng::new(7);
    cases(0..1500, |_| {
        let mut writer = Writer { rng: &mut rng, labels: 0 };
        let text = writer.program();
        assert_round_trip(&program(&text));
    });
}

/// Writes programs of a procedure P(X, Y, A) and a function F(X, A).
struct Writer<'r> {
    rng: &'r mut Rng,
    labels: usize,
}

const RELATIONS: &[&str] = &["=", "¬=", "<", "<=", ">", ">=", "≠", "^<", "~>"];

impl Writer<'_> {
    fn program(&mut self) -> String {
        let mut body = String::new();
        for _ in 0..=self.rng.below(6) {
            body.push_str(&self.statement(3));
        }
        format!(
            "P: PROC (X, Y, A);\nDCL A(*), B(0:9) STATIC INIT((3)1, -2), (V, W) INTEGER INIT(0);\n{body}END;\n\
             F: PROC (X, A) RECURSIVE RETURNS(FIXED); DCL A(*); RETURN ({}); END;\n",
            self.integer(3).replace(['V', 'Y'], "X")
        )
    }

    fn statement(&mut self, depth: usize) -> String {
        let separator = if self.rng.one_in(3) { " " } else { "\n" };
        let mut text = self.unlabelled(depth) + separator;
        if self.rng.one_in(5) {
            self.labels += 1;
            text = format!("L{}: {text}", self.labels);
        }
        text
    }

    fn unlabelled(&mut self, depth: usize) -> String {
        match self.rng.below(if depth == 0 { 7 } else { 11 }) {
            0 => ";".to_owned(),
            1 => format!("{} ← {};", self.place(1), self.integer(3)),
            2 => format!("READ ({}, X);", self.place(1)),
            3 => format!("WRITE ({});", self.integer(2)),
            4 => format!("CALL P({}, {}, B);", self.argument(), self.argument()),
            5 => format!("ASSERT ({});", self.quantified(2)),
            6 => "RETURN;".to_owned(),
            7 => format!("IF {} THEN {}", self.condition(2), self.statement(depth - 1)),
            8 => {
                let (then, other) = (self.statement(depth - 1), self.statement(depth - 1));
                format!("IF {} THEN DO; {then}END; ELSE {other}", self.condition(2))
            }
            9 => format!("DO WHILE ({});\n{}END;", self.condition(2), self.statement(depth - 1)),
            _ => {
                let (from, to) = (self.integer(1), self.integer(1));
                format!("DO V = {from} TO {to} BY 2;\n{}END;", self.statement(depth - 1))
            }
        }
    }

    fn place(&mut self, depth: usize) -> String {
        match self.rng.below(4) {
            0 => "X".to_owned(),
            1 => "V".to_owned(),
            2 => format!("A({})", self.integer(depth)),
            _ => format!("B({})", self.integer(depth)),
        }
    }

    fn argument(&mut self) -> String {
        match self.rng.below(3) {
            0 => self.place(1),
            1 => format!("({})", self.place(1)),
            _ => self.integer(2),
        }
    }

    fn integer(&mut self, depth: usize) -> String {
        if depth == 0 {
            return ["X", "Y", "V", "12", "\"N\""][self.rng.below(5)].to_owned();
        }
        let (operator, a) = (self.rng.below(11), self.integer(depth - 1));
        match operator {
            0 => format!("({a})"),
            1 => format!("-{a}"),
            2 => format!("ABS({a})"),
            3 => format!("A({a})"),
            4 => format!("F({a}, A)"),
            5 => format!("{a} + {}", self.integer(depth - 1)),
            6 => format!("{a} - ({})", self.integer(depth - 1)),
            7 => format!("({a}) * {}", self.integer(depth - 1)),
            8 => format!("{a} / {}", self.integer(depth - 1)),
            9 => format!("{a} ** {}", self.integer(depth - 1)),
            _ => format!("MOD({a}, {})", self.integer(depth - 1)),
        }
    }

    fn condition(&mut self, depth: usize) -> String {
        if depth == 0 {
            let relation = *self.rng.pick(RELATIONS);
            return format!("{} {relation} {}", self.integer(1), self.integer(1));
        }
        let (operator, a) = (self.rng.below(6), self.condition(depth - 1));
        match operator {
            0 => a,
            1 => format!("¬({a})"),
            2 => format!("({a}) & {}", self.condition(depth - 1)),
            3 => format!("{a} | {}", self.condition(depth - 1)),
            4 => format!("{a} => ({})", self.condition(depth - 1)),
            _ => format!("({a} IMPLIES {})", self.condition(depth - 1)),
        }
    }

    fn quantified(&mut self, depth: usize) -> String {
        let word = ["FORALL", "EXISTS"][self.rng.below(2)];
        let name = ["I", "X", "K"][self.rng.below(3)];
        let inner = if depth == 0 { "1 = 1".to_owned() } else { self.quantified(depth - 1) };
        format!("X > 1 & ({word} {name} IN 1..Y: A({name}) > X | {inner}) & Y = 2")
    }
}
