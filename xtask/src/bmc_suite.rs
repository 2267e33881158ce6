//! `cargo xtask bmc-suite`: the regression tests in C of CBMC and ESBMC, and what `effigy bmc` and `effigy explore` say of them.

mod expect;
mod table;

use crate::suite::options::{Options, Takes};
use crate::suite::{Answer as Run, Place, Report, Suite};
use expect::Test;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Seconds after the limit of time at which a process is asked to end, and killed after as many again.
const PATIENCE: u64 = 10;

/// The regression tests in C of CBMC or ESBMC.
#[derive(Default)]
pub struct Bmc {
    /// Why tests are left out.
    left_out: Vec<String>,
}

/// The modes that the command line asks for.
fn modes(options: &Options) -> Vec<Mode> {
    let mut modes = vec![Mode::Bmc];
    modes.extend(options.has("--k-induction").then_some(Mode::Induction));
    modes.extend(options.has("--explore").then_some(Mode::Explore));
    modes
}

/// What was said of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// A failure was found.
    Failed,
    /// Nothing fails: `proved`, or `passed` of `explore`.
    Proved,
    /// Nothing fails up to the bound, which is reached.
    Bounded,
    /// There is no answer, within the limit or at all.
    Undecided,
    /// The compiler does not take the program.
    Rejected,
}

/// How a program is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Bmc,
    Induction,
    Explore,
}

/// What became of a program in a mode.
#[derive(Clone, Debug)]
pub struct Seen {
    answer: Answer,
    /// Seconds of CPU time, the compiler's too.
    cpu: f64,
    /// The first finding, or why there is no answer.
    said: String,
}

/// What was seen of a program in one mode.
pub struct One {
    name: String,
    holds: bool,
    mode: Mode,
    seen: Seen,
}

/// A program with what was seen of it.
struct Outcome {
    name: String,
    holds: bool,
    seen: Vec<(Mode, Seen)>,
}

impl Suite for Bmc {
    type Case = (Test, Mode);
    type Outcome = One;

    const TAKES: Takes = Takes {
        task: "bmc-suite",
        path: Some("the folder of a suite: regression/cbmc of CBMC, or regression/esbmc of ESBMC"),
        values: &["--only", "--every", "--limit"],
        flags: &["--k-induction", "--explore"],
        rest: None,
        seconds: 60,
        is_parallel: false,
    };

    fn new(_: &Path, _: &Options) -> Result<Self, String> {
        Ok(Bmc::default())
    }

    /// The tests, each in all modes.
    fn cases(&mut self, options: &Options) -> Result<Vec<(Test, Mode)>, String> {
        let (tests, left_out) = expect::tests(&options.suite)?;
        self.left_out = left_out;
        let chosen = tests.into_iter().step_by(options.every);
        let tests = chosen.filter(|test| options.is_wanted(&test.name));
        let modes = modes(options);
        Ok(tests.flat_map(|test| modes.iter().map(move |mode| (test.clone(), *mode))).collect())
    }

    fn name(&self, (test, mode): &(Test, Mode)) -> String {
        format!("{} {mode:?}", test.name)
    }

    fn command(&self, (test, mode): &(Test, Mode), place: &Place<'_>) -> Result<Command, String> {
        let prelude = place.scratch.join("prelude.h");
        std::fs::write(&prelude, expect::prelude())
            .map_err(|e| format!("{}: {e}", prelude.display()))?;
        let folder = test.file.parent().unwrap_or(Path::new("."));
        let mut flags = vec![
            format!("-include {} -w -I{}", prelude.display(), folder.display()),
            "-Wno-error=implicit-function-declaration -Wno-error=implicit-int".to_owned(),
            "-Wno-error=int-conversion".to_owned(),
        ];
        flags.extend(test.flags.iter().cloned());
        let mut command = Command::new("timeout");
        let seconds = place.options.seconds;
        command.arg(format!("--kill-after={PATIENCE}")).arg((seconds + PATIENCE).to_string());
        command.arg(place.effigy);
        match mode {
            Mode::Bmc => command.args(["bmc", "--unwind"]).arg(test.unwind.to_string()),
            Mode::Induction => {
                command.args(["bmc", "--k-induction", "--unwind"]).arg(test.unwind.to_string())
            }
            Mode::Explore => command.args(["explore", "--merge", "never", "--threads", "1"]),
        };
        command.arg(&test.file).args(["--json", "--no-replay", "--max-memory", "3G"]);
        command.arg("--max-time").arg(format!("{seconds}s"));
        command.arg(format!("--checks={}", test.checks)).arg("--cflags").arg(flags.join(" "));
        command.arg("--out").arg(place.scratch.join("out"));
        if test.malloc_may_fail {
            command.arg("--malloc-may-fail");
        }
        Ok(command)
    }

    fn judge(&self, (test, mode): &(Test, Mode), run: Run) -> Result<One, String> {
        let (answer, said) = answer(&run.stdout, &run.stderr);
        let seen = Seen { answer, cpu: run.cpu, said };
        Ok(One { name: test.name.clone(), holds: test.holds, mode: *mode, seen })
    }

    fn report(&self, options: &Options, all: Vec<One>) -> Result<Report, String> {
        let mut outcomes: Vec<Outcome> = Vec::new();
        for One { name, holds, mode, seen } in all {
            match outcomes.last_mut().filter(|last| last.name == name) {
                Some(last) => last.seen.push((mode, seen)),
                None => outcomes.push(Outcome { name, holds, seen: vec![(mode, seen)] }),
            }
        }
        let name = options.suite.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let left_out = table::left_out(self.left_out.clone());
        let text = table::report(&name, &outcomes) + &left_out;
        Ok(Report { text, cases: table::cases(&modes(options), &outcomes), failure: None })
    }
}

/// What the output of a run says, and the first finding or why there is no answer.
fn answer(stdout: &str, stderr: &str) -> (Answer, String) {
    let Ok(run) = serde_json::from_str::<Value>(stdout) else {
        let error = stderr.lines().find(|line| line.contains("error")).unwrap_or_default();
        let rejected = error.contains("rejected the program");
        return (if rejected { Answer::Rejected } else { Answer::Undecided }, error.to_owned());
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let finding = &run["findings"][0];
    match run["verdict"].as_str() {
        Some("failed") => {
            let said = format!("{}: {}", text(&finding["kind"]), text(&finding["message"]));
            (Answer::Failed, said)
        }
        Some("proved" | "passed") => (Answer::Proved, String::new()),
        Some("bounded") => (Answer::Bounded, String::new()),
        _ => (Answer::Undecided, text(&run["incomplete_because"][0]["reason"])),
    }
}

#[cfg(test)]
mod tests;
