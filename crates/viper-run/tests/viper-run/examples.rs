//! The programs of `examples/vpr`: no run violates what is proved, and runs find the mistakes of most mutants.

use effigy_lang_viper::Disk;
use effigy_lang_viper::tree::Program;
use effigy_viper_run::{Effort, MemberId, Value, Violation, search};
use std::path::{Path, PathBuf};

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/vpr").join(folder);
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|file| file.extension().is_some_and(|e| e == "vpr")).collect();
    files.sort();
    files
}

fn read(file: &Path) -> Program {
    let text = std::fs::read_to_string(file).unwrap();
    effigy_lang_viper::parse(file, &text, &Disk).unwrap_or_else(|e| panic!("{e:?}")).program
}

fn members(program: &Program) -> Vec<MemberId> {
    let functions = program.functions.ids().map(MemberId::Function);
    let methods = program.methods.ids().map(MemberId::Method);
    functions.chain(program.predicates.ids().map(MemberId::Predicate)).chain(methods).collect()
}

/// What runs find, in words.
fn violations(program: &Program, runs: u64) -> Vec<String> {
    let judge = |member| search(program, member, Effort::runs(runs, 1)).violations;
    let shown = |violation: Violation| {
        let line = violation.conjunct.span.start.line;
        let value = |(name, value): &(String, Value)| format!("{name} = {value}");
        let values: Vec<String> = violation.values.iter().map(value).collect();
        format!("line {line}: {} [{}]", violation.what, values.join(", "))
    };
    members(program).into_iter().flat_map(judge).map(shown).collect()
}

#[test]
fn no_run_violates_what_is_proved() {
    for file in programs("") {
        let found = violations(&read(&file), 60);
        assert!(found.is_empty(), "{}: {found:?}", file.display());
    }
}

#[test]
fn runs_find_the_mistakes_of_mutants() {
    // Jumps and magic wands are not run.
    let left = ["goto_loop.vpr", "iterator_wand.vpr", "list_wand.vpr"];
    for file in programs("broken") {
        let name = file.file_name().unwrap().to_str().unwrap();
        let found = violations(&read(&file), 1000);
        assert_eq!(found.is_empty(), left.contains(&name), "{name}: {found:?}");
    }
}
