//! What has no meaning to the machine, on the path of an input that is followed: it takes a concrete value, and the path goes on.
//!
//! A model that does not cover symbolic arguments is asked again with the values that they have for the input, and its answer is the
//! right one. Where there is no model at all, or code that no front end reads, nobody here knows the value: zero is chosen, and the
//! path may not be the one of the native program from there on. Both are counted, and told apart.

use crate::code::{CallSite, Inst, Src};
use crate::data::record::TakenValue;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop};
use crate::machine::{Context, Flow, Handler};
use crate::memory::object::{Object, ObjectKind, Piece};
use crate::state::State;
use effigy_base::id::Id;
use effigy_base::sort::Sort;
use effigy_ir::program::{FuncId, GlobalId};
use std::sync::Arc;

/// Places that are told apart on a path.
const MOST_PLACES: usize = 100;

/// Instructions behind such a place that are looked at.
const MOST_BEHIND: usize = 32;

impl Context {
    /// The answer of the model of a function. On the path of an input, what the model does not cover takes a concrete value.
    pub(crate) fn ask_or_take(
        &mut self,
        state: &mut State,
        site: &CallSite,
        function: FuncId,
        handler: Handler,
        args: &[Slot],
    ) -> Result<Flow, Stop> {
        let asked = self.ask_model(state, site, function, handler, args);
        let what = match asked.flow {
            Err(Stop::End(Ending::Unsupported(what))) if asked.is_uncovered => what,
            flow => return flow,
        };
        if self.job.chooses && !asked.changed && args.iter().any(|arg| arg.term.is_some()) {
            let values = self.values_of(site, args);
            let again = self.ask_model(state, site, function, handler, &values);
            match again.flow {
                Err(Stop::End(Ending::Unsupported(_))) if again.is_uncovered => {}
                flow => {
                    if flow.is_ok() {
                        self.note_taken(state, &what, true);
                    }
                    return flow;
                }
            }
        }
        self.chosen_results(state, site, args, what).map(Flow::Return)
    }

    /// The results of a call of which nothing is known: zeros. Memory that was not written and that the call is given the address
    /// of holds zeros too.
    ///
    /// # Errors
    /// When no values are chosen, and when the program does not go on behind the call.
    pub(crate) fn chosen_results(
        &mut self,
        state: &mut State,
        site: &CallSite,
        args: &[Slot],
        what: String,
    ) -> Result<Vec<Slot>, Stop> {
        self.go_on_without(state, what)?;
        for address in args.iter().filter_map(|arg| u64::try_from(arg.concrete()?).ok()) {
            let object = state.memory.object(address).filter(|object| !object.constant);
            let Some(object) = object.filter(|object| !object.is_concrete()) else { continue };
            let pieces = object.pieces(0, object.size);
            let Some(object) = state.memory.object_mut(address) else { continue };
            for piece in pieces {
                if let Piece::Undef { offset, len } = piece {
                    object.fill(offset, len, 0);
                }
            }
        }
        Ok(vec![Slot::default(); site.results.len()])
    }

    /// Goes on where a path that follows an input comes to what has no meaning.
    ///
    /// # Errors
    /// The path ends as unsupported when no values are chosen, and when nothing but a failure is behind: that is not the program's.
    pub(crate) fn go_on_without(&mut self, state: &State, what: String) -> Result<(), Stop> {
        if !self.job.chooses || fails_behind(state) {
            return Err(Stop::End(Ending::Unsupported(what)));
        }
        self.note_taken(state, &what, false);
        Ok(())
    }

    /// The first contents of a global on a path: zeros where there is no such variable.
    pub(crate) fn global_on(&mut self, state: &State, index: usize) -> Result<Object, Stop> {
        match self.global(index) {
            Err(Stop::End(Ending::Unsupported(what))) => {
                self.go_on_without(state, what)?;
                let size = self.job.program.globals[GlobalId::from_index(index)].size;
                Ok(Object::zeroed(self.job.layout.global(index), size, ObjectKind::Global))
            }
            object => object,
        }
    }

    /// What arguments are for the input that is followed.
    fn values_of(&mut self, site: &CallSite, args: &[Slot]) -> Vec<Slot> {
        let model = self.followed.model();
        let value = |(at, arg): (usize, &Slot)| match arg.term {
            Some(term)
                if site
                    .sorts
                    .get(at)
                    .is_none_or(|sort| matches!(sort, Sort::Bool | Sort::BitVec(_))) =>
            {
                self.evaluate(term, &model).map_or(*arg, Slot::wide)
            }
            _ => *arg,
        };
        args.iter().enumerate().map(value).collect()
    }

    pub(crate) fn note_taken(&mut self, state: &State, what: &str, is_known: bool) {
        let place = self.place(state);
        let known = |value: &TakenValue| Arc::ptr_eq(&value.place, &place) && value.what == what;
        match self.taken.iter().position(known) {
            Some(known) => self.taken[known].times += 1,
            None if self.taken.len() < MOST_PLACES => {
                let what = what.to_owned();
                self.taken.push(TakenValue { what, place, is_known, times: 1 });
            }
            None => {}
        }
    }
}

/// Whether the program fails behind the instruction at which a path stands, whatever this gives.
pub(crate) fn fails_behind(state: &State) -> bool {
    let code = &state.top.code;
    let constant = |cond: Src| match cond.0 & Src::CONST {
        0 => None,
        _ => state.top.get(cond).concrete(),
    };
    let mut at = state.top.at + 1;
    for _ in 0..MOST_BEHIND {
        at = match code.insts.get(at as usize) {
            None | Some(Inst::Fail { .. }) => return true,
            Some(Inst::Jump { to }) => *to,
            Some(Inst::Branch { cond, then, otherwise }) => match constant(*cond) {
                Some(0) => *otherwise,
                Some(_) => *then,
                None => return false,
            },
            Some(Inst::Call { .. } | Inst::Return { .. } | Inst::Switch { .. }) => return false,
            Some(_) => at + 1,
        };
    }
    false
}
