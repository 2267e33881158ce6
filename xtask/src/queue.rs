//! All tests of the workspace as one queue of jobs, which as many workers empty as there are processors.
//!
//! `cargo test` runs one test binary after the other, and waits at the end of each for its longest test. Here an integration
//! test is a job of its own, since many take seconds; the unit tests of a module are one. The longest come first.

pub mod seconds;

use crate::totals::Totals;
use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many of the longest jobs are listed at the end.
const LONGEST: usize = 12;

/// What a worker does at a time.
pub struct Job {
    /// The test, or the module of its unit tests.
    pub name: String,
    /// What runs it.
    pub command: Command,
}

impl Job {
    /// A command that prints lines such as `test result: ok. 3 passed; 0 failed; ...`.
    pub fn new(name: &str, command: Command) -> Self {
        Self { name: name.to_owned(), command }
    }
}

/// What became of a job.
pub struct Ended {
    /// The job.
    pub name: String,
    /// Whether its tests passed.
    pub passed: bool,
    /// How long it took.
    pub time: Duration,
}

/// Runs jobs side by side in their order, with a variable for each; tells the screen what failed, and which took longest.
/// What became of each comes with the totals, the longest first.
pub fn run(
    jobs: Vec<Job>,
    (variable, value): (&str, &OsStr),
    screen: &mut (dyn Write + Send),
) -> (Totals, Vec<Ended>) {
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
        return (Totals::default(), Vec::new());
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
    (totals, ended)
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
    use super::{Job, run};
    use std::process::Command;

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
            let (totals, _) = run(jobs, ("TOLD", "yes".as_ref()), &mut std::io::sink());
            (totals.passed, totals.failed, totals.success)
        };
        assert_eq!(totals(vec![good(), good(), good()]), (6, 0, true));
        assert_eq!(totals(vec![good(), bad, good()]), (5, 3, false));
        assert_eq!(totals(vec![good(), silent]), (2, 0, false));
        assert_eq!(totals(vec![Job::new("none", Command::new("/nowhere"))]), (0, 0, false));
    }
}
