//! `produce`: an assertion is assumed and its permissions are added (Smans, Jacobs and Piessens, Figure 6).

use crate::prover::{BRIEFER, Prover, Reason};
use crate::state::{Blame, MemberId, Resource, State, Stop, Store, alive};
use crate::symbols;
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Access, BinaryOp, Expr, ExprKind, LocalId};
use effigy_term::{Node, Term};
use std::time::Duration;

/// States of one contract that are not looked at before they are followed.
const FEW: usize = 2;

/// How long it may take to find that a state among several cannot be.
const PRUNE: Duration = Duration::from_millis(25);

/// Where the snapshots of produced permissions come from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Nothing is known of them.
    Fresh,
    /// They are the parts of a snapshot.
    Term(Term),
}

impl<'p> Prover<'p> {
    /// The sources of two parts; one that never has permissions leaves the snapshot to the other.
    fn halves(&mut self, source: Source, pure: [bool; 2]) -> (Source, Source) {
        match source {
            _ if pure != [false, false] => (source, source),
            Source::Fresh => (Source::Fresh, Source::Fresh),
            Source::Term(snapshot) => {
                let (first, second) = self.parts(snapshot);
                (Source::Term(first), Source::Term(second))
            }
        }
    }

    /// A snapshot of a sort.
    pub(crate) fn sourced(&mut self, source: Source, name: &str, sort: Sort) -> Term {
        match source {
            Source::Fresh => self.fresh(name, sort),
            Source::Term(snapshot) => self.unsnapped(snapshot, sort),
        }
    }

    /// Several assertions, each with a blame of its own.
    pub(crate) fn produce_all(
        &mut self,
        s: State,
        source: Source,
        assertions: &'p [Expr],
        blame: &dyn Fn(&Expr) -> Blame,
    ) -> Result<Vec<State>, Stop> {
        let states = self.produce_each(s, source, assertions, blame)?;
        Ok(if states.len() > FEW && !self.trusting { self.prune(states) } else { states })
    }

    /// The states without those that are quickly found to be contradictory. What follows is done once a state, and conditions
    /// of permissions often exclude each other; it is given up where they do not.
    fn prune(&mut self, states: Vec<State>) -> Vec<State> {
        let falsehood = self.truth(false);
        let (mut alive, mut dead) = (Vec::new(), 0);
        for state in states {
            match alive.len() <= dead + 1 && self.holds_within(&state, falsehood, PRUNE) {
                true => dead += 1,
                false => alive.push(state),
            }
        }
        alive
    }

    fn produce_each(
        &mut self,
        s: State,
        source: Source,
        assertions: &'p [Expr],
        blame: &dyn Fn(&Expr) -> Blame,
    ) -> Result<Vec<State>, Stop> {
        let Some((first, others)) = assertions.split_first() else { return Ok(vec![s]) };
        if others.is_empty() {
            return self.produce(s, source, first, blame(first));
        }
        let pure = [self.is_pure(first), others.iter().all(|a| self.is_pure(a))];
        let (one, rest) = self.halves(source, pure);
        let mut all = Vec::new();
        for state in self.produce(s, one, first, blame(first))? {
            all.extend(self.produce_each(state, rest, others, blame)?);
        }
        Ok(all)
    }

    /// The states in which an assertion holds and its permissions are held.
    pub(crate) fn produce(
        &mut self,
        mut s: State,
        source: Source,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        match &*a.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                let pure = [self.is_pure(left), self.is_pure(right)];
                let (one, rest) = self.halves(source, pure);
                let mut all = Vec::new();
                for state in self.produce(s, one, left, blame)? {
                    all.extend(self.produce(state, rest, right, blame)?);
                }
                Ok(all)
            }
            ExprKind::InhaleExhale(inhaled, _) => self.produce(s, source, inhaled, blame),
            _ if self.is_pure(a) => match self.eval(&mut s, a, blame) {
                Ok(value) => {
                    self.assume(&mut s, value);
                    Ok(if self.terms.as_bool(value) == Some(false) { Vec::new() } else { vec![s] })
                }
                Err(Stop::Dead) => Ok(Vec::new()),
                Err(stop) => Err(stop),
            },
            ExprKind::Binary(BinaryOp::Implies, condition, conclusion) => {
                let Some(condition) = alive(self.eval(&mut s, condition, blame))? else {
                    return Ok(Vec::new());
                };
                let (yes, no) = self.fork(s, condition);
                let mut all = Vec::new();
                if let Some(state) = yes {
                    all.extend(self.produce(state, source, conclusion, blame)?);
                }
                if let Some(mut state) = no {
                    self.produce_nothing(&mut state, source);
                    all.push(state);
                }
                Ok(all)
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let Some(condition) = alive(self.eval(&mut s, condition, blame))? else {
                    return Ok(Vec::new());
                };
                let (yes, no) = self.fork(s, condition);
                let mut all = Vec::new();
                for (state, side) in [(yes, then), (no, otherwise)] {
                    if let Some(mut state) = state {
                        if self.is_pure(side) {
                            self.produce_nothing(&mut state, source);
                        }
                        all.extend(self.produce(state, source, side, blame)?);
                    }
                }
                Ok(all)
            }
            ExprKind::Let(local, value, body) => {
                let Some(value) = alive(self.eval(&mut s, value, blame))? else {
                    return Ok(Vec::new());
                };
                s.set(*local, value);
                self.produce(s, source, body, blame)
            }
            _ => match self.produce_access(&mut s, source, a, blame) {
                Ok(()) => Ok(vec![s]),
                Err(Stop::Dead) => Ok(Vec::new()),
                Err(stop) => Err(stop),
            },
        }
    }

    /// A side without permissions has the snapshot that it has where it is consumed, and what it is a part of is made of its
    /// parts. Definitions say it of what was consumed.
    fn produce_nothing(&mut self, s: &mut State, source: Source) {
        let (Source::Term(snapshot), false) = (source, self.trusting) else { return };
        let unit = self.unit();
        let is_unit = self.terms.eq(snapshot, unit);
        self.assume(s, is_unit);
        let mut part = snapshot;
        while let Node::Apply(function, &[whole]) = self.terms.node(part)
            && [symbols::part(0), symbols::part(1)].contains(&function)
        {
            let (first, second) = self.parts(whole);
            let made = self.terms.apply(symbols::combine(), &[first, second]);
            let is_made = self.terms.eq(whole, made);
            self.assume(s, is_made);
            part = whole;
        }
    }

    fn produce_access(
        &mut self,
        s: &mut State,
        source: Source,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<(), Stop> {
        match &*a.kind {
            ExprKind::Access(access) => {
                let (resource, arguments) = self.location(s, &access.location, blame)?;
                let amount = self.scaled_amount(s, access, blame)?;
                let sort = self.snapshot_sort(resource);
                let name = self.resource_name(resource);
                let snapshot = self.sourced(source, &name, sort);
                self.put(s, resource, &arguments, amount, snapshot);
                if let Resource::Predicate(predicate) = resource {
                    self.trigger(s, predicate, snapshot, &arguments);
                }
                Ok(())
            }
            ExprKind::Wand(..) => {
                let (resource, arguments) = self.wand_location(s, a, blame)?;
                let snapshot = self.sourced(source, "wand", symbols::snap());
                let full = self.full();
                let amount = s.scale.unwrap_or(full);
                self.put(s, resource, &arguments, amount, snapshot);
                Ok(())
            }
            ExprKind::Quantifier(quantifier) => {
                self.produce_quantified(s, source, quantifier, a.place, blame)
            }
            _ => Err(self.unsupported(s, a, blame, "this assertion cannot be produced")),
        }
    }

    /// The amount of an accessibility assertion, scaled; shown not to be negative.
    pub(crate) fn scaled_amount(
        &mut self,
        s: &mut State,
        access: &'p Access,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let amount = self.amount(s, access, blame)?;
        let none = self.none();
        let not_negative = self.terms.app(Op::RealLe, &[none, amount]);
        let place = access.amount.as_ref().map_or(access.place, |amount| amount.place);
        let message = "the permission amount may be negative";
        self.show(s, not_negative, blame, Reason::new("negative.permission", place, message))?;
        Ok(match s.scale {
            Some(scale) => self.terms.app(Op::RealMul, &[scale, amount]),
            None => amount,
        })
    }

    /// The two sides of a condition, those that can be.
    pub(crate) fn fork(&mut self, s: State, condition: Term) -> (Option<State>, Option<State>) {
        let not = self.terms.not(condition);
        if self.terms.as_bool(condition) == Some(true) || s.facts.contains(&condition) {
            return (Some(s), None);
        }
        if self.terms.as_bool(condition) == Some(false) || s.facts.contains(&not) {
            return (None, Some(s));
        }
        if !self.trusting {
            if self.holds_within(&s, not, BRIEFER) {
                let mut s = s;
                self.assume(&mut s, not);
                return (None, Some(s));
            }
            if self.holds_within(&s, condition, BRIEFER) {
                let mut s = s;
                self.assume(&mut s, condition);
                return (Some(s), None);
            }
        }
        let mut yes = s.clone();
        let mut no = s;
        self.assume_branch(&mut yes, condition);
        self.assume_branch(&mut no, not);
        (Some(yes), Some(no))
    }

    /// Says that a predicate's instance was looked at: definitions of functions that unfold it are used then. What a
    /// definition itself looks at is left out: a recursion would be unrolled without an end.
    pub(crate) fn trigger(
        &mut self,
        s: &mut State,
        predicate: effigy_lang_viper::tree::PredicateId,
        snapshot: Term,
        arguments: &[Term],
    ) {
        if self.trusting {
            return;
        }
        let seen = self.seen(predicate, snapshot, arguments);
        self.assume(s, seen);
    }

    /// The term that says that a predicate's instance was looked at.
    pub(crate) fn seen(
        &mut self,
        predicate: effigy_lang_viper::tree::PredicateId,
        snapshot: Term,
        arguments: &[Term],
    ) -> Term {
        use effigy_base::function::{Function, FunctionKind};
        let name = format!("{}%seen", self.program.predicates[predicate].name);
        let mut all = vec![snapshot];
        all.extend_from_slice(arguments);
        let sorts: Vec<Sort> = all.iter().map(|t| self.terms.sort(*t)).collect();
        let function = Function::new(&name, &sorts, Sort::Bool, FunctionKind::Uninterpreted);
        self.terms.apply(function, &all)
    }

    /// The state with a store of its own for another member's contract.
    pub(crate) fn bind(
        &mut self,
        s: &State,
        member: MemberId,
        parameters: &[LocalId],
        arguments: &[Term],
    ) -> State {
        let mut inner = s.clone();
        inner.store = Store::new(member);
        for (local, value) in parameters.iter().zip(arguments) {
            inner.set(*local, *value);
        }
        inner
    }
}
