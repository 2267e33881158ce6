//! The answer about a trace, in words.

use super::finding::rows;
use super::{Look, plural};
use crate::inputs::printable;
use crate::sources::Sources;
use effigy_session::outcome::{Answer, Condition, DeadEnd, Feasibility, How, RunOutcome};
use std::fmt::Write;

/// Dead ends that are shown.
const SHOWN: usize = 5;

/// The input that follows the trace, where the run does not fail on it; why there is none.
pub(super) fn write_answer(
    out: &mut String,
    outcome: &RunOutcome,
    feasible: &Feasibility,
    sources: &mut Sources,
    look: &Look,
) {
    if feasible.answer == Answer::Feasible {
        write_input(out, outcome, look);
        return;
    }
    for end in feasible.dead_ends.iter().take(SHOWN) {
        write_end(out, end, sources, look);
    }
    let more = feasible.dead_ends.len().saturating_sub(SHOWN) as u64 + feasible.more_dead_ends;
    if more > 0 {
        let _ = writeln!(out, "and {} (all in summary.json)\n", plural(more, "further route"));
    }
}

fn write_input(out: &mut String, outcome: &RunOutcome, look: &Look) {
    if !outcome.findings.is_empty() {
        return;
    }
    let Some(test) = outcome.tests.first() else { return };
    let inputs = effigy_session::outcome::inputs_of(&test.case);
    let shown = |i: &effigy_session::outcome::Input| {
        format!("{} = {}", printable(&i.name), crate::inputs::readable(i, 96))
    };
    let inputs: Vec<String> = inputs.iter().map(shown).collect();
    let inputs = if inputs.is_empty() { vec!["any".to_owned()] } else { inputs };
    rows(out, "input", inputs, look);
    out.push('\n');
}

fn write_end(out: &mut String, end: &DeadEnd, sources: &mut Sources, look: &Look) {
    let step = printable(&end.step);
    let line = end.trace_line;
    match &end.how {
        How::Contradiction { core, minimal, between } => {
            let what = match between {
                false => format!("line {line} of the trace, `{step}`, cannot be:"),
                true => format!("no way to line {line} of the trace, `{step}`, on this side:"),
            };
            let _ = writeln!(out, "{what}");
            for condition in core {
                write_condition(out, condition, sources, look);
            }
            if !minimal {
                let _ = writeln!(out, "  (some of these may be left out)");
            }
        }
        How::NoWay => {
            let place = place(&end.file, end.line, sources);
            let _ =
                writeln!(out, "from {place} nothing leads to line {line} of the trace, `{step}`");
        }
        How::Ended { why } => {
            let at = match end.file.is_empty() {
                true => String::new(),
                false => format!("at {} ", place(&end.file, end.line, sources)),
            };
            let why = printable(why);
            let _ = writeln!(out, "{at}{why}, before line {line} of the trace, `{step}`");
        }
    }
    out.push('\n');
}

fn write_condition(out: &mut String, condition: &Condition, sources: &mut Sources, look: &Look) {
    let text = match condition.text.as_str() {
        "false" => "false whatever the input is".to_owned(),
        text => printable(text),
    };
    let place = place(&condition.file, condition.line, sources);
    let _ = writeln!(out, "  {}  {}", look.strong(&text), look.dim(&place));
    let source = sources.line(&condition.file, condition.line).map(str::trim).map(printable);
    if let Some(source) = source {
        let _ = writeln!(out, "      {} {}", look.dim("|"), look.dim(&source));
    }
}

fn place(file: &str, line: u32, sources: &Sources) -> String {
    match file.is_empty() {
        true => "an unknown place".to_owned(),
        false => format!("{}:{line}", printable(sources.short(file))),
    }
}

/// The answer in a sentence.
pub(super) fn sentence(outcome: &RunOutcome, feasible: &Feasibility) -> String {
    let steps = plural(feasible.steps.into(), "step");
    match feasible.answer {
        Answer::Feasible => {
            let ending = match outcome.tests.first().map(|test| test.replay.name()) {
                Some("confirmed") => ", and the program ends on it as predicted",
                Some("disagreed") => ", but the program ends on it in another way than predicted",
                _ => "",
            };
            format!("an input follows the trace of {steps}{ending}")
        }
        Answer::Infeasible => {
            let routes = feasible.dead_ends.len() as u64 + feasible.more_dead_ends;
            let why = match routes {
                0 => String::new(),
                1 => match feasible.dead_ends.first().map(|end| &end.how) {
                    Some(How::Contradiction { .. }) => "; the one route contradicts itself".into(),
                    _ => "; the one route comes to an end".to_owned(),
                },
                _ => format!("; each of {routes} routes comes to an end"),
            };
            format!("no input follows the trace of {steps}{why}")
        }
        Answer::Undecided => {
            format!("{} of {steps} can be passed; the rest is not decided", feasible.passed)
        }
    }
}
