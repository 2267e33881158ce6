//! The process: its ends, signals, the environment, jumps, and what else programs ask of the system.

pub(crate) mod arguments;
pub(crate) mod exit;
pub(crate) mod jump;
pub(crate) mod signal;
pub(crate) mod system;
pub(crate) mod variables;
