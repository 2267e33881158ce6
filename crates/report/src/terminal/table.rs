//! The numbers of a run.

use super::bmc;
use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::Look;
use effigy_session::outcome::RunOutcome;
use std::fmt::Write;
use std::time::Duration;

/// Paths by ending, coverage, and what the run cost.
pub fn write_tables(out: &mut String, outcome: &RunOutcome, sources: &Sources, look: &Look) {
    match &outcome.bmc {
        Some(figures) => bmc::write_figures(out, figures, sources, look),
        // Who follows a trace or an input leaves most paths out.
        None if outcome.feasible.is_some() || outcome.concolic.is_some() => {}
        None => write_paths(out, outcome, look),
    }
    let coverage = &outcome.coverage;
    if coverage.lines_total > 0 {
        let _ = write!(out, "coverage  {}", share(coverage.lines, coverage.lines_total, "lines"));
        if coverage.branches_total > 0 {
            let _ = write!(
                out,
                ", {}",
                share(coverage.branches, coverage.branches_total, "branch sides")
            );
        }
        out.push('\n');
    }
    if let Some(most) = outcome.loops.first() {
        let place = printable(&most.place.to_string());
        let forks = thousands(most.forks);
        let (function, bound) = (printable(&most.function), &most.bound);
        let _ = writeln!(
            out,
            "loop      {place} in `{function}` forked {forks} times; {bound} bounds it"
        );
    }
    let solver = &outcome.solver;
    if solver.queries > 0 {
        let _ = write!(
            out,
            "solver    {} queries, {} answered from memory",
            solver.queries, solver.cached
        );
        if solver.unknown > 0 {
            let _ = write!(out, ", {}", look.warn(&format!("{} undecided", solver.unknown)));
        }
        let _ =
            writeln!(out, ", {}", seconds(Duration::from_secs_f64(solver.seconds.clamp(0.0, 1e9))));
    }
    let t = &outcome.timings;
    let parts =
        [("compile", t.compile), ("load", t.load), ("explore", t.explore), ("replay", t.replay)];
    let parts: Vec<String> = parts
        .iter()
        .filter(|p| p.1 > Duration::ZERO)
        .map(|p| format!("{} {}", p.0, seconds(p.1)))
        .collect();
    let detail = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
    let _ = write!(
        out,
        "time      {}{detail}, {} instructions",
        seconds(t.total),
        thousands(outcome.instructions)
    );
    if outcome.peak_mb > 0 {
        let _ = write!(out, ", {} MB", outcome.peak_mb);
    }
    out.push_str("\n\n");
}

fn write_paths(out: &mut String, outcome: &RunOutcome, look: &Look) {
    let p = &outcome.paths;
    let bad: fn(&Look, &str) -> String = Look::bad;
    let cells = [
        ("completed", p.completed, Look::good as fn(&Look, &str) -> String),
        ("failed", p.failed, bad),
        ("cut", p.cut, Look::warn),
        ("unsupported", p.unsupported, Look::warn),
        ("unknown", p.unknown, Look::warn),
    ];
    let mut head = String::from("paths   ");
    let mut body = String::from("        ");
    for (name, count, paint) in cells {
        let width = name.len().max(thousands(count).len());
        let _ = write!(head, "  {name:>width$}");
        let count_text = format!("{:>width$}", thousands(count));
        let _ = write!(
            body,
            "  {}",
            if count > 0 { paint(look, &count_text) } else { look.dim(&count_text) }
        );
    }
    let _ = writeln!(out, "{head}\n{body}");
    if p.dismissed > 0 {
        let _ = writeln!(
            out,
            "          {} more ended at an assumption that no input meets",
            thousands(p.dismissed)
        );
    }
}

fn share(part: u64, whole: u64, noun: &str) -> String {
    format!("{part} of {whole} {noun} ({} %)", part * 100 / whole.max(1))
}

/// A time as people say it.
pub fn seconds(time: Duration) -> String {
    let s = time.as_secs_f64();
    if s >= 120.0 {
        format!("{} min {} s", time.as_secs() / 60, time.as_secs() % 60)
    } else if s >= 10.0 {
        format!("{s:.0} s")
    } else if s >= 1.0 {
        format!("{s:.1} s")
    } else {
        format!("{} ms", time.as_millis())
    }
}

/// Digits in groups of three.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
