//! The tests of a run of a Rust program as a file of `#[test]` functions.

use effigy_session::compile::languages::RUST;
use effigy_session::formats::harness_rust;
use effigy_session::languages::LANGUAGES;
use effigy_session::options::{ExploreOptions, PackageTarget};
use effigy_session::outcome::{RunOutcome, Test, TestCase};

/// The file for some of the tests; `None` for a program whose tests cannot be written like that.
pub(crate) fn text<'t>(
    outcome: &RunOutcome,
    options: &ExploreOptions,
    tests: impl Iterator<Item = &'t Test>,
) -> Option<String> {
    let source = options.input.to_string_lossy();
    let edition = options.edition.as_deref().unwrap_or("2021");
    let target = options.package.target.as_ref().and_then(PackageTarget::binary);
    let binary = outcome.binary.as_deref().or(target);
    let is_file = is_file(options);
    if begins_at_function(options) {
        return None;
    }
    let program = match binary {
        Some(name) => harness_rust::Program::Binary(name),
        None if is_file => harness_rust::Program::File { source: &source, edition },
        None => return None,
    };
    if LANGUAGES.of(options) != Some(RUST) {
        return None;
    }
    let tests: Vec<TestCase> = tests.map(|test| complete(options, &test.case)).collect();
    Some(harness_rust::write(&tests, program))
}

fn is_file(options: &ExploreOptions) -> bool {
    options.input.is_file() && !options.input.ends_with("Cargo.toml")
}

/// Whether the run begins where the package's own binary does not: at a function of it.
pub(crate) fn begins_at_function(options: &ExploreOptions) -> bool {
    let elsewhere = options.entry.as_deref().is_some_and(|entry| entry != "main");
    !is_file(options) && (elsewhere || options.harnesses.is_some())
}

/// A test with the arguments that are the same for all tests of the run.
pub(crate) fn complete(options: &ExploreOptions, case: &TestCase) -> TestCase {
    let arguments = [options.program_arguments(), case.arguments.clone()].concat();
    TestCase { arguments, ..case.clone() }
}
