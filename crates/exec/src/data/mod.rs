//! Plain data that every other room speaks of: what stops a path, what is found, what is told of a tree, what is asked.

pub mod effort;
pub(crate) mod finding;
pub(crate) mod input;
pub(crate) mod merge_record;
pub(crate) mod options;
pub(crate) mod question;
pub(crate) mod record;
pub(crate) mod route;
pub mod sides;
pub mod slot;
pub mod stop;
pub mod stress;
pub mod trail;
pub mod tree;
