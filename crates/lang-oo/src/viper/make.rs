//! Small parts of the Viper tree.

use effigy_lang_viper::tree::{
    Access, BinaryOp, Block, Expr, ExprKind, FieldId, LocalId, Location, Place, Stmt, StmtKind,
    Type, UnaryOp,
};
use num_bigint::BigInt;

pub(super) fn expr(kind: ExprKind, ty: Type, place: Place) -> Expr {
    Expr { kind: Box::new(kind), ty, place }
}

pub(super) fn boolean(value: bool, place: Place) -> Expr {
    expr(ExprKind::Bool(value), Type::Bool, place)
}

pub(super) fn int(value: impl Into<BigInt>, place: Place) -> Expr {
    expr(ExprKind::Int(value.into()), Type::Int, place)
}

pub(super) fn null(place: Place) -> Expr {
    expr(ExprKind::Null, Type::Ref, place)
}

pub(super) fn local(id: LocalId, ty: Type, place: Place) -> Expr {
    expr(ExprKind::Local(id), ty, place)
}

pub(super) fn field(object: Expr, field: FieldId, ty: Type, place: Place) -> Expr {
    expr(ExprKind::Field(object, field), ty, place)
}

pub(super) fn not(inner: Expr) -> Expr {
    let place = inner.place;
    expr(ExprKind::Unary(UnaryOp::Not, inner), Type::Bool, place)
}

/// An operator whose result is a truth value.
pub(super) fn relation(op: BinaryOp, left: Expr, right: Expr, place: Place) -> Expr {
    expr(ExprKind::Binary(op, left, right), Type::Bool, place)
}

/// An operator whose result is an integer.
pub(super) fn sum(op: BinaryOp, left: Expr, right: Expr, place: Place) -> Expr {
    expr(ExprKind::Binary(op, left, right), Type::Int, place)
}

pub(super) fn and(left: Expr, right: Expr, place: Place) -> Expr {
    relation(BinaryOp::And, left, right, place)
}

pub(super) fn implies(left: Expr, right: Expr, place: Place) -> Expr {
    relation(BinaryOp::Implies, left, right, place)
}

pub(super) fn equal(left: Expr, right: Expr, place: Place) -> Expr {
    relation(BinaryOp::Eq, left, right, place)
}

/// `object != null`
pub(super) fn is_object(object: Expr, place: Place) -> Expr {
    relation(BinaryOp::Ne, object, null(place), place)
}

/// `0 <= index && index < length`
pub(super) fn within(index: Expr, length: Expr, place: Place) -> Expr {
    let low = relation(BinaryOp::Le, int(0, place), index.clone(), place);
    and(low, relation(BinaryOp::Lt, index, length, place), place)
}

/// All of some assertions; `true` without any.
pub(super) fn all(list: impl IntoIterator<Item = Expr>, place: Place) -> Expr {
    let mut list = list.into_iter();
    let first = list.next().unwrap_or_else(|| boolean(true, place));
    list.fold(first, |left, right| and(left, right, place))
}

/// `c ? a : b` of two values of one type.
pub(super) fn choice(condition: Expr, then: Expr, otherwise: Expr, place: Place) -> Expr {
    let ty = then.ty.clone();
    expr(ExprKind::Conditional(condition, then, otherwise), ty, place)
}

pub(super) fn access(location: Location, amount: Option<Expr>, place: Place) -> Expr {
    let access = Access { location, amount, place };
    expr(ExprKind::Access(access), Type::Bool, place)
}

pub(super) fn stmt(kind: StmtKind, place: Place) -> Stmt {
    Stmt { kind, place, annotations: Vec::new() }
}

pub(super) fn block(statements: Vec<Stmt>) -> Block {
    Block { statements, place: None }
}

/// Whether an expression can stand at several places: it is small, and its value does not depend on the heap.
pub(super) fn is_atom(expr: &Expr) -> bool {
    matches!(*expr.kind, ExprKind::Local(_) | ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Null)
}
