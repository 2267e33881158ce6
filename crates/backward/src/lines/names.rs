//! The source's names for what a trace assigns.

use super::Variable;
use crate::trace::{ArrayId, Atom, Step, StepId, StepKind, Trace};
use effigy_base::id::Id;
use rustc_hash::{FxHashMap, FxHashSet};

/// Names of array objects and of registers, and how long the latter are good.
pub(super) struct Names {
    /// By step that names a value: the name on the trace.
    registers: FxHashMap<StepId, String>,
    /// By step: the steps that name its value.
    namings: FxHashMap<StepId, Vec<StepId>>,
    /// The variables of registers in order.
    variables: Vec<Variable>,
    known: FxHashSet<String>,
    /// By array object: its name, and the index of the element that is a scalar variable.
    arrays: Vec<(String, Option<Atom>)>,
    /// By step that names a value: where the name is given to the next one.
    until: FxHashMap<StepId, usize>,
}

impl Names {
    /// The names on a trace. An object keeps the first name that it is given: that of the caller's variable, not that of
    /// the parameter that it is passed for. Later objects of one name are numbered, as every call has fresh variables.
    pub fn of(trace: &Trace) -> Self {
        let mut names = Self {
            registers: FxHashMap::default(),
            namings: FxHashMap::default(),
            variables: Vec::new(),
            known: FxHashSet::default(),
            arrays: Vec::new(),
            until: FxHashMap::default(),
        };
        let mut registers = Registers::of(trace);
        let mut known: FxHashMap<ArrayId, (String, Option<Atom>)> = FxHashMap::default();
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        let mut current: FxHashMap<String, StepId> = FxHashMap::default();
        let mut count = 0;
        for (id, step) in trace.steps() {
            match &step.kind {
                StepKind::Array { .. } => count += 1,
                StepKind::Variable { name, array, index } if !known.contains_key(array) => {
                    let number = counts.entry(name).or_default();
                    *number += 1;
                    let name = match number {
                        1 => name.clone(),
                        later => format!("{name}#{later}"),
                    };
                    known.insert(*array, (name, *index));
                }
                StepKind::Name { variable, value, activation } => {
                    let name = registers.name(trace, variable, *value, *activation);
                    names.add(&name, variable, step);
                    if let Some(value) = value.step() {
                        names.namings.entry(value).or_default().push(id);
                    }
                    if let Some(before) = current.insert(name.clone(), id) {
                        names.until.insert(before, id.index());
                    }
                    names.registers.insert(id, name);
                }
                StepKind::Unknown { name, .. } => {
                    let variable = name.split('#').next().unwrap_or_default();
                    names.add(name, variable, step);
                }
                _ => {}
            }
        }
        let unnamed = |array: ArrayId| (format!("array#{}", array.index() + 1), None);
        let arrays = (0..count).map(ArrayId::from_index);
        names.arrays = arrays.map(|a| known.remove(&a).unwrap_or_else(|| unnamed(a))).collect();
        names
    }

    fn add(&mut self, name: &str, source: &str, step: &Step) {
        if self.known.insert(name.to_owned()) {
            let (name, source) = (name.to_owned(), source.to_owned());
            self.variables.push(Variable { name, source, function: step.at.function });
        }
    }

    /// The variables that are kept in registers, in the order in which they come to have values.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The name on the trace of the variable that a step gives a value.
    pub fn register<'n>(&'n self, naming: StepId, variable: &'n str) -> &'n str {
        self.registers.get(&naming).map_or(variable, String::as_str)
    }

    /// The name of an array object, and the index of the element that it is when it is a scalar variable.
    pub fn array(&self, array: ArrayId) -> (&str, Option<Atom>) {
        self.arrays.get(array.index()).map_or(("?", None), |(name, index)| (name, *index))
    }

    /// From where on a variable stands for a value that is used up to `end`.
    pub fn stands(&self, value: StepId, end: usize) -> Option<usize> {
        let mut namings = self.namings.get(&value)?.iter();
        namings.find(|naming| end <= self.until(**naming)).map(|naming| naming.index())
    }

    /// Where the name that a step gives is given to another value.
    pub fn until(&self, naming: StepId) -> usize {
        self.until.get(&naming).copied().unwrap_or(usize::MAX)
    }
}

/// The names of variables in registers: every activation has variables of its own, as calls have fresh ones.
struct Registers<'t> {
    /// Names that nothing else may have.
    taken: FxHashSet<String>,
    /// By variable and activation: the name on the trace.
    names: FxHashMap<(&'t str, u32), String>,
    /// The last value of each variable under its own name.
    values: FxHashMap<&'t str, Atom>,
}

impl<'t> Registers<'t> {
    fn of(trace: &Trace) -> Self {
        let mut taken = FxHashSet::default();
        for (_, step) in trace.steps() {
            if let StepKind::Input { name, .. } | StepKind::Unknown { name, .. } = &step.kind {
                taken.insert(name.clone());
            }
        }
        taken.extend(trace.globals().map(str::to_owned));
        Self { taken, names: FxHashMap::default(), values: FxHashMap::default() }
    }

    /// The name for a variable of an activation, which has this value from here on.
    fn name(&mut self, trace: &Trace, variable: &'t str, value: Atom, activation: u32) -> String {
        if let Some(name) = self.names.get(&(variable, activation)) {
            if name == variable {
                self.values.insert(variable, value);
            }
            return name.clone();
        }
        // An input is kept in the variable of its name, also where it is passed on before anything else happens.
        let input = value.step().and_then(|step| trace.step(step)).is_some_and(|step| {
            matches!(&step.kind, StepKind::Input { name, .. } | StepKind::Unknown { name, .. } if name == variable)
        });
        let kept = input && self.values.get(variable).is_none_or(|last| *last == value);
        let mut name = variable.to_owned();
        if !kept {
            let mut number = 1;
            while !self.taken.insert(name.clone()) {
                number += 1;
                name = format!("{variable}#{number}");
            }
        }
        if name == variable {
            self.values.insert(variable, value);
        }
        self.names.insert((variable, activation), name.clone());
        name
    }
}
