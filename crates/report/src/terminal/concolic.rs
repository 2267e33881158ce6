//! The path of an input, in words.

use super::{Look, plural};
use crate::inputs::printable;
use crate::sources::Sources;
use effigy_session::outcome::{FollowedInput, PathConjunct, RunOutcome};
use std::fmt::Write;

/// The path condition as an array, each conjunct with its place.
pub(super) fn write_condition(
    out: &mut String,
    followed: &FollowedInput,
    sources: &Sources,
    look: &Look,
) {
    for (index, conjunct) in followed.path_condition.iter().enumerate() {
        let PathConjunct { condition, decided } = conjunct;
        let name = format!("PC[{index}]");
        let place = match condition.file.is_empty() {
            true => String::new(),
            false => format!("  {}:{}", printable(sources.short(&condition.file)), condition.line),
        };
        let text = look.strong(&printable(&condition.text));
        let _ = writeln!(out, "  {name:8} {text}{}", look.dim(&format!("{place}: {decided}")));
    }
    if !followed.path_condition.is_empty() {
        out.push('\n');
    }
}

/// The answer in a sentence.
pub(super) fn sentence(outcome: &RunOutcome, followed: &FollowedInput) -> String {
    let count = plural(followed.path_condition.len() as u64, "condition");
    let replayed = match outcome.tests.first().map(|test| test.replay.name()) {
        Some("confirmed") => ", as it does when it is replayed",
        Some("disagreed") => ", in another way than when it is replayed",
        _ => "",
    };
    let ending = printable(&followed.ending);
    format!("{count} on the path of the input, which ends in `{ending}`{replayed}")
}
