//! Parts of long corpora: what a test takes of many programs, and when it takes all.

/// Set by `cargo xtask soak`, and for a program that `cargo xtask test PROGRAM` names: corpora are checked whole.
const WHOLE: &str = "EFFIGY_WHOLE";

/// Whether corpora are checked whole.
pub fn is_whole() -> bool {
    std::env::var_os(WHOLE).is_some()
}

/// How many of `count` random programs or queries are looked at: one of `every`, or all when corpora are checked whole.
pub fn part(count: u64, every: u64) -> u64 {
    if is_whole() { count } else { count / every }
}

/// Each `every`th item, the first one first; all of them when corpora are checked whole.
pub fn sample<T>(items: Vec<T>, every: usize) -> Vec<T> {
    items.into_iter().step_by(if is_whole() { 1 } else { every }).collect()
}
