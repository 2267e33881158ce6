//! Functions of the heap: a term over the snapshot of the precondition and the arguments (Smans, Jacobs and Piessens,
//! section 3.2).
//!
//! The definition is an axiom that is used where the function is applied; applications inside of it that lead back to it are
//! of a second, limited function without a definition, so that a recursion is unrolled once. It is also used where a
//! predicate that the body unfolds was opened or closed: then the recursion is unrolled as far as the program looked.

use crate::prover::{Axioms, Prover, Reason};
use crate::state::{Blame, Content, Heap, MemberId, State, Stop, nowhere};
use crate::symbols;
use crate::{produce::Source, walk};
use effigy_base::function::{Function as Declared, FunctionKind};
use effigy_base::id::IdVec;
use effigy_base::sort::Sort;
use effigy_lang_viper::tree::{Expr, Function, FunctionId, Program};
use effigy_term::{Node, Term};
use std::rc::Rc;

/// The annotation of functions whose value is the snapshot of their precondition.
const SNAPSHOT: &str = "snapshot";

/// Which functions call each other, by a number for each group.
pub(crate) struct Groups {
    numbers: Vec<usize>,
}

impl Groups {
    /// The groups of a program: the strongly connected parts of who calls whom.
    pub(crate) fn new(program: &Program) -> Self {
        let callees = |function: &Function| {
            let mut found = Vec::new();
            let contract = function.preconditions.iter().chain(&function.postconditions);
            for e in contract.chain(&function.body) {
                walk::calls(e, &mut found);
            }
            found
        };
        let graph: IdVec<FunctionId, Vec<FunctionId>> =
            program.functions.iter().fold(IdVec::new(), |mut graph, (_, function)| {
                graph.push(callees(function));
                graph
            });
        let reach = |from: FunctionId| {
            let mut seen = vec![false; graph.len()];
            let mut pending = graph[from].clone();
            while let Some(function) = pending.pop() {
                if !std::mem::replace(&mut seen[index(function)], true) {
                    pending.extend(&graph[function]);
                }
            }
            seen
        };
        let reached: Vec<Vec<bool>> = graph.ids().map(reach).collect();
        let numbers = (0..reached.len())
            .map(|a| {
                (0..reached.len())
                    .find(|b| *b == a || reached[a][*b] && reached[*b][a])
                    .unwrap_or(a)
            })
            .collect();
        Self { numbers }
    }

    fn of(&self, function: FunctionId) -> usize {
        self.numbers.get(index(function)).copied().unwrap_or(usize::MAX)
    }
}

fn index(function: FunctionId) -> usize {
    effigy_base::id::Id::index(function)
}

/// Which of a function's forms is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// With its definition.
    Full,
    /// Without.
    Limited,
    /// Whether its precondition holds.
    Allowed,
    /// That it was asked for these arguments in some heap.
    Asked,
}

impl<'p> Prover<'p> {
    fn form(&mut self, function: FunctionId, form: Form) -> Declared {
        let program = self.program;
        let declared = &program.functions[function];
        let mut sorts: Vec<Sort> = Vec::new();
        if form != Form::Asked {
            sorts.push(symbols::snap());
        }
        sorts
            .extend(declared.parameters.iter().map(|local| self.sort(&declared.locals[*local].ty)));
        let (suffix, result) = match form {
            Form::Full => ("%", self.sort(&declared.result)),
            Form::Limited => ("%limited", self.sort(&declared.result)),
            Form::Allowed => ("%allowed", Sort::Bool),
            Form::Asked => ("%asked", Sort::Bool),
        };
        let name = format!("{}{suffix}", declared.name);
        Declared::new(&name, &sorts, result, FunctionKind::Uninterpreted)
    }

    /// A term as a quantifier waits for it: the outermost application of a function of the heap in its limited form, which
    /// all forms have, and membership in a sequence as what holds of all elements.
    pub(crate) fn waiting_form(&mut self, t: Term) -> Term {
        let Node::Apply(function, arguments) = self.terms.node(t) else { return t };
        if let ("Seq_.has", [_, sequence]) = (symbols::base_name(function), arguments) {
            let arguments = arguments.to_vec();
            let sort = self.terms.sort(*sequence);
            return match self.collections.get(&sort).cloned() {
                Some(ty) => self.theory(&ty, "met", &arguments),
                None => t,
            };
        }
        let Some(name) = function.name().as_str().strip_suffix('%') else { return t };
        let arguments = arguments.to_vec();
        let limited = Declared::new(
            &format!("{name}%limited"),
            function.parameters(),
            function.result(),
            FunctionKind::Uninterpreted,
        );
        self.terms.apply(limited, &arguments)
    }

    /// A function's application in its limited form; the first argument is the snapshot of its precondition.
    pub(crate) fn limited_call(&mut self, function: FunctionId, arguments: &[Term]) -> Term {
        let limited = self.form(function, Form::Limited);
        self.terms.apply(limited, arguments)
    }

    /// The value of a call.
    pub(crate) fn call_function(
        &mut self,
        s: &mut State,
        function: FunctionId,
        arguments: &[Term],
        reveal: bool,
        e: &'p Expr,
    ) -> Result<Term, Stop> {
        let program = self.program;
        let declared = &program.functions[function];
        let sorts = self.form(function, Form::Asked).parameters();
        let arguments: Vec<Term> = arguments
            .iter()
            .zip(sorts)
            .map(|(t, sort)| if *sort == Sort::Real { self.real(*t) } else { *t })
            .collect();
        self.define(function);
        self.show_smaller(s, function, &arguments, e)?;
        let blame = Blame { error: "application.precondition", place: e.place };
        let snapshot = self.locally(s, |this, s| {
            let member = MemberId::Function(function);
            let mut inner = this.bind(s, member, &declared.parameters, &arguments);
            inner.reads = !this.options.exact_amounts;
            if inner.reads {
                inner.scale = None;
            }
            let heap = inner.heap.clone();
            let outcomes = this.consume_all(inner, heap, &declared.preconditions, &|_| blame)?;
            let base = s.facts.len();
            let mut joined: Option<Term> = None;
            for outcome in outcomes {
                let side = this.merge_facts(s, base, &outcome.state);
                let snapshot = this.snapped(outcome.snapshot);
                joined = Some(match joined {
                    Some(other) => this.terms.ite(side, snapshot, other),
                    None => snapshot,
                });
            }
            joined.ok_or(Stop::Dead)
        })?;
        let mut all = vec![snapshot];
        all.extend_from_slice(&arguments);
        let allowed = self.form(function, Form::Allowed);
        let allowed = self.terms.apply(allowed, &all);
        self.assume(s, allowed);
        let inside = self.group == Some(self.groups.of(function));
        let form = match inside || declared.opaque && !reveal {
            true => Form::Limited,
            false => Form::Full,
        };
        let form = self.form(function, form);
        Ok(self.terms.apply(form, &all))
    }

    /// Shows that a call leaves some chunk of the heap alone, or takes what the open predicates gave, where that is why it
    /// ends.
    fn show_smaller(
        &mut self,
        s: &mut State,
        function: FunctionId,
        arguments: &[Term],
        e: &'p Expr,
    ) -> Result<(), Stop> {
        let MemberId::Function(caller) = s.store.member else { return Ok(()) };
        let program = self.program;
        if self.trusting || !program.functions[caller].shrinking.contains(&e.place) {
            return Ok(());
        }
        let declared = &program.functions[function];
        let blame = Blame { error: "termination.failed", place: e.place };
        if self.takes_opened(s, function, arguments, blame)? {
            return Ok(());
        }
        self.locally(s, |this, s| {
            let member = MemberId::Function(function);
            let mut inner = this.bind(s, member, &declared.parameters, arguments);
            inner.reads = false;
            let heap = inner.heap.clone();
            // What is open is held as it was, beside what it gave.
            let own = inner.open.first().map_or(heap.clone(), |open| open.before.clone());
            for mut rest in this.consume_all(inner, heap, &declared.preconditions, &|_| blame)? {
                let alone = rest.heap.iter().filter(|chunk| {
                    matches!(chunk.content, Content::One { .. }) && own.contains(chunk)
                });
                let amounts: Vec<Term> = alone.map(|chunk| chunk.amount).collect();
                let mut some = this.truth(false);
                for amount in amounts {
                    let positive = this.positive(amount);
                    some = this.terms.or(some, positive);
                }
                let message = "this call may not end: what is called does not stand before in the text, it may take the \
                               whole heap, and no `opening` around it gives what it takes";
                let reason = Reason::new("tuple.false", e.place, message);
                this.show(&mut rest.state, some, blame, reason)?;
            }
            Ok(())
        })
    }

    /// Whether a call takes its permissions from a heap in which the predicates that are open around it are not closed: then
    /// the heap of the call is closed less deep.
    fn takes_opened(
        &mut self,
        s: &mut State,
        function: FunctionId,
        arguments: &[Term],
        blame: Blame,
    ) -> Result<bool, Stop> {
        let Some(heap) = self.without_open(s) else { return Ok(false) };
        let declared = &self.program.functions[function];
        let failures = self.failures.len();
        let taken = self.locally(s, |this, s| {
            let member = MemberId::Function(function);
            let mut inner = this.bind(s, member, &declared.parameters, arguments);
            inner.reads = false;
            this.consume_all(inner, heap, &declared.preconditions, &|_| blame)
        });
        self.failures.truncate(failures);
        match taken {
            Err(Stop::Cancelled) => Err(Stop::Cancelled),
            taken => Ok(taken.is_ok()),
        }
    }

    /// The heap without the predicates that are open; `None` where none is.
    fn without_open(&mut self, s: &State) -> Option<Heap> {
        let mut heap = s.heap.clone();
        for open in &s.open {
            let index = self.find(s, &heap, open.resource, &open.arguments, |_, _| true)?;
            Rc::make_mut(&mut heap).remove(index);
        }
        (!s.open.is_empty()).then_some(heap)
    }

    /// A call in an axiom, of a function that does not depend on the heap.
    pub(crate) fn call_without_heap(&mut self, function: FunctionId, arguments: &[Term]) -> Term {
        self.define(function);
        let form = self.form(function, Form::Full);
        let name = format!("always {}", form.name());
        if self.program.functions[function].preconditions.is_empty() && self.known.insert(name) {
            let mut all = vec![self.unit()];
            for sort in &form.parameters()[1..] {
                all.push(self.bound("argument", *sort));
            }
            let full = self.terms.apply(form, &all);
            let allowed = self.form(function, Form::Allowed);
            let allowed = self.terms.apply(allowed, &all);
            let axiom = self.close(false, &all[1..], vec![vec![full]], allowed, "always", None);
            self.solver.background(axiom);
        }
        let mut all = vec![self.unit()];
        for (t, sort) in arguments.iter().zip(&form.parameters()[1..]) {
            all.push(if *sort == Sort::Real { self.real(*t) } else { *t });
        }
        self.terms.apply(form, &all)
    }

    /// Puts the axioms of a function into the background.
    pub(crate) fn define(&mut self, function: FunctionId) {
        if self.functions.contains_key(&function) {
            return;
        }
        self.functions.insert(function, Axioms::Pending);
        let scope = std::mem::take(&mut self.scope);
        let trusting = std::mem::replace(&mut self.trusting, true);
        let group = self.group.replace(self.groups.of(function));
        let opened = std::mem::take(&mut self.opened);
        let inferring = self.inferring.take();
        let failures = self.failures.len();
        let axioms = self.axioms(function);
        self.failures.truncate(failures);
        self.scope = scope;
        self.trusting = trusting;
        self.group = group;
        self.opened = opened;
        self.inferring = inferring;
        for axiom in axioms {
            self.solver.background(axiom);
        }
        self.functions.insert(function, Axioms::Ready);
    }

    fn axioms(&mut self, function: FunctionId) -> Vec<Term> {
        let program = self.program;
        let declared = &program.functions[function];
        let snapshot = self.bound("heap", symbols::snap());
        let mut variables = vec![snapshot];
        let mut s = State::new(MemberId::Function(function));
        s.reads = !self.options.exact_amounts;
        for local in &declared.parameters {
            let local_type = declared.locals[*local].ty.clone();
            self.know_type(&local_type);
            let sort = self.sort(&local_type);
            let variable = self.bound(&declared.locals[*local].name, sort);
            s.set(*local, variable);
            variables.push(variable);
        }
        self.know_type(&declared.result);
        self.scope = variables.clone();
        let mut apply = |form| {
            let form = self.form(function, form);
            match form.parameters().len() == variables.len() {
                true => self.terms.apply(form, &variables),
                false => self.terms.apply(form, &variables[1..]),
            }
        };
        let (full, limited) = (apply(Form::Full), apply(Form::Limited));
        let (allowed, asked) = (apply(Form::Allowed), apply(Form::Asked));
        let equal = self.terms.eq(limited, full);
        let mut axioms = vec![self.terms.forall(&variables, &[vec![full]], equal, "limited", None)];
        axioms.push(self.terms.forall(&variables, &[vec![limited]], asked, "asked", None));
        let blame = Blame { error: "function", place: nowhere() };
        let produced =
            self.produce_all(s.clone(), Source::Term(snapshot), &declared.preconditions, &|_| {
                blame
            });
        let Ok(states) = produced else { return axioms };
        if !declared.postconditions.is_empty() {
            let mut post = s.clone();
            let value = self.join_values(&mut post, states.clone(), |this, s| {
                s.result = Some(limited);
                let mut all = this.truth(true);
                for e in &declared.postconditions {
                    let holds = this.eval(s, e, blame)?;
                    this.assume(s, holds);
                    all = this.terms.and(all, holds);
                }
                Ok(all)
            });
            if let Ok(value) = value {
                let learned = self.terms.and_all(&post.facts);
                let body = self.terms.and(learned, value);
                let body = self.implies(allowed, body);
                axioms.push(self.terms.forall(&variables, &[vec![limited]], body, "post", None));
            }
        }
        if declared.annotations.iter().any(|annotation| &*annotation.key == SNAPSHOT) {
            axioms.push(self.snapshot_back(&variables, limited));
        }
        if let Some(body) = &declared.body {
            let mut s = s;
            self.opened.clear();
            let value = self.join_values(&mut s, states, |this, s| this.eval(s, body, blame));
            if let Ok(value) = value {
                let value = self.coerce(value, full);
                let equal = self.terms.eq(full, value);
                let learned = self.needed(&s.facts);
                let learned = self.terms.and_all(&learned);
                let body = self.terms.and(learned, equal);
                let body = self.implies(allowed, body);
                let triggers = vec![vec![full]];
                axioms.push(self.terms.forall(&variables, &triggers, body, "definition", None));
                // An axiom of its own: a solver that has both kinds of triggers at one quantifier misses matches.
                let mut triggers = Vec::new();
                for seen in std::mem::take(&mut self.opened) {
                    let trigger = vec![asked, seen];
                    let covered = |v: &Term| trigger.iter().any(|t| self.mentions(*t, &[*v]));
                    if !declared.opaque && variables.iter().all(covered) {
                        triggers.push(trigger);
                    }
                }
                if !triggers.is_empty() {
                    axioms.push(self.terms.forall(&variables, &triggers, body, "unfolded", None));
                }
            }
        }
        axioms
    }

    /// That the value of a function has the snapshot of its precondition in it: the first of its variables.
    fn snapshot_back(&mut self, variables: &[Term], value: Term) -> Term {
        let sort = self.terms.sort(value);
        let back =
            Declared::new("%snapshot", &[sort], symbols::snap(), FunctionKind::Uninterpreted);
        let back = self.terms.apply(back, &[value]);
        let body = self.terms.eq(back, variables[0]);
        self.terms.forall(variables, &[vec![value]], body, "snapshot", None)
    }

    fn coerce(&mut self, value: Term, like: Term) -> Term {
        if self.terms.sort(like) == Sort::Real { self.real(value) } else { value }
    }

    /// Proves that a function's contract and body mean something and that the body has what the contract says.
    pub(crate) fn prove_function(&mut self, function: FunctionId) -> Result<(), Stop> {
        let program = self.program;
        let declared = &program.functions[function];
        let mut s = State::new(MemberId::Function(function));
        s.reads = !self.options.exact_amounts;
        let snapshot = self.fresh("heap", symbols::snap());
        for local in &declared.parameters {
            let ty = declared.locals[*local].ty.clone();
            self.know_type(&ty);
            let sort = self.sort(&ty);
            let value = self.fresh(&declared.locals[*local].name, sort);
            s.set(*local, value);
        }
        let wellformed = |e: &Expr| Blame { error: "not.wellformed", place: e.place };
        let states =
            self.produce_all(s, Source::Term(snapshot), &declared.preconditions, &wellformed)?;
        self.define(function);
        self.group = Some(self.groups.of(function));
        let sort = self.sort(&declared.result);
        let value = self.fresh("result", sort);
        for state in &states {
            let mut state = state.clone();
            state.result = Some(value);
            self.produce_all(state, Source::Fresh, &declared.postconditions, &wellformed)?;
        }
        let Some(body) = &declared.body else { return Ok(()) };
        let blame = Blame { error: "function.not.wellformed", place: declared.place };
        for mut state in states {
            let value = match self.eval(&mut state, body, blame) {
                Ok(value) => self.coerce(value, value),
                Err(Stop::Dead) => continue,
                Err(stop) => return Err(stop),
            };
            state.result = Some(value);
            let violated = |e: &Expr| Blame { error: "postcondition.violated", place: e.place };
            self.exhale(state, &declared.postconditions, &violated)?;
        }
        Ok(())
    }
}
