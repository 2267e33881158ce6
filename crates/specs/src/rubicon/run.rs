//! Starting the runner of an application and reading what the library in it wrote down.

use super::{Project, RubiconError, RubiconOutcome, Specification};
use effigy_base::assumption::Accepted;
use effigy_base::budget::CancelToken;
use effigy_records::Verdict;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often it is asked whether the runner has ended.
const TICK: Duration = Duration::from_millis(20);

/// So many lines of what a runner printed are shown.
const TAIL: usize = 15;

/// How specifications are run.
#[derive(Clone, Debug)]
pub struct RubiconOptions {
    /// A file or folder of specifications, or an application.
    pub input: PathBuf,
    /// The command that runs them, instead of the framework's own.
    pub runner: Option<String>,
    /// The program that decides.
    pub program: PathBuf,
    /// The file that results are written to.
    pub results: PathBuf,
    /// The file that takes what the runner prints.
    pub printed: PathBuf,
    /// The member `scopes` of requests, as JSON.
    pub scopes: Option<String>,
    /// Assumptions that the user accepts.
    pub accepted: Accepted,
    /// The folder for tests, where they are asked for.
    pub tests: Option<PathBuf>,
    /// Stops the run; has its deadline.
    pub cancel: CancelToken,
}

/// Runs specifications to their end, or until the run is stopped. What was decided before is kept.
///
/// # Errors
/// [`RubiconError`] when nothing can be run or nothing was decided.
pub fn run(project: &Project, options: &RubiconOptions) -> Result<RubiconOutcome, RubiconError> {
    let started = Instant::now();
    let runner = options.runner.clone().unwrap_or_else(|| project.framework.runner().to_owned());
    let mut child = start(project, options, &runner)?;
    let ended = wait(&mut child, &options.cancel)
        .map_err(|cause| RubiconError::NoRunner { runner: runner.clone(), cause })?;
    let (specifications, mut problems) = read(&options.results)?;
    match &ended {
        None => problems.push(stopped(&options.cancel)),
        Some(status) if specifications.is_empty() => {
            let mut tail = tail(&options.printed);
            tail.extend(missing_library(&tail));
            return Err(RubiconError::Nothing { runner, ended: described(*status), tail });
        }
        Some(status) => problems.extend(unexpected(*status, &specifications).map(|why| {
            format!(
                "`{runner}` {why}, so that specifications can be missing: see {}",
                options.printed.display()
            )
        })),
    }
    Ok(RubiconOutcome {
        project: project.clone(),
        specifications,
        problems,
        accepted: options.accepted.clone(),
        seconds: started.elapsed().as_secs_f64(),
    })
}

fn start(project: &Project, options: &RubiconOptions, runner: &str) -> Result<Child, RubiconError> {
    let file = |path: &Path, cause: io::Error| RubiconError::File { path: path.to_owned(), cause };
    File::create(&options.results).map_err(|cause| file(&options.results, cause))?;
    let printed = File::create(&options.printed).map_err(|cause| file(&options.printed, cause))?;
    let errors = printed.try_clone().map_err(|cause| file(&options.printed, cause))?;
    let mut words = runner.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).args(&project.target).current_dir(&project.root);
    command.env("EFFIGY", &options.program).env("RUBICON_RESULTS", &options.results);
    if let Some(scopes) = &options.scopes {
        command.env("RUBICON_SCOPES", scopes);
    }
    if let Some(tests) = &options.tests {
        command.env("RUBICON_WRITE_TESTS", tests);
    }
    command.stdin(Stdio::null()).stdout(printed).stderr(errors);
    effigy_child::spawn(&mut command)
        .map_err(|cause| RubiconError::NoRunner { runner: runner.to_owned(), cause })
}

/// The status of the runner; none when the run was stopped before it ended.
fn wait(child: &mut Child, cancel: &CancelToken) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if cancel.reason().is_some() {
            end(child)?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(TICK);
    }
}

/// Ends the runner and what it started: it leads a process group of its own.
fn end(child: &mut Child) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};
    match kill_process_group(Pid::from_child(child), Signal::KILL) {
        Ok(()) => Ok(()),
        Err(_) => child.kill(),
    }
}

fn stopped(cancel: &CancelToken) -> String {
    let why = cancel.reason().map_or("the run was stopped", |reason| reason.text());
    format!("{why} before all specifications were decided")
}

/// What was written down, and which lines are no results.
fn read(path: &Path) -> Result<(Vec<Specification>, Vec<String>), RubiconError> {
    let text =
        std::fs::read(path).map_err(|cause| RubiconError::File { path: path.to_owned(), cause })?;
    let text = String::from_utf8_lossy(&text);
    let mut specifications = Vec::new();
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(specification) => specifications.push(specification),
            Err(error) => problems.push(format!(
                "line {} of {} is no result: {error}",
                number + 1,
                path.display()
            )),
        }
    }
    Ok((specifications, problems))
}

/// A status that the results do not explain: runners end with 0, and with 1 where a test failed.
fn unexpected(status: ExitStatus, specifications: &[Specification]) -> Option<String> {
    let all_hold = specifications.iter().all(|s| s.verdict == Verdict::Holds);
    match status.code() {
        Some(0) => None,
        Some(1) if !all_hold => None,
        _ => Some(described(status)),
    }
}

fn described(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with status {code}"),
        None => "was killed".to_owned(),
    }
}

/// The last lines of what a runner printed.
/// What to do where the application did not find the library of specifications.
fn missing_library(printed: &str) -> Option<&'static str> {
    let gem = "\nthe gem is the folder `ruby` of Effigy's source: give it to the Gemfile (`gem \"rubicon\", path: \"...\"`), or put \
               its folder `lib` into RUBYLIB";
    let package = "\nthe package is the folder `python/effigy-rubicon` of Effigy's source: `pip install` it where the application \
                   is installed";
    [("cannot load such file -- rubicon", gem), ("No module named 'effigy_rubicon'", package)]
        .into_iter()
        .find_map(|(message, advice)| printed.contains(message).then_some(advice))
}

fn tail(path: &Path) -> String {
    let text = std::fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.is_empty() { String::new() } else { format!(":\n  {}", telling(&lines).join("\n  ")) }
}

/// The last lines; or the first error and the last lines, when what is printed about it pushes it out.
fn telling<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let last = lines.len().saturating_sub(TAIL);
    let error = lines[..last].iter().position(|line| line.contains("rror"));
    match error {
        Some(at) => {
            let (head, tail) = (at..(at + TAIL / 2).min(last), lines.len() - TAIL / 2..);
            [&lines[head], &["..."], &lines[tail]].concat()
        }
        None => lines[last..].to_vec(),
    }
}
