//! `cargo xtask viper-suite`: the test suite of Viper, and whether `effigy prove` says of each file what the file expects.

mod answer;
mod expect;
mod setup;
mod table;

use crate::process::{Measured, measure};
use crate::workers::each;
use answer::{Run, Verdict, judge};
use expect::{Expectation, expectation};
use setup::{LIBRARY, Setup, setup};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Seconds after the limit of time at which a process is asked to end, and killed after as many again.
const PATIENCE: u64 = 5;

/// What the command line says.
#[derive(Debug, PartialEq, Eq)]
struct Options {
    suite: PathBuf,
    filter: String,
    jobs: usize,
    release: bool,
    effigy: Option<PathBuf>,
    seconds: u64,
    out: Option<PathBuf>,
    compare: Option<PathBuf>,
    arguments: Vec<String>,
}

/// A file of the suite with what it expects.
struct Program {
    /// Below the suite's folder.
    path: String,
    expectation: Expectation,
    setup: Setup,
}

/// What became of a file, and what it cost.
#[derive(Clone, Debug)]
struct Outcome {
    path: String,
    verdict: Verdict,
    cpu: f64,
    wall: f64,
}

pub fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = parse(args)?;
    let before = options.compare.as_ref().map(|file| {
        std::fs::read_to_string(file).map_err(|e| format!("cannot read {}: {e}", file.display()))
    });
    let before = before.transpose()?;
    let programs = programs(&options)?;
    let left_out = |program: &Program| program.expectation.ignored || program.setup.only_imported;
    let (ignored, programs): (Vec<Program>, Vec<Program>) =
        programs.into_iter().partition(left_out);
    let effigy = match &options.effigy {
        Some(file) => file.clone(),
        None if options.release => crate::build::build(root)?,
        None => crate::build::build_for_tests(root)?,
    };
    let effigy =
        effigy.canonicalize().map_err(|e| format!("cannot find {}: {e}", effigy.display()))?;
    let scratch = std::env::temp_dir().join(format!("effigy-viper-{}", std::process::id()));
    let prove = |program: &Program, folder: &Path| one(&options, &effigy, program, folder);
    let outcomes = each(options.jobs, &scratch, &programs, prove);
    let _ = std::fs::remove_dir_all(&scratch);
    let outcomes = outcomes?;
    print!("{}", table::report(&outcomes, ignored.len()));
    if let Some(before) = before {
        print!("{}", table::changes(&before, &outcomes));
    }
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
        filter: String::new(),
        jobs: cores,
        release: false,
        effigy: None,
        seconds: 30,
        out: None,
        compare: None,
        arguments: Vec::new(),
    };
    let mut args = args.iter();
    while let Some(option) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{option} needs a value"));
        let number = |text: &String| {
            text.parse::<u64>().map_err(|_| format!("{option}: `{text}` is not a number"))
        };
        match option.as_str() {
            "--filter" => options.filter = value()?.clone(),
            "--jobs" => options.jobs = number(value()?)?.max(1) as usize,
            "--release" => options.release = true,
            "--effigy" => options.effigy = Some(value()?.into()),
            "--time" => options.seconds = number(value()?)?,
            "--out" => options.out = Some(value()?.into()),
            "--compare" => options.compare = Some(value()?.into()),
            "--" => options.arguments = args.by_ref().cloned().collect(),
            path if !path.starts_with('-') && options.suite.as_os_str().is_empty() => {
                options.suite = path.into();
            }
            _ => {
                return Err(format!(
                    "unknown option `{option}`; viper-suite has PATH, --filter, --jobs, --release, --effigy, --time, --out, --compare, and -- before arguments for `effigy prove`"
                ));
            }
        }
    }
    if !options.suite.is_dir() {
        return Err(
            "viper-suite needs the folder of the suite: src/test/resources in Viper's repository `silver`".to_owned(),
        );
    }
    Ok(options)
}

/// The programs below a folder in the order of their paths.
pub fn files(suite: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut folders = vec![suite.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder);
        for entry in entries.map_err(|e| format!("cannot read {}: {e}", folder.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            match extension {
                _ if path.is_dir() => folders.push(path),
                Some("vpr" | "sil") => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The programs of the suite with what they expect.
fn programs(options: &Options) -> Result<Vec<Program>, String> {
    let mut programs = Vec::new();
    for file in files(&options.suite)? {
        let path = file.strip_prefix(&options.suite).unwrap_or(&file).to_string_lossy();
        if !path.contains(&options.filter) {
            continue;
        }
        let text =
            std::fs::read(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?;
        let expectation = expectation(&String::from_utf8_lossy(&text));
        for line in &expectation.unreadable {
            eprintln!("{path}:{line}: this annotation says nothing");
        }
        let setup = setup(&path);
        programs.push(Program { path: path.into_owned(), expectation, setup });
    }
    Ok(programs)
}

/// Proves one file in a process of its own.
fn one(
    options: &Options,
    effigy: &Path,
    program: &Program,
    scratch: &Path,
) -> Result<Outcome, String> {
    std::fs::create_dir_all(scratch)
        .map_err(|e| format!("cannot make {}: {e}", scratch.display()))?;
    // The limit of a process that does not keep its own; its solvers end with it.
    let mut command = Command::new("timeout");
    command.arg(format!("--kill-after={PATIENCE}")).arg((options.seconds + PATIENCE).to_string());
    command.arg(effigy).arg("prove").arg(options.suite.join(&program.path));
    command.args(["--json", "--no-cache", "--threads", "1", "--max-time"]);
    command.arg(options.seconds.to_string()).arg("--import-path").arg(options.suite.join(LIBRARY));
    command.args(program.setup.arguments).args(&options.arguments);
    let started = Instant::now();
    let Measured { stdout, stderr, status, cpu } = measure(&command, scratch)?;
    let wall = started.elapsed().as_secs_f64();
    let run = Run { stdout, stderr, status };
    let verdict = judge(&program.expectation, program.setup.extent, &run);
    Ok(Outcome { path: program.path.clone(), verdict, cpu, wall })
}

#[cfg(test)]
mod tests;
