//! `path(trace)`: what has to hold in the initial state for an execution to take a trace (de Boer & Bonsangue, Definition
//! 4.2).
//!
//! The substitutions of the definition are composed instead of applied one after the other: a value is asked for where a
//! test needs it, and goes back from there to what it was computed from, at most once for each step. So conditions share
//! what the trace shares.

use super::trace::{ArrayId, Atom, StepId, StepKind, Trace};
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_exec::unspecified::zeroed;
use effigy_term::{Role, Term, TermStore, VarInfo};
use rustc_hash::FxHashMap;

/// What is asked of an element of an array object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Question {
    Value,
    IsSet,
}

/// The answers to questions about elements after an assignment, by the index over the initial state.
type Answers = FxHashMap<(Question, Term), Term>;

/// The values of a trace over the initial state, as far as they were asked for, and its condition. All terms are of one
/// store.
#[derive(Debug, Default)]
pub struct Precondition {
    /// By step.
    values: Vec<Option<Term>>,
    /// By step, of assignments to elements.
    answers: Vec<Answers>,
    /// The tests that are no truths.
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

/// An element on its way back over the assignments to its array object.
#[derive(Debug)]
struct Read {
    /// The step that reads.
    step: StepId,
    question: Question,
    array: ArrayId,
    index: Term,
    /// The assignment that it came from, and the next one to go back over.
    first: Option<StepId>,
    next: Option<StepId>,
    /// The assignments that may be to this element, latest first, with the condition under which they are.
    aliases: Vec<(Term, StepId)>,
}

impl Precondition {
    /// `path(trace)` as a conjunction, in the order of the tests; truths are left out. What was calculated for a shorter
    /// beginning of the trace is used again.
    pub fn path(&mut self, store: &mut TermStore, trace: &Trace) -> Vec<Term> {
        for (id, step) in trace.steps().skip(self.covered) {
            if let StepKind::Test { condition, holds, .. } = step.kind {
                let condition = self.value(store, trace, condition);
                let test = if holds { condition } else { store.not(condition) };
                if store.as_bool(test) != Some(true) {
                    self.conjuncts.push((id, test));
                }
            }
        }
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
            Some(kind @ StepKind::Select { array, index, last })
            | Some(kind @ StepKind::IsSet { array, index, last }) => {
                let Some(index) = self.all_known(store, &[*index], again, tasks) else { return };
                let question = match kind {
                    StepKind::IsSet { .. } => Question::IsSet,
                    _ => Question::Value,
                };
                let (array, index, first, next) = (*array, index[0], *last, *last);
                let aliases = Vec::new();
                let read = Read { step: id, question, array, index, first, next, aliases };
                tasks.push(Task::Read(read));
                return;
            }
            _ => return,
        };
        self.values[id.index()] = Some(value);
    }

    /// Takes an element back: `a[j]` over `a[i] := e` is `if i = j then e else a[j]`.
    fn read(
        &mut self,
        store: &mut TermStore,
        trace: &Trace,
        mut read: Read,
        tasks: &mut Vec<Task>,
    ) {
        let mut value = loop {
            let Some((put, StepKind::Put { index, value, last, .. })) =
                read.next.and_then(|id| trace.step(id).map(|step| (id, &step.kind)))
            else {
                break initial(store, trace, &read);
            };
            if let Some(known) = self.answers[put.index()].get(&(read.question, read.index)) {
                break *known;
            }
            let Some(at) = self.known(store, *index) else {
                tasks.push(Task::Read(read));
                tasks.extend(index.step().map(Task::Step));
                return;
            };
            let same = store.eq(at, read.index);
            match store.as_bool(same) {
                Some(false) => {}
                Some(true) => {
                    let Some(value) = self.assigned(store, read.question, *value) else {
                        tasks.push(Task::Read(read));
                        tasks.extend(value.step().map(Task::Step));
                        return;
                    };
                    break value;
                }
                None => read.aliases.push((same, put)),
            }
            read.next = *last;
        };
        let assigned = |put: StepId| match trace.step(put).map(|step| &step.kind) {
            Some(StepKind::Put { value, .. }) => *value,
            _ => Atom::Bool(true),
        };
        let missing: Vec<StepId> = read
            .aliases
            .iter()
            .filter(|(_, put)| self.assigned(store, read.question, assigned(*put)).is_none())
            .filter_map(|(_, put)| assigned(*put).step())
            .collect();
        if !missing.is_empty() {
            tasks.push(Task::Read(read));
            tasks.extend(missing.into_iter().map(Task::Step));
            return;
        }
        for (same, put) in read.aliases.iter().rev() {
            let Some(element) = self.assigned(store, read.question, assigned(*put)) else {
                continue;
            };
            value = store.ite(*same, element, value);
            self.answers[put.index()].insert((read.question, read.index), value);
        }
        if let Some(first) = read.first {
            self.answers[first.index()].insert((read.question, read.index), value);
        }
        self.values[read.step.index()] = Some(value);
    }

    /// The answer to a question about an element that was assigned.
    fn assigned(&self, store: &mut TermStore, question: Question, value: Atom) -> Option<Term> {
        match question {
            Question::Value => self.known(store, value),
            Question::IsSet => Some(store.bool(true)),
        }
    }
}

/// What an element is before the first assignment to its array object.
fn initial(store: &mut TermStore, trace: &Trace, read: &Read) -> Term {
    let Some(StepKind::Array { index, element, symbolic }) = trace.made(read.array) else {
        return store.bool(false);
    };
    if read.question == Question::IsSet {
        return store.bool(symbolic.is_some());
    }
    let sort = Sort::Array { index: *index, element: *element };
    let elements = match symbolic {
        Some(name) => variable(store, name, sort, Role::Input),
        None => unspecified(store, "unset", sort),
    };
    store.select(elements, read.index)
}

fn variable(store: &mut TermStore, name: &str, sort: Sort, role: Role) -> Term {
    store.variable(&VarInfo { name: name.to_owned(), sort, role })
}

/// What was never initialised, under the machine's name for it.
fn unspecified(store: &mut TermStore, name: &str, sort: Sort) -> Term {
    variable(store, name, sort, Role::Unspecified)
}
