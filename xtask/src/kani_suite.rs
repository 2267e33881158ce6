//! `cargo xtask kani-suite`: the tests of Kani that are single files, and whether `effigy package --kani` says of each what it expects.

mod expect;
mod table;

use crate::process::measure;
use crate::workers::each;
use expect::{Expectation, Verdict};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds after the limit of time at which a process is ended.
const PATIENCE: u64 = 20;

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    suite: PathBuf,
    only: Vec<String>,
    seconds: u64,
    jobs: usize,
    effigy: Option<PathBuf>,
    out: Option<PathBuf>,
}

/// A file with harnesses.
struct Program {
    /// Below the suite's folder.
    path: String,
    expectation: Expectation,
}

/// What became of a file.
#[derive(Clone, Debug)]
struct Outcome {
    path: String,
    expected: Verdict,
    said: Verdict,
    /// What is in the way of a verdict, or what failed.
    why: String,
    cpu: f64,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let programs = programs(&options)?;
    let effigy = options.effigy.clone().map_or_else(|| crate::build::build(root), Ok)?;
    let effigy = effigy.canonicalize().map_err(|e| format!("{}: {e}", effigy.display()))?;
    let scratch = std::env::temp_dir().join(format!("effigy-kani-suite-{}", std::process::id()));
    let run = |program: &Program, folder: &Path| one(&options, &effigy, program, folder);
    let outcomes = each(options.jobs, &scratch, &programs, run);
    let _ = std::fs::remove_dir_all(&scratch);
    let outcomes = outcomes?;
    print!("{}", table::report(&outcomes));
    if let Some(file) = &options.out {
        std::fs::write(file, table::tsv(&outcomes))
            .map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    }
    Ok(())
}

fn parse(args: &[String]) -> Result<Options, String> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut options = Options {
        suite: PathBuf::new(),
        only: Vec::new(),
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
            "--limit" => options.seconds = number(value()?)?,
            "--jobs" => options.jobs = number(value()?)?.max(1) as usize,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--out" => options.out = Some(value()?.into()),
            path if !path.starts_with('-') && options.suite.as_os_str().is_empty() => {
                options.suite = path.into();
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; kani-suite has PATH, --only, --limit, --jobs, --effigy, --out"
                ));
            }
        }
    }
    if !options.suite.is_dir() {
        return Err("kani-suite needs the folder tests/kani of a snapshot of Kani".into());
    }
    Ok(options)
}

/// The files below a folder that have harnesses, but for those that are parts of packages or are known not to work.
fn programs(options: &Options) -> Result<Vec<Program>, String> {
    let (mut programs, mut folders) = (Vec::new(), vec![options.suite.clone()]);
    while let Some(folder) = folders.pop() {
        if folder.join("Cargo.toml").is_file() {
            continue;
        }
        let entries = std::fs::read_dir(&folder);
        for entry in entries.map_err(|e| format!("cannot read {}: {e}", folder.display()))? {
            let file = entry.map_err(|e| e.to_string())?.path();
            let path = file.strip_prefix(&options.suite).unwrap_or(&file).to_string_lossy();
            let is_wanted =
                options.only.is_empty() || options.only.iter().any(|text| path.contains(text));
            if file.is_dir() {
                folders.push(file);
            } else if is_wanted && path.ends_with(".rs") && !path.contains("fixme") {
                let text = std::fs::read_to_string(&file)
                    .map_err(|e| format!("cannot read {}: {e}", file.display()))?;
                if let Some(expectation) = Expectation::of(&text) {
                    programs.push(Program { path: path.into_owned(), expectation });
                }
            }
        }
    }
    programs.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(programs)
}

/// Runs the harnesses of one file, in a process of its own.
fn one(
    options: &Options,
    effigy: &Path,
    program: &Program,
    scratch: &Path,
) -> Result<Outcome, String> {
    let problem = |e: std::io::Error| format!("{}: {e}", scratch.display());
    std::fs::create_dir_all(scratch).map_err(problem)?;
    let out = scratch.join("out");
    let seconds = options.seconds;
    let mut command = Command::new("timeout");
    command.arg((seconds + PATIENCE).to_string()).arg(effigy).arg("package");
    command.arg(options.suite.join(&program.path)).args(["--kani", "--json", "--threads", "1"]);
    command.args(["--time-each", "10s", "--max-memory", "3G"]);
    command.arg(format!("--max-time={seconds}s")).arg("--out").arg(&out);
    for name in &program.expectation.harnesses {
        command.args(["--only", name]);
    }
    if let Some(edition) = &program.expectation.edition {
        command.args(["--edition", edition]);
    }
    let run = measure(&command, scratch)?;
    let _ = std::fs::remove_dir_all(&out);
    let (said, why) = match serde_json::from_str::<Value>(&run.stdout) {
        Ok(report) => expect::said(&report),
        Err(_) => {
            let error = run.stderr.lines().find(|line| line.starts_with("error["));
            let error = error.or_else(|| run.stderr.lines().find(|line| line.contains("error")));
            (Verdict::Rejected, error.unwrap_or("no answer").to_owned())
        }
    };
    let expected = program.expectation.verdict;
    Ok(Outcome { path: program.path.clone(), expected, said, why, cpu: run.cpu })
}

#[cfg(test)]
mod tests;
