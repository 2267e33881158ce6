//! The annotated programs of `tests/programs`: exactly their findings, all paths run, every finding confirmed natively.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::{sample, tool};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One of so many programs is checked, unless `cargo xtask soak corpus` checks all.
const PART: usize = 5;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs").join(name)
}

fn check(program: &Annotated) -> Result<(), String> {
    program.check(Path::new(env!("CARGO_BIN_EXE_effigy")), &[])
}

#[test]
fn rust_programs_have_their_findings_and_no_others() {
    let programs = Annotated::all(&folder("rust"), "rs");
    if tool("rustc").is_some() {
        check_all(&sample(programs, PART), check);
    }
}

#[test]
fn c_programs_have_their_findings_and_no_others() {
    let programs = Annotated::all(&folder("c"), "c");
    if tool("clang").is_some() {
        check_all(&sample(programs, PART), check);
    }
}

/// As [`check`]; every finding is confirmed natively, unless the program says that no native run shows it.
fn confirmed(program: &Annotated) -> Result<(), String> {
    let run = program.explore(Path::new(env!("CARGO_BIN_EXE_effigy")), &[])?;
    program.compare(&run)?;
    let text = std::fs::read_to_string(&program.path).map_err(|e| e.to_string())?;
    let shown = !text.contains("A native run does not show it.");
    let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
    match findings.iter().find(|f| shown && f["replay"] != "confirmed") {
        Some(finding) => Err(format!("{}: not confirmed: {finding}", program.path.display())),
        None => Ok(()),
    }
}

fn with_threads() -> Vec<Annotated> {
    let tools = [("c", "clang"), ("rs", "rustc")];
    let there = tools.into_iter().filter(|(_, compiler)| tool(compiler).is_some());
    there.flat_map(|(extension, _)| Annotated::all(&folder("threads"), extension)).collect()
}

#[test]
fn programs_with_threads_have_their_findings_and_no_others() {
    let programs = with_threads();
    assert!(programs.iter().all(|program| program.threads));
    check_all(&sample(programs, PART), confirmed);
}

#[test]
fn neither_merging_nor_the_number_of_workers_changes_the_order_of_threads() {
    let chosen: Vec<Annotated> = sample(with_threads(), 12);
    check_all(&chosen, |program| {
        unchanged(program, &["auto", "always"])?;
        let effigy = Path::new(env!("CARGO_BIN_EXE_effigy"));
        let runs = ["1", "3"].map(|n| program.explore(effigy, &["--no-replay", "--threads", n]));
        let [one, three] = runs;
        let (one, three) = (one?, three?);
        let same = ["findings", "paths", "coverage", "incomplete_because", "tests"];
        match same.iter().find(|key| one[**key] != three[**key]) {
            Some(key) => Err(format!("{}: {key} differs", program.path.display())),
            None => Ok(()),
        }
    });
}

#[test]
fn programs_on_the_platform_have_their_findings_and_no_others() {
    if tool("rustc").is_some() {
        check_all(&sample(Annotated::all(&folder("platform/rust"), "rs"), PART), check);
    }
    if tool("clang").is_some() {
        check_all(&sample(Annotated::all(&folder("platform/c"), "c"), PART), check);
    }
}

/// What an exploration says of a program that does not depend on how its paths are cut: findings by place, and coverage.
fn said(program: &Annotated, merge: &str) -> Result<(BTreeSet<String>, Value), String> {
    let effigy = Path::new(env!("CARGO_BIN_EXE_effigy"));
    // Merged although the trees are small.
    let stress = [("EFFIGY_STRESS", "merge")];
    let run = program.explore_with(effigy, &["--no-replay", "--merge", merge], &stress)?;
    program.compare(&run).map_err(|e| format!("--merge {merge}: {e}"))?;
    let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let places = findings.iter().map(|f| format!("{} {}:{}", f["kind"], f["file"], f["line"]));
    Ok((places.collect(), run["coverage"].clone()))
}

fn unchanged(program: &Annotated, merges: &[&str]) -> Result<(), String> {
    let expected = said(program, "never")?;
    for merge in merges {
        let merged = said(program, merge)?;
        if merged != expected {
            return Err(format!("--merge {merge}: {merged:?}, and unmerged {expected:?}"));
        }
    }
    Ok(())
}

#[test]
fn merging_changes_neither_findings_nor_coverage_of_c_programs() {
    if tool("clang").is_some() {
        let chosen = sample(Annotated::all(&folder("c"), "c"), PART);
        check_all(&chosen, |program| unchanged(program, &["auto", "always"]));
    }
}

#[test]
fn merging_changes_neither_findings_nor_coverage_of_rust_programs() {
    if tool("rustc").is_some() {
        let chosen = sample(Annotated::all(&folder("rust"), "rs"), 12);
        check_all(&chosen, |program| unchanged(program, &["auto", "always"]));
    }
}

#[test]
fn merging_changes_neither_findings_nor_coverage_of_programs_that_read_text() {
    if tool("rustc").is_some() {
        let programs = ["csv", "date", "wrap"].map(|name| Annotated {
            path: folder(&format!("../../bench/std/{name}.rs")),
            flags: vec!["--sym-stdin".into(), "3".into()],
            expected: Vec::new(),
            threads: false,
        });
        check_all(&programs, |program| unchanged(program, &["auto", "always"]));
    }
}
