//! Symbolic execution traces: assignments, object creations and tests in a straight line.

use effigy_base::define_id;
use effigy_base::finding::FindingKind;
use effigy_base::id::{Id, IdVec};
use effigy_base::op::Op;
use effigy_base::sort::{INT_BITS, Scalar, Sort};
use effigy_ir::field::{FieldDecl, FieldId, Initial};
use effigy_ir::function::{ADDRESS_BITS, LocId, MarkKind};
use effigy_ir::program::FuncId;
use std::collections::BTreeMap;

define_id! {
    /// A step of a trace; as a value, what the step computes.
    StepId
}
define_id! {
    /// An array object of a trace, in order of their creation.
    ArrayId
}

/// A value on a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// What a step computed.
    Step(StepId),
    /// A truth value.
    Bool(bool),
    /// A bit-vector of at most 128 bits; bits from `width` up are zero.
    Bits {
        /// Width in bits.
        width: u32,
        /// The value.
        value: u128,
    },
    /// An integer.
    Int(i128),
    /// A value of this sort that was never initialised.
    Undef(Sort),
}

impl Atom {
    /// The constant of a scalar sort whose word is `bits`; `None` for other sorts.
    pub fn constant(sort: Sort, bits: u128) -> Option<Self> {
        match sort {
            Sort::Bool => Some(Atom::Bool(bits & 1 == 1)),
            Sort::BitVec(width) => Some(Atom::Bits { width, value: bits }),
            Sort::Int => Some(Atom::Int(bits as i128)),
            Sort::Real | Sort::Named(_) | Sort::Array { .. } => None,
        }
    }

    /// The handle of an array object.
    pub fn handle(array: ArrayId) -> Self {
        Atom::Bits { width: ADDRESS_BITS, value: array.index() as u128 + 1 }
    }

    /// The width and the word of a constant, as the evaluator of operators takes them.
    pub fn word(self) -> Option<(u32, u128)> {
        match self {
            Atom::Bool(truth) => Some((1, u128::from(truth))),
            Atom::Bits { width, value } => Some((width, value)),
            Atom::Int(value) => Some((INT_BITS, value as u128)),
            Atom::Step(_) | Atom::Undef(_) => None,
        }
    }

    /// The step that computed it.
    pub fn step(self) -> Option<StepId> {
        match self {
            Atom::Step(step) => Some(step),
            _ => None,
        }
    }
}

/// Why a trace has a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// A branch of the program.
    Branch,
    /// An assumption of the program.
    Assumption,
    /// A check or an assertion, which is a finding when it does not hold.
    Check {
        /// The kind of the finding.
        kind: FindingKind,
        /// What is wrong when it does not hold.
        message: String,
    },
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Computes `op(args)`.
    Op {
        /// The operator.
        op: Op,
        /// Its arguments.
        args: Vec<Atom>,
    },
    /// Computes its argument with zeros for what was never initialised.
    Freeze(Atom),
    /// A symbolic input.
    Input {
        /// Its name.
        name: String,
        /// Its sort.
        sort: Sort,
    },
    /// The variable of a quantifier.
    Bound {
        /// Its name.
        name: String,
        /// Its sort.
        sort: Sort,
    },
    /// A new array object.
    Array {
        /// The sort of the indices.
        index: Scalar,
        /// The sort of the elements.
        element: Scalar,
        /// The name of the symbolic input that the elements are; without one they are not set.
        symbolic: Option<String>,
    },
    /// Reads an element.
    Select {
        /// The array object.
        array: ArrayId,
        /// The index.
        index: Atom,
        /// The last assignment to the object before it.
        last: Option<StepId>,
    },
    /// Whether an element is set.
    IsSet {
        /// The array object.
        array: ArrayId,
        /// The index.
        index: Atom,
        /// The last assignment to the object before it.
        last: Option<StepId>,
    },
    /// Assigns an element.
    Put {
        /// The array object.
        array: ArrayId,
        /// The index.
        index: Atom,
        /// The element.
        value: Atom,
        /// The last assignment to the object before it.
        last: Option<StepId>,
    },
    /// Reads a heap function.
    Get {
        /// The heap function.
        field: FieldId,
        /// Its keys.
        keys: Vec<Atom>,
        /// The last assignment to the heap function before it.
        last: Option<StepId>,
    },
    /// Assigns an element of a heap function.
    Set {
        /// The heap function.
        field: FieldId,
        /// Its keys.
        keys: Vec<Atom>,
        /// The element.
        value: Atom,
        /// The last assignment to the heap function before it.
        last: Option<StepId>,
    },
    /// A reference to a new object.
    Create {
        /// How many objects the trace made before.
        number: u64,
        /// The sort of references.
        sort: Sort,
        /// What the source calls its kind; empty when unknown.
        kind: String,
    },
    /// A symbolic input from before the run that is new at each execution.
    Unknown {
        /// Its name, with the number of a later one.
        name: String,
        /// Its sort.
        sort: Sort,
        /// What it can be.
        initial: Initial,
    },
    /// The condition that an execution has to meet to take the trace.
    Test {
        /// A truth value.
        condition: Atom,
        /// Which one it has to be.
        holds: bool,
        /// Where it comes from.
        why: Why,
        /// Whether the tests before it imply it, so that the condition needs not say it again.
        implied: bool,
    },
    /// A result of the program.
    Output {
        /// Its name.
        name: String,
        /// Its value.
        value: Atom,
    },
    /// A statement of the source begins.
    Mark {
        /// Its number in the source's listing.
        number: u32,
        /// What begins.
        kind: MarkKind,
    },
    /// The source variable `name` is kept in an array object from here on.
    Variable {
        /// The name in the source.
        name: String,
        /// The array object.
        array: ArrayId,
        /// The element, of a scalar variable; all elements otherwise.
        index: Option<Atom>,
    },
    /// The source variable `variable` has this value from here on.
    Name {
        /// The name in the source.
        variable: String,
        /// Its value.
        value: Atom,
        /// The number of the activation that it belongs to, from 0.
        activation: u32,
    },
}

/// Where a step comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct At {
    /// The function.
    pub function: FuncId,
    /// The location in its table.
    pub loc: Option<LocId>,
}

/// A step with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it does.
    pub kind: StepKind,
    /// Where it comes from.
    pub at: At,
}

/// A symbolic execution trace. It grows and is cut back at its end.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    steps: Vec<Step>,
    /// The array objects: the step that made each, and the last assignment to it.
    arrays: Vec<(StepId, Option<StepId>)>,
    /// The heap functions of the program, and the last assignment to each.
    fields: IdVec<FieldId, FieldDecl>,
    written: Vec<Option<StepId>>,
    created: u64,
    /// The inputs with the steps that asked for them first.
    inputs: BTreeMap<String, StepId>,
}

/// An assignment to an element: its keys, the element, and the assignment before it.
pub(super) type Assignment<'a> = (&'a [Atom], Atom, Option<StepId>);

impl Trace {
    /// An empty trace of a program with these heap functions.
    pub fn new(fields: IdVec<FieldId, FieldDecl>) -> Self {
        let written = vec![None; fields.len()];
        Self { fields, written, ..Self::default() }
    }

    /// The declaration of a heap function.
    pub fn field(&self, field: FieldId) -> Option<&FieldDecl> {
        self.fields.get(field)
    }

    /// The names of the heap functions without keys: global variables.
    pub(super) fn globals(&self) -> impl Iterator<Item = &str> {
        let global = self.fields.iter().filter(|(_, decl)| decl.keys.is_empty());
        global.map(|(_, decl)| decl.name.as_str())
    }

    /// The last assignment to a heap function.
    pub fn last_set(&self, field: FieldId) -> Option<StepId> {
        self.written.get(field.index()).copied().flatten()
    }

    /// How many objects were made.
    pub fn created(&self) -> u64 {
        self.created
    }

    /// What a step assigns, if it assigns an element.
    pub(super) fn assignment(&self, step: StepId) -> Option<Assignment<'_>> {
        match &self.step(step)?.kind {
            StepKind::Put { index, value, last, .. } => {
                Some((std::slice::from_ref(index), *value, *last))
            }
            StepKind::Set { keys, value, last, .. } => Some((keys, *value, *last)),
            _ => None,
        }
    }

    /// The name for an input that is new at each execution: later ones of a name are numbered, as the machine does.
    pub(super) fn numbered(&self, name: &str) -> String {
        let first = usize::from(self.inputs.contains_key(name));
        let numbered = format!("{name}#")..format!("{name}$");
        match first + self.inputs.range(numbered).count() {
            0 => name.to_owned(),
            before => format!("{name}#{}", before + 1),
        }
    }

    /// The input that a step asks for.
    fn input<'a>(&'a self, kind: &'a StepKind) -> Option<&'a str> {
        match kind {
            StepKind::Input { name, .. } | StepKind::Unknown { name, .. } => Some(name),
            StepKind::Array { symbolic, .. } => symbolic.as_deref(),
            StepKind::Get { field, last: None, .. } => Some(&self.field(*field)?.name),
            _ => None,
        }
    }

    /// The steps in order.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = (StepId, &Step)> {
        self.steps.iter().enumerate().map(|(i, step)| (StepId::from_index(i), step))
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// A step.
    pub fn step(&self, step: StepId) -> Option<&Step> {
        self.steps.get(step.index())
    }

    /// The array object of a handle.
    pub fn array(&self, handle: Atom) -> Option<ArrayId> {
        let (_, handle) = handle.word()?;
        let index = usize::try_from(handle).ok()?.checked_sub(1)?;
        (index < self.arrays.len()).then(|| ArrayId::from_index(index))
    }

    /// The array object that the next creation makes.
    pub(super) fn next_array(&self) -> ArrayId {
        ArrayId::from_index(self.arrays.len())
    }

    /// The step that made an array object.
    pub fn made(&self, array: ArrayId) -> Option<&StepKind> {
        let (step, _) = self.arrays.get(array.index())?;
        self.step(*step).map(|step| &step.kind)
    }

    /// The last assignment to an array object.
    pub fn last(&self, array: ArrayId) -> Option<StepId> {
        self.arrays.get(array.index()).and_then(|(_, last)| *last)
    }

    /// Appends a step; the object of an assignment exists.
    pub(super) fn push(&mut self, kind: StepKind, at: At) -> StepId {
        let id = StepId::from_index(self.steps.len());
        if let Some(name) = self.input(&kind).map(str::to_owned) {
            self.inputs.entry(name).or_insert(id);
        }
        match kind {
            StepKind::Array { .. } => self.arrays.push((id, None)),
            StepKind::Put { array, .. } => self.set_last(array, Some(id)),
            StepKind::Set { field, .. } => self.set_written(field, Some(id)),
            StepKind::Create { .. } => self.created += 1,
            _ => {}
        }
        self.steps.push(Step { kind, at });
        id
    }

    /// Cuts the trace back to its first `len` steps.
    pub(super) fn truncate(&mut self, len: usize) {
        while self.steps.len() > len {
            let Some(Step { kind, .. }) = self.steps.pop() else { return };
            match kind {
                StepKind::Array { .. } => drop(self.arrays.pop()),
                StepKind::Put { array, last, .. } => self.set_last(array, last),
                StepKind::Set { field, last, .. } => self.set_written(field, last),
                StepKind::Create { .. } => self.created -= 1,
                _ => {}
            }
        }
        self.inputs.retain(|_, step| step.index() < len);
    }

    fn set_last(&mut self, array: ArrayId, step: Option<StepId>) {
        if let Some((_, last)) = self.arrays.get_mut(array.index()) {
            *last = step;
        }
    }

    fn set_written(&mut self, field: FieldId, step: Option<StepId>) {
        if let Some(last) = self.written.get_mut(field.index()) {
            *last = step;
        }
    }
}
