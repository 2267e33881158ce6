//! All tests of the workspace as one queue of jobs, which as many workers empty as there are processors.
//!
//! `cargo test` runs one test binary after the other, and waits at the end of each for its longest test. Here an integration
//! test is a job of its own, since many take seconds; the unit tests of a crate are one.

use crate::tests::{Totals, cargo};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many of the longest jobs are listed at the end.
const LONGEST: usize = 12;

/// A test binary.
struct Binary {
    /// `cli::ub`, or `exec` for unit tests.
    name: String,
    file: PathBuf,
    /// Where Cargo would start it.
    folder: PathBuf,
    is_integration: bool,
}

/// What a worker does at a time.
pub struct Job {
    name: String,
    command: Command,
}

impl Job {
    /// A command that prints lines such as `test result: ok. 3 passed; 0 failed; ...`.
    pub fn new(name: &str, command: Command) -> Self {
        Self { name: name.to_owned(), command }
    }
}

/// The jobs of all tests of the workspace, those that may be long first.
///
/// # Errors
/// When they do not compile.
pub fn jobs(root: &Path) -> Result<Vec<Job>, String> {
    let mut command = cargo(root);
    command.args(["test", "--workspace", "--no-run", "--message-format=json-render-diagnostics"]);
    let output =
        command.stderr(Stdio::inherit()).output().map_err(|e| format!("cannot run cargo: {e}"))?;
    if !output.status.success() {
        return Err("the tests do not compile".to_owned());
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut binaries: Vec<Binary> = messages.lines().filter_map(binary).collect();
    // Last come the jobs that are short, so that no worker waits long for the other one.
    binaries.sort_by_key(|b| (b.is_integration, !b.name.starts_with("cli::"), b.name.clone()));
    let mut documented = cargo(root);
    documented.args(["test", "--workspace", "--doc"]);
    let mut jobs = vec![Job::new("documentation", documented)];
    for binary in &binaries {
        match binary.is_integration {
            true => jobs.extend(tests_of(binary)?),
            false => jobs.push(Job::new(&binary.name, binary.command(&[]))),
        }
    }
    Ok(jobs)
}

/// The binary that a line of `cargo test --message-format=json` tells of.
fn binary(line: &str) -> Option<Binary> {
    let message: Value = serde_json::from_str(line).ok()?;
    let text = |at: &str| message.pointer(at).and_then(Value::as_str);
    if text("/reason") != Some("compiler-artifact") || message.pointer("/profile/test")? != true {
        return None;
    }
    let folder = Path::new(text("/manifest_path")?).parent()?.to_owned();
    let package = folder.file_name()?.to_string_lossy().into_owned();
    let kind = text("/target/kind/0")?;
    let name = match kind {
        "test" | "bin" => format!("{package}::{}", text("/target/name")?),
        _ => package,
    };
    Some(Binary { name, file: text("/executable")?.into(), folder, is_integration: kind == "test" })
}

impl Binary {
    /// The binary with one thread, since other jobs run beside it.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.file);
        command.current_dir(&self.folder).arg("--test-threads=1").args(arguments);
        command
    }
}

fn tests_of(binary: &Binary) -> Result<Vec<Job>, String> {
    let cannot = |e: std::io::Error| format!("{}: {e}", binary.file.display());
    let listed = binary.command(&["--list", "--format=terse"]).output().map_err(cannot)?;
    if !listed.status.success() {
        return Err(format!("{} does not list its tests", binary.file.display()));
    }
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    let job = |name: &str| {
        Job::new(&format!("{}::{name}", binary.name), binary.command(&["--exact", name]))
    };
    Ok(names.map(job).collect())
}

/// What became of a job.
struct Ended {
    name: String,
    passed: bool,
    time: Duration,
}

/// Runs jobs side by side, with a variable for each; tells the screen what failed, and which took longest.
pub fn run(
    jobs: Vec<Job>,
    (variable, value): (&str, &OsStr),
    screen: &mut (dyn Write + Send),
) -> Totals {
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let (count, next) = (jobs.len(), AtomicUsize::new(0));
    let jobs: Vec<Mutex<Job>> = jobs.into_iter().map(Mutex::new).collect();
    let results = Mutex::new((Totals::default(), Vec::new(), screen));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let Ok(mut job) = job.lock() else { return };
                    job.command.env(variable, value);
                    let (text, ended) = one(&mut job);
                    let Ok(mut results) = results.lock() else { return };
                    text.lines().for_each(|line| results.0.add(line));
                    results.1.push(ended);
                    let (_, ended, screen) = &mut *results;
                    report(*screen, &text, (ended.len(), count), ended.last());
                }
            });
        }
    });
    let Ok((mut totals, mut ended, screen)) = results.into_inner() else {
        return Totals::default();
    };
    totals.success = ended.len() == count && ended.iter().all(|job| job.passed);
    ended.sort_by_key(|job| std::cmp::Reverse(job.time));
    // Nobody is left to be told where the screen is gone.
    let _ = writeln!(screen, "the longest:");
    for job in ended.iter().take(LONGEST) {
        let _ = writeln!(screen, "  {:6.1} s  {}", job.time.as_secs_f64(), job.name);
    }
    for job in ended.iter().filter(|job| !job.passed) {
        let _ = writeln!(screen, "FAILED: {}", job.name);
    }
    totals
}

fn one(job: &mut Job) -> (String, Ended) {
    let start = Instant::now();
    let output = job.command.stdin(Stdio::null()).output();
    let (text, passed) = match output {
        Ok(output) => {
            let text = [output.stdout, output.stderr].concat();
            (String::from_utf8_lossy(&text).into_owned(), output.status.success())
        }
        Err(e) => (format!("cannot be started: {e}"), false),
    };
    (text, Ended { name: job.name.clone(), passed, time: start.elapsed() })
}

fn report(
    screen: &mut dyn Write,
    text: &str,
    (number, count): (usize, usize),
    ended: Option<&Ended>,
) {
    let Some(Ended { name, passed, time }) = ended else { return };
    let word = if *passed { "ok" } else { "FAILED" };
    // Nobody is left to be told where the screen is gone.
    let _ = writeln!(screen, "{number}/{count} {name} {word} ({:.1} s)", time.as_secs_f64());
    if !passed {
        let _ = writeln!(screen, "{text}");
    }
}

#[cfg(test)]
mod tests {
    use super::{Job, binary, run};
    use std::path::Path;
    use std::process::Command;

    #[test]
    fn test_binaries_are_read_from_what_cargo_prints() {
        let line = |kind: &str, test: bool| {
            format!(
                r#"{{"reason":"compiler-artifact","manifest_path":"/w/crates/cli/Cargo.toml","target":{{"name":"ub","kind":["{kind}"]}},
                "profile":{{"test":{test}}},"executable":"/w/target/debug/deps/ub-1"}}"#
            )
        };
        let integration = binary(&line("test", true)).expect("a test binary");
        assert_eq!((integration.name.as_str(), integration.is_integration), ("cli::ub", true));
        assert_eq!(integration.folder, Path::new("/w/crates/cli"));
        let unit = binary(&line("lib", true)).expect("a test binary");
        assert_eq!((unit.name.as_str(), unit.is_integration), ("cli", false));
        assert!(binary(&line("bin", false)).is_none());
        assert!(binary("warning: unused").is_none());
    }

    #[test]
    fn every_job_counts_and_one_that_fails_fails_all() {
        let job = |name: &str, script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            Job::new(name, command)
        };
        let good = || {
            job("good", "test $TOLD = yes && echo 'test result: ok. 2 passed; 0 failed; 0 ignored'")
        };
        let bad = job("bad", "echo 'test result: FAILED. 1 passed; 3 failed; 0 ignored'; exit 101");
        let silent = job("silent", "exit 1");
        let totals = |jobs| {
            let totals = run(jobs, ("TOLD", "yes".as_ref()), &mut std::io::sink());
            (totals.passed, totals.failed, totals.success)
        };
        assert_eq!(totals(vec![good(), good(), good()]), (6, 0, true));
        assert_eq!(totals(vec![good(), bad, good()]), (5, 3, false));
        assert_eq!(totals(vec![good(), silent]), (2, 0, false));
        assert_eq!(totals(vec![Job::new("none", Command::new("/nowhere"))]), (0, 0, false));
    }
}
