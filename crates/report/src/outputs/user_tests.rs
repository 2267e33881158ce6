//! Tests in the user's own test file, between two marks: what stands there is replaced, and nothing else is touched.

use super::{OutputError, Run, WRITE_TESTS, destination};
use crate::rust_tests;
use crate::test_file::SINGLE_TESTS;
use effigy_session::compile::languages::RUST;
use effigy_session::compile::syntax;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::Test;
use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the line begins with behind which the tests stand.
const BEGIN: &str = "// effigy-tests: begin";
/// What the line begins with before which they stand.
const END: &str = "// effigy-tests: end";

/// Whether the tests of a program can be put into a file.
pub(super) fn check(path: &Path, options: &ExploreOptions) -> Result<Option<PathBuf>, OutputError> {
    if LANGUAGES.of(options) != Some(RUST) {
        return Err(OutputError::NotRust);
    }
    if rust_tests::begins_at_function(options) {
        return Err(OutputError::Functions { option: WRITE_TESTS });
    }
    let folder = package(&options.input);
    if let Some(folder) = &folder {
        // Only there, Cargo says where the package's binary is.
        let tests = folder.join("tests");
        let parent = path.parent().and_then(|p| p.canonicalize().ok());
        if !parent.is_some_and(|parent| parent.starts_with(&tests)) && !path.starts_with(&tests) {
            return Err(OutputError::NotTests { path: path.to_owned(), folder: tests });
        }
    }
    let text = read(path)?;
    section(path, &text)?;
    parse(path, &text)?;
    destination::check(path)
}

/// The folder of a package.
fn package(input: &Path) -> Option<PathBuf> {
    let input = input.canonicalize().ok()?;
    match input.is_dir() {
        true => Some(input),
        false if input.ends_with("Cargo.toml") => input.parent().map(Path::to_owned),
        false => None,
    }
}

/// Puts the tests of a run into the file.
pub(super) fn write(
    path: &Path,
    run: Run<'_>,
    options: &ExploreOptions,
) -> Result<(), OutputError> {
    let old = read(path)?;
    let section = section(path, &old)?;
    parse(path, &old)?;
    let mut new = old.get(..section.start).unwrap_or_default().to_owned();
    if !new.is_empty() && !new.ends_with('\n') {
        new.push('\n');
    }
    if section.start == old.len() && !new.is_empty() {
        new.push('\n');
    }
    new.push_str(&tests(run, options)?);
    new.push_str(old.get(section.end..).unwrap_or_default());
    parse(path, &new)?;
    destination::write(path, |out| out.write_all(new.as_bytes()))
}

/// The lines from mark to mark.
fn tests(run: Run<'_>, options: &ExploreOptions) -> Result<String, OutputError> {
    let outcome = run.outcome;
    let named: HashSet<usize> = outcome.findings.iter().filter_map(|f| f.test).collect();
    let wanted =
        |test: &&Test| test.case.number <= SINGLE_TESTS || named.contains(&test.case.number);
    let chosen = outcome.tests.iter().filter(wanted);
    let text = rust_tests::text(outcome, options, chosen).ok_or(OutputError::NotRust)?;
    let head = format!(
        "{BEGIN} (written by `effigy {}`; the next run with --write-tests replaces the lines up to the end)\n",
        outcome.mode
    );
    Ok(format!("{head}#[cfg(test)]\nmod effigy_tests {{\n{text}}}\n{END}\n"))
}

/// The text of the file; none when there is no such file.
fn read(path: &Path) -> Result<String, OutputError> {
    match std::fs::read_to_string(path) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.map_err(|cause| OutputError::Read { path: path.to_owned(), cause }),
    }
}

/// The bytes of the section, its marks included; the end of the file when there is none.
fn section(path: &Path, text: &str) -> Result<Range<usize>, OutputError> {
    let (mut begins, mut ends) = (Vec::new(), Vec::new());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(BEGIN) {
            begins.push(at);
        }
        at += line.len();
        if line.trim_start().starts_with(END) {
            ends.push(at);
        }
    }
    match (&begins[..], &ends[..]) {
        ([], []) => Ok(text.len()..text.len()),
        ([begin], [end]) if begin < end => Ok(*begin..*end),
        _ => Err(OutputError::Marks { path: path.to_owned() }),
    }
}

fn parse(path: &Path, text: &str) -> Result<(), OutputError> {
    syntax::check(text)
        .map_err(|cause| OutputError::Syntax { path: path.to_owned(), cause: cause.to_string() })
}
