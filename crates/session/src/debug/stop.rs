//! Places at which execution stops, and what the statement there assigns.

use effigy_ir::function::MarkKind;
use effigy_ir::program::FuncId;
use std::sync::Arc;

/// The name of a result that a program writes while it runs.
pub(super) const WRITE: &str = "WRITE";

/// A place at which execution can stop.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stopping {
    /// The procedure or function.
    pub procedure: String,
    /// The file, as [`super::Spot::file`].
    pub file: Arc<str>,
    /// The number of the statement or line.
    pub number: u32,
}

/// A place where execution stops between two statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StopKey {
    pub frames: u32,
    pub function: FuncId,
    pub kind: StopKind,
}

/// What begins at a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StopKind {
    /// A marked statement.
    Mark(u32, MarkKind),
    /// Code of another line: how many of the user's functions are inlined there, the file, the line.
    Line(u32, Arc<str>, u32),
}

/// What a statement assigns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Assigned {
    /// A variable.
    Variable(String),
    /// An element of an array: its name and the subscript as it is written.
    Element(String, String),
}
