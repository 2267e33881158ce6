//! `cargo xtask suites`: the test programs of other tools, and whether Effigy says of them what `docs/suites.tsv` says.

mod causes;
pub mod expect;
mod list;
mod program;

use crate::suite::options::{Options, Takes};
use crate::suite::{Answer as Run, Place, Report, Suite};
use expect::SUITES;
use list::{Disagreement, Seen};
use program::Program;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The disagreements that are known.
const LIST: &str = "docs/suites.tsv";

/// Seconds of one program, after which it counts as not run.
const PATIENCE: u64 = 45;

/// How each program is explored.
const EXPLORE: &[&str] = &[
    "--max-time",
    "10s",
    "--no-replay",
    "--threads",
    "1",
    "--tests",
    "findings",
    "--json",
    "--external",
    "any",
];

/// What was seen of a program, and why, as far as the answer says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    seen: Seen,
    cause: String,
}

/// The suites of SMACK, ESBMC, SeaHorn and KLEE.
pub struct Suites {
    snapshots: PathBuf,
    /// The file of the disagreements that are known.
    list: PathBuf,
}

/// What the task needs.
const NEEDS: &str = "suites needs --snapshots DIR, the folder with smack, esbmc, seahorn, klee";

impl Suite for Suites {
    type Case = Program;
    type Outcome = (Program, Answer);

    const TAKES: Takes = Takes {
        task: "suites",
        path: None,
        values: &["--snapshots", "--suite", "--jobs"],
        flags: &["--bless"],
        rest: None,
        seconds: PATIENCE,
        is_parallel: true,
    };

    fn new(root: &Path, options: &Options) -> Result<Self, String> {
        let snapshots = Path::new(options.value("--snapshots").ok_or(NEEDS)?);
        let snapshots =
            snapshots.canonicalize().map_err(|e| format!("{}: {e}", snapshots.display()))?;
        if let Some(name) = options.value("--suite")
            && !SUITES.iter().any(|suite| suite.name == name)
        {
            let names: Vec<&str> = SUITES.iter().map(|s| s.name).collect();
            return Err(format!("no suite `{name}`; there are {}", names.join(", ")));
        }
        Ok(Suites { snapshots, list: root.join(LIST) })
    }

    fn cases(&mut self, options: &Options) -> Result<Vec<Program>, String> {
        let mut programs = Vec::new();
        let wanted = options.value("--suite");
        for suite in SUITES.iter().filter(|s| wanted.is_none_or(|name| name == s.name)) {
            programs.extend(expect::programs(&self.snapshots, suite)?);
        }
        Ok(programs)
    }

    fn name(&self, program: &Program) -> String {
        format!("{}/{}", program.suite.name, program.path)
    }

    fn command(&self, program: &Program, place: &Place<'_>) -> Result<Command, String> {
        let prelude = place.scratch.join("prelude.h");
        std::fs::write(&prelude, program.suite.prelude)
            .map_err(|e| format!("{}: {e}", prelude.display()))?;
        let snapshot = self.snapshots.join(program.suite.name);
        let mut flags = vec!["-include".to_owned(), prelude.display().to_string()];
        flags.extend(program.suite.headers.map(|h| format!("-I{}", snapshot.join(h).display())));
        flags.extend(program.flags.iter().cloned());
        // What is ended says nothing.
        let mut command = Command::new("timeout");
        command.args(["--signal=KILL", &place.options.seconds.to_string()]);
        command.arg(place.effigy).current_dir(place.scratch).arg("explore");
        command.arg(snapshot.join(program.suite.folder).join(&program.path)).args(EXPLORE);
        command.args(["--cflags", &flags.join(" "), "--out", "out"]);
        Ok(command)
    }

    fn judge(&self, program: &Program, run: Run) -> Result<(Program, Answer), String> {
        Ok((program.clone(), causes::answer(&run.stdout)))
    }

    fn report(
        &self,
        options: &Options,
        outcomes: Vec<(Program, Answer)>,
    ) -> Result<Report, String> {
        let file = &self.list;
        let is_blessed = options.has("--bless");
        let known = match std::fs::read_to_string(file) {
            Err(e) if is_blessed && e.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|e| format!("{}: {e}", file.display()))?,
        };
        let mut listed = list::parse(&known)?;
        // Other suites' lines stay as they are.
        let mut others = listed.clone();
        listed.retain(|d| options.value("--suite").is_none_or(|name| *name == d.suite));
        others.retain(|d| !listed.contains(d));
        let seen: Vec<(&Program, Seen)> = outcomes.iter().map(|(p, a)| (p, a.seen)).collect();
        let counts = list::counts(&seen);
        let (now, new, changes) = compare(disagreements(&outcomes), &listed);
        let cases = list::cases(&now);
        let mut text = format!("{counts}\n{changes}");
        if is_blessed {
            others.extend(now);
            others.sort();
            std::fs::write(file, list::cases(&others).tsv())
                .map_err(|e| format!("{}: {e}", file.display()))?;
            text += &list::causes(&others);
        } else {
            text += &list::causes(&now);
        }
        text.push('\n');
        let failure = format!("{new} programs disagree that {LIST} does not list");
        let failure = (new > 0 && !is_blessed).then_some(failure);
        Ok(Report { text, cases, failure })
    }
}

/// What is not as the suites say.
fn disagreements(outcomes: &[(Program, Answer)]) -> Vec<Disagreement> {
    let wrong = outcomes.iter().filter(|(p, answer)| !list::agrees(p.expected, answer.seen));
    wrong
        .map(|(program, answer)| Disagreement {
            suite: program.suite.name.to_owned(),
            path: program.path.clone(),
            expected: program.expected,
            seen: answer.seen,
            cause: answer.cause.clone(),
        })
        .collect()
}

/// The disagreements with the causes of the list, how many are new, and lines of what is new and what is gone. A program
/// that was cut by the limit of time is not counted: a faster machine has its answer.
fn compare(
    mut now: Vec<Disagreement>,
    listed: &[Disagreement],
) -> (Vec<Disagreement>, usize, String) {
    let same = |a: &Disagreement, b: &Disagreement| {
        (&a.suite, &a.path, a.expected, a.seen) == (&b.suite, &b.path, b.expected, b.seen)
    };
    let gone = listed.iter().filter(|l| !now.iter().any(|d| same(d, l)));
    let mut lines: String = gone.map(|gone| format!("gone: {gone}\n")).collect();
    let mut new = 0;
    for disagreement in &mut now {
        match listed.iter().find(|l| same(disagreement, l)) {
            Some(known) => disagreement.cause.clone_from(&known.cause),
            None => {
                lines += &format!("new: {disagreement}\n");
                new += usize::from(disagreement.cause != causes::LIMIT);
            }
        }
    }
    (now, new, lines)
}

#[cfg(test)]
mod tests;
