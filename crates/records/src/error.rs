//! What can be wrong with a request.

/// Why a request was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordsError {
    /// The line is no JSON.
    #[error("not JSON: {0}")]
    Json(String),
    /// A member is missing, has another form than the format says, or is not known.
    #[error("{}: {why}", if at.is_empty() { "the request" } else { at.as_str() })]
    Form {
        /// The place in the request, as a path of members; empty for the request itself.
        at: String,
        /// What was expected.
        why: String,
    },
    /// Something of the schema contradicts itself or is not understood.
    #[error("table `{table}`{}: {why}", column.as_ref().map(|c| format!(", column `{c}`")).unwrap_or_default())]
    Schema {
        /// The table.
        table: String,
        /// The column, where there is one.
        column: Option<String>,
        /// What is wrong.
        why: String,
    },
    /// A part of a text of SQL that has no translation.
    #[error("SQL is not understood: {why}: `{part}`")]
    Sql {
        /// The part of the text.
        part: String,
        /// Why not.
        why: String,
    },
    /// Something that the format allows and that is not decided here.
    #[error("not supported: {0}")]
    Unsupported(String),
    /// A fault of this crate, found by its own checks.
    #[error("internal error: {0}")]
    Internal(String),
}

impl RecordsError {
    /// Whether the request is well formed and only its decision is out of reach: the specification is undecided.
    pub fn is_undecided(&self) -> bool {
        matches!(self, RecordsError::Sql { .. } | RecordsError::Unsupported(_))
    }

    pub(crate) fn form(at: &str, why: impl Into<String>) -> RecordsError {
        RecordsError::Form { at: at.to_owned(), why: why.into() }
    }

    pub(crate) fn sql(part: impl ToString, why: impl Into<String>) -> RecordsError {
        RecordsError::Sql { part: part.to_string(), why: why.into() }
    }
}
