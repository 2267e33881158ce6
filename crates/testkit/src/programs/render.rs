//! Writing generated programs down.

use super::{ARRAY, Condition, Expr, Function, Generated, Statement, Type};
use std::fmt::Write;

#[derive(Clone, Copy, PartialEq)]
enum Language {
    Rust,
    C,
}

/// Functions for one Rust type, named as in C.
const RUST_PRELUDE: &str = "\
#![allow(warnings)]
macro_rules! prelude { ($($t:ident $bits:literal: $add:ident $sub:ident $mul:ident $and:ident $or:ident $xor:ident
    $shl:ident $shr:ident $div:ident $rem:ident $min:ident $rotl:ident $neg:ident $not:ident $popcount:ident $clz:ident;)*) => { $(
    fn $add(a: $t, b: $t) -> $t { a.wrapping_add(b) }
    fn $sub(a: $t, b: $t) -> $t { a.wrapping_sub(b) }
    fn $mul(a: $t, b: $t) -> $t { a.wrapping_mul(b) }
    fn $and(a: $t, b: $t) -> $t { a & b }
    fn $or(a: $t, b: $t) -> $t { a | b }
    fn $xor(a: $t, b: $t) -> $t { a ^ b }
    fn $shl(a: $t, b: $t) -> $t { a.wrapping_shl(b as u32) }
    fn $shr(a: $t, b: $t) -> $t { a.wrapping_shr(b as u32) }
    fn $div(a: $t, b: $t) -> $t { if b == 0 { a } else { a.wrapping_div(b) } }
    fn $rem(a: $t, b: $t) -> $t { if b == 0 { a } else { a.wrapping_rem(b) } }
    fn $min(a: $t, b: $t) -> $t { a.min(b) }
    fn $rotl(a: $t, b: $t) -> $t { a.rotate_left(b as u32 & ($bits - 1)) }
    fn $neg(a: $t) -> $t { a.wrapping_neg() }
    fn $not(a: $t) -> $t { !a }
    fn $popcount(a: $t) -> $t { a.count_ones() as $t }
    fn $clz(a: $t) -> $t { a.leading_zeros() as $t }
)* } }
fn fold(sum: u64, value: u64) -> u64 { (sum ^ value).wrapping_mul(0x100000001b3).rotate_left(7) }
";

/// The same for one C type; arithmetic is done on unsigned 64 bits, where it wraps.
const C_PRELUDE: &str = "\
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;
typedef int8_t i8; typedef int16_t i16; typedef int32_t i32; typedef int64_t i64;
#define PRELUDE(T, U, BITS) \\
static inline T add_##T(T a, T b) { return (T)((u64)a + (u64)b); } \\
static inline T sub_##T(T a, T b) { return (T)((u64)a - (u64)b); } \\
static inline T mul_##T(T a, T b) { return (T)((u64)a * (u64)b); } \\
static inline T and_##T(T a, T b) { return a & b; } \\
static inline T or_##T(T a, T b) { return a | b; } \\
static inline T xor_##T(T a, T b) { return a ^ b; } \\
static inline T shl_##T(T a, T b) { return (T)((u64)a << (b & (BITS - 1))); } \\
static inline T shr_##T(T a, T b) { return (T)(a >> (b & (BITS - 1))); } \\
static inline T div_##T(T a, T b) { return b == 0 ? a : (T)-1 < 0 && b == (T)-1 ? (T)(0 - (u64)a) : (T)(a / b); } \\
static inline T rem_##T(T a, T b) { return b == 0 ? a : (T)-1 < 0 && b == (T)-1 ? 0 : (T)(a % b); } \\
static inline T min_##T(T a, T b) { return a < b ? a : b; } \\
static inline T rotl_##T(T a, T b) { \\
    unsigned n = (unsigned)b & (BITS - 1); U x = (U)a; \\
    return n == 0 ? a : (T)(U)(((u64)x << n) | ((u64)x >> (BITS - n))); } \\
static inline T neg_##T(T a) { return (T)(0 - (u64)a); } \\
static inline T not_##T(T a) { return (T)~a; } \\
static inline T popcount_##T(T a) { U x = (U)a; T n = 0; while (x) { x &= (U)(x - 1); n++; } return n; } \\
static inline T clz_##T(T a) { U x = (U)a; T n = BITS; while (x) { x >>= 1; n--; } return n; }
PRELUDE(u8, u8, 8) PRELUDE(u16, u16, 16) PRELUDE(u32, u32, 32) PRELUDE(u64, u64, 64)
PRELUDE(i8, u8, 8) PRELUDE(i16, u16, 16) PRELUDE(i32, u32, 32) PRELUDE(i64, u64, 64)
static inline u64 fold(u64 sum, u64 value) {
    u64 x = (sum ^ value) * 0x100000001b3ULL;
    return (x << 7) | (x >> 57);
}
";

pub(super) fn rust(program: &Generated, expected: Option<&[u64]>) -> String {
    let mut out = RUST_PRELUDE.to_owned();
    out.push_str("prelude! {\n");
    for &ty in Type::ALL {
        let name = name(ty);
        let functions: Vec<String> =
            super::BINARY.iter().chain(super::UNARY).map(|op| format!("{op}_{name}")).collect();
        let _ = writeln!(out, "    {name} {}: {};", ty.bits, functions.join(" "));
    }
    out.push_str("}\n");
    functions(&mut out, Language::Rust, program);
    out.push_str("fn main() {\n");
    for (n, (a, b)) in program.arguments.iter().enumerate() {
        let _ = match expected.and_then(|e| e.get(n)) {
            Some(sum) => writeln!(out, "    assert_eq!(f{n}({a:#x}, {b:#x}), {sum:#x}, \"f{n}\");"),
            None => writeln!(out, "    println!(\"{{:016x}}\", f{n}({a:#x}, {b:#x}));"),
        };
    }
    out.push_str("}\n");
    out
}

pub(super) fn c(program: &Generated, expected: Option<&[u64]>) -> String {
    let mut out = C_PRELUDE.to_owned();
    functions(&mut out, Language::C, program);
    out.push_str("int main(void) {\n");
    for (n, (a, b)) in program.arguments.iter().enumerate() {
        let call = format!("f{n}({a:#x}ULL, {b:#x}ULL)");
        let _ = match expected.and_then(|e| e.get(n)) {
            Some(sum) => writeln!(out, "    if ({call} != {sum:#x}ULL) abort(); /* f{n} */"),
            None => writeln!(out, "    printf(\"%016llx\\n\", (unsigned long long){call});"),
        };
    }
    out.push_str("    return 0;\n}\n");
    out
}

fn name(ty: Type) -> String {
    format!("{}{}", if ty.signed { 'i' } else { 'u' }, ty.bits)
}

fn functions(out: &mut String, language: Language, program: &Generated) {
    for (n, function) in program.functions.iter().enumerate() {
        let mut writer = Writer { out, language, function, depth: 1 };
        writer.function(n);
    }
}

struct Writer<'a> {
    out: &'a mut String,
    language: Language,
    function: &'a Function,
    depth: usize,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = 4 * self.depth);
    }

    fn function(&mut self, n: usize) {
        let (function, array) = (self.function, name(self.function.array));
        let is_rust = self.language == Language::Rust;
        let head = match self.language {
            Language::Rust => format!("#[inline(never)]\nfn f{n}(a: u64, b: u64) -> u64 {{\n"),
            Language::C => format!("static u64 f{n}(u64 a, u64 b) {{\n"),
        };
        self.out.push_str(&head);
        for (v, &ty) in function.variables.iter().enumerate() {
            let value = match v {
                0 => self.cast("a", ty),
                1 => self.cast("b", ty),
                _ => self.literal(v as u64, ty),
            };
            let ty = name(ty);
            self.line(&if is_rust {
                format!("let mut v{v}: {ty} = {value};")
            } else {
                format!("{ty} v{v} = {value};")
            });
        }
        self.line(&match self.language {
            Language::Rust => format!("let mut array: [{array}; {ARRAY}] = [0; {ARRAY}];"),
            Language::C => format!("{array} array[{ARRAY}] = {{0}};"),
        });
        self.statements(&function.statements);
        self.line(if is_rust {
            "let mut sum: u64 = 14695981039346656037;"
        } else {
            "u64 sum = 14695981039346656037ULL;"
        });
        let wide = Type { bits: 64, signed: false };
        for v in 0..function.variables.len() {
            let value = self.cast(&format!("v{v}"), wide);
            self.line(&format!("sum = fold(sum, {value});"));
        }
        for n in 0..ARRAY {
            let value = self.cast(&format!("array[{n}]"), wide);
            self.line(&format!("sum = fold(sum, {value});"));
        }
        self.line(if is_rust { "sum" } else { "return sum;" });
        self.out.push_str("}\n");
    }

    fn block(&mut self, statements: &[Statement]) {
        self.depth += 1;
        self.statements(statements);
        self.depth -= 1;
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Assign(variable, value) => {
                let value = self.expr(value, self.function.variables[*variable]);
                self.line(&format!("v{variable} = {value};"));
            }
            Statement::AssignElement(index, value) => {
                let (index, value) = (self.index(index), self.expr(value, self.function.array));
                // The value is computed before the element is chosen, in both languages.
                self.line(&format!("{{ {} = {value}; array[{index}] = x; }}", self.local()));
            }
            Statement::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                self.line(&format!("if {condition} {{"));
                self.block(then);
                self.line("} else {");
                self.block(otherwise);
                self.line("}");
            }
            Statement::Repeat { number, rounds, leave, body } => {
                self.line(&match self.language {
                    Language::Rust => format!("for round{number} in 0..{rounds}u32 {{"),
                    Language::C => {
                        format!("for (u32 round{number} = 0; round{number} < {rounds}; round{number}++) {{")
                    }
                });
                self.block(body);
                self.depth += 1;
                if let Some(condition) = leave {
                    let condition = self.condition(condition);
                    self.line(&format!("if {condition} {{ break; }}"));
                }
                self.depth -= 1;
                self.line("}");
            }
            Statement::Switch(ty, value, cases, others) => self.switch(*ty, value, cases, others),
        }
    }

    /// The declaration of a variable for an element of the array.
    fn local(&self) -> String {
        let array = name(self.function.array);
        if self.language == Language::Rust {
            format!("let x: {array}")
        } else {
            format!("{array} x")
        }
    }

    fn switch(&mut self, ty: Type, value: &Expr, cases: &[Vec<Statement>], others: &[Statement]) {
        let is_rust = self.language == Language::Rust;
        let value = self.expr(value, ty);
        self.line(&if is_rust {
            format!("match {value} {{")
        } else {
            format!("switch ({value}) {{")
        });
        for (n, body) in cases.iter().enumerate() {
            self.line(&if is_rust { format!("{n} => {{") } else { format!("case {n}: {{") });
            self.block(body);
            self.line(if is_rust { "}" } else { "} break;" });
        }
        self.line(if is_rust { "_ => {" } else { "default: {" });
        self.block(others);
        self.line(if is_rust { "}" } else { "} break;" });
        self.line("}");
    }

    fn condition(&self, condition: &Condition) -> String {
        let Condition { comparison, ty, left, right } = condition;
        format!("({} {comparison} {})", self.expr(left, *ty), self.expr(right, *ty))
    }

    fn index(&self, index: &Expr) -> String {
        let index = self.expr(index, Type { bits: 32, signed: false });
        let index = format!("({index} & {})", ARRAY - 1);
        if self.language == Language::Rust { format!("{index} as usize") } else { index }
    }

    fn literal(&self, bits: u64, ty: Type) -> String {
        let bits = bits & (u64::MAX >> (64 - ty.bits));
        match self.language {
            Language::Rust if ty.signed => format!("({bits:#x}u64 as {})", name(ty)),
            Language::Rust => format!("{bits:#x}{}", name(ty)),
            Language::C => format!("(({}){bits:#x}ULL)", name(ty)),
        }
    }

    fn cast(&self, value: &str, ty: Type) -> String {
        match self.language {
            Language::Rust => format!("(({value}) as {})", name(ty)),
            Language::C => format!("(({})({value}))", name(ty)),
        }
    }

    fn expr(&self, expr: &Expr, ty: Type) -> String {
        match expr {
            Expr::Literal(bits) => self.literal(*bits, ty),
            Expr::Variable(variable) => format!("v{variable}"),
            Expr::Element(index) => format!("array[{}]", self.index(index)),
            Expr::Unary(op, a) => format!("{op}_{}({})", name(ty), self.expr(a, ty)),
            Expr::Binary(op, a, b) => {
                format!("{op}_{}({}, {})", name(ty), self.expr(a, ty), self.expr(b, ty))
            }
            Expr::Cast(from, a) => self.cast(&self.expr(a, *from), ty),
            Expr::Call(callee, a, b) => {
                let wide = Type { bits: 64, signed: false };
                self.cast(&format!("f{callee}({}, {})", self.expr(a, wide), self.expr(b, wide)), ty)
            }
            Expr::Choice(condition, a, b) => {
                let (condition, a, b) =
                    (self.condition(condition), self.expr(a, ty), self.expr(b, ty));
                match self.language {
                    Language::Rust => format!("(if {condition} {{ {a} }} else {{ {b} }})"),
                    Language::C => format!("({condition} ? {a} : {b})"),
                }
            }
        }
    }
}
