//! Expressions: purity, permission amounts, wands, triggers.

use super::{Check, Wand};
use crate::tree::{
    Access, BinaryOp, Expr, ExprKind, LocalId, Location, Place, Quantifier, UnaryOp,
};
use crate::walk;

/// Whether an expression is a value, without permissions.
pub(crate) fn is_pure(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Access(_) | ExprKind::Wand(..) => false,
        ExprKind::Unary(_, a) | ExprKind::Old(_, a) => is_pure(a),
        ExprKind::Binary(_, a, b) | ExprKind::InhaleExhale(a, b) => is_pure(a) && is_pure(b),
        ExprKind::Conditional(a, b, c) => is_pure(a) && is_pure(b) && is_pure(c),
        ExprKind::Unfolding(_, body)
        | ExprKind::Applying(_, body)
        | ExprKind::Asserting(_, body)
        | ExprKind::Let(_, _, body) => is_pure(body),
        ExprKind::Quantifier(q) => is_pure(&q.body),
        _ => true,
    }
}

/// Whether an expression uses a variable.
fn mentions(e: &Expr, variable: LocalId) -> bool {
    walk::any(e, &mut |e| matches!(&*e.kind, ExprKind::Local(local) if *local == variable))
}

/// Whether a solver can look for an expression.
fn is_trigger(e: &Expr) -> bool {
    let free = |e: &Expr| !walk::any(e, &mut |e| is_forbidden(e));
    match &*e.kind {
        ExprKind::Old(_, inner) => is_trigger(inner),
        ExprKind::Wand(a, b) => wand_values(a) && wand_values(b),
        ExprKind::Call { .. }
        | ExprKind::DomainCall { .. }
        | ExprKind::Field(..)
        | ExprKind::Access(_)
        | ExprKind::Seq(_)
        | ExprKind::Set(_)
        | ExprKind::Multiset(_)
        | ExprKind::Map(_)
        | ExprKind::Update(..) => free(e),
        ExprKind::Unary(op, _) => !matches!(op, UnaryOp::Not | UnaryOp::Negate) && free(e),
        ExprKind::Binary(op, ..) => !is_operator(*op) && free(e),
        _ => false,
    }
}

/// Whether the values in a wand can be looked for.
fn wand_values(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Binary(BinaryOp::And, a, b) => wand_values(a) && wand_values(b),
        ExprKind::Binary(op, a, b) if is_operator(*op) => wand_values(a) && wand_values(b),
        ExprKind::Access(Access { location, amount, .. }) => {
            let mut free = true;
            walk::location(location, &mut |e| free = free && !walk::any(e, &mut is_forbidden));
            free && amount.as_ref().is_none_or(|e| !walk::any(e, &mut is_forbidden) || is_amount(e))
        }
        _ => !walk::any(e, &mut is_forbidden),
    }
}

fn is_amount(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Binary(BinaryOp::PermDiv, ..))
}

fn is_operator(op: BinaryOp) -> bool {
    !matches!(
        op,
        BinaryOp::Append
            | BinaryOp::In
            | BinaryOp::Index
            | BinaryOp::Take
            | BinaryOp::Drop
            | BinaryOp::Range
            | BinaryOp::Union
            | BinaryOp::Intersection
            | BinaryOp::SetMinus
            | BinaryOp::Subset
    )
}

fn is_forbidden(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Binary(op, ..) => is_operator(*op),
        ExprKind::Unary(op, _) => matches!(op, UnaryOp::Not | UnaryOp::Negate),
        ExprKind::Conditional(..) => true,
        _ => false,
    }
}

impl Check<'_> {
    /// Checks an expression and all its parts.
    pub(super) fn expression(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Wildcard => {
                self.error(e.place, "`wildcard` stands in `acc(..., wildcard)` only");
            }
            ExprKind::Old(Some(label), inner) if &**label == "lhs" => {
                if self.wand != Wand::Right {
                    let message = "`old[lhs]` stands on the right side of a wand, or in the script of `package`";
                    self.error(e.place, message);
                }
                self.expression(inner);
            }
            ExprKind::Wand(a, b) => self.wand(e, a, b),
            ExprKind::Access(access) => self.access(access, e.place),
            ExprKind::Unfolding(access, body) => {
                self.access(access, e.place);
                self.pure(body);
                self.expression(body);
            }
            ExprKind::Applying(_, body) | ExprKind::Asserting(_, body) => {
                self.pure(body);
                walk::parts(&e.kind, &mut |part| self.expression(part));
            }
            ExprKind::Let(_, value, _) => {
                self.pure(value);
                walk::parts(&e.kind, &mut |part| self.expression(part));
            }
            ExprKind::Quantifier(q) => self.quantifier(q, e.place),
            ExprKind::ForPerm { variables, location, body } => {
                self.for_perm(variables, location, e.place);
                self.expression(body);
            }
            kind => walk::parts(kind, &mut |part| self.expression(part)),
        }
    }

    fn pure(&mut self, e: &Expr) {
        if !self.assumed && !is_pure(e) {
            self.error(e.place, "a value is needed here, this is an assertion about permissions");
        }
    }

    /// Permissions to a resource: here `wildcard` is a permission amount.
    pub(super) fn access(&mut self, access: &Access, _place: Place) {
        walk::location(&access.location, &mut |e| self.expression(e));
        let Some(amount) = &access.amount else { return };
        let is_wildcard = matches!(*amount.kind, ExprKind::Wildcard);
        if is_wildcard {
            return;
        }
        let has_wildcard = walk::any(amount, &mut |e| matches!(*e.kind, ExprKind::Wildcard));
        if !has_wildcard {
            self.expression(amount);
        } else if !self.in_function {
            self.error(amount.place, "`wildcard` is a whole permission amount, not a part of one");
        }
    }

    fn wand(&mut self, e: &Expr, a: &Expr, b: &Expr) {
        let ghost = walk::any(e, &mut |e| match &*e.kind {
            ExprKind::Unfolding(_, body) | ExprKind::Applying(_, body) => !is_pure(body),
            _ => false,
        });
        if ghost {
            self.error(e.place, "a wand has no `unfolding` and no `applying` around permissions");
        }
        let outer = self.wand;
        self.wand = Wand::Left;
        self.expression(a);
        self.wand = Wand::Right;
        self.expression(b);
        self.wand = outer;
    }

    fn quantifier(&mut self, q: &Quantifier, place: Place) {
        for trigger in &q.triggers {
            for variable in &q.variables {
                if !trigger.iter().any(|e| mentions(e, *variable)) {
                    self.error(
                        place_of(trigger, place),
                        "each trigger names all variables of the quantifier",
                    );
                    break;
                }
            }
            for e in trigger {
                if !q.variables.iter().any(|v| mentions(e, *v)) {
                    self.error(e.place, "this trigger names no variable of the quantifier");
                }
                if !is_trigger(e) {
                    let message = "a trigger is a call, a field or an operation of a collection, without operators";
                    self.problems.error(e.place, crate::problem::TYPES, message);
                }
            }
            trigger.iter().for_each(|e| self.expression(e));
        }
        if q.exists {
            self.pure(&q.body);
        } else if !self.assumed {
            self.quantified_permissions(&q.body);
        }
        self.expression(&q.body);
    }

    /// Permissions under a quantifier stand behind conditions and beside each other, not under other things.
    fn quantified_permissions(&mut self, e: &Expr) {
        if is_pure(e) {
            return;
        }
        match &*e.kind {
            ExprKind::Access(_) | ExprKind::Wand(..) | ExprKind::Quantifier(_) => {}
            ExprKind::Binary(BinaryOp::And, a, b)
            | ExprKind::Conditional(_, a, b)
            | ExprKind::InhaleExhale(a, b) => {
                self.quantified_permissions(a);
                self.quantified_permissions(b);
            }
            ExprKind::Binary(BinaryOp::Implies, _, body) | ExprKind::Let(_, _, body) => {
                self.quantified_permissions(body);
            }
            _ => self.error(e.place, "quantified permissions stand behind `==>` and `&&` only"),
        }
    }

    fn for_perm(&mut self, variables: &[LocalId], location: &Location, place: Place) {
        let mut used = vec![false; variables.len()];
        let mut indirect = None;
        let mut check = |e: &Expr| {
            for (variable, used) in variables.iter().zip(&mut used) {
                let direct = matches!(&*e.kind, ExprKind::Local(local) if local == variable);
                let mentioned = mentions(e, *variable);
                *used = *used || mentioned;
                if mentioned && !direct {
                    indirect = Some(e.place);
                }
            }
        };
        match location {
            Location::Wand(wand) => wand_arguments(wand, &mut check),
            location => walk::location(location, &mut check),
        }
        let message = if used.contains(&false) {
            "each variable of `forperm` is an argument of its resource"
        } else if indirect.is_some() {
            "the variables of `forperm` are arguments of its resource, not parts of arguments"
        } else {
            return;
        };
        self.problems.error(indirect.unwrap_or(place), crate::problem::TYPES, message);
    }
}

/// Shows the values that the permissions of a wand depend on.
fn wand_arguments(e: &Expr, f: &mut dyn FnMut(&Expr)) {
    match &*e.kind {
        ExprKind::Wand(a, b) => {
            wand_arguments(a, f);
            wand_arguments(b, f);
        }
        ExprKind::Binary(op, a, b) if is_operator(*op) => {
            wand_arguments(a, f);
            wand_arguments(b, f);
        }
        ExprKind::Access(access) => walk::access(access, f),
        ExprKind::Field(receiver, _) => f(receiver),
        ExprKind::Quantifier(q) => wand_arguments(&q.body, f),
        ExprKind::Let(_, value, body) => {
            f(value);
            wand_arguments(body, f);
        }
        _ => f(e),
    }
}

fn place_of(trigger: &[Expr], otherwise: Place) -> Place {
    trigger.first().map_or(otherwise, |e| e.place)
}
