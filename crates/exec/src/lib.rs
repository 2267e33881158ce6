//! The machine, its memory, and the explorer of execution trees.
//!
//! A [`state::State`] is one path; [`context::Context`] is a worker; [`context::Context::run`] executes instructions until
//! the path forks or ends; [`explorer`] walks the whole tree.
//!
//! The rooms, from the ground up; each speaks of those below it alone: `data`, `memory`, `code`, `state`, `machine`,
//! `features`, `explore`. What other crates use has short names here.
//!
//! Architecture Invariant: concrete values never touch the term store in the machine's loop, and the crate names
//! no source language (checked by `cargo xtask tidy`).

pub mod code;
mod data;
mod explore;
mod features;
mod machine;
pub mod memory;
pub mod state;
#[cfg(test)]
mod testing;

pub use data::{sides, slot, stop, stress, tree};
pub use explore::{leaves, observer, searcher, walked};
pub use features::{bmc, coverage};
pub use machine::{call, stepping};
pub use memory::{initial as heap, unspecified};

/// What a worker owns, and what it is given to do.
pub mod context {
    pub use crate::data::finding::places;
    pub use crate::machine::{Context, Counters, Job};
}

/// The explorer of execution trees.
pub mod explorer {
    pub use crate::data::input::InputValue;
    pub use crate::data::record::{
        ClosedFork, Concretised, Coverage, ForkRecord, Further, MergedPaths, PathRecord,
    };
    pub use crate::explore::exploration::*;
    pub use crate::explore::explorer::*;
}

/// The parts of an execution tree that nobody has walked yet.
pub mod frontier {
    pub use crate::data::trail::WorkItem;
    pub use crate::explore::frontier::*;
}

/// The decisions of a path.
pub mod trail {
    pub use crate::data::trail::{Choice, Decision, Trail};
}

/// The path of one input.
pub mod concolic {
    pub use crate::data::options::Follow;
    pub use crate::features::concolic::*;
}

/// Concrete values that were taken where there is no meaning.
pub mod chosen {
    pub use crate::data::record::TakenValue;
}

/// Inputs that lead a walk.
pub mod guides {
    pub use crate::data::input::{FreeBytes, GivenBytes};
    pub use crate::features::guides::*;
}

/// What explorations spend.
pub mod effort {
    pub use crate::data::effort::*;
}

/// Paths that meet.
pub mod merge {
    pub use crate::data::options::Merge;
    pub use crate::features::merge::budget;
}

/// Paths that follow a trace.
pub mod route {
    pub use crate::data::record::Noted;
    pub use crate::features::route::*;
}

/// What a run takes for granted.
pub mod assumed {
    pub use crate::data::record::Assumed;
}

/// What a path may use.
pub mod resources {
    pub use crate::machine::resources::*;
    pub use crate::state::frame::FRAME_BYTES;
}

/// The threads of a path.
pub mod threads {
    pub use crate::data::options::Schedule;
    pub use crate::state::threads::*;
}

/// The environment of a program.
pub mod environment {
    pub use crate::machine::{Environment, Flow, Handler, Touches};
}
