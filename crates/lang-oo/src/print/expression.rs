//! Expressions with as few parentheses as the precedence of operators needs.

use super::Names;
use crate::tree::{
    Binary, Call, ClassId, Expr, ExprKind, FieldId, GlobalId, LocalId, MethodId, Type, Unary,
};

/// How tight operators bind, as the parser has it.
mod level {
    pub const CONDITIONAL: u8 = 0;
    pub const OR: u8 = 2;
    pub const AND: u8 = 3;
    pub const SEPARATE: u8 = 4;
    pub const EQUAL: u8 = 5;
    pub const RELATION: u8 = 6;
    pub const SUM: u8 = 7;
    pub const PRODUCT: u8 = 8;
    pub const PREFIX: u8 = 9;
    pub const OPERAND: u8 = 10;
}

pub(super) fn print(names: &Names<'_>, out: &mut String, expression: &Expr) {
    within(names, out, expression, 0);
}

/// Prints an operand of an operator that binds at `around`.
fn within(names: &Names<'_>, out: &mut String, expression: &Expr, around: u8) {
    match &expression.kind {
        ExprKind::Int(number) => out.push_str(&number.to_string()),
        ExprKind::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        ExprKind::Null => out.push_str("null"),
        ExprKind::This => out.push_str("this"),
        ExprKind::Local(id) => out.push_str(names.local(*id)),
        ExprKind::Global(id) => out.push_str(names.global(*id)),
        ExprKind::Result => out.push_str("result"),
        ExprKind::Unknown => out.push('*'),
        ExprKind::Field(object, id) => field(names, out, object, *id),
        ExprKind::Element(array, index) => element(names, out, array, index),
        ExprKind::Length(array) => {
            within(names, out, array, level::OPERAND);
            out.push_str(".length");
        }
        ExprKind::Call(inner) => call(names, out, inner),
        ExprKind::New(class, arguments) => {
            out.push_str(&format!("new {}", names.class(*class)));
            list(names, out, arguments);
        }
        ExprKind::NewArray(ty, size) => new_array(names, out, ty, size),
        ExprKind::Unary(operator, inner) => parenthesised(out, around > level::PREFIX, |out| {
            out.push(if *operator == Unary::Negate { '-' } else { '!' });
            if *operator == Unary::Negate && matches!(inner.kind, ExprKind::Unary(..)) {
                // Two signs side by side would be a decrement.
                out.push(' ');
            }
            within(names, out, inner, level::PREFIX);
        }),
        ExprKind::Binary(operator, left, right) => {
            binary(names, out, (*operator, left, right), around);
        }
        ExprKind::Conditional(condition, then, otherwise) => {
            parenthesised(out, around > level::CONDITIONAL, |out| {
                within(names, out, condition, level::OR);
                out.push_str(" ? ");
                within(names, out, then, 0);
                out.push_str(" : ");
                within(names, out, otherwise, 0);
            });
        }
        ExprKind::Old(inner) => applied(names, out, "old", inner),
        ExprKind::Acc(location, amount) => access(names, out, (location, ""), amount.as_deref()),
        ExprKind::Untouched(inner) => applied(names, out, "untouched", inner),
        ExprKind::AccElements(array, amount) => {
            access(names, out, (array, ".elems"), amount.as_deref());
        }
        ExprKind::Opening(inner, value) => ghost(names, out, ("opening", inner, value)),
        ExprKind::Using(inner, value) => ghost(names, out, ("using", inner, value)),
    }
}

fn parenthesised(out: &mut String, needed: bool, inner: impl FnOnce(&mut String)) {
    out.push_str(if needed { "(" } else { "" });
    inner(out);
    out.push_str(if needed { ")" } else { "" });
}

pub(super) fn field(names: &Names<'_>, out: &mut String, object: &Expr, id: FieldId) {
    let name = names.program.fields.get(id).map_or("?", |field| field.name.as_str());
    let hidden = || names.locals.iter().any(|(_, local)| local.name == name);
    if !(names.short && object.kind == ExprKind::This) || hidden() {
        within(names, out, object, level::OPERAND);
        out.push('.');
    }
    out.push_str(name);
}

pub(super) fn element(names: &Names<'_>, out: &mut String, array: &Expr, index: &Expr) {
    // `new T[n][i]` would be a type.
    let creation = matches!(array.kind, ExprKind::NewArray(..));
    parenthesised(out, creation, |out| within(names, out, array, level::OPERAND));
    out.push('[');
    print(names, out, index);
    out.push(']');
}

fn applied(names: &Names<'_>, out: &mut String, word: &str, inner: &Expr) {
    out.push_str(word);
    parenthesised(out, true, |out| print(names, out, inner));
}

/// `acc(e.f)` or `acc(e.f, 1/2)`
fn access(names: &Names<'_>, out: &mut String, location: (&Expr, &str), amount: Option<&Expr>) {
    out.push_str("acc(");
    within(names, out, location.0, level::OPERAND);
    out.push_str(location.1);
    if let Some(amount) = amount {
        out.push_str(", ");
        print(names, out, amount);
    }
    out.push(')');
}

/// `opening e.q() in e` reaches as far to the right as it can: it stands in parentheses.
fn ghost(names: &Names<'_>, out: &mut String, (word, inner, value): (&str, &Call, &Expr)) {
    parenthesised(out, true, |out| {
        out.push_str(word);
        out.push(' ');
        call(names, out, inner);
        out.push_str(" in ");
        print(names, out, value);
    });
}

pub(super) fn call(names: &Names<'_>, out: &mut String, call: &Call) {
    if let Some(receiver) = &call.receiver
        && !(names.short && receiver.kind == ExprKind::This)
    {
        within(names, out, receiver, level::OPERAND);
        out.push('.');
    }
    out.push_str(names.method(call.method));
    list(names, out, &call.arguments);
}

fn list(names: &Names<'_>, out: &mut String, arguments: &[Expr]) {
    parenthesised(out, true, |out| {
        for (at, argument) in arguments.iter().enumerate() {
            out.push_str(if at == 0 { "" } else { ", " });
            print(names, out, argument);
        }
    });
}

/// `new T[n][]` for an element type `T[]`.
fn new_array(names: &Names<'_>, out: &mut String, mut element: &Type, size: &Expr) {
    let mut brackets = String::new();
    while let Type::Array(inner) = element {
        element = inner;
        brackets.push_str("[]");
    }
    out.push_str(&format!("new {}[", names.program.type_name(element)));
    print(names, out, size);
    out.push_str(&format!("]{brackets}"));
}

fn binary(
    names: &Names<'_>,
    out: &mut String,
    (operator, left, right): (Binary, &Expr, &Expr),
    around: u8,
) {
    let (sign, own) = match operator {
        Binary::Add => (" + ", level::SUM),
        Binary::Subtract => (" - ", level::SUM),
        Binary::Multiply => (" * ", level::PRODUCT),
        Binary::Divide => (" / ", level::PRODUCT),
        Binary::Remainder => (" % ", level::PRODUCT),
        Binary::Equal => (" == ", level::EQUAL),
        Binary::NotEqual => (" != ", level::EQUAL),
        Binary::Less => (" < ", level::RELATION),
        Binary::AtMost => (" <= ", level::RELATION),
        Binary::Greater => (" > ", level::RELATION),
        Binary::AtLeast => (" >= ", level::RELATION),
        Binary::And => (" && ", level::AND),
        Binary::Or => (" || ", level::OR),
        Binary::Separate => (" * ", level::SEPARATE),
    };
    // Relations side by side would be a chain, and a relation beside `*` may belong to either side of it.
    let left_level = match operator {
        Binary::Equal | Binary::NotEqual => level::SUM,
        _ if own == level::RELATION => level::SUM,
        _ => own,
    };
    let part = if operator == Binary::Separate { level::PREFIX } else { 0 };
    let is_left_separate = matches!(left.kind, ExprKind::Binary(Binary::Separate, ..));
    parenthesised(out, around > own, |out| {
        let left_level = if is_left_separate { left_level } else { left_level.max(part) };
        within(names, out, left, left_level);
        out.push_str(sign);
        let right_level = if own == level::EQUAL { level::SUM } else { own + 1 };
        within(names, out, right, right_level.max(part));
    });
}

impl<'a> Names<'a> {
    pub(super) fn local(&self, id: LocalId) -> &'a str {
        self.locals.get(id).map_or("?", |local| local.name.as_str())
    }

    pub(super) fn global(&self, id: GlobalId) -> &'a str {
        self.program.globals.get(id).map_or("?", |global| global.name.as_str())
    }

    fn method(&self, id: MethodId) -> &'a str {
        self.program.methods.get(id).map_or("?", |method| method.name.as_str())
    }

    fn class(&self, id: ClassId) -> &'a str {
        self.program.classes.get(id).map_or("?", |class| class.name.as_str())
    }
}
