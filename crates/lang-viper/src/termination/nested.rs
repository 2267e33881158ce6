//! What unfolding a predicate says of the order of instances: those inside are smaller.

use super::{Copier, Orders, made, made_block, plain};
use crate::tree::{
    Access, BinaryOp, Block, Expr, ExprKind, Local, LocalId, Location, Place, PredicateId, Program,
    Stmt, StmtKind, Type,
};
use effigy_base::id::IdVec;

/// The instance of a predicate as a value.
fn instance(
    orders: &Orders,
    predicate: PredicateId,
    arguments: Vec<Expr>,
    place: Place,
) -> Option<Expr> {
    let function = *orders.instances.get(&predicate)?;
    let kind = ExprKind::Call { function, arguments, reveal: false };
    Some(made(kind, orders.instance.clone()?, place))
}

/// `unfold`, with the instances that become visible assumed to be smaller than the one that is unfolded.
pub(crate) fn unfold(
    program: &Program,
    orders: &Orders,
    locals: &mut IdVec<LocalId, Local>,
    access: Access,
    place: Place,
) -> Vec<Stmt> {
    let Location::Predicate(predicate, arguments) = &access.location else {
        return vec![plain(StmtKind::Unfold(access), place)];
    };
    let declared = &program.predicates[*predicate];
    let copies: Vec<Expr> = arguments.iter().map(|e| Copier::new(locals).copied(e)).collect();
    let whole = instance(orders, *predicate, copies.clone(), place);
    let (Some(whole), Some(body)) = (whole, &declared.body) else {
        return vec![plain(StmtKind::Unfold(access), place)];
    };
    let ty = whole.ty.clone();
    let local = locals.push(Local { name: "_instance".into(), ty: ty.clone(), place });
    let map = declared.parameters.iter().copied().zip(copies).collect();
    let body = Copier::with(locals, &declared.locals, map).copied(body);
    let mut statements = vec![
        plain(StmtKind::Declare(vec![local]), place),
        plain(StmtKind::Assign { target: local, value: whole }, place),
        plain(StmtKind::Unfold(access), place),
    ];
    let whole = made(ExprKind::Local(local), ty, place);
    statements.extend(inside(orders, &body, &whole, place));
    statements
}

fn inside(orders: &Orders, body: &Expr, whole: &Expr, place: Place) -> Vec<Stmt> {
    let block = |e: &Expr| made_block(inside(orders, e, whole, place));
    let branch = |condition: &Expr, then: Block, otherwise: Block| {
        if then.statements.is_empty() && otherwise.statements.is_empty() {
            return Vec::new();
        }
        let condition = condition.clone();
        vec![plain(StmtKind::If { condition, then, otherwise }, place)]
    };
    match &*body.kind {
        ExprKind::Access(access) => {
            let Location::Predicate(predicate, arguments) = &access.location else {
                return Vec::new();
            };
            let part = instance(orders, *predicate, arguments.clone(), place);
            let (Some(part), Some(function)) = (part, orders.nested) else { return Vec::new() };
            let arguments = vec![part, whole.clone()];
            let kind = ExprKind::DomainCall { function, instance: [].into(), arguments };
            vec![plain(StmtKind::Inhale(made(kind, Type::Bool, place)), place)]
        }
        ExprKind::Conditional(c, a, b) => branch(c, block(a), block(b)),
        ExprKind::Binary(BinaryOp::Implies, c, a) => branch(c, block(a), Block::default()),
        ExprKind::Binary(BinaryOp::And, a, b) => {
            let mut statements = inside(orders, a, whole, place);
            statements.extend(inside(orders, b, whole, place));
            statements
        }
        _ => Vec::new(),
    }
}
