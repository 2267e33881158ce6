//! `cargo xtask miri-suite`: programs of Rust with undefined behaviour, such as Miri's `tests/fail` and the tests of Soteria Rust, and whether
//! `explore --ub` finds it, names what it does not look for, or stops by name.

mod case;
mod class;
mod table;

use crate::process::measure;
use crate::workers::each;
use case::{Case, cases};
use class::{Answer, answer, expects_error};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds after the limit of time at which a process is ended.
const PATIENCE: u64 = 40;

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    suite: PathBuf,
    only: Vec<String>,
    /// One of so many cases is run.
    every: usize,
    seconds: u64,
    jobs: usize,
    effigy: Option<PathBuf>,
    out: Option<PathBuf>,
}

/// What became of a file.
#[derive(Clone, Debug)]
struct Outcome {
    /// Below the suite's folder.
    path: String,
    /// Whether the file says that it has an error.
    has_error: bool,
    answer: Answer,
    /// What was found, what is in the way, or which row of the list of what is not checked covers the file.
    why: String,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let mut programs = cases(&options.suite, &options.only)?;
    programs = programs.into_iter().step_by(options.every).collect();
    let effigy = options.effigy.clone().map_or_else(|| crate::build::build(root), Ok)?;
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let scratch = std::env::temp_dir().join(format!("effigy-miri-suite-{}", std::process::id()));
    let run = |program: &Case, folder: &Path| one(&options, &effigy, program, folder);
    let outcomes = each(options.jobs, &scratch, &programs, run);
    let _ = std::fs::remove_dir_all(&scratch);
    let outcomes = outcomes?;
    print!("{}\n{}", table::classes(&outcomes), table::report(&outcomes));
    if let Some(file) = &options.out {
        std::fs::write(file, table::tsv(&outcomes))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    match outcomes.iter().filter(|outcome| outcome.answer == Answer::Missed).count() {
        0 => Ok(()),
        missed => Err(format!("{missed} files with an error passed, and no row covers them")),
    }
}

fn parse(args: &[String]) -> Result<Options, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        suite: PathBuf::new(),
        only: Vec::new(),
        every: 1,
        seconds: 30,
        jobs: cores,
        effigy: None,
        out: None,
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number = |text: &String| {
            text.parse::<u64>().map_err(|_| format!("{option}: `{text}` is not a number"))
        };
        match option.as_str() {
            "--only" => options.only.push(value()?.clone()),
            "--every" => options.every = number(value()?)?.max(1) as usize,
            "--limit" => options.seconds = number(value()?)?,
            "--jobs" => options.jobs = number(value()?)?.max(1) as usize,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            path if !path.starts_with('-') && options.suite.as_os_str().is_empty() => {
                options.suite = path.into();
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; miri-suite has PATH, --only, --every, --limit, --jobs, --effigy, --out"
                ));
            }
        }
    }
    if !options.suite.is_dir() {
        return Err("miri-suite needs a folder, such as tests/fail of a snapshot of Miri".into());
    }
    Ok(options)
}

/// Explores one case, in a process of its own.
fn one(options: &Options, effigy: &Path, case: &Case, scratch: &Path) -> Result<Outcome, String> {
    std::fs::create_dir_all(scratch).map_err(|e| format!("{}: {e}", scratch.display()))?;
    let mut file = options.suite.join(&case.path);
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    if case.expected.is_some() {
        file = case::copy(scratch, case);
        std::fs::write(&file, case::with_libraries(&text))
            .map_err(|e| format!("{}: {e}", file.display()))?;
    }
    // What the transcript expects stands where a file of Miri's says it.
    let expected = match &case.expected {
        Some(errors) => errors.iter().map(|error| format!("//~ ERROR: {error}\n")).collect(),
        None => text.clone(),
    };
    let out = scratch.join("out");
    let run = measure(&command(options, effigy, case, (&file, &text, &out)), scratch)?;
    let _ = std::fs::remove_dir_all(&out);
    let path = case.entry.as_ref().map_or(case.path.clone(), |f| format!("{} {f}", case.path));
    let (answer, why) = match serde_json::from_str::<Value>(&run.stdout) {
        Ok(report) => answer(&report, &path, &expected),
        Err(_) => no_answer(&run.stderr),
    };
    Ok(Outcome { path, has_error: expects_error(&expected), answer, why })
}

/// Why a run gave no report: the compiler refuses the program, or time was up before.
fn no_answer(errors: &str) -> (Answer, String) {
    let error = errors.lines().find(|line| line.contains("error"));
    let is_refused = error.is_some_and(|line| !line.contains("--max-time"));
    let answer = if is_refused { Answer::Refused } else { Answer::Incomplete };
    (answer, error.unwrap_or("no answer").to_owned())
}

/// What explores a case.
fn command(
    options: &Options,
    effigy: &Path,
    case: &Case,
    (file, text, out): (&Path, &str, &Path),
) -> Command {
    let mut command = Command::new("env");
    // Files use features of nightly compilers, which a stable one has under this variable.
    command.args(["RUSTC_BOOTSTRAP=1", "timeout"]);
    command.arg((options.seconds + PATIENCE).to_string()).arg(effigy).arg("explore").arg(file);
    command.args(["--ub", "--checks", "all", "--json", "--no-replay", "--threads", "1"]);
    command.args(["--edition", edition(text), "--max-memory", "3G"]);
    command.args(case.entry.iter().flat_map(|entry| ["--entry", entry]));
    command.arg(format!("--max-time={}s", options.seconds)).arg("--out").arg(out);
    command
}

/// The edition that a file asks for.
fn edition(text: &str) -> &str {
    let asked = text.lines().find_map(|line| line.split_once("//@edition:"));
    asked.map_or("2021", |(_, edition)| edition.trim().split("..").next().unwrap_or("2021"))
}

#[cfg(test)]
mod tests;
