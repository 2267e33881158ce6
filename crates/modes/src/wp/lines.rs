//! A trace in lines, in the words of the source: `J := J + 1`, `x := new`, tests.
//!
//! What a step computes is written where it is used. It gets a line of its own, `%12 := A(I)`, when what it read was
//! assigned before the use, or when it is long and used several times; 12 is its number.

mod names;
mod uses;

use super::cursor::place;
use super::trace::{ArrayId, At, Atom, StepId, StepKind, Trace, Why};
use effigy_base::finding::FindingKind;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_exec::heap;
use effigy_exec::state::StackFrame;
use effigy_ir::field::{FieldId, Initial};
use effigy_ir::program::Program;
use effigy_term::print::{Style, infix_in, is_reference};
use effigy_term::{Role, Term, TermStore, VarInfo};
use names::Names;
use uses::Uses;

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// `h := e`.
    Assignment,
    /// `x := new`.
    Creation,
    /// The condition of a branch.
    Branch,
    /// An assumption of the program.
    Assumption,
    /// The condition of a check or an assertion: that it holds, or at the end of the trace that it does not.
    Check,
    /// A result of the program.
    Output,
}

/// A line of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it does.
    pub kind: LineKind,
    /// The line without its place.
    pub text: String,
    /// The number of the statement in the source's listing, of a program with marks.
    pub statement: Option<u32>,
    /// Where it comes from.
    pub place: StackFrame,
}

/// The lines of a trace; `style` says how the source writes expressions.
pub fn lines(program: &Program, trace: &Trace, style: &Style) -> Vec<Line> {
    let mut writer = Writer {
        program,
        trace,
        style,
        store: TermStore::new(),
        names: Names::of(trace),
        uses: Uses::of(trace),
        shown: Vec::with_capacity(trace.len()),
        statement: None,
        lines: Vec::new(),
    };
    for (id, step) in trace.steps() {
        let shown = writer.step(id, &step.kind, step.at);
        writer.shown.push(shown);
    }
    writer.lines
}

struct Writer<'a> {
    program: &'a Program,
    trace: &'a Trace,
    style: &'a Style,
    /// Expressions over the source's names, written as terms.
    store: TermStore,
    names: Names,
    uses: Uses,
    /// By step: what stands for it from here on.
    shown: Vec<Option<Term>>,
    statement: Option<u32>,
    lines: Vec<Line>,
}

impl Writer<'_> {
    /// Writes the line of a step, if it has one; gives what stands for its value.
    fn step(&mut self, id: StepId, kind: &StepKind, at: At) -> Option<Term> {
        let computed = match kind {
            StepKind::Op { op, args } => {
                let args: Vec<Term> = args.iter().map(|arg| self.atom(*arg)).collect();
                self.store.app(*op, &args)
            }
            StepKind::Freeze(value) => self.atom(*value),
            StepKind::Input { name, sort } => return Some(self.variable(name, *sort, Role::Input)),
            StepKind::Bound { name, sort } => return Some(self.variable(name, *sort, Role::Bound)),
            StepKind::Unknown { name, sort, initial } => {
                return Some(self.old(name, *sort, *initial));
            }
            StepKind::Select { array, index, .. } => self.element(*array, *index),
            StepKind::IsSet { array, index, .. } => {
                let element = self.element(*array, *index);
                let name = format!("set({})", self.text(element));
                self.variable(&name, Sort::Bool, Role::Input)
            }
            StepKind::Get { field, keys, .. } => self.of_field(*field, keys)?,
            StepKind::Create { number, sort } => {
                let name = format!("new#{}", number + 1);
                self.line(LineKind::Creation, format!("{name} := new"), at);
                return Some(self.old(&name, *sort, Initial::Reference));
            }
            StepKind::Put { array, index, value, .. } => {
                let element = self.element(*array, *index);
                let value = self.atom(*value);
                let (element, value) = (self.text(element), self.text(value));
                self.assign(element, value, at);
                return None;
            }
            StepKind::Set { field, keys, value, .. } => {
                let element = self.of_field(*field, keys)?;
                let value = self.of_kind(*field, *value);
                let element = self.text(element);
                self.assign(element, value, at);
                return None;
            }
            StepKind::Name { variable, value } => {
                self.name(id, variable, *value, at);
                return None;
            }
            // That what is used has a value goes without saying.
            StepKind::Test {
                holds: true,
                why: Why::Check { kind: FindingKind::UnsetVariable, .. },
                ..
            } => return None,
            StepKind::Test { condition, holds, why, .. } => {
                let condition = self.atom(*condition);
                let test = if *holds { condition } else { self.store.not(condition) };
                let kind = match why {
                    Why::Branch => LineKind::Branch,
                    Why::Assumption => LineKind::Assumption,
                    Why::Check { .. } => LineKind::Check,
                };
                let text = self.text(test);
                self.line(kind, text, at);
                return None;
            }
            StepKind::Output { name, value } => {
                let value = self.atom(*value);
                let text = format!("{name} = {}", self.text(value));
                self.line(LineKind::Output, text, at);
                return None;
            }
            StepKind::Mark { number, .. } => {
                self.statement = Some(*number);
                return None;
            }
            StepKind::Array { .. } | StepKind::Variable { .. } => return None,
        };
        if !self.uses.has_line(id) {
            return Some(computed);
        }
        let name = format!("%{}", id.index());
        let text = self.text(computed);
        self.assign(name.clone(), text, at);
        Some(self.named(&name, computed))
    }

    /// `x := e` of a source variable that lives in registers; it stands for the value as long as it has it.
    fn name(&mut self, id: StepId, variable: &str, value: Atom, at: At) {
        let term = self.atom(value);
        let text = self.text(term);
        self.assign(variable.to_owned(), text, at);
        if let Some(step) = value.step()
            && self.uses.end(step) <= self.names.until(id)
        {
            self.shown[step.index()] = Some(self.named(variable, term));
        }
    }

    /// What stands for a value from here on.
    fn named(&mut self, name: &str, value: Term) -> Term {
        let sort = self.store.sort(value);
        match is_reference(&self.store, value) {
            true => self.old(name, sort, Initial::Reference),
            false => self.variable(name, sort, Role::Input),
        }
    }

    fn assign(&mut self, target: String, value: String, at: At) {
        // An input is kept in the variable of its name.
        if target != value {
            self.line(LineKind::Assignment, format!("{target} := {value}"), at);
        }
    }

    fn line(&mut self, kind: LineKind, text: String, at: At) {
        let place = place(self.program, at.function, at.loc);
        self.lines.push(Line { kind, text, statement: self.statement, place });
    }

    fn text(&self, term: Term) -> String {
        infix_in(&self.store, term, self.style)
    }

    fn variable(&mut self, name: &str, sort: Sort, role: Role) -> Term {
        self.store.variable(&VarInfo { name: name.to_owned(), sort, role })
    }

    /// A value that is written as one from before the run is: a reference as twice a variable.
    fn old(&mut self, name: &str, sort: Sort, initial: Initial) -> Term {
        let kept = self.variable(name, heap::kept_as(sort, initial), heap::role(initial));
        heap::lift(&mut self.store, kept, sort, initial).0
    }

    fn atom(&mut self, atom: Atom) -> Term {
        match atom {
            Atom::Step(step) => match self.shown.get(step.index()).copied().flatten() {
                Some(term) => term,
                None => self.variable(&format!("%{}", step.index()), Sort::Bool, Role::Input),
            },
            Atom::Bool(truth) => self.store.bool(truth),
            Atom::Bits { width, value } => self.store.bits(width, value),
            Atom::Int(value) => self.store.int(value),
            Atom::Undef(sort) => self.variable("undef", sort, Role::Unspecified),
        }
    }

    /// An element of an array object by the source's name for it.
    fn element(&mut self, array: ArrayId, index: Atom) -> Term {
        let (name, scalar) = self.names.array(array);
        let name = name.to_owned();
        let is_all = scalar == Some(index);
        let (keys, elements) = match self.trace.made(array) {
            Some(StepKind::Array { index, element, .. }) => (*index, *element),
            _ => return self.store.bool(false),
        };
        if is_all {
            return self.variable(&name, elements.into(), Role::Input);
        }
        let sort = Sort::Array { index: keys, element: elements };
        let (all, index) = (self.variable(&name, sort, Role::Input), self.atom(index));
        self.store.select(all, index)
    }

    /// An element of a heap function.
    fn of_field(&mut self, field: FieldId, keys: &[Atom]) -> Option<Term> {
        let decl = self.trace.field(field)?;
        let keys: Vec<Term> = keys.iter().map(|key| self.atom(*key)).collect();
        let (sort, _) = heap::initial_sorts(decl);
        let elements = self.variable(&decl.name, sort, heap::role(decl.initial));
        let element = heap::initial_element(&mut self.store, elements, &keys);
        Some(heap::lift(&mut self.store, element, decl.element.into(), decl.initial).0)
    }

    /// A value of a heap function's elements.
    fn of_kind(&mut self, field: FieldId, value: Atom) -> String {
        let initial = self.trace.field(field).map(|decl| decl.initial);
        if initial == Some(Initial::Reference) && value.word().is_some_and(|(_, word)| word == 0) {
            return "null".to_owned();
        }
        let value = self.atom(value);
        self.text(value)
    }
}
