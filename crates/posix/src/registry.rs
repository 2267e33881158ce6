//! The models by name.

use crate::{alloc, fd, intrinsics, memory, process, string, system};
use effigy_exec::environment::Handler;
use std::collections::HashMap;

/// One model: the linkage name of the function and what stands in for it.
pub type Entry = (&'static str, Handler);

/// The tables of all groups.
const GROUPS: &[&[Entry]] = &[
    alloc::MODELS,
    fd::MODELS,
    intrinsics::MODELS,
    memory::MODELS,
    process::MODELS,
    string::MODELS,
    system::MODELS,
];

/// All models, in the order of their groups.
pub fn models() -> impl Iterator<Item = Entry> {
    GROUPS.iter().flat_map(|group| group.iter().copied())
}

/// The models by linkage name.
pub(crate) fn by_name() -> HashMap<&'static str, Handler> {
    models().collect()
}
