//! `path(trace)`: what has to hold in the initial state for an execution to take a trace (de Boer & Bonsangue, Definition
//! 4.2).
//!
//! The substitutions of the definition are composed instead of applied one after the other: a value is asked for where a
//! test needs it, and goes back from there to what it was computed from, at most once for each step. So conditions share
//! what the trace shares.

use super::trace::{ArrayId, Atom, StepId, StepKind, Trace};
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_exec::heap;
use effigy_exec::unspecified::zeroed;
use effigy_ir::field::{FieldId, Initial, created};
use effigy_term::{Role, Term, TermStore, VarInfo};
use rustc_hash::FxHashMap;

/// What is asked of an element of an array object or of a heap function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Value,
    IsSet,
}

/// An answer, and whether it depends on what the element is before the first assignment.
#[derive(Clone, Copy, Debug)]
struct Answered {
    value: Term,
    old: bool,
}

/// The answers to questions about elements after an assignment, by their keys over the initial state.
type Answers = FxHashMap<(Question, Vec<Term>), Answered>;

/// The values of a trace over the initial state, as far as they were asked for, and its condition. All terms are of one
/// store.
#[derive(Debug, Default)]
pub struct Precondition {
    /// By step.
    values: Vec<Option<Term>>,
    /// By step, of assignments to elements.
    answers: Vec<Answers>,
    /// What is known of the values of steps that come from before the run.
    facts: FxHashMap<StepId, Vec<Term>>,
    /// The tests and facts that are no truths.
    conjuncts: Vec<(StepId, Term)>,
    /// How many steps the condition covers.
    covered: usize,
}

/// What has to be calculated, innermost last.
#[derive(Debug)]
enum Task {
    /// The value of a step.
    Step(StepId),
    /// The value of a step that reads an element.
    Read(Read),
}

/// What has elements.
#[derive(Clone, Copy, Debug)]
enum Of {
    Array(ArrayId),
    Field(FieldId),
}

/// An element on its way back over the assignments to its array object or heap function.
#[derive(Debug)]
struct Read {
    /// The step that reads.
    step: StepId,
    question: Question,
    of: Of,
    keys: Vec<Term>,
    /// The assignment that it came from, and the next one to go back over.
    first: Option<StepId>,
    next: Option<StepId>,
    /// The assignments that may be to this element, latest first, with the condition under which they are.
    aliases: Vec<(Term, StepId)>,
}

impl Precondition {
    /// `path(trace)` as a conjunction, in the order of the tests; what the tests before imply is left out. What was calculated for a shorter
    /// beginning of the trace is used again.
    pub fn path(&mut self, store: &mut TermStore, trace: &Trace) -> Vec<Term> {
        for (id, step) in trace.steps().skip(self.covered) {
            if has_facts(trace, &step.kind) {
                self.value(store, trace, Atom::Step(id));
                let facts = self.facts.get(&id).cloned().unwrap_or_default();
                self.conjuncts.extend(facts.into_iter().map(|fact| (id, fact)));
            }
            if let StepKind::Test { condition, holds, implied: false, .. } = step.kind {
                let condition = self.value(store, trace, condition);
                let test = if holds { condition } else { store.not(condition) };
                self.conjuncts.push((id, test));
            }
        }
        self.conjuncts.retain(|(_, test)| store.as_bool(*test) != Some(true));
        self.covered = trace.len();
        self.conjuncts.iter().map(|(_, test)| *test).collect()
    }

    /// A value of a trace over the initial state.
    pub fn value(&mut self, store: &mut TermStore, trace: &Trace, atom: Atom) -> Term {
        let mut tasks: Vec<Task> = atom.step().map(Task::Step).into_iter().collect();
        self.values.resize(trace.len(), None);
        self.answers.resize_with(trace.len(), Answers::default);
        while let Some(task) = tasks.pop() {
            match task {
                Task::Step(step) => self.calculate(store, trace, step, &mut tasks),
                Task::Read(read) => self.read(store, trace, read, &mut tasks),
            }
        }
        // A step that computes nothing has any value.
        self.known(store, atom).unwrap_or_else(|| store.bool(false))
    }

    /// Forgets what belongs to the steps from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.values.truncate(len);
        self.answers.truncate(len);
        self.facts.retain(|step, _| step.index() < len);
        self.covered = self.covered.min(len);
        while self.conjuncts.last().is_some_and(|(step, _)| step.index() >= len) {
            self.conjuncts.pop();
        }
    }

    /// The value of an atom, if it was calculated.
    fn known(&self, store: &mut TermStore, atom: Atom) -> Option<Term> {
        Some(match atom {
            Atom::Step(step) => return self.values.get(step.index()).copied().flatten(),
            Atom::Bool(truth) => store.bool(truth),
            Atom::Bits { width, value } => store.bits(width, value),
            Atom::Int(value) => store.int(value),
            Atom::Undef(sort) => unspecified(store, "undef", sort),
        })
    }

    /// The values of atoms; or, when some were not calculated, what is to be done before `task`.
    fn all_known(
        &self,
        store: &mut TermStore,
        atoms: &[Atom],
        task: impl FnOnce() -> Task,
        tasks: &mut Vec<Task>,
    ) -> Option<Vec<Term>> {
        let values: Option<Vec<Term>> = atoms.iter().map(|a| self.known(store, *a)).collect();
        if values.is_none() {
            tasks.push(task());
            let missing = atoms.iter().filter(|a| self.known(store, **a).is_none());
            tasks.extend(missing.filter_map(|a| a.step()).map(Task::Step));
        }
        values
    }

    /// Calculates the value of a step, or says what has to be calculated before.
    fn calculate(
        &mut self,
        store: &mut TermStore,
        trace: &Trace,
        id: StepId,
        tasks: &mut Vec<Task>,
    ) {
        if self.values[id.index()].is_some() {
            return;
        }
        let again = || Task::Step(id);
        let value = match trace.step(id).map(|step| &step.kind) {
            Some(StepKind::Op { op, args }) => {
                let Some(args) = self.all_known(store, args, again, tasks) else { return };
                store.app(*op, &args)
            }
            Some(StepKind::Freeze(value)) => {
                let Some(value) = self.all_known(store, &[*value], again, tasks) else { return };
                zeroed(store, value[0])
            }
            Some(StepKind::Input { name, sort }) => variable(store, name, *sort, Role::Input),
            Some(StepKind::Bound { name, sort }) => variable(store, name, *sort, Role::Bound),
            Some(StepKind::Create { number, sort, .. }) => match sort {
                Sort::Int => store.int(created(*number) as i128),
                _ => store.bits(sort.width().unwrap_or(1), created(*number)),
            },
            Some(StepKind::Unknown { name, sort, initial }) => {
                let kept =
                    variable(store, name, heap::kept_as(*sort, *initial), heap::role(*initial));
                let (value, facts) = heap::lift(store, kept, *sort, *initial);
                self.facts.insert(id, facts);
                value
            }
            Some(StepKind::Select { array, index, last }) => {
                let of = (Question::Value, Of::Array(*array), *last);
                return self.begin(store, id, of, std::slice::from_ref(index), tasks);
            }
            Some(StepKind::IsSet { array, index, last }) => {
                let of = (Question::IsSet, Of::Array(*array), *last);
                return self.begin(store, id, of, std::slice::from_ref(index), tasks);
            }
            Some(StepKind::Get { field, keys, last }) => {
                let of = (Question::Value, Of::Field(*field), *last);
                return self.begin(store, id, of, keys, tasks);
            }
            _ => return,
        };
        self.values[id.index()] = Some(value);
    }

    /// Begins to take an element back, from the last assignment before the step that reads.
    fn begin(
        &self,
        store: &mut TermStore,
        step: StepId,
        (question, of, last): (Question, Of, Option<StepId>),
        keys: &[Atom],
        tasks: &mut Vec<Task>,
    ) {
        let again = || Task::Step(step);
        let Some(keys) = self.all_known(store, keys, again, tasks) else { return };
        let (first, next, aliases) = (last, last, Vec::new());
        tasks.push(Task::Read(Read { step, question, of, keys, first, next, aliases }));
    }

    /// Takes an element back: `a[j]` over `a[i] := e` is `if i = j then e else a[j]`.
    fn read(
        &mut self,
        store: &mut TermStore,
        trace: &Trace,
        mut read: Read,
        tasks: &mut Vec<Task>,
    ) {
        let mut answer = loop {
            let assignment = read.next.and_then(|id| Some((id, trace.assignment(id)?)));
            let Some((id, (keys, value, last))) = assignment else {
                break self.initial(store, trace, &read);
            };
            if let Some(known) = self.answers[id.index()].get(&(read.question, read.keys.clone())) {
                break *known;
            }
            let missing: Vec<Atom> =
                keys.iter().copied().filter(|key| self.known(store, *key).is_none()).collect();
            if !missing.is_empty() {
                return wait(read, &missing, tasks);
            }
            let mut same = store.bool(true);
            for (key, asked) in keys.iter().zip(&read.keys) {
                if let Some(key) = self.known(store, *key) {
                    let equal = store.eq(key, *asked);
                    same = store.and(same, equal);
                }
            }
            match store.as_bool(same) {
                Some(false) => {}
                Some(true) => match self.assigned(store, read.question, value) {
                    Some(value) => break Answered { value, old: false },
                    None => return wait(read, &[value], tasks),
                },
                None => read.aliases.push((same, id)),
            }
            read.next = last;
        };
        let mut aliases = Vec::with_capacity(read.aliases.len());
        let mut missing = Vec::new();
        for (same, id) in &read.aliases {
            let value = trace.assignment(*id).map_or(Atom::Bool(true), |(_, value, _)| value);
            match self.assigned(store, read.question, value) {
                Some(value) => aliases.push((*same, *id, value)),
                None => missing.push(value),
            }
        }
        if !missing.is_empty() {
            return wait(read, &missing, tasks);
        }
        for (same, id, value) in aliases.into_iter().rev() {
            answer.value = store.ite(same, value, answer.value);
            self.answers[id.index()].insert((read.question, read.keys.clone()), answer);
        }
        if let Of::Field(field) = read.of
            && answer.old
        {
            let (_, facts) = old_element(store, trace, field, &read.keys);
            self.facts.insert(read.step, facts);
        }
        self.values[read.step.index()] = Some(answer.value);
        if let Some(first) = read.first {
            self.answers[first.index()].insert((read.question, read.keys), answer);
        }
    }

    /// What an element is before the first assignment to its array object or heap function.
    fn initial(&self, store: &mut TermStore, trace: &Trace, read: &Read) -> Answered {
        let value = match read.of {
            Of::Field(field) => old_element(store, trace, field, &read.keys).0,
            Of::Array(array) => unassigned(store, trace, array, read),
        };
        Answered { value, old: true }
    }

    /// The answer to a question about an element that was assigned.
    fn assigned(&self, store: &mut TermStore, question: Question, value: Atom) -> Option<Term> {
        match question {
            Question::Value => self.known(store, value),
            Question::IsSet => Some(store.bool(true)),
        }
    }
}

/// Goes on with a read when some values are calculated.
fn wait(read: Read, missing: &[Atom], tasks: &mut Vec<Task>) {
    tasks.push(Task::Read(read));
    tasks.extend(missing.iter().filter_map(|atom| atom.step()).map(Task::Step));
}

/// An element of an array object before the first assignment to the object.
fn unassigned(store: &mut TermStore, trace: &Trace, array: ArrayId, read: &Read) -> Term {
    let Some(StepKind::Array { index, element, symbolic }) = trace.made(array) else {
        return store.bool(false);
    };
    if read.question == Question::IsSet {
        return store.bool(symbolic.is_some());
    }
    let sort = Sort::Array { index: *index, element: *element };
    let mut value = match symbolic {
        Some(name) => variable(store, name, sort, Role::Input),
        None => unspecified(store, "unset", sort),
    };
    for key in &read.keys {
        value = store.select(value, *key);
    }
    value
}

/// An element that a heap function had before the run, and what is known of it.
fn old_element(
    store: &mut TermStore,
    trace: &Trace,
    field: FieldId,
    keys: &[Term],
) -> (Term, Vec<Term>) {
    let Some(decl) = trace.field(field) else { return (store.bool(false), Vec::new()) };
    let (sort, _) = heap::initial_sorts(decl);
    let elements = variable(store, &decl.name, sort, heap::role(decl.initial));
    let element = heap::initial_element(store, elements, keys);
    heap::lift(store, element, decl.element.into(), decl.initial)
}

/// Whether something may be known of a value because it comes from before the run.
fn has_facts(trace: &Trace, step: &StepKind) -> bool {
    match step {
        StepKind::Unknown { initial, .. } => *initial == Initial::Length,
        StepKind::Get { field, .. } => {
            trace.field(*field).is_some_and(|decl| decl.initial == Initial::Length)
        }
        _ => false,
    }
}

fn variable(store: &mut TermStore, name: &str, sort: Sort, role: Role) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort, role })
}

/// What was never initialised, under the machine's name for it.
fn unspecified(store: &mut TermStore, name: &str, sort: Sort) -> Term {
    variable(store, name, sort, Role::Unspecified)
}
