//! Streams, file descriptors and folders.

pub(crate) mod fd;
pub(crate) mod folders;
pub(crate) mod stdio;
