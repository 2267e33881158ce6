//! The shapes of magic wands: wands that differ in their fixed expressions only, which do not depend on the heaps of their
//! sides, have one shape.

use crate::state::LEFT;
use crate::walk;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Expr, ExprKind, LocalId, Location, Program};
use rustc_hash::FxHashMap;

/// The shapes of the wands that a program names.
#[derive(Default)]
pub(crate) struct Shapes<'p> {
    shapes: Vec<Shape<'p>>,
    known: FxHashMap<*const Expr, u32>,
}

struct Shape<'p> {
    wand: &'p Expr,
    sorts: Vec<Sort>,
}

impl<'p> Shapes<'p> {
    /// The number of a wand's shape; `sorts` are those of its fixed expressions.
    pub(crate) fn of(&mut self, program: &Program, wand: &'p Expr, sorts: Vec<Sort>) -> u32 {
        if let Some(shape) = self.known.get(&std::ptr::from_ref(wand)) {
            return *shape;
        }
        let known = self.shapes.iter().position(|shape| {
            shape.sorts == sorts && alike(program, shape.wand, wand, &mut Vec::new())
        });
        let shape = known.unwrap_or_else(|| {
            self.shapes.push(Shape { wand, sorts });
            self.shapes.len() - 1
        });
        let shape = u32::try_from(shape).unwrap_or(u32::MAX);
        self.known.insert(wand, shape);
        shape
    }

    /// The sorts of the fixed expressions of a shape.
    pub(crate) fn sorts(&self, shape: u32) -> Vec<Sort> {
        self.shapes.get(shape as usize).map_or_else(Vec::new, |shape| shape.sorts.clone())
    }
}

/// Whether the value of an expression can be had when the wand is made: it does not depend on the heaps of its sides.
fn is_fixed(program: &Program, e: &Expr, bound: &[LocalId]) -> bool {
    match &*e.kind {
        ExprKind::Local(local) => !bound.contains(local),
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Null
        | ExprKind::NoPerm
        | ExprKind::FullPerm
        | ExprKind::Wildcard => true,
        ExprKind::Old(Some(label), _) if &**label == LEFT => false,
        ExprKind::Old(_, inner) => {
            let mut free = true;
            walk::each(inner, &mut |e| {
                free &= !matches!(&*e.kind, ExprKind::Local(local) if bound.contains(local));
            });
            free
        }
        ExprKind::Call { function, arguments, .. } => {
            program.functions[*function].preconditions.is_empty()
                && arguments.iter().all(|part| is_fixed(program, part, bound))
        }
        ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Conditional(..)
        | ExprKind::DomainCall { .. }
        | ExprKind::Seq(_)
        | ExprKind::Set(_)
        | ExprKind::Multiset(_)
        | ExprKind::Map(_)
        | ExprKind::Update(..) => {
            let parts = walk::children(e);
            parts.iter().all(|part| is_fixed(program, part, bound))
        }
        _ => false,
    }
}

fn binds(e: &Expr) -> &[LocalId] {
    match &*e.kind {
        ExprKind::Quantifier(quantifier) => &quantifier.variables,
        ExprKind::ForPerm { variables, .. } => variables,
        ExprKind::Let(local, ..) => std::slice::from_ref(local),
        _ => &[],
    }
}

/// The fixed expressions of a wand, the largest ones.
pub(crate) fn holes<'e>(
    program: &Program,
    e: &'e Expr,
    bound: &mut Vec<LocalId>,
    found: &mut Vec<&'e Expr>,
) {
    if is_fixed(program, e, bound) {
        found.push(e);
        return;
    }
    let before = bound.len();
    bound.extend_from_slice(binds(e));
    for part in walk::children(e) {
        holes(program, part, bound, found);
    }
    bound.truncate(before);
}

/// Whether two wands differ in their fixed expressions only.
fn alike(program: &Program, a: &Expr, b: &Expr, bound: &mut Vec<(LocalId, LocalId)>) -> bool {
    let (left, right): (Vec<_>, Vec<_>) = bound.iter().copied().unzip();
    match (is_fixed(program, a, &left), is_fixed(program, b, &right)) {
        (true, true) => return a.ty == b.ty,
        (false, false) => {}
        _ => return false,
    }
    let same_head = match (&*a.kind, &*b.kind) {
        (ExprKind::Local(x), ExprKind::Local(y)) => bound.contains(&(*x, *y)),
        (ExprKind::Unary(x, _), ExprKind::Unary(y, _)) => x == y,
        (ExprKind::Binary(x, ..), ExprKind::Binary(y, ..)) => x == y,
        (ExprKind::Field(_, x), ExprKind::Field(_, y)) => x == y,
        (ExprKind::Call { function: x, .. }, ExprKind::Call { function: y, .. }) => x == y,
        (
            ExprKind::DomainCall { function: x, instance: s, .. },
            ExprKind::DomainCall { function: y, instance: t, .. },
        ) => x == y && s == t,
        (ExprKind::Old(x, _), ExprKind::Old(y, _)) => x == y,
        (ExprKind::Unfolding(x, _), ExprKind::Unfolding(y, _))
        | (ExprKind::Access(x), ExprKind::Access(y)) => {
            same_location(&x.location, &y.location) && x.amount.is_some() == y.amount.is_some()
        }
        (ExprKind::Perm(x), ExprKind::Perm(y)) => same_location(x, y),
        (ExprKind::Quantifier(x), ExprKind::Quantifier(y)) => {
            x.exists == y.exists && x.variables.len() == y.variables.len()
        }
        (x, y) => std::mem::discriminant(x) == std::mem::discriminant(y),
    };
    let (left, right) = (walk::children(a), walk::children(b));
    if !same_head || left.len() != right.len() {
        return false;
    }
    let before = bound.len();
    bound.extend(binds(a).iter().copied().zip(binds(b).iter().copied()));
    let same = left.into_iter().zip(right).all(|(a, b)| alike(program, a, b, bound));
    bound.truncate(before);
    same
}

fn same_location(a: &Location, b: &Location) -> bool {
    match (a, b) {
        (Location::Field(_, a), Location::Field(_, b)) => a == b,
        (Location::Predicate(a, _), Location::Predicate(b, _)) => a == b,
        (Location::Wand(_), Location::Wand(_)) => true,
        _ => false,
    }
}
