//! Where something has no meaning to the machine.

use crate::code::{CallSite, Inst, Src};
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop};
use crate::machine::{Context, Handler};
use crate::memory::object::{Object, ObjectKind};
use crate::state::State;
use effigy_base::id::Id;
use effigy_ir::program::{FuncId, GlobalId};

/// Instructions behind such a place that are looked at.
const MOST_BEHIND: usize = 32;

/// A call of which the model of the function does not cover what it is asked.
#[derive(Clone, Copy)]
pub(crate) struct Uncovered<'a> {
    pub(crate) site: &'a CallSite,
    pub(crate) function: FuncId,
    pub(crate) handler: Handler,
    pub(crate) args: &'a [Slot],
    /// Whether the model changed anything.
    pub(crate) changed: bool,
}

impl Context {
    /// Goes on where a path comes to what has no meaning.
    ///
    /// # Errors
    /// The path ends as unsupported when no values are chosen, and when nothing but a failure is behind: that is not the program's.
    pub(crate) fn go_on_without(&mut self, state: &State, what: String) -> Result<(), Stop> {
        match self.features.replaces.clone() {
            Some(replaces) => replaces.goes_on(self, state, what),
            None => Err(Stop::End(Ending::Unsupported(what))),
        }
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
}

/// Whether the program fails behind the instruction at which a path stands, whatever this gives.
pub(crate) fn fails_behind(state: &State) -> bool {
    let code = &state.stack.top.code;
    let constant = |cond: Src| match cond.0 & Src::CONST {
        0 => None,
        _ => state.stack.top.get(cond).concrete(),
    };
    let mut at = state.stack.top.at + 1;
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
