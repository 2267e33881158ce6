//! `cargo xtask miri-suite`: programs of Rust with undefined behaviour, such as Miri's `tests/fail` and the tests of Soteria Rust, and whether
//! `explore --ub` finds it, names what it does not look for, or stops by name.

mod case;
mod class;
mod table;

use crate::suite::options::{Options, Takes};
use crate::suite::{Answer as Run, Place, Report, Suite};
use case::{Case, cases};
use class::{Answer, answer, expects_error};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Seconds after the limit of time at which a process is ended.
const PATIENCE: u64 = 40;

/// Programs of Rust, most with undefined behaviour.
pub struct Miri;

/// What became of a file.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Below the suite's folder.
    path: String,
    /// Whether the file says that it has an error.
    has_error: bool,
    answer: Answer,
    /// What was found, what is in the way, or which row of the list of what is not checked covers the file.
    why: String,
}

impl Suite for Miri {
    type Case = Case;
    type Outcome = Outcome;

    const TAKES: Takes = Takes {
        task: "miri-suite",
        path: Some("a folder, such as tests/fail of a snapshot of Miri"),
        values: &["--only", "--every", "--limit", "--jobs"],
        flags: &[],
        rest: None,
        seconds: 30,
        is_parallel: true,
    };

    fn new(_: &Path, _: &Options) -> Result<Self, String> {
        Ok(Miri)
    }

    fn cases(&mut self, options: &Options) -> Result<Vec<Case>, String> {
        let all = cases(&options.suite, &options.only)?;
        Ok(all.into_iter().step_by(options.every).collect())
    }

    fn name(&self, case: &Case) -> String {
        case.name()
    }

    fn command(&self, case: &Case, place: &Place<'_>) -> Result<Command, String> {
        let mut file = case.file.clone();
        if case.expected.is_some() {
            file = case::copy(place.scratch, case);
            std::fs::write(&file, case::with_libraries(&case.text))
                .map_err(|e| format!("{}: {e}", file.display()))?;
        }
        let seconds = place.options.seconds;
        let mut command = Command::new("env");
        // Files use features of nightly compilers, which a stable one has under this variable.
        command.args(["RUSTC_BOOTSTRAP=1", "timeout"]);
        command.arg((seconds + PATIENCE).to_string()).arg(place.effigy).arg("explore").arg(file);
        command.args(["--ub", "--checks", "all", "--json", "--no-replay", "--threads", "1"]);
        command.args(["--edition", edition(&case.text), "--max-memory", "3G"]);
        command.args(case.entry.iter().flat_map(|entry| ["--entry", entry]));
        command.arg(format!("--max-time={seconds}s")).arg("--out").arg(place.scratch.join("out"));
        Ok(command)
    }

    fn judge(&self, case: &Case, run: Run) -> Result<Outcome, String> {
        // What the transcript expects stands where a file of Miri's says it.
        let expected = match &case.expected {
            Some(errors) => errors.iter().map(|error| format!("//~ ERROR: {error}\n")).collect(),
            None => case.text.clone(),
        };
        let path = case.name();
        let (answer, why) = match serde_json::from_str::<Value>(&run.stdout) {
            Ok(report) => answer(&report, &path, &expected),
            Err(_) => no_answer(&run.stderr),
        };
        Ok(Outcome { path, has_error: expects_error(&expected), answer, why })
    }

    fn report(&self, _: &Options, outcomes: Vec<Outcome>) -> Result<Report, String> {
        let text = table::report(&outcomes);
        let missed = outcomes.iter().filter(|outcome| outcome.answer == Answer::Missed).count();
        let failure = format!("{missed} files with an error passed, and no row covers them");
        Ok(Report {
            text,
            cases: table::cases(&outcomes),
            failure: (missed > 0).then_some(failure),
        })
    }
}

/// Why a run gave no report: the compiler refuses the program, or time was up before.
fn no_answer(errors: &str) -> (Answer, String) {
    let error = errors.lines().find(|line| line.contains("error"));
    let is_refused = error.is_some_and(|line| !line.contains("--max-time"));
    let answer = if is_refused { Answer::Refused } else { Answer::Incomplete };
    (answer, error.unwrap_or("no answer").to_owned())
}

/// The edition that a file asks for.
fn edition(text: &str) -> &str {
    let asked = text.lines().find_map(|line| line.split_once("//@edition:"));
    asked.map_or("2021", |(_, edition)| edition.trim().split("..").next().unwrap_or("2021"))
}

#[cfg(test)]
mod tests;
