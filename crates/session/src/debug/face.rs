//! What differs between the languages: where statements begin, how they and values are written.

use super::data::{Activation, Spot};
use super::native::Native;
use super::pli::Pli;
use effigy_exec::context::Context;
use effigy_exec::state::{Frame, State};
use effigy_ir::function::MarkKind;
use effigy_ir::program::FuncId;
use effigy_term::print::Style;
use std::sync::Arc;

/// The name of a result that a program writes while it runs.
pub(super) const WRITE: &str = "WRITE";

/// The language of the program with what is known of its text.
pub(super) enum Face {
    Pli(Box<Pli>),
    Native(Box<Native>),
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

impl Face {
    pub fn is_pli(&self) -> bool {
        matches!(self, Face::Pli(_))
    }

    /// The stop at which a state stands, when it is another one than the last.
    pub fn stop(
        &mut self,
        context: &Context,
        state: &State,
        last: Option<&StopKey>,
    ) -> Option<StopKey> {
        match self {
            Face::Pli(pli) => pli.stop(state, last),
            Face::Native(native) => native.stop(context, state, last),
        }
    }

    /// What a stop is, for people.
    pub fn spot(&self, context: &Context, key: &StopKey, depth: u32, frame: &Frame) -> Spot {
        match self {
            Face::Pli(pli) => pli.spot(context, key, depth, frame),
            Face::Native(native) => native.spot(context, key, depth, frame),
        }
    }

    /// Adds the activations of the user's functions that a frame stands for, innermost first.
    pub fn activations(&self, context: &Context, frame: &Frame, found: &mut Vec<Activation>) {
        match self {
            Face::Pli(pli) => pli.activations(context, frame, found),
            Face::Native(native) => native.activations(context, frame, found),
        }
    }

    /// What a statement assigns, where that can be told from its text.
    pub fn assigned(&self, spot: &Spot) -> Option<Assigned> {
        match self {
            Face::Pli(pli) => pli.assigned(spot),
            Face::Native(_) => None,
        }
    }

    /// How terms are written.
    pub fn style(&self) -> Style {
        match self {
            Face::Pli(_) => Style::KING,
            Face::Native(_) => Style::default(),
        }
    }
}
