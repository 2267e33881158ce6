//! A trace in lines, in the words of the source: `J := J + 1`, `x := new`, tests.
//!
//! What a step computes is written where it is used. It gets a line of its own, `value#2 := A(I)`, when what it read was
//! assigned before the use, or when it is long and used several times. Each activation has variables of its own: `n#2` is
//! the `n` of the second one. Results have no lines, nor has what goes without saying: defaults of new objects, tests that
//! are true.

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
use effigy_ir::program::{FuncId, Program};
use effigy_term::print::{Style, infix_in, is_reference};
use effigy_term::{Role, Term, TermStore, VarInfo};
use names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
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
}

/// A variable of a trace that is kept in registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name on the trace.
    pub name: String,
    /// Its name in the source.
    pub source: String,
    /// The function that it belongs to.
    pub function: FuncId,
}

/// A trace as text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The variables in registers that its lines assign or read.
    pub variables: Vec<Variable>,
    /// Its lines.
    pub lines: Vec<Line>,
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
pub fn lines(program: &Program, trace: &Trace, style: &Style) -> Text {
    let names = Names::of(trace);
    let mut writer = Writer {
        program,
        trace,
        style,
        store: TermStore::new(),
        uses: Uses::of(trace, &names),
        names,
        shown: Vec::with_capacity(trace.len()),
        held: FxHashMap::default(),
        values: 0,
        said: FxHashSet::default(),
        statement: None,
        lines: Vec::new(),
    };
    for (id, step) in trace.steps() {
        let shown = writer.step(id, &step.kind, step.at);
        writer.shown.push(shown);
    }
    Text { variables: writer.names.variables().to_vec(), lines: writer.lines }
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
    /// By variable: the steps whose values are written with it.
    held: FxHashMap<String, Vec<StepId>>,
    /// Values with a line of their own.
    values: u64,
    /// Assignments that go without saying.
    said: FxHashSet<StepId>,
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
            StepKind::Input { name, sort } => {
                let input = self.variable(name, *sort, Role::Input);
                self.hold(id, input);
                return Some(input);
            }
            StepKind::Bound { name, sort } => return Some(self.variable(name, *sort, Role::Bound)),
            StepKind::Unknown { name, sort, initial } => {
                let input = self.old(name, *sort, *initial);
                self.hold(id, input);
                return Some(input);
            }
            StepKind::Select { array, index, .. } => self.element(*array, *index),
            StepKind::IsSet { array, index, .. } => {
                let element = self.element(*array, *index);
                let name = format!("set({})", self.text(element));
                self.variable(&name, Sort::Bool, Role::Input)
            }
            StepKind::Get { field, keys, .. } => self.of_field(*field, keys)?,
            StepKind::Create { number, sort, kind } => {
                let name = format!("new#{}", number + 1);
                self.create(id, &name, kind, at);
                return Some(self.old(&name, *sort, Initial::Reference));
            }
            StepKind::Put { array, index, value, .. } => {
                let element = self.element(*array, *index);
                let value = self.atom(*value);
                let (element, value) = (self.text(element), self.text(value));
                self.assign(element, value, at);
                return None;
            }
            StepKind::Set { .. } if self.said.contains(&id) => return None,
            StepKind::Set { field, keys, value, .. } => {
                let element = self.of_field(*field, keys)?;
                let value = self.of_kind(*field, *value);
                let element = self.text(element);
                self.assign(element, value, at);
                return None;
            }
            StepKind::Name { variable, value, .. } => {
                let variable = self.names.register(id, variable).to_owned();
                self.name(id, &variable, *value, at);
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
                if self.store.as_bool(test) != Some(true) {
                    let text = self.text(test);
                    self.line(kind, text, at);
                }
                return None;
            }
            StepKind::Mark { number, .. } => {
                self.statement = Some(*number);
                return None;
            }
            StepKind::Output { .. } | StepKind::Array { .. } | StepKind::Variable { .. } => {
                return None;
            }
        };
        if !self.uses.has_line(id) {
            self.hold(id, computed);
            return Some(computed);
        }
        Some(self.value(computed, at))
    }

    /// A line of its own for a value; gives what stands for it.
    fn value(&mut self, computed: Term, at: At) -> Term {
        self.values += 1;
        let name = format!("value#{}", self.values);
        let text = self.text(computed);
        self.assign(name.clone(), text, at);
        self.named(&name, computed)
    }

    /// A value that is used later is written with variables.
    fn hold(&mut self, id: StepId, written: Term) {
        if self.uses.end(id) <= id.index() + 1 {
            return;
        }
        for variable in self.store.variables(written).iter() {
            if let Some(info) = self.store.as_variable(*variable) {
                self.held.entry(info.name.clone()).or_default().push(id);
            }
        }
    }

    /// Before a variable gets another value: what is written with it and used later has a line.
    fn release(&mut self, variable: &str, id: StepId, stood_for: Option<StepId>, at: At) {
        for step in self.held.remove(variable).unwrap_or_default() {
            if stood_for == Some(step) {
                continue;
            }
            let Some(written) = self.shown[step.index()] else { continue };
            let mentions = self
                .store
                .variables(written)
                .iter()
                .any(|v| self.store.as_variable(*v).is_some_and(|info| info.name == variable));
            if mentions && self.uses.end(step) > id.index() {
                self.shown[step.index()] = Some(self.value(written, at));
            }
        }
    }

    /// The line of a new object. Its fields and elements have their defaults, which need no lines.
    fn create(&mut self, id: StepId, name: &str, kind: &str, at: At) {
        let mut elements = 0;
        let mut behind = self.trace.steps().skip(id.index() + 1);
        while let Some((set, step)) = behind.next().filter(|_| !kind.is_empty()) {
            match &step.kind {
                StepKind::Test { .. } | StepKind::Mark { .. } | StepKind::Op { .. } => {}
                StepKind::Set { keys, value, .. } if keys.first() == Some(&Atom::Step(id)) => {
                    let default = value.word().is_some_and(|(_, word)| word == 0);
                    let is_length = kind.ends_with("[]") && keys.len() == 1;
                    if !(default || is_length) {
                        break;
                    }
                    elements += u64::from(keys.len() == 2);
                    self.said.insert(set);
                }
                _ => break,
            }
        }
        let text = match kind.strip_suffix("[]") {
            Some(element) => {
                let (base, dimensions) =
                    element.split_at(element.find('[').unwrap_or(element.len()));
                format!("{name} := new {base}[{elements}]{dimensions}")
            }
            None => format!("{name} := new {kind}").trim_end().to_owned(),
        };
        self.line(LineKind::Creation, text, at);
    }

    /// `x := e` of a source variable that lives in registers; it stands for the value as long as it has it.
    fn name(&mut self, id: StepId, variable: &str, value: Atom, at: At) {
        let stands = |writer: &Self, step| writer.uses.end(step) <= writer.names.until(id);
        let stood_for = value.step().filter(|step| stands(self, *step));
        let term = self.atom(value);
        if self.text(term) != variable {
            self.release(variable, id, stood_for, at);
        }
        let term = self.atom(value);
        let text = self.text(term);
        self.assign(variable.to_owned(), text, at);
        if let Some(step) = stood_for {
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
