//! `consume`: an assertion is shown and its permissions are taken (Smans, Jacobs and Piessens, Figure 7).
//!
//! Expressions are evaluated in the heap before anything was taken; `perm` in what is left.

use crate::infer::Wanted;
use crate::prover::{Prover, Reason};
use crate::state::{Blame, Heap, State, Stop, alive};
use effigy_lang_viper::tree::{BinaryOp, Expr, ExprKind};
use effigy_term::Term;

/// A state after an assertion was consumed.
#[derive(Clone, Debug)]
pub(crate) struct Consumed {
    /// The state, its heap as before.
    pub(crate) state: State,
    /// What is left of the heap.
    pub(crate) heap: Heap,
    /// The snapshot of what was taken.
    pub(crate) snapshot: Term,
}

impl<'p> Prover<'p> {
    /// Shows assertions and takes their permissions.
    pub(crate) fn exhale(
        &mut self,
        s: State,
        assertions: &'p [Expr],
        blame: &dyn Fn(&Expr) -> Blame,
    ) -> Result<Vec<(State, Term)>, Stop> {
        let heap = s.heap.clone();
        let consumed = self.consume_all(s, heap, assertions, blame)?;
        let finish = |outcome: Consumed| {
            let mut state = outcome.state;
            state.heap = outcome.heap;
            state.rest = None;
            (state, outcome.snapshot)
        };
        Ok(consumed.into_iter().map(finish).collect())
    }

    /// Consumes several assertions, each with a blame of its own.
    pub(crate) fn consume_all(
        &mut self,
        s: State,
        heap: Heap,
        assertions: &'p [Expr],
        blame: &dyn Fn(&Expr) -> Blame,
    ) -> Result<Vec<Consumed>, Stop> {
        let Some((first, others)) = assertions.split_first() else {
            let snapshot = self.unit();
            return Ok(vec![Consumed { state: s, heap, snapshot }]);
        };
        let firsts = self.consume(s, heap, first, blame(first))?;
        if others.is_empty() {
            return Ok(firsts);
        }
        let pure = [self.is_pure(first), others.iter().all(|a| self.is_pure(a))];
        let mut all = Vec::new();
        for one in firsts {
            for mut two in self.consume_all(one.state, one.heap, others, blame)? {
                two.snapshot = self.joined_snapshot(pure, one.snapshot, two.snapshot);
                all.push(two);
            }
        }
        Ok(all)
    }

    /// The snapshot of two parts. A part that never has permissions has none. What has permissions is looked for in its
    /// part, also where it has none this time.
    fn joined_snapshot(&mut self, pure: [bool; 2], first: Term, second: Term) -> Term {
        match pure {
            [true, true] => self.unit(),
            [true, false] => self.snapped(second),
            [false, true] => self.snapped(first),
            [false, false] => {
                let (first, second) = (self.snapped(first), self.snapped(second));
                self.combine(first, second)
            }
        }
    }

    /// The states after an assertion was shown and its permissions were taken out of `heap`.
    pub(crate) fn consume(
        &mut self,
        mut s: State,
        heap: Heap,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<Consumed>, Stop> {
        match &*a.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let pure = [self.is_pure(left), self.is_pure(right)];
                let mut all = Vec::new();
                for one in self.consume(s, heap, left, blame)? {
                    for mut two in self.consume(one.state, one.heap, right, blame)? {
                        two.snapshot = self.joined_snapshot(pure, one.snapshot, two.snapshot);
                        all.push(two);
                    }
                }
                Ok(all)
            }
            ExprKind::InhaleExhale(_, exhaled) => self.consume(s, heap, exhaled, blame),
            _ if self.is_pure(a) => {
                s.rest = Some(heap.clone());
                match self.show_pure(&mut s, a, blame) {
                    Ok(()) => {
                        let snapshot = self.unit();
                        Ok(vec![Consumed { state: s, heap, snapshot }])
                    }
                    Err(Stop::Dead) => Ok(Vec::new()),
                    Err(stop) => Err(stop),
                }
            }
            ExprKind::Binary(BinaryOp::Implies, condition, conclusion) => {
                s.rest = Some(heap.clone());
                let Some(condition) = alive(self.eval(&mut s, condition, blame))? else {
                    return Ok(Vec::new());
                };
                let (yes, no) = self.fork(s, condition);
                let mut all = Vec::new();
                if let Some(state) = yes {
                    all.extend(self.consume(state, heap.clone(), conclusion, blame)?);
                }
                if let Some(state) = no {
                    let snapshot = self.unit();
                    all.push(Consumed { state, heap, snapshot });
                }
                Ok(all)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                s.rest = Some(heap.clone());
                let Some(condition) = alive(self.eval(&mut s, condition, blame))? else {
                    return Ok(Vec::new());
                };
                let (yes, no) = self.fork(s, condition);
                let mut all = Vec::new();
                for (state, side) in [(yes, then), (no, otherwise)] {
                    if let Some(state) = state {
                        all.extend(self.consume(state, heap.clone(), side, blame)?);
                    }
                }
                Ok(all)
            }
            ExprKind::Let(local, value, body) => {
                s.rest = Some(heap.clone());
                let Some(value) = alive(self.eval(&mut s, value, blame))? else {
                    return Ok(Vec::new());
                };
                s.set(*local, value);
                self.consume(s, heap, body, blame)
            }
            _ => {
                s.rest = Some(heap.clone());
                if let ExprKind::Access(access) = &*a.kind {
                    match self.consume_inferred(&s, &heap, a, access, blame) {
                        Ok(Some(outcomes)) => return Ok(outcomes),
                        Ok(None) => {}
                        Err(Stop::Dead) => return Ok(Vec::new()),
                        Err(stop) => return Err(stop),
                    }
                }
                match self.consume_access(&mut s, heap, a, blame) {
                    Ok((heap, snapshot)) => Ok(vec![Consumed { state: s, heap, snapshot }]),
                    Err(Stop::Dead) => Ok(Vec::new()),
                    Err(stop) => Err(stop),
                }
            }
        }
    }

    /// Shows an expression.
    fn show_pure(&mut self, s: &mut State, a: &'p Expr, blame: Blame) -> Result<(), Stop> {
        let value = self.eval(s, a, blame)?;
        let reason = Reason::new("assertion.false", a.place, in_words(a));
        if self.terms.as_bool(value) == Some(false) {
            return Err(self.unreachable(s, blame, reason));
        }
        self.show(s, value, blame, reason)
    }

    fn consume_access(
        &mut self,
        s: &mut State,
        heap: Heap,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<(Heap, Term), Stop> {
        match &*a.kind {
            ExprKind::Access(access) => {
                let (resource, arguments) = self.location(s, &access.location, blame)?;
                let amount = self.scaled_amount(s, access, blame)?;
                let wanted = Wanted { resource, arguments: &arguments, place: access.place, blame };
                let (heap, snapshot) = self.take(s, heap, wanted, amount)?;
                if s.scale.is_none() {
                    self.fix(amount);
                }
                Ok((heap, self.snapped(snapshot)))
            }
            ExprKind::Wand(..) => {
                let (resource, arguments) = self.wand_location(s, a, blame)?;
                let full = self.full();
                let amount = s.scale.unwrap_or(full);
                let wanted = Wanted { resource, arguments: &arguments, place: a.place, blame };
                self.take(s, heap, wanted, amount)
            }
            ExprKind::Quantifier(quantifier) => {
                self.consume_quantified(s, heap, quantifier, a.place, blame)
            }
            _ => Err(self.unsupported(s, a, blame, "this assertion cannot be consumed")),
        }
    }
}

/// What it means that an assertion may not hold.
fn in_words(a: &Expr) -> &'static str {
    let is_null = |e: &Expr| matches!(*e.kind, ExprKind::Null);
    match &*a.kind {
        ExprKind::Bool(false) => "this may be reached",
        ExprKind::Binary(BinaryOp::Ne, left, right) if is_null(left) || is_null(right) => {
            "this reference may be null"
        }
        _ => "this may not hold",
    }
}
