//! Why an obligation is there.

use crate::state::Resource;
use effigy_lang_viper::tree::Place;
use effigy_term::Term;

/// Why an obligation is there.
#[derive(Clone, Debug)]
pub(crate) struct Reason {
    /// The error's second identifier.
    pub(crate) id: &'static str,
    /// The expression that it is about.
    pub(crate) place: Place,
    /// One sentence.
    pub(crate) message: String,
    /// The resource that permission is missing to.
    pub(crate) resource: Option<Resource>,
    /// The object whose field that is.
    pub(crate) receiver: Option<Term>,
}

impl Reason {
    pub(crate) fn new(id: &'static str, place: Place, message: impl Into<String>) -> Self {
        Self { id, place, message: message.into(), resource: None, receiver: None }
    }

    pub(crate) fn about(self, resource: Resource) -> Self {
        Self { resource: Some(resource), ..self }
    }
}
