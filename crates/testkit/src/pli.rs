//! Random PL/I programs.
//!
//! A program is a procedure `T (X, Y, A)` of two integers and an array `A(1:4)`, with a function that it calls. Every
//! program ends: loops count to a constant, jumps lead forwards, and the function calls itself a bounded number of
//! times. Subscripts, divisors and variables without a value may go wrong.

pub mod malformed;

use crate::Rng;
use std::fmt::Write;

/// A procedure and the calls that it makes.
struct Source<'r> {
    rng: &'r mut Rng,
    text: String,
    /// Labels that stand later.
    labels: usize,
    /// Loops around the place.
    loops: usize,
    /// Statements that may still be made.
    left: usize,
    arithmetic: Arithmetic,
}

/// How a program computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// With factors and divisors that are small powers of two: so bit-blasted conditions stay small.
    Easy,
    /// With any factors, divisors and exponents.
    Full,
}

/// The text of a random program; what it does depends on the generator's state alone.
pub fn program(rng: &mut Rng, arithmetic: Arithmetic) -> String {
    let left = 4 + rng.below(10);
    let mut source = Source { rng, text: String::new(), labels: 0, loops: 0, left, arithmetic };
    source.text.push_str(
        "T: PROCEDURE (X, Y, A);\n  DCL A(4), B(0:3) INITIAL ((2)1, -2), S STATIC INITIAL (7);\n",
    );
    source.text.push_str("  Z = 1;\n");
    source.block(1);
    source.line(1, "WRITE (X, Y, S);");
    source.text.push_str("END;\nF: PROCEDURE (P, Q) RETURNS (FIXED BINARY (31,0)) RECURSIVE;\n");
    let (condition, value) = source.function();
    let _ = write!(
        source.text,
        "  IF Q <= 0 THEN RETURN (P);\n  Q = Q - 1;\n  IF {condition} THEN P = P + 1;\n  RETURN ({value});\nEND;\n"
    );
    source.text
}

impl Source<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{:width$}{text}", "", width = 2 * depth);
    }

    /// The recursive function's condition and value, over its parameters.
    fn function(&mut self) -> (String, String) {
        let condition = (*self.rng.pick(&["P > 3", "P = Q", "MOD (P, 2) = 0"])).to_owned();
        let value =
            (*self.rng.pick(&["F (P, Q)", "P + Q", "F (P, (Q - 1)) + 1", "P - F ((P), Q)"]))
                .to_owned();
        (condition, value)
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..1 + self.rng.below(4) {
            if self.left == 0 {
                return;
            }
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        self.left = self.left.saturating_sub(1);
        match self.rng.below(if depth > 3 { 6 } else { 12 }) {
            0..=2 => {
                let (target, value) = (self.target(), self.value(2));
                self.line(depth, &format!("{target} = {value};"));
            }
            3 => {
                let value = self.value(1);
                self.line(depth, &format!("WRITE ({value});"));
            }
            4 => {
                let target = self.target();
                let text = match self.rng.below(3) {
                    0 => format!("READ ({target});"),
                    1 => format!("CALL F ({target}, (2));"),
                    _ => format!("{target} = F ((X), 1);"),
                };
                self.line(depth, &text);
            }
            5 => {
                let condition = self.condition();
                let word = *self.rng.pick(&["ASSERT", "PROVE", "ASSUME"]);
                self.line(depth, &format!("{word} ({condition});"));
            }
            6..=8 => self.branch(depth),
            9 => self.jump(depth),
            _ if self.loops < 2 => self.count(depth),
            _ => self.branch(depth),
        }
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition();
        self.line(depth, &format!("IF {condition} THEN DO;"));
        self.block(depth + 1);
        self.line(depth, "END;");
        if self.rng.one_in(2) {
            self.line(depth, "ELSE DO;");
            self.block(depth + 1);
            self.line(depth, "END;");
        }
    }

    fn jump(&mut self, depth: usize) {
        self.labels += 1;
        let (label, condition) = (format!("L{}", self.labels), self.condition());
        self.line(depth, &format!("IF {condition} THEN GO TO {label};"));
        self.block(depth + 1);
        self.line(depth, &format!("{label}: ;"));
    }

    fn count(&mut self, depth: usize) {
        self.loops += 1;
        let variable = format!("K{}", self.loops);
        let head = match self.rng.below(4) {
            0 => format!("DO {variable} = 3 TO 1 BY -1;"),
            1 => {
                let condition = self.condition();
                format!("DO {variable} = 1 TO 3 WHILE ({condition});")
            }
            2 => format!("DO {variable} = 1 TO Z UNTIL ({variable} > 2);"),
            _ => format!("DO {variable} = 0 TO 3;"),
        };
        self.line(depth, &head);
        let used = format!("B({variable}) = {variable};");
        self.line(depth + 1, &used);
        self.block(depth + 1);
        self.line(depth, "END;");
        self.loops -= 1;
    }

    fn target(&mut self) -> String {
        match self.rng.below(8) {
            0 | 1 => "X".to_owned(),
            2 | 3 => "Y".to_owned(),
            4 => "Z".to_owned(),
            5 => "S".to_owned(),
            _ => self.element(),
        }
    }

    fn element(&mut self) -> String {
        let array = *self.rng.pick(&["A", "B"]);
        let at = match self.rng.below(6) {
            0 => "X".to_owned(),
            1 => "Y - 1".to_owned(),
            _ => (1 + self.rng.below(3)).to_string(),
        };
        format!("{array}({at})")
    }

    fn value(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.one_in(4) {
            return match self.rng.below(7) {
                0 => (self.rng.below(9) as i32 - 3).to_string().replace('-', "0 - "),
                1 | 2 => "X".to_owned(),
                3 => "Y".to_owned(),
                4 => "Z".to_owned(),
                5 => "S".to_owned(),
                _ => self.element(),
            };
        }
        let (left, right) = (self.value(depth - 1), self.value(depth - 1));
        let full = self.arithmetic == Arithmetic::Full;
        let small = match full {
            true if self.rng.one_in(4) => right.clone(),
            true => format!("(0 - {})", 1 + self.rng.below(4)),
            false => [1, 2, 2, 4][self.rng.below(4)].to_string(),
        };
        match self.rng.below(if full { 10 } else { 9 }) {
            0..=2 => format!("({left} + {right})"),
            3 | 4 => format!("({left} - {right})"),
            5 => format!("({left} * {small})"),
            6 => format!("(({left}) / {small})"),
            7 => format!("MOD ({left}, {small})"),
            9 => format!("({left}) ** {small}"),
            _ => format!("ABS ({left})"),
        }
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.value(1), self.value(1));
        let relation = *self.rng.pick(&["=", "<", "<=", ">", ">=", "^="]);
        let one = format!("{left} {relation} {right}");
        match self.rng.below(6) {
            0 => format!("{one} & X > 0"),
            1 => format!("{one} | Y < 2"),
            2 => format!("^({one})"),
            _ => one,
        }
    }
}
