//! The models, one file or folder for a group of functions. Each has its table `MODELS`; [`crate::registry`] lists the tables.

pub(crate) mod external;
pub(crate) mod io;
pub(crate) mod math;
pub(crate) mod memory;
pub(crate) mod process;
pub(crate) mod rust;
pub(crate) mod text;
pub(crate) mod threads;
pub(crate) mod time;
pub(crate) mod tools;
