//! Instructions on the heap of programs with objects.

use crate::code::Src;
use crate::data::input::Input;
use crate::data::slot::{Slot, term};
use crate::data::stop::Stop;
use crate::machine::Context;
use crate::memory::functions::Reading;
use crate::memory::initial::{initial_element, initial_sorts, kept_as, lift, role};
use crate::state::State;
use effigy_base::sort::Sort;
use effigy_ir::field::{FieldDecl, FieldId, Initial};
use effigy_term::{Term, VarInfo};

/// The heap functions of a path on a machine.
pub(crate) struct Fields<'a> {
    pub(crate) cx: &'a mut Context,
}

impl Fields<'_> {
    /// Reads a heap function.
    pub(crate) fn get(
        &mut self,
        state: &mut State,
        id: FieldId,
        keys: &[Src],
    ) -> Result<Slot, Stop> {
        let keys: Vec<Slot> = keys.iter().map(|key| state.stack.top.get(*key)).collect();
        let program = self.cx.job.program.clone();
        let decl = &program.fields[id];
        let Reading { candidates, otherwise } =
            state.memory.functions.read(&mut self.cx.store, id, decl, &keys);
        let last = match otherwise {
            Some(value) => value,
            None => {
                let before = self.before(state, decl, &keys)?;
                self.cx.slot(before)
            }
        };
        Ok(self.read_value(candidates, last, decl))
    }

    /// What a read comes to: one of the candidates, or else the last value.
    pub(crate) fn read_value(
        &mut self,
        candidates: Vec<(Term, Slot)>,
        last: Slot,
        decl: &FieldDecl,
    ) -> Slot {
        if candidates.is_empty() {
            return last;
        }
        let mut result = term(&mut self.cx.store, last, decl.element.into());
        for (condition, value) in candidates.into_iter().rev() {
            let value = term(&mut self.cx.store, value, decl.element.into());
            result = self.cx.store.ite(condition, value, result);
        }
        self.cx.slot(result)
    }

    /// Writes a heap function.
    pub(crate) fn set(&mut self, state: &mut State, id: FieldId, keys: &[Src], value: Src) {
        let keys: Vec<Slot> = keys.iter().map(|key| state.stack.top.get(*key)).collect();
        let value = self.cx.instances().assigned(state.stack.top.get(value));
        state.memory.functions.get_mut(id).set(&keys, value);
    }

    /// A new symbolic input: later ones of a name are numbered.
    pub(crate) fn unknown(
        &mut self,
        state: &mut State,
        name: &str,
        sort: Sort,
        initial: Initial,
    ) -> Result<Slot, Stop> {
        let numbered = |input: &&Input| {
            let rest = input.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('#'))
        };
        let name = match state.inputs.iter().filter(numbered).count() {
            0 => name.to_owned(),
            before => format!("{name}#{}", before + 1),
        };
        let value = self.cx.input_of(state, &name, kept_as(sort, initial), role(initial));
        let (value, facts) = lift(&mut self.cx.store, value, sort, initial);
        for fact in facts {
            self.cx.assume(state, fact)?;
        }
        Ok(self.cx.slot(value))
    }

    /// The element that a heap function had before the run.
    fn before(&mut self, state: &mut State, decl: &FieldDecl, keys: &[Slot]) -> Result<Term, Stop> {
        let (value, facts) = self.contents_before(&mut [state], decl, keys);
        for fact in facts {
            self.cx.assume(state, fact)?;
        }
        Ok(value)
    }

    /// The element that a heap function had before the run, an input of some paths from here on, and what is known of it.
    pub(crate) fn contents_before(
        &mut self,
        states: &mut [&mut State],
        decl: &FieldDecl,
        keys: &[Slot],
    ) -> (Term, Vec<Term>) {
        let keys: Vec<Term> = keys
            .iter()
            .zip(&decl.keys)
            .map(|(key, sort)| term(&mut self.cx.store, *key, (*sort).into()))
            .collect();
        let (input, element) = initial_sorts(decl);
        let values = VarInfo { name: decl.name.clone(), sort: input, role: role(decl.initial) };
        let mut values = self.cx.store.variable(&values);
        for state in states {
            values = self.cx.input_of(state, &decl.name, input, role(decl.initial));
        }
        let value = initial_element(&mut self.cx.store, values, &keys);
        debug_assert_eq!(self.cx.store.sort(value), element);
        lift(&mut self.cx.store, value, decl.element.into(), decl.initial)
    }
}
