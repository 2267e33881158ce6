//! The public suites of other tools: a suite says where its cases come from, how a case is run, and how its answer is
//! judged; here they are run side by side, each in a process of its own with its limits, and what they answer is kept.

mod answers;
pub mod files;
pub mod options;
pub mod table;
mod workers;

use crate::build::{build, build_for_tests};
use crate::process::{Measured, Scratch, measure};
use answers::Answers;
use options::{Options, Takes, parse};
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use table::Table;
use workers::each;

/// What a process answered of a case.
pub struct Answer {
    /// What it printed.
    pub stdout: String,
    /// What it said besides.
    pub stderr: String,
    /// Its exit status, by the custom of shells.
    pub status: i32,
    /// Seconds of CPU time, those of its children too.
    pub cpu: f64,
    /// Seconds of wall time.
    pub wall: f64,
}

/// Where a case is run.
pub struct Place<'a> {
    /// What the command line says.
    pub options: &'a Options,
    /// The binary.
    pub effigy: &'a Path,
    /// A folder for this case alone, removed behind it.
    pub scratch: &'a Path,
}

/// What a run came to.
pub struct Report {
    /// The tables.
    pub text: String,
    /// A row for each case, for `--out`.
    pub cases: Table,
    /// Why the task fails, if it does.
    pub failure: Option<String>,
}

/// A suite of another tool.
pub trait Suite: Sized + Sync {
    /// What is run in a process.
    type Case: Sync;
    /// What became of a case.
    type Outcome: Send;

    /// The task and its options.
    const TAKES: Takes;

    /// The suite as the command line wants it; the workspace is at `root`.
    ///
    /// # Errors
    /// When a file that an option names cannot be read.
    fn new(root: &Path, options: &Options) -> Result<Self, String>;

    /// The cases, in the order of the tables.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn cases(&mut self, options: &Options) -> Result<Vec<Self::Case>, String>;

    /// The name of a case, which no other one has.
    fn name(&self, case: &Self::Case) -> String;

    /// What runs a case, with its limit of time.
    ///
    /// # Errors
    /// When a file cannot be written.
    fn command(&self, case: &Self::Case, place: &Place<'_>) -> Result<Command, String>;

    /// What an answer means, held against what the case expects.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn judge(&self, case: &Self::Case, answer: Answer) -> Result<Self::Outcome, String>;

    /// The tables of all outcomes, which are in the order of the cases.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    fn report(&self, options: &Options, outcomes: Vec<Self::Outcome>) -> Result<Report, String>;
}

/// Runs a suite.
///
/// # Errors
/// When an option is wrong, when a case cannot be run, and when the suite says that the task fails.
pub fn run<S: Suite>(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(&S::TAKES, args)?;
    let mut suite = S::new(root, &options)?;
    let cases = suite.cases(&options)?;
    let effigy = match &options.effigy {
        Some(file) => file.clone(),
        None if S::TAKES.flags.contains(&"--release") && !options.has("--release") => {
            build_for_tests(root)?
        }
        None => build(root)?,
    };
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let scratch = Scratch::new(S::TAKES.task)?;
    let answers = Answers::new(options.answers.as_deref())?;
    let one = |case: &S::Case, folder: &Path| {
        let name = suite.name(case);
        let answer = match answers.kept(&name) {
            Some(answer) => answer,
            None => {
                let place = Place { options: &options, effigy: &effigy, scratch: folder };
                let answer = answer(&suite, case, &place)?;
                answers.keep(&name, &answer)?;
                answer
            }
        };
        suite.judge(case, answer)
    };
    let outcomes = each(options.jobs, scratch.path(), &cases, one)?;
    let Report { text, cases, failure } = suite.report(&options, outcomes)?;
    print!("{text}");
    if let Some(file) = &options.out {
        std::fs::write(file, cases.tsv())
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    failure.map_or(Ok(()), Err)
}

/// Runs a case in an empty folder.
fn answer<S: Suite>(suite: &S, case: &S::Case, place: &Place<'_>) -> Result<Answer, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", place.scratch.display());
    std::fs::create_dir_all(place.scratch).map_err(problem)?;
    let command = suite.command(case, place)?;
    let started = Instant::now();
    let Measured { stdout, stderr, status, cpu } = measure(&command, place.scratch)?;
    let wall = started.elapsed().as_secs_f64();
    std::fs::remove_dir_all(place.scratch).map_err(problem)?;
    Ok(Answer { stdout, stderr, status, cpu, wall })
}

#[cfg(test)]
mod tests;
