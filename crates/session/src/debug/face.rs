//! What differs between the languages: where statements begin, how they and values are written.

use super::data::{Activation, Spot};
use super::native::Native;
use super::pli::Pli;
use super::stop::{Assigned, StopKey};
use effigy_exec::context::Context;
use effigy_exec::state::{Frame, State};
use effigy_term::print::Style;

/// The language of the program with what is known of its text.
pub(super) enum Face {
    Pli(Box<Pli>),
    Native(Box<Native>),
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
