//! `cargo xtask viper-suite`: the test suite of Viper, and whether `effigy prove` says of each file what the file expects.

mod answer;
mod expect;
mod setup;
mod table;

use crate::suite::files::{below, text};
use crate::suite::options::{Options, Takes};
use crate::suite::{Answer, Place, Report, Suite};
use answer::{Run, Verdict, judge};
use expect::{Expectation, expectation};
use setup::{LIBRARY, Setup, setup};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds after the limit of time at which a process is asked to end, and killed after as many again.
const PATIENCE: u64 = 5;

/// The test suite of Viper.
#[derive(Default)]
pub struct Viper {
    /// Files that the suite leaves out.
    ignored: usize,
    /// The lines of an earlier run.
    before: Option<String>,
}

/// A file of the suite with what it expects.
pub struct Program {
    /// Below the suite's folder.
    path: String,
    expectation: Expectation,
    setup: Setup,
}

/// What became of a file, and what it cost.
#[derive(Clone, Debug)]
pub struct Outcome {
    path: String,
    verdict: Verdict,
    cpu: f64,
    wall: f64,
}

/// The programs below a folder in the order of their paths.
pub fn files(suite: &Path) -> Result<Vec<PathBuf>, String> {
    crate::suite::files::files(suite, &["vpr", "sil"], |_| false)
}

impl Suite for Viper {
    type Case = Program;
    type Outcome = Outcome;

    const TAKES: Takes = Takes {
        task: "viper-suite",
        path: Some("the folder of the suite: src/test/resources in Viper's repository `silver`"),
        values: &["--filter", "--jobs", "--time", "--compare"],
        flags: &["--release"],
        rest: Some("`effigy prove`"),
        seconds: 30,
        is_parallel: true,
    };

    fn new(_: &Path, options: &Options) -> Result<Self, String> {
        let before = options.value("--compare").map(|file| {
            std::fs::read_to_string(file).map_err(|e| format!("cannot read {file}: {e}"))
        });
        Ok(Viper { ignored: 0, before: before.transpose()? })
    }

    /// The programs of the suite with what they expect.
    fn cases(&mut self, options: &Options) -> Result<Vec<Program>, String> {
        let mut programs = Vec::new();
        for file in files(&options.suite)? {
            let path = below(&options.suite, &file);
            if !options.is_wanted(&path) {
                continue;
            }
            let expectation = expectation(&text(&file)?);
            for line in &expectation.unreadable {
                eprintln!("{path}:{line}: this annotation says nothing");
            }
            let setup = setup(&path);
            if expectation.ignored || setup.only_imported {
                self.ignored += 1;
            } else {
                programs.push(Program { path, expectation, setup });
            }
        }
        Ok(programs)
    }

    fn name(&self, program: &Program) -> String {
        program.path.clone()
    }

    fn command(&self, program: &Program, place: &Place<'_>) -> Result<Command, String> {
        let options = place.options;
        // The limit of a process that does not keep its own; its solvers end with it.
        let mut command = Command::new("timeout");
        command.arg(format!("--kill-after={PATIENCE}"));
        command.arg((options.seconds + PATIENCE).to_string());
        command.arg(place.effigy).arg("prove").arg(options.suite.join(&program.path));
        command.args(["--json", "--no-cache", "--threads", "1", "--max-time"]);
        command.arg(options.seconds.to_string());
        command.arg("--import-path").arg(options.suite.join(LIBRARY));
        command.args(program.setup.arguments).args(&options.rest);
        Ok(command)
    }

    fn judge(&self, program: &Program, answer: Answer) -> Result<Outcome, String> {
        let Answer { stdout, stderr, status, cpu, wall } = answer;
        let run = Run { stdout, stderr, status };
        let verdict = judge(&program.expectation, program.setup.extent, &run);
        Ok(Outcome { path: program.path.clone(), verdict, cpu, wall })
    }

    fn report(&self, _: &Options, outcomes: Vec<Outcome>) -> Result<Report, String> {
        let mut text = table::report(&outcomes, self.ignored);
        if let Some(before) = &self.before {
            text += &table::changes(before, &outcomes);
        }
        Ok(Report { text, cases: table::cases(&outcomes), failure: None })
    }
}

#[cfg(test)]
mod tests;
