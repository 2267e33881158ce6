//! New inputs of a path.

use crate::data::input::{Input, InputKind, given, little_endian};
use crate::data::slot::Slot;
use crate::machine::Context;
use crate::state::State;
use effigy_base::sort::Sort;
use effigy_term::{Role, VarInfo};
use std::rc::Rc;

impl Context {
    /// Makes a new symbolic input that is one number of `width` bits, a multiple of 8.
    pub(crate) fn input_number(
        &mut self,
        state: &mut State,
        kind: InputKind,
        name: &str,
        width: u32,
    ) -> Slot {
        let name = input_name(state, name);
        let info = VarInfo { name: name.clone(), sort: Sort::BitVec(width), role: Role::Input };
        let given = given(&self.job.given_bytes, kind, &name).map(little_endian);
        let term = self.following().input(state, &info, given);
        add_input(state, Input { kind, name, terms: vec![term], number: true });
        self.slot(term)
    }

    /// Gives bytes that are read a value, where any will do for those that were never written.
    pub(crate) fn settle_unwritten(&mut self, state: &mut State, address: u64, len: u64) {
        if self.job.any_unwritten {
            let settles = self.features.settles;
            settles.reads(self, state, address, len);
        }
    }
}

/// Adds an input to a path.
pub(crate) fn add_input(state: &mut State, input: Input) {
    Rc::make_mut(&mut state.inputs).push(input);
}

/// A name that no input of the path has: repeated ones get a number.
pub(crate) fn input_name(state: &State, name: &str) -> String {
    let name = if name.is_empty() { "input" } else { name };
    let taken = |n: &str| state.inputs.iter().any(|i| i.name == n);
    let numbered = (2..).map(|k| format!("{name}#{k}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|n| !taken(n)).unwrap_or_default()
}
