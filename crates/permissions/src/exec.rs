//! `exec`: what a statement does to a state (Smans, Jacobs and Piessens, Figure 8).

mod assume;
mod flow;
mod join;

use crate::infer::Wanted;
use crate::produce::Source;
use crate::prover::{Prover, Reason};
use crate::report::Failure;
use crate::state::{Blame, Chunk, Content, MemberId, Resource, START, State, Stop, alive};
use crate::symbols;
use effigy_lang_viper::tree::{
    Access, Expr, FieldId, LocalId, Location, MethodId, Origin, Place, Stmt, StmtKind, Type,
};
use effigy_solver::Entails;
use effigy_term::{Node, Role, Term, TermStore};
pub(crate) use flow::{Exit, Refutation};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::rc::Rc;

impl<'p> Prover<'p> {
    /// Proves that a method's contract means something and that its body has what the contract says.
    pub(crate) fn prove_method(&mut self, method: MethodId) -> Result<(), Stop> {
        let program = self.program;
        let declared = &program.methods[method];
        self.infer_in(method);
        let mut s = State::new(MemberId::Method(method));
        for local in declared.parameters.iter().chain(&declared.results) {
            self.havoc(&mut s, *local);
        }
        declared.body.iter().for_each(|body| flow::refutations(body, &mut self.refuted));
        let wellformed = |e: &Expr| Blame { error: "not.wellformed", place: e.place };
        let states = self.produce_all(s, Source::Fresh, &declared.preconditions, &wellformed)?;
        for mut state in states {
            state.label(START);
            let mut post = state.clone();
            post.heap = Rc::default();
            self.produce_all(post, Source::Fresh, &declared.postconditions, &wellformed)?;
            let Some(body) = &declared.body else { continue };
            for (mut end, exit) in self.body(state, body)? {
                self.remember_last(&mut end, body.end().unwrap_or(declared.place));
                self.ended(&end, &exit, declared.place)?;
                let violated = |e: &Expr| Blame { error: "postcondition.violated", place: e.place };
                self.exhale(end, &declared.postconditions, &violated)?;
            }
        }
        Ok(())
    }

    /// Refuses a jump to a label that was not found: what is behind it was not executed.
    pub(crate) fn ended(&mut self, s: &State, exit: &Exit, place: Place) -> Result<(), Stop> {
        let Exit::Jump(label) = exit else { return Ok(()) };
        Err(self.unfollowed(s, format!("a jump to the label `{label}` out of a script"), place))
    }

    /// Refuses what the prover cannot follow.
    fn unfollowed(&mut self, s: &State, what: String, place: Place) -> Stop {
        let what = format!("{what} is not supported");
        let blame = Blame { error: "feature.unsupported", place };
        let reason = Reason::new("feature.unsupported", place, what.clone());
        let why = effigy_solver::Why::Incomplete(what);
        self.fail(s, blame, reason, Entails::Unknown(why))
    }

    /// Gives a variable a new value that nothing is known of.
    pub(crate) fn havoc(&mut self, s: &mut State, local: LocalId) {
        let declared = &self.locals(s.store.member)[local];
        let (name, ty) = (declared.name.clone(), declared.ty.clone());
        self.know_type(&ty);
        let sort = self.sort(&ty);
        let value = self.fresh(&name, sort);
        s.set(local, value);
    }

    /// The states after a statement that goes nowhere else.
    pub(crate) fn step(&mut self, mut s: State, statement: &'p Stmt) -> Result<Vec<State>, Stop> {
        let place = statement.place;
        let blame = |error| Blame { error, place };
        match &statement.kind {
            StmtKind::Declare(locals) => {
                for local in locals {
                    self.havoc(&mut s, *local);
                }
                Ok(vec![s])
            }
            StmtKind::Assign { target, value } => {
                let value = self.eval(&mut s, value, blame("assignment.failed"))?;
                self.assign(&mut s, *target, value);
                Ok(vec![s])
            }
            StmtKind::AssignField { receiver, field, value } => {
                self.assign_field(s, receiver, *field, value, blame("assignment.failed"))
            }
            StmtKind::Call { targets, method, arguments } => {
                self.call(s, targets, *method, arguments, place)
            }
            StmtKind::New { target, fields } => Ok(vec![self.create(s, *target, fields)]),
            StmtKind::Inhale(a) => {
                let blame = Blame { error: "inhale.failed", place: a.place };
                self.produce(s, Source::Fresh, a, blame)
            }
            StmtKind::Assume(a) => {
                let blame = Blame { error: "inhale.failed", place: a.place };
                self.assume_assertion(s, a, blame)
            }
            StmtKind::Exhale(a) => {
                let blame = Blame { error: "exhale.failed", place: a.place };
                let outcomes = self.exhale(s, std::slice::from_ref(a), &|_| blame)?;
                Ok(outcomes.into_iter().map(|(state, _)| state).collect())
            }
            StmtKind::Assert { condition, origin } => {
                let error = match origin {
                    Origin::Text | Origin::Smoke | Origin::Language { .. } => "assert.failed",
                    Origin::Termination { .. } => "termination.failed",
                };
                let mut blame = Blame { error, place: condition.place };
                if let Origin::Termination { error } = origin {
                    blame.place = place;
                    self.renamed = Some(error.clone());
                }
                let shown = match s.outer.is_empty() {
                    true => self.assert_assertion(&mut s, condition, blame).map(|()| vec![s]),
                    false => self.assert_in_package(s, condition, blame),
                };
                self.renamed = None;
                if let (Err(Stop::Failed), Origin::Language { message }) = (&shown, origin)
                    && let Some(failure) = self.failures.last_mut()
                {
                    failure.message = message.to_string();
                }
                shown
            }
            StmtKind::Refute { condition, .. } => self.refute(s, condition),
            StmtKind::Fold(access) => self.fold(s, access, blame("fold.failed")),
            StmtKind::Unfold(access) => self.unfold(s, access, blame("unfold.failed")),
            StmtKind::Package { wand, script } => {
                self.package(s, wand, script, blame("package.failed"))
            }
            StmtKind::Apply(wand) => self.apply_wand(s, wand, blame("apply.failed")),
            StmtKind::Havoc { variables, condition, location } => {
                self.lose_values(&mut s, variables, condition.as_ref(), location, place)?;
                Ok(vec![s])
            }
            StmtKind::Label { name, .. } => {
                s.label(name);
                Ok(vec![s])
            }
            StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Goto(_)
            | StmtKind::Block(_) => Ok(vec![s]),
        }
    }

    fn assign(&mut self, s: &mut State, target: LocalId, value: Term) {
        let perm = self.locals(s.store.member)[target].ty == Type::Perm;
        let value = if perm { self.real(value) } else { value };
        self.mention(s, target, value);
        s.set(target, value);
    }

    /// Names a value that applies functions, so that the solver has met the applications: quantifiers wait for them.
    fn mention(&mut self, s: &mut State, target: LocalId, value: Term) {
        // A value shares its parts: what many branches chose has few terms and many ways to them.
        let mut seen = FxHashSet::default();
        let mut pending = vec![value];
        let mut applies = false;
        while let Some(t) = pending.pop().filter(|_| !applies) {
            if seen.insert(t) {
                applies = matches!(self.terms.node(t), Node::Apply(_, [_, ..]));
                pending.extend_from_slice(self.terms.args(t));
            }
        }
        if applies {
            let name = self.locals(s.store.member)[target].name.clone();
            let sort = self.terms.sort(value);
            let fresh = self.fresh(&name, sort);
            let equal = self.terms.eq(fresh, value);
            self.mentions.insert(equal);
            self.assume(s, equal);
        }
    }

    fn assign_field(
        &mut self,
        mut s: State,
        receiver: &'p Expr,
        field: FieldId,
        value: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        let place = receiver.place;
        let receiver = self.eval(&mut s, receiver, blame)?;
        let value = self.eval(&mut s, value, blame)?;
        let perm = self.program.fields[field].ty == Type::Perm;
        let value = if perm { self.real(value) } else { value };
        let full = self.full();
        let resource = Resource::Field(field);
        let wanted = Wanted { resource, arguments: &[receiver], place, blame };
        let mut all = Vec::new();
        for mut s in self.opened_to_write(s, wanted)? {
            let heap = s.heap.clone();
            // One state that is none says nothing of the others.
            let Some((heap, _)) = alive(self.take(&mut s, heap, wanted, full))? else { continue };
            s.heap = heap;
            self.put(&mut s, resource, &[receiver], full, value);
            all.push(s);
        }
        Ok(all)
    }

    /// `x := new(f)`: an object that differs from all that the state knows.
    fn create(&mut self, mut s: State, target: LocalId, fields: &[FieldId]) -> State {
        let name = self.locals(s.store.member)[target].name.clone();
        let object = self.object(&name);
        self.differ_from_known(&mut s, object);
        s.set(target, object);
        let full = self.full();
        for field in fields {
            let declared = &self.program.fields[*field];
            let (name, ty) = (declared.name.clone(), declared.ty.clone());
            self.know_type(&ty);
            let sort = self.sort(&ty);
            let value = self.fresh(&name, sort);
            self.put(&mut s, Resource::Field(*field), &[object], full, value);
        }
        s
    }

    /// Says of a new object that it is none of those that the state knows. Other new objects are left out: terms say that.
    fn differ_from_known(&mut self, s: &mut State, object: Term) {
        let locals = self.locals(s.store.member);
        let is_old = |terms: &TermStore, t: Term| {
            let is_object = terms.as_variable(t).is_some_and(|info| info.role == Role::Object);
            !is_object && terms.sort(t) == symbols::reference()
        };
        let mut terms: Vec<Term> = Vec::new();
        let mut collections: Vec<(&Type, Term)> = Vec::new();
        for (local, value) in s.store.values() {
            match &locals[local].ty {
                Type::Ref if is_old(&self.terms, value) => terms.push(value),
                ty @ (Type::Seq(inner) | Type::Set(inner)) if **inner == Type::Ref => {
                    collections.push((ty, value));
                }
                _ => {}
            }
        }
        for (ty, value) in collections {
            let within = self.theory(ty, "has", &[object, value]);
            let without = self.terms.not(within);
            self.assume(s, without);
        }
        let heap = s.heap.clone();
        for chunk in heap.iter() {
            match &chunk.content {
                Content::One { arguments, snapshot } => {
                    let named = arguments.iter().chain([snapshot]).copied();
                    terms.extend(named.filter(|t| is_old(&self.terms, *t)));
                }
                Content::Many { snapshots } => {
                    self.differ_from_values(s, chunk, *snapshots, object)
                }
            }
        }
        terms.sort_unstable();
        terms.dedup();
        for other in terms {
            let differ = self.differ(object, other);
            self.assume(s, differ);
        }
    }

    /// Says of a new object that no field of many has it as its value.
    fn differ_from_values(&mut self, s: &mut State, chunk: &Chunk, values: Term, object: Term) {
        if self.snapshot_sort(chunk.resource) != symbols::reference() {
            return;
        }
        let formals = self.formals(chunk.resource);
        let value = self.lookup(chunk.resource, values, &formals);
        let positive = self.positive(chunk.amount);
        let other = self.differ(value, object);
        let body = self.implies(positive, other);
        let fact = self.close(false, &formals, vec![vec![value]], body, "new", None);
        self.assume(s, fact);
    }

    fn call(
        &mut self,
        mut s: State,
        targets: &[LocalId],
        method: MethodId,
        arguments: &'p [Expr],
        place: Place,
    ) -> Result<Vec<State>, Stop> {
        let program = self.program;
        let declared = &program.methods[method];
        let blame = Blame { error: "call.failed", place };
        let mut values = self.eval_all(&mut s, arguments, blame)?;
        for (value, local) in values.iter_mut().zip(&declared.parameters) {
            if declared.locals[*local].ty == Type::Perm {
                *value = self.real(*value);
            }
        }
        let (store, olds) = (s.store.clone(), s.olds.clone());
        let mut inner = self.bind(&s, MemberId::Method(method), &declared.parameters, &values);
        inner.olds = Rc::default();
        inner.label(START);
        let before = Blame { error: "call.precondition", place };
        let mut all = Vec::new();
        for (mut after, _) in self.exhale(inner, &declared.preconditions, &|_| before)? {
            for local in &declared.results {
                self.havoc(&mut after, *local);
            }
            let states =
                self.produce_all(after, Source::Fresh, &declared.postconditions, &|_| blame)?;
            for mut state in states {
                let results: Vec<Option<Term>> =
                    declared.results.iter().map(|local| state.get(*local)).collect();
                state.store = store.clone();
                state.olds = olds.clone();
                for (target, result) in targets.iter().zip(results) {
                    if let Some(result) = result {
                        state.set(*target, result);
                    }
                }
                all.push(state);
            }
        }
        Ok(all)
    }

    /// `refute A`: notes whether `A` may fail here.
    fn refute(&mut self, s: State, a: &'p Expr) -> Result<Vec<State>, Stop> {
        let blame = Blame { error: "refute.failed", place: a.place };
        let failures = self.failures.len();
        let mut inner = s.clone();
        let shown = self.assert_assertion(&mut inner, a, blame);
        let failures = self.failures.split_off(failures);
        if let Some(moment) = s.past.and_then(|at| self.walked.get_mut(at)) {
            moment.asked = Some(failures);
        }
        if shown == Err(Stop::Cancelled) {
            return Err(Stop::Cancelled);
        }
        if let Some(refutation) = self.refuted.get_mut(&std::ptr::from_ref(a)) {
            refutation.failed |= shown == Err(Stop::Failed);
        }
        Ok(vec![s])
    }

    /// Failures of `refute`: what held wherever it was reached. Of a member that was not proved to its end (`complete`)
    /// nothing is known of what comes behind.
    pub(crate) fn judge_refuted(
        &mut self,
        refuted: BTreeMap<*const Expr, Refutation>,
        complete: bool,
    ) -> Vec<Failure> {
        for refutation in refuted.into_values().filter(|one| complete && !one.failed) {
            let place = refutation.place;
            let s = State::new(MemberId::Method(effigy_base::id::Id::from_index(0)));
            let blame = Blame { error: "refute.failed", place };
            let message = match refutation.origin {
                Origin::Smoke => {
                    "nothing gets to the end of this: what is known there is contradictory, or each way ends before"
                }
                _ => "this holds whenever it is reached",
            };
            let reason = Reason::new("refutation.true", place, message);
            self.fail(&s, blame, reason, Entails::No);
        }
        std::mem::take(&mut self.failures)
    }

    fn fold(&mut self, mut s: State, access: &'p Access, blame: Blame) -> Result<Vec<State>, Stop> {
        let Location::Predicate(predicate, arguments) = &access.location else {
            return Ok(vec![s]);
        };
        let arguments = self.eval_all(&mut s, arguments, blame)?;
        let amount = self.amount(&mut s, access, blame)?;
        self.show_positive(&mut s, amount, access, blame)?;
        let program = self.program;
        let declared = &program.predicates[*predicate];
        let arguments =
            self.coerced(&arguments, MemberId::Predicate(*predicate), &declared.parameters);
        let Some(body) = &declared.body else { return Ok(vec![s]) };
        let store = s.store.clone();
        let member = MemberId::Predicate(*predicate);
        let mut inner = self.bind(&s, member, &declared.parameters, &arguments);
        inner.scale = self.scaled(None, amount);
        let mut all = Vec::new();
        for (mut state, snapshot) in self.exhale(inner, std::slice::from_ref(body), &|_| blame)? {
            state.store = store.clone();
            state.scale = None;
            let snapshot = self.snapped(snapshot);
            self.fix(amount);
            self.put(&mut state, Resource::Predicate(*predicate), &arguments, amount, snapshot);
            self.trigger(&mut state, *predicate, snapshot, &arguments);
            all.push(state);
        }
        Ok(all)
    }

    /// Arguments with integers made permission amounts where parameters are amounts.
    pub(crate) fn coerced(
        &mut self,
        arguments: &[Term],
        member: MemberId,
        parameters: &[LocalId],
    ) -> Vec<Term> {
        let locals = self.locals(member);
        let pairs = arguments.iter().zip(parameters);
        pairs
            .map(|(t, local)| if locals[*local].ty == Type::Perm { self.real(*t) } else { *t })
            .collect()
    }

    fn unfold(
        &mut self,
        mut s: State,
        access: &'p Access,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        let Location::Predicate(predicate, arguments) = &access.location else {
            return Ok(vec![s]);
        };
        let arguments = self.eval_all(&mut s, arguments, blame)?;
        let amount = self.amount(&mut s, access, blame)?;
        self.show_positive(&mut s, amount, access, blame)?;
        self.open(&mut s, *predicate, &arguments, amount, access.place, blame)
    }

    /// `quasihavoc`: amounts stay, values are new.
    fn lose_values(
        &mut self,
        s: &mut State,
        variables: &'p [LocalId],
        condition: Option<&'p Expr>,
        location: &'p Location,
        place: Place,
    ) -> Result<(), Stop> {
        let error = if variables.is_empty() { "quasihavoc.failed" } else { "quasihavocall.failed" };
        let blame = Blame { error, place };
        let store = s.store.clone();
        let bound = self.quantified_variables(s, variables);
        let (condition, located) = self.for_any(s, &bound, |this, s| {
            let condition = match condition {
                Some(condition) => this.eval(s, condition, blame)?,
                None => this.truth(true),
            };
            let located = this.under(s, condition, |this, s| this.location(s, location, blame))?;
            Ok(((condition, located), Vec::new()))
        })?;
        s.store = store;
        // Where the condition cannot hold, nothing is lost.
        let Some((resource, arguments)) = located else { return Ok(()) };
        self.show_each_once(s, &bound, condition, (resource, &arguments), blame)?;
        self.new_values(s, &bound, condition, resource, &arguments);
        Ok(())
    }

    /// New snapshots for the instances that some values of the bound variables mean.
    fn new_values(
        &mut self,
        s: &mut State,
        bound: &[Term],
        condition: Term,
        resource: Resource,
        arguments: &[Term],
    ) {
        let formals = self.formals(resource);
        let mut chunks = s.heap.to_vec();
        for chunk in chunks.iter_mut().filter(|chunk| chunk.resource == resource) {
            match &mut chunk.content {
                Content::One { arguments: own, snapshot } => {
                    let same = self.same(own, arguments);
                    let met = self.terms.and(condition, same);
                    let met = self.close(true, bound, Vec::new(), met, "havoc", None);
                    let sort = self.terms.sort(*snapshot);
                    let new = self.fresh("havoc", sort);
                    *snapshot = self.terms.ite(met, new, *snapshot);
                }
                Content::Many { snapshots } => {
                    let sort = self.terms.sort(*snapshots);
                    let new = self.fresh("havoc", sort);
                    let same = self.same(&formals, arguments);
                    let met = self.terms.and(condition, same);
                    let met = self.close(true, bound, Vec::new(), met, "havoc", None);
                    let old_value = self.lookup(resource, *snapshots, &formals);
                    let new_value = self.lookup(resource, new, &formals);
                    let kept = self.terms.eq(old_value, new_value);
                    let body = self.terms.or(met, kept);
                    let triggers = vec![vec![old_value], vec![new_value]];
                    let fact = self.close(false, &formals, triggers, body, "havoc", None);
                    self.assume(s, fact);
                    *snapshots = new;
                }
            }
        }
        s.heap = Rc::new(chunks);
    }

    /// Notes a side that the path takes, for people.
    pub(crate) fn note(&self, s: &mut State, place: Place, what: &str) {
        Rc::make_mut(&mut s.trail).push((place, what.to_owned()));
    }
}
