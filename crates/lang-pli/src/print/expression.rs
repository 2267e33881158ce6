//! Expressions with as few parentheses as the precedence of operators needs.

use super::Names;
use crate::tree::{
    Argument, Arithmetic, Condition, ConditionKind, Connective, Expr, ExprKind, ProcId, Quantifier,
    Relation,
};

/// How tight operators bind, as the parser has it.
mod level {
    pub const IMPLIES: u8 = 1;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const RELATION: u8 = 4;
    pub const SUM: u8 = 5;
    pub const PRODUCT: u8 = 6;
    pub const PREFIX: u8 = 7;
    pub const OPERAND: u8 = 8;
}

/// The text so far, and the names of the quantifiers around its end.
#[derive(Default)]
pub(super) struct Output {
    pub text: String,
    bound: Vec<String>,
}

impl Output {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn parenthesised(&mut self, needed: bool, inner: impl FnOnce(&mut Self)) {
        self.push(if needed { "(" } else { "" });
        inner(self);
        self.push(if needed { ")" } else { "" });
    }
}

pub(super) fn integer(names: &Names<'_>, out: &mut Output, expression: &Expr) {
    tight(names, out, expression, 0);
}

/// Prints an operand of an operator that binds at `around`.
fn tight(names: &Names<'_>, out: &mut Output, expression: &Expr, around: u8) {
    match &expression.kind {
        ExprKind::Number(number) => out.push(&number.to_string()),
        ExprKind::Symbol(name) => out.push(&format!("\"{name}\"")),
        ExprKind::Variable(id) => out.push(names.variable(*id)),
        ExprKind::Bound(binder) => {
            let name = out.bound.get(*binder as usize).cloned().unwrap_or_default();
            out.push(&name);
        }
        ExprKind::Element(id, at) => element(names, out, names.variable(*id), at),
        ExprKind::Abs(inner) => element(names, out, "ABS", inner),
        ExprKind::Call(callee, arguments) => call(names, out, *callee, arguments),
        ExprKind::Negate(inner) => out.parenthesised(around > level::PREFIX, |out| {
            out.push("-");
            tight(names, out, inner, level::PREFIX);
        }),
        ExprKind::Binary(operator, l, r) => binary(names, out, (*operator, l, r), around),
    }
}

fn element(names: &Names<'_>, out: &mut Output, name: &str, inner: &Expr) {
    out.push(name);
    out.parenthesised(true, |out| integer(names, out, inner));
}

fn binary(
    names: &Names<'_>,
    out: &mut Output,
    (operator, left, right): (Arithmetic, &Expr, &Expr),
    around: u8,
) {
    let (sign, own, on_left, on_right) = match operator {
        Arithmetic::Add => (" + ", level::SUM, level::SUM, level::PRODUCT),
        Arithmetic::Subtract => (" - ", level::SUM, level::SUM, level::PRODUCT),
        Arithmetic::Multiply => (" * ", level::PRODUCT, level::PRODUCT, level::PREFIX),
        Arithmetic::Divide => (" / ", level::PRODUCT, level::PRODUCT, level::PREFIX),
        Arithmetic::Power => (" ** ", level::PREFIX, level::OPERAND, level::PREFIX),
        Arithmetic::Mod => {
            out.push("MOD(");
            integer(names, out, left);
            out.push(", ");
            integer(names, out, right);
            return out.push(")");
        }
    };
    out.parenthesised(around > own, |out| {
        tight(names, out, left, on_left);
        out.push(sign);
        tight(names, out, right, on_right);
    });
}

pub(super) fn call(names: &Names<'_>, out: &mut Output, callee: ProcId, arguments: &[Argument]) {
    out.push(names.procedure(callee));
    out.push("(");
    for (at, argument) in arguments.iter().enumerate() {
        out.push(if at == 0 { "" } else { ", " });
        match argument {
            Argument::Variable(id) | Argument::Array(id) => out.push(names.variable(*id)),
            Argument::Element(id, at) => element(names, out, names.variable(*id), at),
            Argument::Value(value) => {
                let copied = matches!(value.kind, ExprKind::Variable(_) | ExprKind::Element(..));
                out.parenthesised(copied, |out| integer(names, out, value));
            }
        }
    }
    out.push(")");
}

pub(super) fn condition(names: &Names<'_>, out: &mut Output, condition: &Condition) {
    within(names, out, condition, 0);
}

fn within(names: &Names<'_>, out: &mut Output, condition: &Condition, around: u8) {
    match &condition.kind {
        ConditionKind::Relation(relation, left, right) => {
            out.parenthesised(around > level::RELATION, |out| {
                tight(names, out, left, level::SUM);
                out.push(sign(*relation));
                tight(names, out, right, level::SUM);
            });
        }
        ConditionKind::Not(inner) => {
            out.push("¬");
            within(names, out, inner, level::PREFIX);
        }
        ConditionKind::Binary(connective, left, right) => {
            let (sign, own, on_left, on_right) = match connective {
                Connective::And => (" & ", level::AND, level::AND, level::RELATION),
                Connective::Or => (" | ", level::OR, level::OR, level::AND),
                Connective::Implies => (" => ", level::IMPLIES, level::OR, level::IMPLIES),
            };
            out.parenthesised(around > own, |out| {
                within(names, out, left, on_left);
                out.push(sign);
                within(names, out, right, on_right);
            });
        }
        ConditionKind::Quantified { quantifier, name, lower, upper, body } => {
            out.parenthesised(around > 0, |out| {
                let word = if *quantifier == Quantifier::All { "FORALL" } else { "EXISTS" };
                out.push(&format!("{word} {name} IN "));
                integer(names, out, lower);
                out.push("..");
                integer(names, out, upper);
                out.push(": ");
                out.bound.push(name.clone());
                within(names, out, body, 0);
                out.bound.pop();
            });
        }
    }
}

fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => " = ",
        Relation::NotEqual => " ¬= ",
        Relation::Below => " < ",
        Relation::AtMost => " <= ",
        Relation::Above => " > ",
        Relation::AtLeast => " >= ",
    }
}
