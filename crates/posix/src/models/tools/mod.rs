//! What programs call for a tool that analyses them: harnesses, intrinsics, sanitizers.

pub(crate) mod checkers;
pub(crate) mod harness;
pub(crate) mod intrinsics;
pub(crate) mod sanitizer;
pub(crate) mod verifier;
