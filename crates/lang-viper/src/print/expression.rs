//! Expressions and assertions.

use super::{Printer, annotation_text};
use crate::tree::{Access, BinaryOp, Expr, ExprKind, Location, Quantifier, Type, UnaryOp};

impl Printer<'_> {
    pub(super) fn list(&self, list: &[Expr]) -> String {
        list.iter().map(|e| self.expression(e)).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn access(&self, access: &Access) -> String {
        let location = self.location(&access.location);
        match (&access.location, &access.amount) {
            (Location::Wand(_), None) => location,
            (_, None) => format!("acc({location})"),
            (_, Some(amount)) => format!("acc({location}, {})", self.expression(amount)),
        }
    }

    pub(super) fn expression(&self, e: &Expr) -> String {
        let text = |e: &Expr| self.expression(e);
        match &*e.kind {
            ExprKind::Bool(value) => value.to_string(),
            ExprKind::Int(number) if number.sign() == num_bigint::Sign::Minus => {
                format!("({number})")
            }
            ExprKind::Int(number) => number.to_string(),
            ExprKind::Null => "null".to_owned(),
            ExprKind::NoPerm => "none".to_owned(),
            ExprKind::FullPerm => "write".to_owned(),
            ExprKind::Wildcard => "wildcard".to_owned(),
            ExprKind::Epsilon => "epsilon".to_owned(),
            ExprKind::Local(id) => self.local(*id).to_owned(),
            ExprKind::Result => "result".to_owned(),
            ExprKind::Unary(op, inner) => unary(*op, &text(inner)),
            ExprKind::Binary(op, left, right) => binary(*op, &text(left), &text(right)),
            ExprKind::Conditional(c, a, b) => {
                format!("({} ? {} : {})", text(c), text(a), text(b))
            }
            ExprKind::Let(id, value, body) => {
                format!("(let {} == ({}) in {})", self.local(*id), text(value), text(body))
            }
            ExprKind::Field(object, field) => {
                format!("{}.{}", text(object), self.names.field(*field))
            }
            ExprKind::Call { function, arguments, reveal } => {
                let call = format!("{}({})", self.names.function(*function), self.list(arguments));
                if *reveal { format!("(@reveal() {call})") } else { call }
            }
            ExprKind::DomainCall { function, instance, arguments } => {
                let call =
                    format!("{}({})", self.names.domain_function(*function), self.list(arguments));
                match instance.is_empty() {
                    true => call,
                    false => format!("({call}: {})", self.ty(&e.ty)),
                }
            }
            ExprKind::Old(None, inner) => format!("old({})", text(inner)),
            ExprKind::Old(Some(label), inner) => {
                format!("old[{}]({})", self.label(label), text(inner))
            }
            ExprKind::Unfolding(access, inner) => {
                format!("(unfolding {} in {})", self.access(access), text(inner))
            }
            ExprKind::Applying(wand, inner) => {
                format!("(applying ({}) in {})", text(wand), text(inner))
            }
            ExprKind::Asserting(condition, inner) => {
                format!("(asserting ({}) in {})", text(condition), text(inner))
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(quantifier),
            ExprKind::ForPerm { variables, location, body } => {
                let variables = self.declared(variables);
                format!("(forperm {variables} [{}] :: {})", self.location(location), text(body))
            }
            ExprKind::Access(access) => self.access(access),
            ExprKind::Perm(location) => format!("perm({})", self.location(location)),
            ExprKind::Wand(left, right) => format!("({} --* {})", text(left), text(right)),
            ExprKind::InhaleExhale(left, right) => format!("[{}, {}]", text(left), text(right)),
            ExprKind::Seq(list) | ExprKind::Set(list) | ExprKind::Multiset(list) => {
                match list.is_empty() {
                    true => format!("{}()", self.ty(&e.ty)),
                    false => format!("{}({})", bare(&e.ty), self.list(list)),
                }
            }
            ExprKind::Map(list) if list.is_empty() => format!("{}()", self.ty(&e.ty)),
            ExprKind::Map(list) => {
                let pairs = list.iter().map(|(k, v)| format!("{} := {}", text(k), text(v)));
                format!("Map({})", pairs.collect::<Vec<_>>().join(", "))
            }
            ExprKind::Update(of, at, value) => {
                format!("{}[{} := {}]", text(of), text(at), text(value))
            }
        }
    }

    fn quantifier(&self, quantifier: &Quantifier) -> String {
        let word = if quantifier.exists { "exists" } else { "forall" };
        let annotations = quantifier.annotations.iter().map(annotation_text);
        let annotations: String = annotations.map(|text| text + " ").collect();
        let triggers = quantifier.triggers.iter().map(|set| format!(" {{{}}}", self.list(set)));
        let variables = self.declared(&quantifier.variables);
        let (triggers, body) = (triggers.collect::<String>(), self.expression(&quantifier.body));
        format!("({annotations}{word} {variables} ::{triggers} {body})")
    }
}

/// The word of a collection.
fn bare(ty: &Type) -> &'static str {
    match ty {
        Type::Set(_) => "Set",
        Type::Multiset(_) => "Multiset",
        _ => "Seq",
    }
}

fn unary(op: UnaryOp, inner: &str) -> String {
    match op {
        UnaryOp::Not => format!("!({inner})"),
        UnaryOp::Negate => format!("(-({inner}))"),
        UnaryOp::Cardinality => format!("|{inner}|"),
        UnaryOp::Domain => format!("domain({inner})"),
        UnaryOp::Range => format!("range({inner})"),
    }
}

fn binary(op: BinaryOp, left: &str, right: &str) -> String {
    let sign = match op {
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Implies => "==>",
        BinaryOp::Iff => "<==>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::IntDiv => "\\",
        BinaryOp::Mod => "%",
        BinaryOp::PermDiv => "/",
        BinaryOp::Append => "++",
        BinaryOp::In => "in",
        BinaryOp::Union => "union",
        BinaryOp::Intersection => "intersection",
        BinaryOp::SetMinus => "setminus",
        BinaryOp::Subset => "subset",
        BinaryOp::Index => return format!("{left}[{right}]"),
        BinaryOp::Take => return format!("{left}[..{right}]"),
        BinaryOp::Drop => return format!("{left}[{right}..]"),
        BinaryOp::Range => return format!("[{left}..{right})"),
    };
    format!("({left} {sign} {right})")
}
