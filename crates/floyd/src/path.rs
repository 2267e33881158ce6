//! A path between two cut points, and what becomes of it.

use super::contract::Contract;
use super::{Gap, Step};
use effigy_exec::state::State;
use effigy_ir::program::FuncId;
use effigy_term::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A path in progress.
#[derive(Clone)]
pub(super) struct Path {
    pub state: State,
    /// The statements so far.
    pub statements: Vec<Step>,
    /// Which side it took where there were several.
    pub decisions: Vec<u32>,
    /// What the next assertion of the verified function is to it.
    pub stage: Stage,
    /// Objects that outlive calls, and those of them that the path made itself since its last mark.
    pub lasting: BTreeSet<u64>,
    pub made: Vec<u64>,
    /// Functions that are called by contract, innermost last.
    pub calls: Vec<Pending>,
    /// How often it came to the blocks of loops that are unrolled, by depth of the call.
    pub rounds: BTreeMap<(u32, u32), u32>,
    /// Whether an assertion took the place of a call.
    pub by_contract: bool,
    /// Conditions so far.
    pub conditions: u32,
    /// The values of the run that confirms a counterexample.
    pub replay: Option<Rc<Replay>>,
}

/// What an assertion of the verified function is to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The path begins at it: assumed.
    Starting,
    /// None is near.
    Running,
    /// The path ends at this one: to be proved.
    Arriving(u32),
}

/// A call by contract.
#[derive(Clone, Debug)]
pub(super) struct Pending {
    /// The number of activations in it.
    pub frames: u32,
    pub function: FuncId,
    pub contract: Rc<Contract>,
    /// Whether the assertions that it ends with are next.
    pub after: bool,
    /// The number of objects before the call.
    pub outer: u64,
}

/// A concrete run of a path.
#[derive(Debug)]
pub(super) struct Replay {
    pub model: Model,
    /// The path's decisions.
    pub decisions: Vec<u32>,
    /// The number of the condition that fails.
    pub target: u32,
}

/// What one step came to.
pub(super) enum Flow {
    /// The path goes on.
    On,
    /// It goes on as these.
    Split(Vec<Path>),
    /// It is over.
    Ended(End),
}

/// How a path ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At the assertion whose mark is at this instruction.
    Arrived(u32),
    /// At a return, or where no values go on.
    Over,
    /// At a loop that is not entered, or after the last round of one: an instruction of a function.
    Loop(FuncId, u32),
    /// Not followed.
    Gap(Gap),
    /// A concrete run came to the condition that is to fail; whether it does.
    Replayed(bool),
}

impl Path {
    /// A path that begins in a state.
    pub fn new(state: State, stage: Stage, lasting: BTreeSet<u64>) -> Self {
        Self {
            state,
            lasting,
            made: Vec::new(),
            statements: Vec::new(),
            decisions: Vec::new(),
            stage,
            calls: Vec::new(),
            rounds: BTreeMap::new(),
            by_contract: false,
            conditions: 0,
            replay: None,
        }
    }
}
