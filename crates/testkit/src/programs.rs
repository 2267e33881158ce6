//! Random integer programs that end, written in Rust and in C with one meaning.
//!
//! Arithmetic wraps, shift amounts are taken modulo the width, a division by zero gives the dividend, and indices are
//! masked, so that no program has an undefined or a failing operation. Each function folds its variables into a checksum.

mod render;

use crate::Rng;

/// How many elements each function's array has; a power of two.
const ARRAY: usize = 8;
/// How deep expressions nest.
const EXPRESSION_DEPTH: usize = 4;
/// How deep statements nest.
const STATEMENT_DEPTH: usize = 3;

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Type {
    bits: u32,
    signed: bool,
}

impl Type {
    const ALL: &'static [Type] = &[
        Type { bits: 8, signed: false },
        Type { bits: 16, signed: false },
        Type { bits: 32, signed: false },
        Type { bits: 64, signed: false },
        Type { bits: 8, signed: true },
        Type { bits: 16, signed: true },
        Type { bits: 32, signed: true },
        Type { bits: 64, signed: true },
    ];
}

/// Operators on two values of one type, named after the functions of the preludes.
const BINARY: &[&str] =
    &["add", "sub", "mul", "and", "or", "xor", "shl", "shr", "div", "rem", "min", "rotl"];
/// Operators on one value.
const UNARY: &[&str] = &["neg", "not", "popcount", "clz"];
/// Comparisons, written alike in both languages.
const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];

#[derive(Clone, Debug)]
enum Expr {
    /// Bits of a literal, cut to the type.
    Literal(u64),
    Variable(usize),
    /// The array's element at an index, masked.
    Element(Box<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// A value of another type.
    Cast(Type, Box<Expr>),
    Choice(Box<Condition>, Box<Expr>, Box<Expr>),
    /// A call of an earlier function, cut to the type.
    Call(usize, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Debug)]
struct Condition {
    comparison: &'static str,
    ty: Type,
    left: Expr,
    right: Expr,
}

#[derive(Clone, Debug)]
enum Statement {
    Assign(usize, Expr),
    /// The type of the array's elements is that of the function's array.
    AssignElement(Expr, Expr),
    If(Condition, Vec<Statement>, Vec<Statement>),
    /// A loop of so many rounds with its own number; left early when the condition holds.
    Repeat {
        number: usize,
        rounds: u64,
        leave: Option<Condition>,
        body: Vec<Statement>,
    },
    /// Cases 0, 1, ... of an expression of a type, and the others.
    Switch(Type, Expr, Vec<Vec<Statement>>, Vec<Statement>),
}

#[derive(Clone, Debug)]
struct Function {
    /// The first two are the parameters.
    variables: Vec<Type>,
    array: Type,
    statements: Vec<Statement>,
}

/// A generated program: a few functions of two arguments, and the arguments that `main` passes.
#[derive(Clone, Debug)]
pub struct Generated {
    functions: Vec<Function>,
    arguments: Vec<(u64, u64)>,
}

impl Generated {
    /// The program of this seed with so many functions.
    pub fn new(seed: u64, functions: usize) -> Self {
        let mut rng = Rng::new(seed);
        let functions =
            (0..functions).map(|earlier| Generator::new(&mut rng, earlier).function()).collect();
        let mut generated = Self { functions, arguments: Vec::new() };
        let arguments = generated.functions.iter().map(|_| (literal(&mut rng), literal(&mut rng)));
        generated.arguments = arguments.collect();
        generated
    }

    /// The program in Rust. It prints each function's checksum on a line in 16 hexadecimal digits.
    pub fn rust(&self) -> String {
        render::rust(self, None)
    }

    /// The program in C; what it prints is what [`Generated::rust`] prints.
    pub fn c(&self) -> String {
        render::c(self, None)
    }

    /// The program in Rust, asserting that the checksums are these, in order; it prints nothing.
    pub fn rust_asserting(&self, checksums: &[u64]) -> String {
        render::rust(self, Some(checksums))
    }

    /// The program in C, asserting that the checksums are these, in order; it prints nothing.
    pub fn c_asserting(&self, checksums: &[u64]) -> String {
        render::c(self, Some(checksums))
    }
}

/// The checksums that a generated program prints.
///
/// # Panics
/// When a line is not a number in hexadecimal.
pub fn checksums(printed: &str) -> Vec<u64> {
    let number =
        |line: &str| u64::from_str_radix(line, 16).unwrap_or_else(|e| panic!("{line:?}: {e}"));
    printed.lines().map(number).collect()
}

/// Bits, often those of a small or extreme number.
fn literal(rng: &mut Rng) -> u64 {
    match rng.below(4) {
        0 => rng.below(8) as u64,
        1 => *rng.pick(&[
            u64::MAX,
            0x7f,
            0x80,
            0xff,
            0x7fff,
            0x8000,
            1 << 31,
            i32::MAX as u64,
            1 << 63,
        ]),
        _ => rng.next_u64() >> rng.below(64),
    }
}

struct Generator<'a> {
    rng: &'a mut Rng,
    // How many functions there are to call.
    earlier: usize,
    variables: Vec<Type>,
    array: Type,
    loops: usize,
    // Calls are made outside of loops only, so that the work grows slowly, and at most two for each function.
    in_loop: bool,
    calls: usize,
}

impl<'a> Generator<'a> {
    fn new(rng: &'a mut Rng, earlier: usize) -> Self {
        let variables = (0..2 + rng.below(4)).map(|_| *rng.pick(Type::ALL)).collect();
        let array = *rng.pick(Type::ALL);
        Self { rng, earlier, variables, array, loops: 0, in_loop: false, calls: 0 }
    }

    fn function(mut self) -> Function {
        let statements = self.statements(STATEMENT_DEPTH, 4 + self.earlier % 4);
        Function { variables: self.variables, array: self.array, statements }
    }

    fn statements(&mut self, depth: usize, most: usize) -> Vec<Statement> {
        (0..1 + self.rng.below(most)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Statement {
        match self.rng.below(if depth == 0 { 4 } else { 9 }) {
            0..=2 => {
                let variable = self.rng.below(self.variables.len());
                let ty = self.variables[variable];
                Statement::Assign(variable, self.expr(ty, EXPRESSION_DEPTH))
            }
            3 => {
                let (index, array) = (self.index(), self.array);
                Statement::AssignElement(index, self.expr(array, EXPRESSION_DEPTH))
            }
            4 | 5 => {
                let condition = self.condition(2);
                let then = self.statements(depth - 1, 3);
                let otherwise =
                    if self.rng.one_in(2) { Vec::new() } else { self.statements(depth - 1, 3) };
                Statement::If(condition, then, otherwise)
            }
            6 => {
                let ty = *self.rng.pick(Type::ALL);
                let value = self.expr(ty, 1);
                let cases =
                    (0..1 + self.rng.below(3)).map(|_| self.statements(depth - 1, 2)).collect();
                Statement::Switch(ty, value, cases, self.statements(depth - 1, 2))
            }
            _ => {
                let number = self.loops;
                self.loops += 1;
                let outside = std::mem::replace(&mut self.in_loop, true);
                let body = self.statements(depth - 1, 4);
                let leave = if self.rng.one_in(2) { Some(self.condition(2)) } else { None };
                self.in_loop = outside;
                Statement::Repeat { number, rounds: 1 + self.rng.below(8) as u64, leave, body }
            }
        }
    }

    fn index(&mut self) -> Expr {
        self.expr(Type { bits: 32, signed: false }, 2)
    }

    fn condition(&mut self, depth: usize) -> Condition {
        let ty = *self.rng.pick(Type::ALL);
        let comparison = *self.rng.pick(COMPARISONS);
        Condition { comparison, ty, left: self.expr(ty, depth), right: self.expr(ty, depth) }
    }

    fn expr(&mut self, ty: Type, depth: usize) -> Expr {
        if depth == 0 || self.rng.one_in(5) {
            return self.leaf(ty);
        }
        let inner = depth - 1;
        match self.rng.below(10) {
            0 => {
                let op = self.rng.pick(UNARY);
                Expr::Unary(op, Box::new(self.expr(ty, inner)))
            }
            1 => {
                let from = *self.rng.pick(Type::ALL);
                Expr::Cast(from, Box::new(self.expr(from, inner)))
            }
            2 => {
                let condition = Box::new(self.condition(inner.min(2)));
                Expr::Choice(
                    condition,
                    Box::new(self.expr(ty, inner)),
                    Box::new(self.expr(ty, inner)),
                )
            }
            3 if self.earlier > 0 && !self.in_loop && self.calls < 2 => {
                self.calls += 1;
                let callee = self.rng.below(self.earlier);
                let argument = Type { bits: 64, signed: false };
                Expr::Call(
                    callee,
                    Box::new(self.expr(argument, inner)),
                    Box::new(self.expr(argument, inner)),
                )
            }
            _ => {
                let op = self.rng.pick(BINARY);
                Expr::Binary(op, Box::new(self.expr(ty, inner)), Box::new(self.expr(ty, inner)))
            }
        }
    }

    fn leaf(&mut self, ty: Type) -> Expr {
        let same: Vec<usize> =
            (0..self.variables.len()).filter(|&v| self.variables[v] == ty).collect();
        match self.rng.below(4) {
            0 => Expr::Literal(literal(self.rng)),
            1 if self.array == ty => Expr::Element(Box::new(self.index())),
            _ if !same.is_empty() => Expr::Variable(*self.rng.pick(&same)),
            1 | 2 => {
                let variable = self.rng.below(self.variables.len());
                Expr::Cast(self.variables[variable], Box::new(Expr::Variable(variable)))
            }
            _ => Expr::Literal(literal(self.rng)),
        }
    }
}
