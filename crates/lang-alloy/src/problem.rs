//! What is wrong with a model, or not supported in it.

use effigy_base::text::Hint;
use std::borrow::Cow;

/// An error at a place of a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Problem {
    #[error("the comment that begins here has no closing `*/`")]
    CommentWithoutEnd,
    #[error("the text that begins here has no closing `\"` on its line")]
    TextWithoutEnd,
    #[error("the empty text is not a value in Alloy; use an empty set")]
    EmptyText,
    #[error("`\\{0}` is no escape; those of texts are `\\n`, `\\\"` and `\\\\`")]
    Escape(char),
    #[error("`{0}` is no number that fits 32 bits, and no name: names do not begin with a digit")]
    Number(String),
    #[error("a byte here is no UTF-8")]
    Encoding,
    #[error("the character `{0}` means nothing here")]
    Character(char),
    #[error(
        "`{0}` speaks of time, which is not supported: this is Alloy without `var` and temporal operators"
    )]
    Temporal(String),
    #[error("{expected} is expected here, not {found}")]
    Expected { expected: Cow<'static, str>, found: String },
    #[error("this is nested more than {0} levels deep")]
    Nesting(usize),
    #[error("{0}")]
    Syntax(String),
    #[error("cannot read the module `{0}`: {1}")]
    Module(String, String),
    #[error("the module `{0}` opens itself, directly or through others")]
    Circle(String),
    #[error("the module `{module}` has {wanted} parameters, and {given} are given")]
    Arguments { module: String, wanted: usize, given: usize },
    #[error("there is no {what} `{name}` here{hint}")]
    Unknown { what: &'static str, name: String, hint: Hint },
    #[error("`{name}` has several meanings here: {meanings}")]
    Ambiguous { name: String, meanings: String },
    #[error("{0}")]
    Type(String),
    #[error("{0} is not supported")]
    Unsupported(String),
    #[error("{0}")]
    Scope(String),
}
