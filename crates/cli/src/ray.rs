//! `explore --ray`: the paths are run on a Ray cluster, whose part is the Python package `effigy_ray` (`docs/ray.md`).
//!
//! The package gets the program and the open parts of the tree, and hands back the commits of its workers. They are
//! appended to the journal of the run folder, and the run ends as one does that goes on where nothing is left.

use crate::error::CliError;
use crate::watcher::Watcher;
use crate::wire::{Bytes, CommitLine, FromCluster, ToCluster};
use effigy_session::explore::Prepared;
use effigy_session::options::ExploreOptions;
use effigy_session::outcome::PathCounts;
use effigy_session::progress::{Observer, Phase, Progress};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often limits and Ctrl-C are looked at.
const TICK: Duration = Duration::from_millis(100);
/// How long a cluster may take to give back what its workers have, after it was asked to end.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where paths are run.
pub struct Cluster<'a> {
    /// The address, for Ray.
    pub address: &'a str,
    /// How many workers at most; `None`: one a CPU.
    pub workers: Option<usize>,
}

/// Explores on a cluster and appends what is found to a journal, until nothing is left or a limit is reached.
///
/// # Errors
/// When Python, Ray or the cluster is not there, or the cluster is lost. The journal is good in all cases.
pub fn explore(
    prepared: &Prepared,
    options: &ExploreOptions,
    cluster: &Cluster<'_>,
    journal: &File,
    watcher: &mut Watcher,
) -> Result<(), CliError> {
    // What follows the exploration needs time, too.
    let until = options.budget.time.map(|time| Instant::now() + time.mul_f64(0.9));
    let mut driver = Driver::start(cluster, prepared)?;
    let mut seen = Seen::new();
    loop {
        match driver.lines.recv_timeout(TICK) {
            Ok(FromCluster::Commit(commit)) => {
                append(journal, &commit)?;
                seen.add(&commit);
            }
            Ok(FromCluster::Open(open)) => seen.open = open,
            Ok(FromCluster::Note(text)) => watcher.note(&text),
            Ok(FromCluster::Done(given_up)) => {
                if given_up > 0 {
                    watcher.note(&format!(
                        "{given_up} parts of the tree ended their workers again and again; they are left to this process"
                    ));
                }
                return Ok(());
            }
            Ok(FromCluster::Error(text)) => return Err(CliError::Ray(text)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(driver.ended()),
        }
        watcher.progress(&seen.progress(options.budget.time));
        let late = until.is_some_and(|until| Instant::now() >= until);
        if late || options.cancel.is_cancelled() {
            driver.stop();
        }
        if driver.is_overdue() {
            return Ok(());
        }
    }
}

/// Appends a commit as a whole.
fn append(mut journal: &File, commit: &CommitLine) -> Result<(), CliError> {
    let written = journal.write_all(&commit.journal.0);
    written.map_err(|cause| CliError::Ray(format!("the journal cannot be written: {cause}")))
}

/// The Python process.
struct Driver {
    process: Child,
    /// Its input, whose end tells it to end.
    input: Option<ChildStdin>,
    lines: Receiver<FromCluster>,
    asked: Option<Instant>,
}

impl Driver {
    fn start(cluster: &Cluster<'_>, prepared: &Prepared) -> Result<Self, CliError> {
        let effigy = std::env::current_exe()
            .map_err(|cause| CliError::Ray(format!("where Effigy lies is not known: {cause}")))?;
        let remote_job = Box::new(prepared.remote_job()?);
        let mut command = Command::new("python3");
        command.args(["-m", "effigy_ray", "--address", cluster.address, "--effigy"]).arg(effigy);
        if let Some(workers) = cluster.workers {
            command.args(["--workers", &workers.to_string()]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C is for this process, which then ends the input of the other one.
        command.process_group(0);
        let mut process = command.spawn().map_err(|cause| {
            CliError::Ray(format!("python3 does not start: {cause}; Ray needs Python 3.9 or later"))
        })?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (Some(mut input), Some(output)) = (input, output) else {
            return Err(CliError::Ray("python3 has no pipes".to_owned()));
        };
        let lines = listen(output);
        let mut driver = Driver { process, input: None, lines, asked: None };
        let parts = prepared.open_parts(&[])?.into_iter().map(Bytes).collect();
        for line in [ToCluster::Start(remote_job), ToCluster::Parts(parts)] {
            let mut line = serde_json::to_vec(&line)?;
            line.push(b'\n');
            input.write_all(&line).map_err(|_| driver.ended())?;
        }
        driver.input = Some(input);
        Ok(driver)
    }

    /// Asks it to give back what the workers have, once.
    fn stop(&mut self) {
        self.input = None;
        self.asked.get_or_insert_with(Instant::now);
    }

    fn is_overdue(&self) -> bool {
        self.asked.is_some_and(|asked| asked.elapsed() > PATIENCE)
    }

    /// Why there are no more lines, though it did not say that it is done.
    fn ended(&mut self) -> CliError {
        let status = self.process.wait().map_or_else(|e| e.to_string(), |s| s.to_string());
        CliError::Ray(format!(
            "`python3 -m effigy_ray` ended ({status}); install it with `pip install ray` and `pip install python/effigy-ray`; \
             `effigy resume` goes on without a cluster"
        ))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        self.input = None;
        let asked = Instant::now();
        while let Ok(None) = self.process.try_wait() {
            if asked.elapsed() > PATIENCE {
                // It may have ended since.
                let _ = self.process.kill();
                let _ = self.process.wait();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Reads lines until the process ends. A line that cannot be read ends the run with what came before it.
fn listen(output: ChildStdout) -> Receiver<FromCluster> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let line = serde_json::from_str(&line);
            let line = line.unwrap_or_else(|cause| {
                FromCluster::Error(format!("its answer is not understood: {cause}"))
            });
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// What came from the cluster so far.
struct Seen {
    started: Instant,
    leaves: u64,
    failed: u64,
    instructions: u64,
    open: u64,
}

impl Seen {
    fn new() -> Self {
        Seen { started: Instant::now(), leaves: 0, failed: 0, instructions: 0, open: 0 }
    }

    fn add(&mut self, commit: &CommitLine) {
        self.leaves += commit.leaves;
        self.failed += commit.failed;
        self.instructions += commit.instructions;
    }

    fn progress(&self, limit: Option<Duration>) -> Progress {
        let elapsed = self.started.elapsed();
        Progress {
            phase: Phase::Exploring,
            elapsed,
            left: limit.map(|limit| limit.saturating_sub(elapsed)),
            paths: PathCounts {
                completed: self.leaves.saturating_sub(self.failed),
                failed: self.failed,
                ..PathCounts::default()
            },
            pending: self.open,
            findings: self.failed,
            instructions: self.instructions,
            ..Progress::default()
        }
    }
}
