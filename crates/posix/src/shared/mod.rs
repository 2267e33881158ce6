//! What models of several groups need: results and arguments, strings, files, where a call stands.

pub(crate) mod assumed;
pub(crate) mod decimal;
pub(crate) mod descriptors;
pub(crate) mod failed;
pub(crate) mod files;
pub(crate) mod memory;
pub(crate) mod random;
pub(crate) mod site;
pub(crate) mod strings;
pub(crate) mod value;
