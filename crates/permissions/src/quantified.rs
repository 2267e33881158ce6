//! Quantified permissions: chunks for all instances that a condition names.
//!
//! A quantified assertion says of values of its variables which instance they mean. To say it of the instance instead, the
//! way back is needed: from an instance to the values that mean it. Where the instance is not the variables themselves, the
//! way back is an inverse function, and the assertion must be injective.

mod inverse;
mod maps;

use crate::produce::Source;
use crate::prover::{Prover, Reason};
use crate::state::{Blame, Chunk, Content, Heap, Resource, State, Stop};
use crate::symbols;
use effigy_base::function::{Function, FunctionKind};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{BinaryOp, Expr, ExprKind, LocalId, Place, Quantifier};
use effigy_term::Term;
use std::rc::Rc;

/// What a summary of a resource's values was made from.
pub(crate) type SummaryKey = (Resource, Vec<(Term, Vec<Term>)>);

/// A step on the way from a quantifier to an accessibility assertion in its body.
#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Holds(&'p Expr),
    Fails(&'p Expr),
    Let(LocalId, &'p Expr),
    /// The variables of a quantifier inside of the other one.
    Bind(&'p [LocalId]),
}

/// What a quantified assertion says, over bound variables.
struct Instance {
    variables: Vec<Term>,
    condition: Term,
    resource: Resource,
    arguments: Vec<Term>,
    amount: Term,
    triggers: Vec<Vec<Term>>,
    place: Place,
}

/// The way from an instance of a resource to the variables that mean it, over the resource's formal arguments.
struct Inverse {
    /// The values of the variables.
    values: Vec<Term>,
    /// Whether some values mean the instance; `None` where all instances are meant by some.
    image: Option<Term>,
}

impl<'p> Prover<'p> {
    /// The accessibility assertions and expressions in the body of a quantifier, each with the way to it.
    fn leaves(
        e: &'p Expr,
        steps: &mut Vec<Step<'p>>,
        inhale: bool,
        leaves: &mut Vec<(Vec<Step<'p>>, &'p Expr)>,
    ) {
        match &*e.kind {
            _ if crate::purity::is_pure(e) => leaves.push((steps.clone(), e)),
            ExprKind::Binary(BinaryOp::And, a, b) => {
                Self::leaves(a, steps, inhale, leaves);
                Self::leaves(b, steps, inhale, leaves);
            }
            ExprKind::Binary(BinaryOp::Implies, condition, body) => {
                steps.push(Step::Holds(condition));
                Self::leaves(body, steps, inhale, leaves);
                steps.pop();
            }
            ExprKind::Conditional(condition, a, b) => {
                steps.push(Step::Holds(condition));
                Self::leaves(a, steps, inhale, leaves);
                steps.pop();
                steps.push(Step::Fails(condition));
                Self::leaves(b, steps, inhale, leaves);
                steps.pop();
            }
            ExprKind::Let(local, value, body) => {
                steps.push(Step::Let(*local, value));
                Self::leaves(body, steps, inhale, leaves);
                steps.pop();
            }
            ExprKind::Quantifier(inner) => {
                steps.push(Step::Bind(&inner.variables));
                Self::leaves(&inner.body, steps, inhale, leaves);
                steps.pop();
            }
            ExprKind::InhaleExhale(a, b) => {
                Self::leaves(if inhale { a } else { b }, steps, inhale, leaves);
            }
            _ => leaves.push((steps.clone(), e)),
        }
    }

    /// What a leaf says, evaluated for arbitrary values of the variables. Where it gives no permission, the result is the
    /// quantified expression.
    fn leaf(
        &mut self,
        s: &mut State,
        variables: &[Term],
        steps: &[Step<'p>],
        leaf: &'p Expr,
        quantifier: &'p Quantifier,
        blame: Blame,
    ) -> Result<Result<Instance, Term>, Stop> {
        let mut variables = variables.to_vec();
        for step in steps {
            if let Step::Bind(locals) = step {
                variables.extend(self.quantified_variables(s, locals));
            }
        }
        let variables = &variables[..];
        let parts = self.for_any(s, variables, |this, s| {
            let base = s.facts.len();
            let inner = this.leaf_parts(s, steps, leaf, blame);
            let (condition, inner) = match inner {
                // No values of the variables have the conditions.
                Err(Stop::Dead) if s.facts.len() > base => {
                    s.facts.truncate(base);
                    s.branches.retain(|at| *at < base);
                    let truth = this.truth(true);
                    return Ok(((this.truth(false), Err(truth), Vec::new()), Vec::new()));
                }
                other => other?,
            };
            let triggers = this.triggers(s, quantifier, inner.is_ok(), blame);
            // The conditions are assumed for this leaf alone.
            let learned = s.facts.split_off(base);
            let sides: Vec<usize> = s.branches.iter().copied().filter(|at| *at >= base).collect();
            s.branches.retain(|at| *at < base);
            for (at, fact) in learned.into_iter().enumerate() {
                if !sides.contains(&(base + at)) {
                    let fact = this.fact_under(condition, fact);
                    this.assume(s, fact);
                }
            }
            Ok(((condition, inner, triggers.clone()), triggers))
        })?;
        let (condition, inner, triggers) = parts;
        Ok(match inner {
            Ok((resource, arguments, amount, place)) => Ok(Instance {
                variables: variables.to_vec(),
                condition,
                resource,
                arguments,
                amount,
                triggers,
                place,
            }),
            Err(value) => {
                let body = self.implies(condition, value);
                Err(self.close(false, variables, triggers, body, "quantified", None))
            }
        })
    }

    /// The condition and what the leaf says, evaluated; the conditions are assumed in the state.
    #[expect(clippy::type_complexity, reason = "the parts of an instance, or a value")]
    fn leaf_parts(
        &mut self,
        s: &mut State,
        steps: &[Step<'p>],
        leaf: &'p Expr,
        blame: Blame,
    ) -> Result<(Term, Result<(Resource, Vec<Term>, Term, Place), Term>), Stop> {
        let mut condition = self.truth(true);
        for step in steps {
            let holds = match step {
                Step::Let(local, value) => {
                    let value = self.eval(s, value, blame)?;
                    s.set(*local, value);
                    continue;
                }
                Step::Bind(_) => continue,
                Step::Holds(e) => self.eval(s, e, blame)?,
                Step::Fails(e) => {
                    let value = self.eval(s, e, blame)?;
                    self.terms.not(value)
                }
            };
            condition = self.terms.and(condition, holds);
            self.assume_branch(s, holds);
        }
        let inner = match &*leaf.kind {
            ExprKind::Access(access) => {
                let (resource, arguments) = self.location(s, &access.location, blame)?;
                let amount = self.scaled_amount(s, access, blame)?;
                Ok((resource, arguments, amount, access.place))
            }
            ExprKind::Wand(..) => {
                let (resource, arguments) = self.wand_location(s, leaf, blame)?;
                Ok((resource, arguments, self.full(), leaf.place))
            }
            _ => Err(self.eval(s, leaf, blame)?),
        };
        Ok((condition, inner))
    }

    /// Produces permissions under a quantifier.
    pub(crate) fn produce_quantified(
        &mut self,
        s: &mut State,
        source: Source,
        quantifier: &'p Quantifier,
        place: Place,
        blame: Blame,
    ) -> Result<(), Stop> {
        let _ = place;
        let store = s.store.clone();
        let mut leaves = Vec::new();
        Self::leaves(&quantifier.body, &mut Vec::new(), true, &mut leaves);
        let variables = self.quantified_variables(s, &quantifier.variables);
        let mut source = source;
        for (index, (steps, leaf)) in leaves.iter().enumerate() {
            let mine = match source {
                Source::Term(whole) if index + 1 < leaves.len() => {
                    let (first, rest) = self.parts(whole);
                    source = Source::Term(rest);
                    Source::Term(first)
                }
                other => other,
            };
            match self.leaf(s, &variables, steps, leaf, quantifier, blame)? {
                Err(fact) => self.assume(s, fact),
                Ok(instance) => self.put_quantified(s, mine, &instance, blame)?,
            }
        }
        s.store = store;
        Ok(())
    }

    /// What an assumed assertion under a quantifier says of the heap.
    pub(crate) fn wanted_quantified(
        &mut self,
        s: &mut State,
        quantifier: &'p Quantifier,
        wanted: &mut Vec<(Resource, Term)>,
        blame: Blame,
    ) -> Result<Term, Stop> {
        let store = s.store.clone();
        let mut leaves = Vec::new();
        Self::leaves(&quantifier.body, &mut Vec::new(), true, &mut leaves);
        let variables = self.quantified_variables(s, &quantifier.variables);
        let mut all = self.truth(true);
        for (steps, leaf) in &leaves {
            let said = match self.leaf(s, &variables, steps, leaf, quantifier, blame)? {
                Err(fact) => fact,
                Ok(instance) => {
                    let inverse = self.inverse(s, &instance, blame)?;
                    let amount = self.amount_of(&instance, &inverse);
                    wanted.push((instance.resource, amount));
                    let held = self.is_wanted(s, instance.resource, &instance.arguments, wanted);
                    let body = self.implies(instance.condition, held);
                    let triggers = instance.triggers.clone();
                    self.close(false, &instance.variables, triggers, body, "assumed", None)
                }
            };
            all = self.terms.and(all, said);
        }
        s.store = store;
        Ok(all)
    }

    fn put_quantified(
        &mut self,
        s: &mut State,
        source: Source,
        instance: &Instance,
        blame: Blame,
    ) -> Result<(), Stop> {
        let resource = instance.resource;
        let inverse = self.inverse(s, instance, blame)?;
        let amount = self.amount_of(instance, &inverse);
        let sort = self.map_sort(resource);
        let snapshots = self.sourced(source, "values", sort);
        let formals = self.formals(resource);
        let value = self.lookup(resource, snapshots, &formals);
        if let (Resource::Field(_), [receiver, ..]) = (resource, &instance.arguments[..]) {
            let active = self.active(instance);
            let object = self.is_object(*receiver);
            let body = self.implies(active, object);
            let triggers = instance.triggers.clone();
            let fact = self.close(false, &instance.variables, triggers, body, "object", None);
            self.assume(s, fact);
            let positive = self.positive(amount);
            let object = self.is_object(formals[0]);
            let body = self.implies(positive, object);
            let fact = self.close(false, &formals, vec![vec![value]], body, "object", None);
            self.assume(s, fact);
        }
        if s.scale.is_none() {
            self.fix(instance.amount);
        }
        let chunk = Chunk { resource, amount, content: Content::Many { snapshots } };
        s.add(chunk);
        Ok(())
    }

    /// That a reference is not null, in a form that is said of a reference at a time: a solver would conclude from
    /// permission to a field of all references that `null` is none.
    fn is_object(&mut self, reference: Term) -> Term {
        let sort = symbols::reference();
        let function =
            Function::new("ref.object", &[sort], Sort::Bool, FunctionKind::Uninterpreted);
        if self.known.insert("objects".to_owned()) {
            let any = self.bound("reference", sort);
            let object = self.terms.apply(function, &[any]);
            let null = self.null();
            let differ = self.differ(any, null);
            let body = self.implies(object, differ);
            let axiom = self.terms.forall(&[any], &[vec![object]], body, "object", None);
            self.solver.background(axiom);
        }
        self.terms.apply(function, &[reference])
    }

    /// What a quantified chunk of a field says of amounts: at most all.
    pub(crate) fn bound_amounts(&mut self, s: &mut State, heap: &Heap, chunk: &Chunk) {
        let (Resource::Field(_), Content::Many { snapshots }, false) =
            (chunk.resource, &chunk.content, s.reads)
        else {
            return;
        };
        let formals = self.formals(chunk.resource);
        let total = self.held(heap, chunk.resource, &formals);
        let full = self.full();
        let body = self.terms.app(Op::RealLe, &[total, full]);
        let value = self.lookup(chunk.resource, *snapshots, &formals);
        let mut triggers = vec![vec![value]];
        triggers.extend(self.find_triggers(&formals, total));
        let fact = self.close(false, &formals, triggers, body, "most", None);
        self.learn(s, fact);
    }

    /// Shows of `quasihavocall` that different values of the variables mean different instances.
    pub(crate) fn show_each_once(
        &mut self,
        s: &mut State,
        variables: &[Term],
        condition: Term,
        (resource, arguments): (Resource, &[Term]),
        blame: Blame,
    ) -> Result<(), Stop> {
        let instance = Instance {
            variables: variables.to_vec(),
            condition,
            resource,
            arguments: arguments.to_vec(),
            amount: self.full(),
            triggers: Vec::new(),
            place: blame.place,
        };
        let identical = variables.iter().all(|v| arguments.contains(v));
        match identical {
            true => Ok(()),
            false => self.show_injective(s, &instance, "quasihavocall.not.injective", blame),
        }
    }

    /// Consumes permissions under a quantifier.
    pub(crate) fn consume_quantified(
        &mut self,
        s: &mut State,
        heap: Heap,
        quantifier: &'p Quantifier,
        place: Place,
        blame: Blame,
    ) -> Result<(Heap, Term), Stop> {
        let store = s.store.clone();
        let mut leaves = Vec::new();
        Self::leaves(&quantifier.body, &mut Vec::new(), false, &mut leaves);
        let variables = self.quantified_variables(s, &quantifier.variables);
        let mut heap = heap;
        let mut snapshots = Vec::new();
        for (steps, leaf) in &leaves {
            let snapshot = match self.leaf(s, &variables, steps, leaf, quantifier, blame)? {
                Err(goal) => {
                    let reason = Reason::new("assertion.false", place, "this may not hold");
                    self.show(s, goal, blame, reason)?;
                    self.unit()
                }
                Ok(instance) => {
                    let (left, snapshot) = self.take_quantified(s, heap, &instance, blame)?;
                    if s.scale.is_none() {
                        self.fix(instance.amount);
                    }
                    heap = left;
                    self.snapped(snapshot)
                }
            };
            snapshots.push(snapshot);
        }
        s.store = store;
        let last = match snapshots.pop() {
            Some(last) => last,
            None => self.unit(),
        };
        let snapshot =
            snapshots.into_iter().rev().fold(last, |rest, first| self.combine(first, rest));
        Ok((heap, snapshot))
    }

    fn take_quantified(
        &mut self,
        s: &mut State,
        heap: Heap,
        instance: &Instance,
        blame: Blame,
    ) -> Result<(Heap, Term), Stop> {
        let resource = instance.resource;
        let inverse = self.inverse(s, instance, blame)?;
        let amount = self.amount_of(instance, &inverse);
        let formals = self.formals(resource);
        let mut heaps = vec![heap];
        // While a wand is packaged, the heaps around give what is missing.
        if !s.reads {
            heaps.extend(s.outer.iter().rev().cloned());
        }
        let everything: Heap = match &heaps[..] {
            [heap] => heap.clone(),
            heaps => Rc::new(heaps.iter().flat_map(|heap| heap.iter().cloned()).collect()),
        };
        let total = self.held(&everything, resource, &formals);
        let enough = if s.reads {
            let (needed, held) = (self.positive(amount), self.positive(total));
            self.implies(needed, held)
        } else {
            self.enough(amount, total)
        };
        let name = self.resource_name(resource);
        let message = format!("there may be no permission to `{name}` for all of these");
        let id = match resource {
            Resource::Wand(_) => "wand.not.found",
            _ => "insufficient.permission",
        };
        let reason = Reason::new(id, instance.place, message).about(resource);
        let mut inner = s.clone();
        self.show(&mut inner, enough, blame, reason)?;
        s.consolidated.clear();
        if s.reads {
            let snapshot = self.restricted(s, &everything, resource, amount);
            return Ok((heaps.swap_remove(0), snapshot));
        }
        if self.is_wild(amount) {
            let body = self.below(amount, total);
            let fact = self.close(false, &formals, Vec::new(), body, "wildcard", None);
            self.assume(s, fact);
        }
        let mut needed = amount;
        let mut left = Vec::new();
        let mut taken = Vec::new();
        let mut moved = Vec::new();
        for (index, heap) in heaps.into_iter().enumerate() {
            let before = needed;
            let (rest, parts) = self.drain(&heap, resource, &mut needed);
            left.push(rest);
            taken.extend(parts);
            if index > 0 && before != needed {
                moved.push(self.terms.app(Op::RealSub, &[before, needed]));
            }
        }
        // What is left around a wand says nothing of the values that the wand has.
        let values = if s.outer.is_empty() { everything } else { Rc::new(taken) };
        let snapshot = self.restricted(s, &values, resource, amount);
        for amount in moved {
            let content = Content::Many { snapshots: snapshot };
            let chunk = Chunk { resource, amount, content };
            s.add(chunk.clone());
            s.moved.push(chunk);
        }
        let heap = left.remove(0);
        left.reverse();
        s.outer = left;
        if let Some(last) = self.transferred.last_mut() {
            *last = Some(s.outer.clone());
        }
        Ok((heap, snapshot))
    }

    /// Takes as much as there is, up to what is needed, out of a heap; both amounts are over the formal arguments. The
    /// result is what is left and what was taken.
    fn drain(&mut self, heap: &Heap, resource: Resource, needed: &mut Term) -> (Heap, Vec<Chunk>) {
        let formals = self.formals(resource);
        let none = self.none();
        let mut left = Vec::with_capacity(heap.len());
        let mut parts = Vec::new();
        for chunk in heap.iter() {
            let mut chunk = chunk.clone();
            if chunk.resource == resource && *needed != none {
                let at = self.amount_at(&chunk, &formals);
                let fits = self.terms.app(Op::RealLe, &[*needed, at]);
                let taken = self.terms.ite(fits, *needed, at);
                *needed = self.terms.app(Op::RealSub, &[*needed, taken]);
                let lost = match &chunk.content {
                    Content::One { arguments, .. } => {
                        let arguments = arguments.to_vec();
                        self.instantiate(resource, taken, &arguments)
                    }
                    Content::Many { .. } => taken,
                };
                parts.push(Chunk { amount: lost, ..chunk.clone() });
                chunk.amount = self.terms.app(Op::RealSub, &[chunk.amount, lost]);
            }
            if chunk.amount != none {
                left.push(chunk);
            }
        }
        (Rc::new(left), parts)
    }
}
