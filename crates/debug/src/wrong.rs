//! What is wrong with a command.

use effigy_session::debug::DebugError;

/// What is wrong with a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong<'t> {
    /// The part that is wrong.
    pub part: &'t str,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Says what is wrong with a part.
pub(crate) fn wrong<'t, T>(part: &'t str, message: impl Into<String>) -> Result<T, Wrong<'t>> {
    Err(Wrong { part, message: message.into() })
}

/// Why a command was not carried out.
pub(crate) enum Failed<'t> {
    Wrong(Wrong<'t>),
    Refused(DebugError, &'t str),
}

impl<'t> From<Wrong<'t>> for Failed<'t> {
    fn from(wrong: Wrong<'t>) -> Self {
        Failed::Wrong(wrong)
    }
}

impl From<DebugError> for Failed<'_> {
    fn from(error: DebugError) -> Self {
        Failed::Refused(error, "")
    }
}
