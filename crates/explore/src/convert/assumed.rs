//! What a run takes for granted that begins at a function of a crate.

use effigy_exec::explorer::Exploration;
use effigy_ir::program::Program;
use effigy_lang_llvm::demangle::display_name;
use effigy_outcome::{Assumption, AssumptionKind};
use std::collections::BTreeSet;

/// What the harness library names a goal by that says what its values are bounded by: a kind of assumption and its words.
const BOUND: &str = "bound: ";

/// What it names a goal by that says what else the answer takes for granted, in the same form.
const ASSUMES: &str = "assumes: ";

/// The bound that a goal tells of.
pub(super) fn bound(goal: &str) -> Option<Assumption> {
    parsed(goal.strip_prefix(BOUND)?)
}

/// The assumption that a goal tells of.
pub(super) fn assumption(goal: &str) -> Option<Assumption> {
    parsed(goal.strip_prefix(ASSUMES)?)
}

fn parsed(text: &str) -> Option<Assumption> {
    let (kind, what) = text.split_once(": ")?;
    Some(Assumption::new(kind.parse().ok()?, what.to_owned()))
}

/// That variables outside of functions hold what they hold before the first call, where a path came to some.
pub(super) fn first_call(run: &Exploration, program: &Program) -> Option<Assumption> {
    let variables = run.variables.iter().map(|id| &program.globals[*id]);
    // What a library has, such as `environ`, is told of by the models that read it.
    let own = variables.filter(|variable| variable.defined);
    let names = own.map(|variable| without_part(&display_name(&variable.name)).to_owned());
    let names = names.filter(|name| is_the_programs(name));
    let names: BTreeSet<String> = names.map(|name| format!("`{name}`")).collect();
    let first = names.first()?;
    let who = match names.len() {
        1 => format!("{first} holds"),
        count => format!("{first} and {} more hold", count - 1),
    };
    Some(Assumption::new(AssumptionKind::FirstCall, format!("{who} what it is made with")))
}

/// The name of a variable of which the compiler made several, a part each.
fn without_part(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((whole, part)) if part.bytes().all(|byte| byte.is_ascii_digit()) => whole,
        _ => name,
    }
}

/// Crates whose variables are no state of the program: Rust's library and Effigy's.
const OTHERS: [&str; 9] =
    ["std", "core", "alloc", "effigy", "hashbrown", "proptest", "bolero", "kani", "std_detect"];

/// What names begin with of tables that a compiler makes.
const TABLES: [&str; 9] =
    ["__", "anon.", "alloc_", "vtable.", "switch.", "llvm.", "str.", "DW.", "."];

/// Whether a variable of this name is one of the program's own.
fn is_the_programs(name: &str) -> bool {
    let root = name.trim_start_matches(['<', '&']).split("::").next().unwrap_or(name);
    !OTHERS.contains(&root) && !TABLES.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_of_the_program_are_told_from_those_of_libraries_and_compilers() {
        for name in ["shop::COUNT", "dep::cache::{{closure}}::VAL", "COUNTER"] {
            assert!(is_the_programs(name), "{name}");
        }
        for name in ["std::panicking::HOOK", "<core::x as y>::Z", "alloc_1f", "__rust_x", "anon.1"]
        {
            assert!(!is_the_programs(name), "{name}");
        }
    }

    #[test]
    fn parts_of_a_variable_have_its_name() {
        assert_eq!(without_part("shop::COUNT.0"), "shop::COUNT");
        assert_eq!(without_part("shop::COUNT"), "shop::COUNT");
    }

    #[test]
    fn a_goal_of_the_library_is_a_kind_of_assumption_and_its_words() {
        let types = Assumption::new(AssumptionKind::Types, "T = u8");
        assert_eq!(assumption("assumes: types: T = u8"), Some(types));
        let lengths = Assumption::new(AssumptionKind::Lengths, "N: 4");
        assert_eq!(bound("bound: lengths: N: 4"), Some(lengths));
        assert_eq!(bound("a goal of the user's"), None);
    }
}
