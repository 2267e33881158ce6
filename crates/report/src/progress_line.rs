//! The line that tells how a long run is going.

use crate::words::plural;
use effigy_session::progress::{Phase, Progress};
use std::io::Write;
use std::time::Duration;

/// Time between two lines that replace each other on a terminal.
const ON_TERMINAL: Duration = Duration::from_millis(100);
/// Time between two lines in a file or a pipe.
const IN_FILE: Duration = Duration::from_secs(10);
/// A loop that keeps forking is named after this time, when it forked so often.
const PATIENCE: Duration = Duration::from_secs(5);
const MANY_FORKS: u64 = 1000;
/// A query is named once it takes this long.
const SLOW: Duration = Duration::from_secs(2);

/// Writes the progress of a run: on a terminal as one line that is replaced, elsewhere as one line each ten seconds.
#[derive(Debug)]
pub struct ProgressLine<W: Write> {
    out: W,
    terminal: bool,
    width: usize,
    last: Option<Duration>,
    drawn: bool,
}

impl<W: Write> ProgressLine<W> {
    /// A line on `out`, cut to `width` characters when it is a terminal.
    pub fn new(out: W, terminal: bool, width: usize) -> Self {
        ProgressLine { out, terminal, width, last: None, drawn: false }
    }

    /// Shows the snapshot when it is time to. Errors of writing are ignored: progress is no result.
    pub fn update(&mut self, progress: &Progress) {
        let pause = if self.terminal { ON_TERMINAL } else { IN_FILE };
        let since = self.last.unwrap_or(Duration::ZERO);
        if progress.elapsed < since + pause {
            return;
        }
        self.last = Some(progress.elapsed);
        let line = line(progress);
        if self.terminal {
            let cut: String = line.chars().take(self.width.saturating_sub(1)).collect();
            let _ = write!(self.out, "\r\u{1b}[K{cut}");
            self.drawn = true;
        } else {
            let _ = writeln!(self.out, "{line}");
        }
        let _ = self.out.flush();
    }

    /// Writes a remark on a line of its own.
    pub fn note(&mut self, text: &str) {
        self.clear();
        let _ = writeln!(self.out, "{text}");
    }

    /// Removes the line from the terminal.
    pub fn clear(&mut self) {
        if self.drawn {
            let _ = write!(self.out, "\r\u{1b}[K");
            let _ = self.out.flush();
            self.drawn = false;
        }
    }
}

/// The text of the line.
pub fn line(progress: &Progress) -> String {
    let elapsed = format!("{} s", progress.elapsed.as_secs());
    match progress.phase {
        Phase::Compiling => format!("compiling, {elapsed}"),
        Phase::Loading => format!("loading, {elapsed}"),
        Phase::Replaying => {
            format!("replaying test {} of {}, {elapsed}", progress.replayed.0, progress.replayed.1)
        }
        Phase::Exploring => exploring(progress, &elapsed),
        Phase::Fuzzing => fuzzing(progress, &elapsed),
        Phase::Unwinding => format!("unwinding to bound {}, {elapsed}", progress.pending),
        Phase::Following => following(progress, &elapsed),
    }
}

fn fuzzing(progress: &Progress, elapsed: &str) -> String {
    let paths = &progress.paths;
    let runs = plural((paths.total() + paths.dismissed).max(progress.native_runs), "run");
    let findings = plural(progress.findings, "finding");
    let left = progress.left.map(|left| format!(", {} s left", left.as_secs()));
    let left = left.unwrap_or_default();
    format!("fuzzing {elapsed}: {runs} (+{} inputs waiting), {findings}{left}", progress.pending)
}

fn following(progress: &Progress, elapsed: &str) -> String {
    let (passed, steps) = progress.lines;
    let paths = plural(progress.paths.total(), "path");
    let left = progress.left.map(|left| format!(", {} s left", left.as_secs()));
    let left = left.unwrap_or_default();
    // An input has no steps.
    if steps == 0 {
        return format!("following {elapsed}{left}");
    }
    format!(
        "following {elapsed}: {passed} of {} passed, {paths} (+{} waiting){left}",
        plural(steps, "step"),
        progress.pending
    )
}

fn exploring(progress: &Progress, elapsed: &str) -> String {
    let mut parts =
        vec![format!("{} (+{} waiting)", plural(progress.paths.total(), "path"), progress.pending)];
    parts.push(plural(progress.findings, "finding"));
    let (lines, total) = progress.lines;
    if let Some(share) = (lines * 100).checked_div(total) {
        parts.push(format!("{share} % of lines"));
    }
    parts.push(format!("solver {:.0} %", progress.solver_share.clamp(0.0, 1.0) * 100.0));
    if let Some(left) = progress.left {
        parts.push(format!("{} s left", left.as_secs()));
    }
    if let Some(query) = progress.slow_query.as_ref().filter(|q| q.time >= SLOW) {
        parts.push(format!("query of {} runs for {} s", query.place, query.time.as_secs()));
    }
    let forking = progress.forking.as_ref().filter(|l| l.forks >= MANY_FORKS);
    if let Some(forking) = forking.filter(|_| progress.elapsed >= PATIENCE) {
        parts.push(format!("the loop at {} keeps forking", forking.place));
    }
    format!("exploring {elapsed}: {}", parts.join(", "))
}
