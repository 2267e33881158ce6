//! Termination: measures become assertions that they decrease.
//!
//! At each call inside of a member with a measure, and at the end of each round of a loop with one, the measure must be
//! smaller than before in a well-founded order: `decreasing(now, before) && bounded(before)`, component by component.
//! For functions, whose calls stand in expressions, methods are made that walk over the expression.

mod copy;
mod function;
mod jumps;
mod nested;

pub(crate) use copy::Copier;
pub(crate) use function::proofs;
pub(crate) use jumps::{backward, forbid};
pub(crate) use nested::unfold;

use crate::tree::{
    BinaryOp, Block, DomainFunctionId, Expr, ExprKind, FunctionId, Local, LocalId, Origin, Place,
    PredicateId, Stmt, StmtKind, Type, UnaryOp,
};
use effigy_base::id::IdVec;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The measure of recursive calls does not decrease, or is not bounded.
pub(crate) const TUPLE: &str = "termination.failed:tuple.false";
/// A recursive call has no measure under its condition.
pub(crate) const TUPLE_CONDITION: &str = "termination.failed:tuple.condition.false";
/// What is called or repeated may not terminate.
pub(crate) const CONDITION: &str = "termination.failed:termination.condition.false";

/// What `decreases` says of a member or a loop.
#[derive(Clone, Default, Debug)]
pub(crate) struct Measure {
    pub tuple: Option<Tuple>,
    /// `decreases _`, with its condition.
    pub wildcard: Option<Option<Expr>>,
    /// `decreases *`.
    pub star: bool,
}

/// `decreases a, b if c`.
#[derive(Clone, Debug)]
pub(crate) struct Tuple {
    pub values: Vec<Expr>,
    pub condition: Option<Expr>,
    pub place: Place,
}

/// When something terminates.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Always,
    When(Expr),
    Never(Place),
}

/// The functions of the standard imports that measures are compared with.
#[derive(Clone, Default, Debug)]
pub(crate) struct Orders {
    /// `decreasing` and `bounded`, and how many type parameters their domains have.
    pub smaller: Option<((DomainFunctionId, usize), (DomainFunctionId, usize))>,
    /// `nestedPredicates`.
    pub nested: Option<DomainFunctionId>,
    /// The type of instances of predicates.
    pub instance: Option<Type>,
    /// The function that makes the instance of a predicate.
    pub instances: FxHashMap<PredicateId, FunctionId>,
}

pub(crate) fn made(kind: ExprKind, ty: Type, place: Place) -> Expr {
    Expr { kind: Box::new(kind), ty, place }
}

pub(crate) fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let place = a.place;
    made(ExprKind::Binary(op, a, b), Type::Bool, place)
}

fn not(a: Expr) -> Expr {
    let place = a.place;
    made(ExprKind::Unary(UnaryOp::Not, a), Type::Bool, place)
}

/// The value at the start of the member.
pub(crate) fn old(e: Expr) -> Expr {
    let (ty, place) = (e.ty.clone(), e.place);
    made(ExprKind::Old(None, e), ty, place)
}

pub(crate) fn plain(kind: StmtKind, place: Place) -> Stmt {
    Stmt { kind, place, annotations: Vec::new() }
}

/// A block that is not in the text.
fn made_block(statements: Vec<Stmt>) -> Block {
    Block { statements, place: None }
}

fn assertion(condition: Expr, error: &str, place: Place) -> Stmt {
    let origin = Origin::Termination { error: error.into() };
    plain(StmtKind::Assert { condition, origin }, place)
}

impl Measure {
    /// When what has this measure terminates.
    pub fn condition(&self, place: Place) -> Condition {
        let tuple = self.tuple.as_ref().map(|tuple| tuple.condition.clone());
        match (tuple, self.wildcard.clone()) {
            (None, None) => Condition::Never(place),
            (Some(Some(a)), Some(Some(b))) => Condition::When(binary(BinaryOp::Or, a, b)),
            (Some(None), _) | (_, Some(None)) => Condition::Always,
            (Some(Some(c)), None) | (None, Some(Some(c))) => Condition::When(c),
        }
    }

    /// The measure of a member for a call of it with these arguments.
    pub fn applied(
        &self,
        parameters: &[LocalId],
        arguments: &[Expr],
        from: &IdVec<LocalId, Local>,
        locals: &mut IdVec<LocalId, Local>,
    ) -> Self {
        let mut copy = |e: &Expr| {
            let mut copied = Vec::new();
            for argument in arguments {
                copied.push(Copier::new(locals).copied(argument));
            }
            let map = parameters.iter().copied().zip(copied).collect();
            Copier::with(locals, from, map).copied(e)
        };
        let tuple = self.tuple.as_ref().map(|tuple| Tuple {
            values: tuple.values.iter().map(&mut copy).collect(),
            condition: tuple.condition.as_ref().map(&mut copy),
            place: tuple.place,
        });
        Self {
            tuple,
            wildcard: self.wildcard.as_ref().map(|c| c.as_ref().map(copy)),
            star: self.star,
        }
    }
}

/// Asserts `given` where `required` holds; `None` is true.
pub(crate) fn condition_check(
    required: Option<Expr>,
    given: Condition,
    error: &str,
    place: Place,
) -> Option<Stmt> {
    let given = match given {
        Condition::Always => return None,
        Condition::When(given) => given,
        Condition::Never(at) => made(ExprKind::Bool(false), Type::Bool, at),
    };
    let condition = match required {
        None => given,
        Some(required) => binary(BinaryOp::Or, not(required), given),
    };
    Some(assertion(condition, error, place))
}

/// Asserts that a measure is smaller than before where `condition` holds.
pub(crate) fn tuple_check(
    orders: &Orders,
    condition: Option<Expr>,
    before: Vec<Expr>,
    now: Vec<Expr>,
    at: Place,
    place: Place,
) -> Stmt {
    let smaller = smaller(orders, &before, &now, at);
    let condition = match condition {
        None => smaller,
        Some(condition) => binary(BinaryOp::Implies, condition, smaller),
    };
    assertion(condition, TUPLE, place)
}

/// That `now` is smaller than `before`: in the first component that differs. Nothing is smaller than a tuple without
/// components but a longer one, and no component is smaller where the program has put something else in the place of the
/// functions that compare.
fn smaller(orders: &Orders, before: &[Expr], now: &[Expr], at: Place) -> Expr {
    let truth = |b| made(ExprKind::Bool(b), Type::Bool, at);
    // What is left when all components so far are the same.
    let same = before.iter().zip(now).take_while(|(b, n)| b.ty == n.ty).count();
    let ends = same == before.len() && same < now.len();
    let mut result = truth(ends);
    for (before, now) in before.iter().zip(now).take(same).collect::<Vec<_>>().into_iter().rev() {
        let call = |(function, count): (DomainFunctionId, usize), arguments| {
            let instance: Arc<[Type]> = vec![before.ty.clone(); count].into();
            made(ExprKind::DomainCall { function, instance, arguments }, Type::Bool, at)
        };
        let here = match orders.smaller {
            Some((decreasing, bounded)) => {
                let less = call(decreasing, vec![now.clone(), before.clone()]);
                binary(BinaryOp::And, less, call(bounded, vec![before.clone()]))
            }
            None => truth(false),
        };
        let equal = binary(BinaryOp::Eq, now.clone(), before.clone());
        result = binary(BinaryOp::Or, here, binary(BinaryOp::And, equal, result));
    }
    result
}

/// What a call must fulfil inside of a member with the measure `caller`; `callee` is the measure of what is called, for
/// the arguments. `recursive`: whether it can call the member again.
pub(crate) fn call_checks(
    orders: &Orders,
    caller: &Tuple,
    callee: &Measure,
    recursive: bool,
    place: Place,
) -> Vec<Stmt> {
    let required = || caller.condition.clone().map(old);
    if !recursive {
        let check = condition_check(required(), callee.condition(place), CONDITION, place);
        return check.into_iter().collect();
    }
    let Some(tuple) = &callee.tuple else {
        let never = Condition::Never(place);
        let check = condition_check(required(), never, TUPLE_CONDITION, place);
        return check.into_iter().collect();
    };
    let given = tuple.condition.clone().map_or(Condition::Always, Condition::When);
    let first = condition_check(required(), given, TUPLE_CONDITION, place);
    let before = caller.values.iter().cloned().map(old).collect();
    let second = tuple_check(orders, required(), before, tuple.values.clone(), caller.place, place);
    first.into_iter().chain([second]).collect()
}
