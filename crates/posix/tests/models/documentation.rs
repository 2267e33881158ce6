use effigy_posix::registry::groups;
use std::collections::HashSet;
use std::fmt::Write;

/// The table in the documentation, as the registry gives it.
fn table() -> String {
    let mut text = String::from("| group | functions |\n|---|---|\n");
    for (title, entries) in groups() {
        let names: Vec<String> = entries.iter().map(|(name, _)| format!("`{name}`")).collect();
        let _ = writeln!(text, "| {title} | {} |", names.join(", "));
    }
    text
}

#[test]
fn the_documentation_lists_the_models() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/externals.md");
    let text = std::fs::read_to_string(path).unwrap_or_default();
    assert!(text.contains(&table()), "docs/externals.md should contain:\n{}", table());
}

#[test]
fn no_function_has_two_models() {
    let mut seen = HashSet::new();
    for (name, _) in groups().flat_map(|(_, entries)| entries) {
        assert!(seen.insert(*name), "{name} has two models");
    }
}
