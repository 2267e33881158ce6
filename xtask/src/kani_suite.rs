//! `cargo xtask kani-suite`: the tests of Kani that are single files, and whether `effigy package --kani` says of each what it expects.

mod expect;
mod table;

use crate::suite::files::{below, files, text};
use crate::suite::options::{Options, Takes};
use crate::suite::{Answer, Place, Report, Suite};
use expect::{Expectation, Verdict};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Seconds after the limit of time at which a process is ended.
const PATIENCE: u64 = 20;

/// The tests of Kani.
pub struct Kani;

/// A file with harnesses.
pub struct Program {
    /// Below the suite's folder.
    path: String,
    expectation: Expectation,
}

/// What became of a file.
#[derive(Clone, Debug)]
pub struct Outcome {
    path: String,
    expected: Verdict,
    said: Verdict,
    /// What is in the way of a verdict, or what failed.
    why: String,
    cpu: f64,
}

impl Suite for Kani {
    type Case = Program;
    type Outcome = Outcome;

    const TAKES: Takes = Takes {
        task: "kani-suite",
        path: Some("the folder tests/kani of a snapshot of Kani"),
        values: &["--only", "--limit", "--jobs"],
        flags: &[],
        rest: None,
        seconds: 30,
        is_parallel: true,
    };

    fn new(_: &Path, _: &Options) -> Result<Self, String> {
        Ok(Kani)
    }

    /// The files that have harnesses, but for those that are parts of packages or are known not to work.
    fn cases(&mut self, options: &Options) -> Result<Vec<Program>, String> {
        let mut programs = Vec::new();
        let is_package = |folder: &Path| folder.join("Cargo.toml").is_file();
        for file in files(&options.suite, &["rs"], is_package)? {
            let path = below(&options.suite, &file);
            if !options.is_wanted(&path) || path.contains("fixme") {
                continue;
            }
            if let Some(expectation) = Expectation::of(&text(&file)?) {
                programs.push(Program { path, expectation });
            }
        }
        programs.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(programs)
    }

    fn name(&self, program: &Program) -> String {
        program.path.clone()
    }

    /// The harnesses of one file.
    fn command(&self, program: &Program, place: &Place<'_>) -> Result<Command, String> {
        let seconds = place.options.seconds;
        let mut command = Command::new("timeout");
        command.arg((seconds + PATIENCE).to_string()).arg(place.effigy).arg("package");
        command.arg(place.options.suite.join(&program.path));
        command.args(["--kani", "--json", "--threads", "1"]);
        command.args(["--time-each", "10s", "--max-memory", "3G"]);
        command.arg(format!("--max-time={seconds}s")).arg("--out").arg(place.scratch.join("out"));
        for name in &program.expectation.harnesses {
            command.args(["--only", name]);
        }
        if let Some(edition) = &program.expectation.edition {
            command.args(["--edition", edition]);
        }
        Ok(command)
    }

    fn judge(&self, program: &Program, answer: Answer) -> Result<Outcome, String> {
        let (said, why) = match serde_json::from_str::<Value>(&answer.stdout) {
            Ok(report) => expect::said(&report),
            Err(_) => {
                let lines = || answer.stderr.lines();
                let error = lines().find(|line| line.starts_with("error["));
                let error = error.or_else(|| lines().find(|line| line.contains("error")));
                (Verdict::Rejected, error.unwrap_or("no answer").to_owned())
            }
        };
        let expected = program.expectation.verdict;
        Ok(Outcome { path: program.path.clone(), expected, said, why, cpu: answer.cpu })
    }

    fn report(&self, _: &Options, outcomes: Vec<Outcome>) -> Result<Report, String> {
        let (text, cases) = (table::report(&outcomes), table::cases(&outcomes));
        Ok(Report { text, cases, failure: None })
    }
}

#[cfg(test)]
mod tests;
