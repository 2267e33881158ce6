//! What a run came to, or the runs of a package, in the formats of other tools, in files that the user names.
//!
//! A file is written whole or not at all, after the run folder; a run that was interrupted or cut has all of them, and each says
//! what is missing. What cannot be written is known before the run where that is possible ([`Outputs::check`]).

mod annotations;
mod destination;
mod error;
mod fingerprint;
mod junit;
mod lcov;
mod location;
mod runs;
mod sarif;
mod test_comp;
mod user_tests;

pub use destination::Destination;
pub use error::OutputError;
pub use runs::{Run, Runs};

use crate::sources::Sources;
use destination::Identity;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::Finding;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The files that a run is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outputs {
    /// The findings for tools of static analysis: SARIF 2.1.0.
    pub sarif: Option<Destination>,
    /// Findings and checks as test cases: JUnit's XML.
    pub junit: Option<Destination>,
    /// What ran: the tracefile of lcov.
    pub lcov: Option<Destination>,
    /// The tests of a C program: a suite of Test-Comp, a folder or an archive.
    pub test_comp: Option<Destination>,
    /// The tests of a Rust program, in a test file of the user's.
    pub write_tests: Option<Destination>,
    /// Annotations for GitHub Actions, printed.
    pub github: bool,
    /// The run folder that is named: none of the files may be one of it.
    pub folder: Option<PathBuf>,
}

/// A file that may be standard output.
struct Stream {
    option: &'static str,
    to: fn(&Outputs) -> &Option<Destination>,
    write: fn(&mut dyn Write, &Runs<'_>, &mut Sources) -> io::Result<()>,
}

const STREAMS: &[Stream] = &[
    Stream { option: "--sarif", to: |all| &all.sarif, write: sarif::write },
    Stream { option: "--junit", to: |all| &all.junit, write: junit::write },
    Stream { option: "--lcov", to: |all| &all.lcov, write: lcov::write },
];

/// What came of writing.
#[derive(Debug, Default)]
pub struct Written {
    /// What is to be printed on standard output.
    pub text: String,
    /// What is to be printed for GitHub Actions, which reads both streams: on standard output, or on standard error where that is
    /// another reader's.
    pub commands: String,
    /// What could not be written.
    pub problems: Vec<OutputError>,
}

/// How it is known whether a file can be written.
type Check<'c> = &'c dyn Fn(&Path) -> Result<Option<Identity>, OutputError>;

impl Outputs {
    /// The options that were given, with where each leads.
    fn destinations(&self) -> Vec<(&'static str, &Destination)> {
        let streams = STREAMS.iter().map(|stream| (stream.option, (stream.to)(self)));
        let others = [(TEST_COMP, &self.test_comp), (WRITE_TESTS, &self.write_tests)];
        let all = streams.chain(others);
        all.filter_map(|(option, to)| Some((option, to.as_ref()?))).collect()
    }

    /// Whether one of them is standard output.
    pub fn print(&self) -> bool {
        self.destinations().iter().any(|(_, to)| **to == Destination::Standard)
    }

    /// The same files of a run whose folder is named.
    #[must_use]
    pub fn beside(self, folder: Option<&Path>) -> Self {
        Self { folder: folder.map(destination::absolute), ..self }
    }

    /// Looks whether all can be written, before the run is made.
    ///
    /// # Errors
    /// The first [`OutputError`] that is sure to come.
    pub fn check(&self, json: bool, run: &ExploreOptions) -> Result<(), OutputError> {
        let mut seen: Vec<(&'static str, Identity)> = Vec::new();
        let mut printed = json.then_some("--json");
        let user_tests = |path: &Path| user_tests::check(path, run);
        for (option, to) in self.destinations() {
            if run.harnesses.is_some() && [TEST_COMP, WRITE_TESTS].contains(&option) {
                return Err(OutputError::Functions { option });
            }
            let (check, stream): (Check<'_>, bool) = match option {
                TEST_COMP => (&test_comp::check, false),
                WRITE_TESTS => (&user_tests, false),
                _ => (&destination::check, true),
            };
            let path = match to {
                Destination::File(path) => path,
                Destination::Standard if !stream => return Err(OutputError::NoStream { option }),
                Destination::Standard => match printed.replace(option) {
                    Some(one) => return Err(OutputError::Printed { one, other: option }),
                    None => continue,
                },
            };
            let Some(identity) = check(path)? else { continue };
            if is_source(&identity, &run.input, option == WRITE_TESTS) {
                return Err(OutputError::Input { option, path: path.clone() });
            }
            if destination::is_of_run(&identity, self.folder.as_deref()) {
                return Err(OutputError::RunFolder { option, path: path.clone() });
            }
            if let Some((one, _)) = seen.iter().find(|(_, other)| *other == identity) {
                return Err(OutputError::Twice { one, other: option, path: path.clone() });
            }
            seen.push((option, identity));
        }
        Ok(())
    }

    /// Writes all that was asked for. What fails does not keep the others from being written.
    pub fn write(&self, runs: &Runs<'_>, sources: &mut Sources) -> Written {
        let mut written = Written::default();
        for stream in STREAMS {
            if let Some(to) = (stream.to)(self) {
                written.put(to, |out| (stream.write)(out, runs, sources));
            }
        }
        // These are of programs, of which there is one run.
        if let (Some(Destination::File(path)), Some(run)) = (&self.test_comp, runs.runs.first()) {
            written.problems.extend(test_comp::write(path, *run, runs).err());
        }
        if let (Some(Destination::File(path)), Some(run)) = (&self.write_tests, runs.runs.first()) {
            written.problems.extend(user_tests::write(path, *run, runs.options).err());
        }
        if self.github {
            written.commands = annotations::text(runs, sources);
        }
        written
    }
}

/// Whether a file is the program, or one of those that a package is made of, where that is not what is wanted.
fn is_source(file: &Path, input: &Path, wanted: bool) -> bool {
    let Ok(input) = input.canonicalize() else { return false };
    let is_rust = file.extension().is_some_and(|end| end == "rs");
    let is_manifest = file.ends_with("Cargo.toml") || file.ends_with("Cargo.lock");
    let is_of_package = input.is_dir() && file.starts_with(&input) && (is_rust || is_manifest);
    file == input || !wanted && is_of_package
}

/// The option of suites.
const TEST_COMP: &str = "--test-comp";
/// The option of tests in the user's file.
const WRITE_TESTS: &str = "--write-tests";

impl Written {
    fn put(&mut self, to: &Destination, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        let result = match to {
            Destination::Standard => print(&mut self.text, content),
            Destination::File(path) => destination::write(path, content),
        };
        self.problems.extend(result.err());
    }
}

/// Adds what is written to a text; what is written is text.
fn print(
    text: &mut String,
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), OutputError> {
    let mut bytes = Vec::new();
    let failed = |cause| OutputError::Write { path: PathBuf::from(destination::STANDARD), cause };
    content(&mut bytes).map_err(failed)?;
    text.push_str(&String::from_utf8_lossy(&bytes));
    Ok(())
}

/// What happened, in whose code, and in or below which function of the user's, which is put between `quote`s.
fn told(finding: &Finding, quote: &str) -> String {
    let headline = finding.headline();
    let below = if finding.library.is_some() { ", called" } else { "" };
    match finding.function.as_str() {
        "" => headline,
        function => format!("{headline}{below} in {quote}{function}{quote}"),
    }
}
