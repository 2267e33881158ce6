//! The names of functions and casts.

use effigy_base::op::Op;

/// The operator that a printed name stands for, with the width that is written behind it.
pub(super) fn function(name: &str) -> Option<Op> {
    let plain = Op::ALL.iter().find(|op| op.name() == name && op.params().is_empty());
    plain.copied().or_else(|| {
        let head = name.trim_end_matches(|c: char| c.is_ascii_digit());
        Op::parse(head, &[name.get(head.len()..)?.parse().ok()?])
    })
}

/// The sign and the width of a name such as `u32`.
pub(super) fn cast(name: &str) -> Option<(bool, u32)> {
    let width = name.strip_prefix(['u', 'i'])?;
    let width = width.parse().ok().filter(|w| *w > 0 && !width.starts_with(['+', '0']))?;
    Some((name.starts_with('i'), width))
}

/// Whether a name in front of parentheses is that of a function.
pub(super) fn is_function(name: &str) -> bool {
    matches!(name, "be" | "int") || cast(name).is_some() || function(name).is_some()
}
