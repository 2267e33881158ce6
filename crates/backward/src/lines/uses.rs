//! Which values a trace needs a line for.

use super::names::Names;
use crate::trace::{Atom, StepId, StepKind, Trace};
use effigy_base::id::Id;
use rustc_hash::FxHashMap;

/// A value of more parts that is used several times has a line.
const LONG: u64 = 8;

/// Where the steps of a trace are used.
pub(super) struct Uses {
    /// By step: the last line in which it is written, by its step.
    ends: Vec<usize>,
    lines: Vec<bool>,
}

/// What has elements, for the times of its assignments.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    Array(usize),
    Field(usize),
}

impl Uses {
    pub fn of(trace: &Trace, names: &Names) -> Self {
        let len = trace.len();
        let (mut ends, mut counts) = (vec![0; len], vec![0u32; len]);
        let mut assignments: FxHashMap<Of, Vec<usize>> = FxHashMap::default();
        for (id, step) in trace.steps() {
            if let Some(of) = assigned(&step.kind) {
                assignments.entry(of).or_default().push(id.index());
            }
        }
        // Uses come after what they use, so that the ends of later steps are known. What has a line or a variable of its own
        // is written out no further.
        let mut overtaken = vec![false; len];
        for (id, step) in trace.steps().rev() {
            let at = id.index();
            let written = names.stands(id, ends[at]).unwrap_or(ends[at]);
            overtaken[at] =
                read(&step.kind).and_then(|of| assignments.get(&of)).is_some_and(|all| {
                    let next = all.partition_point(|assignment| *assignment < at);
                    all.get(next).is_some_and(|assignment| *assignment < written)
                });
            let end = if is_value(&step.kind) && !overtaken[at] { written } else { at };
            for step in operands(&step.kind).filter_map(Atom::step) {
                counts[step.index()] += 1;
                ends[step.index()] = ends[step.index()].max(end);
            }
        }
        let mut uses = Self { ends, lines: vec![false; len] };
        let (mut sizes, mut bound) = (vec![1u64; len], vec![false; len]);
        for (id, step) in trace.steps() {
            let at = id.index();
            for operand in operands(&step.kind).filter_map(Atom::step) {
                sizes[at] = sizes[at].saturating_add(sizes[operand.index()]);
                bound[at] |= bound[operand.index()];
            }
            bound[at] |= matches!(step.kind, StepKind::Bound { .. });
            let long = sizes[at] > LONG && counts[at] > 1;
            if is_value(&step.kind) && !bound[at] && (overtaken[at] || long) {
                uses.lines[at] = true;
                sizes[at] = 1;
            }
        }
        uses
    }

    /// Whether a step has a line of its own.
    pub fn has_line(&self, step: StepId) -> bool {
        self.lines.get(step.index()).copied().unwrap_or(false)
    }

    /// The last line in which a step is written, by its step.
    pub fn end(&self, step: StepId) -> usize {
        self.ends.get(step.index()).copied().unwrap_or(0)
    }
}

/// Whether a step is written where it is used.
fn is_value(kind: &StepKind) -> bool {
    matches!(
        kind,
        StepKind::Op { .. }
            | StepKind::Freeze(_)
            | StepKind::Select { .. }
            | StepKind::IsSet { .. }
            | StepKind::Get { .. }
    )
}

fn operands(kind: &StepKind) -> impl Iterator<Item = Atom> {
    let (list, rest): (&[Atom], [Option<Atom>; 2]) = match kind {
        StepKind::Op { args, .. } => (args, [None; 2]),
        StepKind::Get { keys, .. } => (keys, [None; 2]),
        StepKind::Set { keys, value, .. } => (keys, [Some(*value), None]),
        StepKind::Freeze(value) | StepKind::Name { value, .. } => (&[], [Some(*value), None]),
        StepKind::Select { index, .. } | StepKind::IsSet { index, .. } => {
            (&[], [Some(*index), None])
        }
        StepKind::Put { index, value, .. } => (&[], [Some(*index), Some(*value)]),
        StepKind::Test { condition, .. } => (&[], [Some(*condition), None]),
        _ => (&[], [None; 2]),
    };
    list.iter().copied().chain(rest.into_iter().flatten())
}

fn assigned(kind: &StepKind) -> Option<Of> {
    match kind {
        StepKind::Put { array, .. } => Some(Of::Array(array.index())),
        StepKind::Set { field, .. } => Some(Of::Field(field.index())),
        _ => None,
    }
}

fn read(kind: &StepKind) -> Option<Of> {
    match kind {
        StepKind::Select { array, .. } | StepKind::IsSet { array, .. } => {
            Some(Of::Array(array.index()))
        }
        StepKind::Get { field, .. } => Some(Of::Field(field.index())),
        _ => None,
    }
}
