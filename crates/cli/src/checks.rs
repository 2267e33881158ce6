//! The verb `checks`: the table of checks for people.

use effigy_session::options::{Check, Preset, UNCHECKED};
use std::fmt::Write;

/// Every check with what it finds, the presets, and what is not checked.
pub fn table() -> String {
    let mut out = String::from("Checks (* by default):\n");
    for check in Check::ALL {
        let row = check.row();
        let mark = if check.is_extra() { ' ' } else { '*' };
        let kinds: Vec<&str> = row.kinds.iter().map(|kind| kind.name()).collect();
        let _ = writeln!(out, "{mark} {:<16}{}", row.name, row.finds);
        let _ = writeln!(out, "  {:<16}reported as {}; {}", "", kinds.join(", "), row.clause);
    }
    out.push_str("\nPresets:\n");
    for preset in Preset::ALL {
        let names: Vec<&str> = preset.checks().iter().map(Check::name).collect();
        let _ = writeln!(out, "  {:<16}{}", preset.name(), names.join(", "));
    }
    out.push_str("\nNot checked (docs/limitations.md):\n");
    for what in UNCHECKED {
        let _ = writeln!(out, "  {what}");
    }
    out
}
