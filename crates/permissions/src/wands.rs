//! Magic wands: `A --* B` gives up `A` and itself, and gets `B`.
//!
//! A wand is held like a predicate: its resource is its shape, its arguments are the values of the expressions in it that
//! do not depend on the heap. Its snapshot is a function from the snapshot of the left side to that of the right side.

use crate::infer::Wanted;
use crate::produce::Source;
use crate::prover::Prover;
use crate::state::{Blame, LEFT, Resource, State, Stop};
use crate::symbols;
use crate::walk;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Block, Expr, ExprKind, LocalId, Location, Program};
use effigy_term::Term;
use rustc_hash::FxHashMap;
use std::rc::Rc;

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

impl Shapes<'_> {
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
fn holes<'e>(program: &Program, e: &'e Expr, bound: &mut Vec<LocalId>, found: &mut Vec<&'e Expr>) {
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

impl<'p> Prover<'p> {
    /// The resource of a wand and the values of its fixed expressions.
    pub(crate) fn wand_location(
        &mut self,
        s: &mut State,
        wand: &'p Expr,
        blame: Blame,
    ) -> Result<(Resource, Vec<Term>), Stop> {
        let mut found = Vec::new();
        holes(self.program, wand, &mut Vec::new(), &mut found);
        let mut values = Vec::new();
        for e in found {
            values.push(self.eval(s, e, blame)?);
        }
        let shape = match self.shapes.known.get(&std::ptr::from_ref(wand)) {
            Some(shape) => *shape,
            None => {
                let sorts: Vec<Sort> = values.iter().map(|t| self.terms.sort(*t)).collect();
                let known = self.shapes.shapes.iter().position(|shape| {
                    shape.sorts == sorts && alike(self.program, shape.wand, wand, &mut Vec::new())
                });
                let shape = known.unwrap_or_else(|| {
                    self.shapes.shapes.push(Shape { wand, sorts });
                    self.shapes.shapes.len() - 1
                });
                let shape = u32::try_from(shape).unwrap_or(u32::MAX);
                self.shapes.known.insert(wand, shape);
                shape
            }
        };
        Ok((Resource::Wand(shape), values))
    }

    /// The snapshot of a wand's right side for one of its left side.
    fn wand_result(&mut self, wand: Term, left: Term) -> Term {
        let snap = symbols::snap();
        let function =
            Function::new("wand.apply", &[snap, snap], snap, FunctionKind::Uninterpreted);
        self.terms.apply(function, &[wand, left])
    }

    /// `apply A --* B`.
    pub(crate) fn apply_wand(
        &mut self,
        mut s: State,
        wand: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        let ExprKind::Wand(left, right) = &*wand.kind else {
            return Err(self.unsupported(&s, wand, blame, "only magic wands can be applied"));
        };
        let (resource, arguments) = self.wand_location(&mut s, wand, blame)?;
        let before = s.heap.clone();
        let full = self.full();
        let heap = s.heap.clone();
        let wanted = Wanted { resource, arguments: &arguments, place: wand.place, blame };
        let (heap, snapshot) = self.take(&mut s, heap, wanted, full)?;
        s.heap = heap;
        let olds = s.olds.clone();
        let mut all = Vec::new();
        for (mut state, given) in self.exhale(s, std::slice::from_ref(left), &|_| blame)? {
            Rc::make_mut(&mut state.olds).insert(LEFT.into(), before.clone());
            let given = self.snapped(given);
            let result = self.wand_result(snapshot, given);
            for mut after in self.produce(state, Source::Term(result), right, blame)? {
                after.olds = olds.clone();
                all.push(after);
            }
        }
        Ok(all)
    }

    /// `applying (A --* B) in e`.
    pub(crate) fn applying(
        &mut self,
        s: &mut State,
        wand: &'p Expr,
        body: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        self.locally(s, |this, s| {
            let states = this.apply_wand(s.clone(), wand, blame)?;
            this.join_values(s, states, |this, s| this.eval(s, body, blame))
        })
    }

    /// `package A --* B { script }`: shows that the right side follows from the left side and what is held; what it needs of
    /// that is given up.
    pub(crate) fn package(
        &mut self,
        mut s: State,
        wand: &'p Expr,
        script: &'p Block,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        let ExprKind::Wand(left, right) = &*wand.kind else {
            return Err(self.unsupported(&s, wand, blame, "only magic wands can be packaged"));
        };
        let (resource, arguments) = self.wand_location(&mut s, wand, blame)?;
        let snapshot = self.fresh("wand", symbols::snap());
        let given = self.bound("left", symbols::snap());
        let base = s.facts.len();
        let mut inner = s.clone();
        inner.outer.push(std::mem::take(&mut inner.heap));
        inner.consolidated.clear();
        self.scope.push(given);
        self.transferred.push(None);
        let result = self.packaged(inner, (left, right), given, script, blame);
        let transferred = self.transferred.pop().flatten();
        self.scope.pop();
        let mut all = Vec::new();
        let result = result?;
        if result.is_empty() {
            // The left side contradicts what was taken, which is given up, since the wand relies on it.
            let mut after = s.clone();
            if let Some(mut outer) = transferred {
                after.heap = outer.pop().unwrap_or_default();
                after.outer = outer;
            }
            let full = self.full();
            self.put(&mut after, resource, &arguments, full, snapshot);
            all.push(after);
        }
        for (state, assumed, result) in result {
            let mut after = s.clone();
            for at in state.branches.iter().filter(|at| **at >= base) {
                let side = state.facts[*at];
                if !self.mentions(side, &[given]) {
                    self.assume_branch(&mut after, side);
                }
            }
            let value = self.wand_result(snapshot, given);
            let left_holds = self.needed(&state.facts[base..assumed]);
            let left_holds = self.terms.and_all(&left_holds);
            // Where the left side gives nothing and no script assumes anything, what was learned of the heaps around holds
            // whether the wand is applied or not.
            let no_sides = state.branches.iter().all(|at| *at < base);
            if script.statements.is_empty() && self.is_pure(left) && assumed == base && no_sides {
                for fact in &state.facts[base..] {
                    if !self.mentions(*fact, &[given]) {
                        self.assume(&mut after, *fact);
                    }
                }
            }
            let learned = self.needed(&state.facts[assumed..]);
            let mut learned = self.terms.and_all(&learned);
            let equal = self.terms.eq(value, result);
            learned = self.terms.and(learned, equal);
            let body = self.implies(left_holds, learned);
            let fact = self.close(false, &[given], vec![vec![value]], body, "wand", None);
            self.assume(&mut after, fact);
            after.outer = state.outer;
            after.heap = after.outer.pop().unwrap_or_default();
            after.consolidated.clear();
            let full = self.full();
            self.put(&mut after, resource, &arguments, full, snapshot);
            all.push(after);
        }
        Ok(all)
    }

    /// The ends of a wand's proof: the state, how many of its facts are assumptions, and the right side's snapshot.
    fn packaged(
        &mut self,
        s: State,
        (left, right): (&'p Expr, &'p Expr),
        given: Term,
        script: &'p Block,
        blame: Blame,
    ) -> Result<Vec<(State, usize, Term)>, Stop> {
        let mut all = Vec::new();
        for mut state in self.produce(s, Source::Term(given), left, blame)? {
            let assumed = state.facts.len();
            state.label(LEFT);
            for (end, exit) in self.body(state, script)? {
                self.ended(&end, &exit, blame.place)?;
                for (end, result) in self.exhale(end, std::slice::from_ref(right), &|_| blame)? {
                    let result = self.snapped(result);
                    all.push((end, assumed, result));
                }
            }
        }
        Ok(all)
    }
}
