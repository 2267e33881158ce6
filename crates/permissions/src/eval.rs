//! `eval`: the value of an expression in a state (Smans, Jacobs and Piessens, Figure 5).
//!
//! An expression has one value: sides of a conditional are evaluated under its condition and joined again, so that the
//! number of states does not grow.

mod operators;

pub(crate) use operators::is_collection;

use crate::infer::Wanted;
use crate::prover::{Prover, Reason};
use crate::state::{Blame, Content, Heap, LEFT, MemberId, Opened, START, State, Stop};
use effigy_base::op::Op;
use effigy_lang_viper::tree::{
    Access, BinaryOp, Expr, ExprKind, Location, Place, PredicateId, UnaryOp,
};
use effigy_term::Term;

/// How often a predicate is unfolded within its own body.
const MOST_UNFOLDINGS: usize = 1;

impl<'p> Prover<'p> {
    /// The value of an expression.
    pub(crate) fn eval(&mut self, s: &mut State, e: &'p Expr, blame: Blame) -> Result<Term, Stop> {
        match &*e.kind {
            ExprKind::Bool(truth) => Ok(self.truth(*truth)),
            ExprKind::Int(n) => Ok(self.terms.int_big(n)),
            ExprKind::Null => Ok(self.null()),
            ExprKind::NoPerm => Ok(self.none()),
            ExprKind::FullPerm => Ok(self.full()),
            ExprKind::Wildcard => Ok(self.wildcard(s)),
            ExprKind::Local(local) => match s.get(*local) {
                Some(value) => Ok(value),
                None => Err(self.unsupported(s, e, blame, "this variable has no value here")),
            },
            ExprKind::Result => match s.result {
                Some(value) => Ok(value),
                None => Err(self.unsupported(s, e, blame, "`result` has no value here")),
            },
            ExprKind::Unary(op, operand) => self.unary(s, *op, operand, blame),
            ExprKind::Binary(op, a, b) => self.binary(s, e, *op, a, b, blame),
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.eval(s, condition, blame)?;
                self.conditional(s, condition, then, otherwise, blame)
            }
            ExprKind::Let(local, value, body) => {
                let value = self.eval(s, value, blame)?;
                s.set(*local, value);
                self.eval(s, body, blame)
            }
            ExprKind::Field(receiver, field) => {
                let receiver = self.eval(s, receiver, blame)?;
                self.read(s, *field, receiver, e.place, blame)
            }
            ExprKind::Call { function, arguments, reveal } => {
                let arguments = self.eval_all(s, arguments, blame)?;
                self.call_function(s, *function, &arguments, *reveal, e)
            }
            ExprKind::DomainCall { function, instance, arguments } => {
                let arguments = self.eval_all(s, arguments, blame)?;
                Ok(self.domain_call(*function, instance, &arguments))
            }
            ExprKind::Old(label, body) => {
                let label = label.as_deref().unwrap_or(START);
                let label = if label == "lhs" { LEFT } else { label };
                self.eval_old(s, label, body, e, blame)
            }
            ExprKind::Unfolding(access, body) => self.unfolding(s, access, body, blame),
            ExprKind::Applying(wand, body) => self.applying(s, wand, body, blame),
            ExprKind::Asserting(condition, body) => {
                let blame_here = Blame { error: blame.error, place: blame.place };
                self.assert_assertion(s, condition, blame_here)?;
                self.eval(s, body, blame)
            }
            ExprKind::Quantifier(quantifier) => self.quantifier(s, quantifier, e.place, blame),
            ExprKind::ForPerm { variables, location, body } => {
                self.for_perm(s, variables, location, body, blame)
            }
            ExprKind::Perm(location) => self.perm(s, location, blame),
            ExprKind::Seq(elements) => self.sequence(s, &e.ty, elements, blame),
            ExprKind::Set(elements) | ExprKind::Multiset(elements) => {
                self.collection(s, &e.ty, elements, blame)
            }
            ExprKind::Map(entries) => self.map(s, &e.ty, entries, blame),
            ExprKind::Update(whole, at, value) => self.update(s, whole, at, value, e, blame),
            ExprKind::InhaleExhale(first, second) => {
                let chosen = if s.rest.is_some() { second } else { first };
                self.eval(s, chosen, blame)
            }
            ExprKind::Epsilon => Err(self.unsupported(s, e, blame, "`epsilon` has no value")),
            ExprKind::Access(_) | ExprKind::Wand(..) => {
                Err(self.unsupported(s, e, blame, "an accessibility assertion is no expression"))
            }
        }
    }

    /// The values of several expressions, from left to right.
    pub(crate) fn eval_all(
        &mut self,
        s: &mut State,
        es: &'p [Expr],
        blame: Blame,
    ) -> Result<Vec<Term>, Stop> {
        es.iter().map(|e| self.eval(s, e, blame)).collect()
    }

    pub(crate) fn unsupported(&mut self, s: &State, e: &Expr, blame: Blame, what: &str) -> Stop {
        let blame = Blame { error: "feature.unsupported", place: blame.place };
        let reason = Reason::new("feature.unsupported", e.place, what);
        let why = effigy_solver::Why::Incomplete(what.to_owned());
        self.fail(s, blame, reason, effigy_solver::Entails::Unknown(why))
    }

    /// Something positive, of which it is only known that it is at most all.
    pub(crate) fn wildcard(&mut self, s: &mut State) -> Term {
        if s.reads {
            return self.full();
        }
        let amount = self.fresh("wildcard", effigy_base::sort::Sort::Real);
        self.wildcards.insert(self.head(amount));
        let positive = self.positive(amount);
        self.assume(s, positive);
        let full = self.full();
        let below = self.terms.app(Op::RealLt, &[amount, full]);
        self.assume(s, below);
        amount
    }

    /// Does something where a condition holds: what becomes known there is known afterwards under the condition. `None`
    /// where the condition cannot hold.
    pub(crate) fn under<T>(
        &mut self,
        s: &mut State,
        condition: Term,
        act: impl FnOnce(&mut Self, &mut State) -> Result<T, Stop>,
    ) -> Result<Option<T>, Stop> {
        match self.terms.as_bool(condition) {
            Some(true) => return act(self, s).map(Some),
            Some(false) => return Ok(None),
            None => {}
        }
        let not = self.terms.not(condition);
        if s.facts.contains(&condition) {
            return act(self, s).map(Some);
        }
        if s.facts.contains(&not) {
            return Ok(None);
        }
        let (facts, branches) = (s.facts.len(), s.branches.len());
        let consolidated = s.consolidated.clone();
        self.assume_branch(s, condition);
        let result = act(self, s);
        let learned = s.facts.split_off(facts);
        s.branches.truncate(branches);
        s.consolidated = consolidated;
        match result {
            Err(Stop::Dead) => {
                self.assume(s, not);
                Ok(None)
            }
            Err(stop) => Err(stop),
            Ok(result) => {
                for fact in &learned[1..] {
                    let fact = self.fact_under(condition, *fact);
                    self.assume(s, fact);
                }
                Ok(Some(result))
            }
        }
    }

    fn conditional(
        &mut self,
        s: &mut State,
        condition: Term,
        then: &'p Expr,
        otherwise: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let not = self.terms.not(condition);
        let a = self.under(s, condition, |this, s| this.eval(s, then, blame))?;
        let b = self.under(s, not, |this, s| this.eval(s, otherwise, blame))?;
        match (a, b) {
            (Some(a), Some(b)) => {
                let (a, b) = self.alike(a, b);
                Ok(self.terms.ite(condition, a, b))
            }
            (Some(t), None) | (None, Some(t)) => Ok(t),
            (None, None) => Err(Stop::Dead),
        }
    }

    fn unary(
        &mut self,
        s: &mut State,
        op: UnaryOp,
        operand: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let t = self.eval(s, operand, blame)?;
        Ok(match op {
            UnaryOp::Not => self.terms.not(t),
            UnaryOp::Negate if self.terms.sort(t) == effigy_base::sort::Sort::Int => {
                let zero = self.terms.int(0);
                self.terms.app(Op::IntSub, &[zero, t])
            }
            UnaryOp::Negate => {
                let none = self.none();
                self.terms.app(Op::RealSub, &[none, t])
            }
            UnaryOp::Cardinality => self.theory(&operand.ty, "size", &[t]),
            UnaryOp::Domain => self.theory(&operand.ty, "keys", &[t]),
            UnaryOp::Range => self.theory(&operand.ty, "values", &[t]),
        })
    }

    fn binary(
        &mut self,
        s: &mut State,
        e: &'p Expr,
        op: BinaryOp,
        a: &'p Expr,
        b: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let left = self.eval(s, a, blame)?;
        // The second operand of these is evaluated where the first one does not decide.
        let (guard, otherwise) = match op {
            BinaryOp::And => (left, false),
            BinaryOp::Or => (self.terms.not(left), true),
            BinaryOp::Implies => (left, true),
            _ => {
                let right = self.eval(s, b, blame)?;
                return self.strict(s, e, op, (a, left), (b, right), blame);
            }
        };
        let right = match self.under(s, guard, |this, s| this.eval(s, b, blame))? {
            Some(right) => right,
            None => self.truth(otherwise),
        };
        Ok(match op {
            BinaryOp::And => self.terms.and(left, right),
            BinaryOp::Or => self.terms.or(left, right),
            _ => self.implies(left, right),
        })
    }

    fn eval_old(
        &mut self,
        s: &mut State,
        label: &str,
        body: &'p Expr,
        e: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let Some(old) = s.olds.get(label).cloned() else {
            let message = format!("the label `{label}` may not have been reached");
            let reason = Reason::new("labelled.state.not.reached", e.place, message);
            return Err(self.unreachable(s, blame, reason));
        };
        self.in_heap(s, old, |this, s| this.eval(s, body, blame))
    }

    /// Does something in another heap.
    pub(crate) fn in_heap<T>(
        &mut self,
        s: &mut State,
        heap: Heap,
        act: impl FnOnce(&mut Self, &mut State) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let heap = std::mem::replace(&mut s.heap, heap);
        let rest = s.rest.take();
        let consolidated = std::mem::take(&mut s.consolidated);
        let result = act(self, s);
        s.heap = heap;
        s.rest = rest;
        s.consolidated = consolidated;
        result
    }

    /// `unfolding acc(P(x), p) in e`: the instance is opened for `e` alone.
    fn unfolding(
        &mut self,
        s: &mut State,
        access: &'p Access,
        body: &'p Expr,
        blame: Blame,
    ) -> Result<Term, Stop> {
        self.opened_for(s, access, body, blame, |this, s| this.eval(s, body, blame))
    }

    /// A value that is found where the instance of an `unfolding` around `body` is open.
    pub(crate) fn opened_for(
        &mut self,
        s: &mut State,
        access: &'p Access,
        body: &'p Expr,
        blame: Blame,
        value: impl FnMut(&mut Self, &mut State) -> Result<Term, Stop>,
    ) -> Result<Term, Stop> {
        let Location::Predicate(predicate, arguments) = &access.location else {
            return Err(self.unsupported(s, body, blame, "only predicates can be unfolded"));
        };
        let arguments = self.eval_all(s, arguments, blame)?;
        let amount = self.amount(s, access, blame)?;
        self.show_positive(s, amount, access, blame)?;
        let full = self.full();
        let amount = self.scaled(s.scale, amount).unwrap_or(full);
        // A predicate whose body unfolds it again says as much as one unfolding of that tells.
        if s.bodies.iter().filter(|other| *other == predicate).count() > MOST_UNFOLDINGS {
            let sort = self.sort(&body.ty);
            return Ok(self.fresh("unfolding", sort));
        }
        self.locally(s, |this, s| {
            let opened = this.open(s, *predicate, &arguments, amount, access.place, blame)?;
            this.join_values(s, opened, value)
        })
    }

    /// Does something after which the heap is as before.
    pub(crate) fn locally<T>(
        &mut self,
        s: &mut State,
        act: impl FnOnce(&mut Self, &mut State) -> Result<T, Stop>,
    ) -> Result<T, Stop> {
        let (heap, store, scale) = (s.heap.clone(), s.store.clone(), s.scale);
        let (olds, consolidated) = (s.olds.clone(), s.consolidated.clone());
        let (result, reads, rest) = (s.result, s.reads, s.rest.take());
        let open = s.open.clone();
        let value = act(self, s);
        s.heap = heap;
        s.store = store;
        s.scale = scale;
        s.olds = olds;
        s.consolidated = consolidated;
        s.result = result;
        s.reads = reads;
        s.rest = rest;
        s.open = open;
        value
    }

    /// One value from several states that came out of `s`: what each says under the sides that it took.
    pub(crate) fn join_values(
        &mut self,
        s: &mut State,
        states: Vec<State>,
        mut value: impl FnMut(&mut Self, &mut State) -> Result<Term, Stop>,
    ) -> Result<Term, Stop> {
        let base = s.facts.len();
        let mut joined: Option<Term> = None;
        for mut state in states {
            match value(self, &mut state) {
                Ok(value) => {
                    let condition = self.merge_facts(s, base, &state);
                    joined = Some(match joined {
                        Some(other) => {
                            let (value, other) = self.alike(value, other);
                            self.terms.ite(condition, value, other)
                        }
                        None => value,
                    });
                }
                Err(Stop::Dead) => {
                    let condition = self.side(base, &state);
                    let not = self.terms.not(condition);
                    self.assume(s, not);
                }
                Err(stop) => return Err(stop),
            }
        }
        joined.ok_or(Stop::Dead)
    }

    /// The condition of the sides that a state took since `base` facts were known.
    pub(crate) fn side(&mut self, base: usize, state: &State) -> Term {
        let sides: Vec<Term> =
            state.branches.iter().filter(|at| **at >= base).map(|at| state.facts[*at]).collect();
        self.terms.and_all(&sides)
    }

    /// Adds what a state learned since `base` facts were known, under the sides that it took, which are the result.
    pub(crate) fn merge_facts(&mut self, s: &mut State, base: usize, state: &State) -> Term {
        let condition = self.side(base, state);
        for (at, fact) in state.facts.iter().enumerate().skip(base) {
            if !state.branches.contains(&at) {
                let fact = self.fact_under(condition, *fact);
                self.assume(s, fact);
            }
        }
        condition
    }

    /// Takes a predicate's instance out and puts its body in.
    pub(crate) fn open(
        &mut self,
        s: &mut State,
        predicate: PredicateId,
        arguments: &[Term],
        amount: Term,
        place: Place,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        let program = self.program;
        let declared = &program.predicates[predicate];
        let resource = crate::state::Resource::Predicate(predicate);
        let heap = s.heap.clone();
        let wanted = Wanted { resource, arguments, place, blame };
        if s.reads {
            let (arguments, before) = (arguments.to_vec(), heap.clone());
            s.open.push(Opened { resource, arguments, before });
        }
        let (rest, snapshot) = self.take(s, heap, wanted, amount)?;
        s.heap = rest;
        self.fix(amount);
        self.trigger(s, predicate, snapshot, arguments);
        let seen = self.seen(predicate, snapshot, arguments);
        self.opened.push(seen);
        let Some(body) = &declared.body else { return Ok(vec![s.clone()]) };
        let member = MemberId::Predicate(predicate);
        let mut inner = self.bind(s, member, &declared.parameters, arguments);
        inner.scale = self.scaled(None, amount);
        inner.bodies.push(predicate);
        let produced = self.produce(inner, crate::produce::Source::Term(snapshot), body, blame)?;
        Ok(produced
            .into_iter()
            .map(|mut state| {
                state.store = s.store.clone();
                state.scale = s.scale;
                state.reads = s.reads;
                state.bodies.clone_from(&s.bodies);
                state
            })
            .collect())
    }

    /// The product of a scale and an amount; `None` for one.
    pub(crate) fn scaled(&mut self, scale: Option<Term>, amount: Term) -> Option<Term> {
        let full = self.full();
        let product = match scale {
            Some(scale) => self.terms.app(Op::RealMul, &[scale, amount]),
            None => amount,
        };
        (product != full).then_some(product)
    }

    /// The permission amount of an accessibility assertion, before scaling.
    pub(crate) fn amount(
        &mut self,
        s: &mut State,
        access: &'p Access,
        blame: Blame,
    ) -> Result<Term, Stop> {
        match &access.amount {
            Some(amount) => {
                let amount = self.eval(s, amount, blame)?;
                Ok(self.real(amount))
            }
            None => Ok(self.full()),
        }
    }

    pub(crate) fn show_positive(
        &mut self,
        s: &mut State,
        amount: Term,
        access: &'p Access,
        blame: Blame,
    ) -> Result<(), Stop> {
        let positive = self.positive(amount);
        let place = access.amount.as_ref().map_or(access.place, |amount| amount.place);
        let message = "the permission amount may not be positive";
        self.show(s, positive, blame, Reason::new("permission.not.positive", place, message))
    }

    /// `perm(location)`: how much is held.
    fn perm(&mut self, s: &mut State, location: &'p Location, blame: Blame) -> Result<Term, Stop> {
        let (resource, arguments) = self.location(s, location, blame)?;
        let heap = s.rest.clone().unwrap_or_else(|| s.heap.clone());
        Ok(self.held(&heap, resource, &arguments))
    }

    /// The resource and the arguments of a location.
    pub(crate) fn location(
        &mut self,
        s: &mut State,
        location: &'p Location,
        blame: Blame,
    ) -> Result<(crate::state::Resource, Vec<Term>), Stop> {
        use crate::state::Resource;
        match location {
            Location::Field(receiver, field) => {
                let receiver = self.eval(s, receiver, blame)?;
                Ok((Resource::Field(*field), vec![receiver]))
            }
            Location::Predicate(predicate, arguments) => {
                let arguments = self.eval_all(s, arguments, blame)?;
                Ok((Resource::Predicate(*predicate), arguments))
            }
            Location::Wand(wand) => self.wand_location(s, wand, blame),
        }
    }

    /// How much of a resource instance a heap holds.
    pub(crate) fn held(
        &mut self,
        heap: &Heap,
        resource: crate::state::Resource,
        arguments: &[Term],
    ) -> Term {
        let mut sum = self.none();
        for chunk in self.candidates(heap, resource, arguments) {
            let amount = self.amount_at(chunk, arguments);
            sum = self.terms.app(Op::RealAdd, &[sum, amount]);
        }
        sum
    }

    /// How much of an instance a chunk gives.
    pub(crate) fn amount_at(&mut self, chunk: &crate::state::Chunk, arguments: &[Term]) -> Term {
        match &chunk.content {
            Content::One { arguments: own, .. } => {
                let same = self.same(own, arguments);
                let none = self.none();
                self.terms.ite(same, chunk.amount, none)
            }
            Content::Many { .. } => self.instantiate(chunk.resource, chunk.amount, arguments),
        }
    }

    /// Whether two lists of arguments are equal, element by element.
    pub(crate) fn same(&mut self, a: &[Term], b: &[Term]) -> Term {
        let mut all = self.truth(true);
        for (a, b) in a.iter().zip(b) {
            let equal = match self.collections.get(&self.terms.sort(*a)).cloned() {
                Some(ty) => self.equal(&ty, *a, *b),
                None => self.terms.eq(*a, *b),
            };
            all = self.terms.and(all, equal);
        }
        all
    }

    /// Shows an assertion without giving anything away.
    pub(crate) fn assert_assertion(
        &mut self,
        s: &mut State,
        assertion: &'p Expr,
        blame: Blame,
    ) -> Result<(), Stop> {
        let base = s.facts.len();
        let heap = s.heap.clone();
        let consumed = self.consume(s.clone(), heap, assertion, blame)?;
        let mut any = false;
        for outcome in consumed {
            any = true;
            self.merge_facts(s, base, &outcome.state);
        }
        if any { Ok(()) } else { Err(Stop::Dead) }
    }

    /// `assert` while a wand is packaged: what it needs of the heaps around is available from there on.
    pub(crate) fn assert_in_package(
        &mut self,
        s: State,
        assertion: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        let before = s.heap.clone();
        let mut inner = s;
        inner.moved.clear();
        let heap = inner.heap.clone();
        let mut all = Vec::new();
        for outcome in self.consume(inner, heap, assertion, blame)? {
            let mut state = outcome.state;
            state.heap = before.clone();
            state.rest = None;
            for chunk in std::mem::take(&mut state.moved) {
                match &chunk.content {
                    Content::One { arguments, snapshot } => {
                        let (resource, amount) = (chunk.resource, chunk.amount);
                        let arguments = arguments.to_vec();
                        self.put(&mut state, resource, &arguments, amount, *snapshot);
                    }
                    Content::Many { .. } => state.add(chunk),
                }
            }
            all.push(state);
        }
        Ok(all)
    }
}
