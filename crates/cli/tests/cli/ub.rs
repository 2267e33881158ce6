//! The corpus of undefined behaviour, `tests/programs/ub`: each program with a defect has its finding, at its line, and
//! a native run that shows it; each correct mutant passes; what is not checked passes and is named as a limitation.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::{is_whole, sample, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// One of so many pairs is run, unless `cargo xtask soak ub` runs all.
const C_PART: usize = 8;
const RUST_PART: usize = 16;

/// The mark of a program whose defect no sanitizer and no crash shows.
const NOT_SHOWN: &str = "A native run does not show it.";

/// What stands before the row of `docs/limitations.md` that says why a program of `unchecked` passes.
const UNCHECKED: &str = "// unchecked: ";

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/ub").join(name)
}

fn effigy() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_effigy"))
}

fn text(program: &Annotated) -> String {
    std::fs::read_to_string(&program.path).expect("it was read before")
}

fn stem(program: &Annotated) -> String {
    program.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Exactly its findings, every path run, every finding confirmed unless the program says that it cannot be. Programs without a
/// finding are run natively only where all are.
fn check(program: &Annotated) -> Result<(), String> {
    let has_replay = !program.expected.is_empty() || is_whole();
    let run = program.explore(effigy(), if has_replay { &[] } else { &["--no-replay"] })?;
    program.compare(&run)?;
    let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let unconfirmed = |finding: &&Value| finding["replay"] != "confirmed";
    if let Some(finding) = findings.iter().find(unconfirmed)
        && !text(program).contains(NOT_SHOWN)
        && !program.flags.iter().any(|flag| flag == "--no-replay")
    {
        return Err(format!("{}: not confirmed: {finding:#}", program.path.display()));
    }
    Ok(())
}

#[test]
fn every_defect_has_its_correct_mutant() {
    for (language, extension) in [("c", "c"), ("rust", "rs")] {
        let programs = Annotated::all(&folder(language), extension);
        for program in &programs {
            let name = stem(program);
            let mutant = match name.strip_suffix("_ok") {
                Some(defect) => defect.to_owned(),
                None => format!("{name}_ok"),
            };
            assert!(programs.iter().any(|other| stem(other) == mutant), "{name} has no {mutant}");
            assert_eq!(name.ends_with("_ok"), program.expected.is_empty(), "{name}");
        }
    }
}

/// One of so many defects with their correct mutants, or all.
fn pairs(mut programs: Vec<Annotated>, every: usize) -> Vec<Annotated> {
    let defects = programs.iter().map(stem).filter(|name| !name.ends_with("_ok")).collect();
    let chosen: Vec<String> = sample(defects, every);
    programs.retain(|p| chosen.iter().any(|name| stem(p).trim_end_matches("_ok") == name));
    programs
}

#[test]
fn c_defects_are_found_and_their_corrections_pass() {
    let programs = pairs(Annotated::all(&folder("c"), "c"), C_PART);
    if tool("clang").is_some() {
        check_all(&programs, check);
    }
}

#[test]
fn rust_defects_are_found_and_their_corrections_pass() {
    let programs = pairs(Annotated::all(&folder("rust"), "rs"), RUST_PART);
    if tool("rustc").is_some() {
        check_all(&programs, check);
    }
}

/// Passes with every path run, and the run says by name that it did not look for this.
fn passes_and_says_why(program: &Annotated) -> Result<(), String> {
    let text = text(program);
    let row = text.lines().find_map(|line| line.strip_prefix(UNCHECKED)).unwrap_or_default();
    let run = program.explore(effigy(), &["--no-replay"])?;
    program.compare(&run)?;
    let named = run["not_checked"].as_array().map_or(&[][..], Vec::as_slice);
    let row = row.to_lowercase();
    if named.iter().filter_map(Value::as_str).any(|name| name.to_lowercase() == row) {
        return Ok(());
    }
    Err(format!("{}: `{row}` is not among {named:?}", program.path.display()))
}

#[test]
fn what_is_not_checked_passes_and_is_named() {
    let mut programs = Annotated::all(&folder("unchecked"), "c");
    if tool("clang").is_none() {
        return;
    }
    if is_whole() && tool("rustc").is_some() {
        programs.extend(Annotated::all(&folder("unchecked"), "rs"));
    }
    check_all(&programs, passes_and_says_why);
}
