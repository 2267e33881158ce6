//! The annotated programs of `tests/programs`: exactly their findings, all paths run, every finding confirmed natively.

use effigy_testkit::annotated::Annotated;
use effigy_testkit::tool;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(name)
}

/// Checks all programs, two at a time.
fn check_all(programs: &[Annotated]) {
    let effigy = Path::new(env!("CARGO_BIN_EXE_effigy"));
    let check = |programs: &[Annotated]| -> Vec<String> {
        programs.iter().filter_map(|program| program.check(effigy, &[]).err()).collect()
    };
    let (first, second) = programs.split_at(programs.len() / 2);
    let problems = std::thread::scope(|scope| {
        let other = scope.spawn(|| check(first));
        let mut problems = check(second);
        problems.extend(other.join().expect("the checks do not panic"));
        problems
    });
    assert!(
        problems.is_empty(),
        "{} of {}:\n{}",
        problems.len(),
        programs.len(),
        problems.join("\n")
    );
}

#[test]
fn rust_programs_have_their_findings_and_no_others() {
    let programs = Annotated::all(&folder("rust"), "rs");
    if tool("rustc").is_some() {
        check_all(&programs);
    }
}

#[test]
fn c_programs_have_their_findings_and_no_others() {
    let programs = Annotated::all(&folder("c"), "c");
    if tool("clang").is_some() {
        check_all(&programs);
    }
}
