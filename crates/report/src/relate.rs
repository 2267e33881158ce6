//! What the commands of an Alloy model came to: as text, and as a page with pictures.

mod graph;
mod markup;
mod page;
mod tables;

pub use graph::graph;
pub use page::page;

use crate::inputs::printable;
use crate::sources::Sources;
use crate::terminal::Look;
use crate::terminal::excerpt::{Mark, marked};
use crate::terminal::table::seconds;
use crate::words::plural;
use annotate_snippets::Level;
use effigy_session::outcome::Verdict;
use effigy_session::prove::Portion;
use effigy_session::relate::{Agreement, Answer, CommandOutcome, CoreOutcome, RelateOutcome};
use std::fmt::Write;
use tables::write_instance;

/// Parts of a core that are shown with their lines; the others are left out and counted.
const MOST_PARTS: usize = 20;

/// The report of one command: its answer, its instances or its core.
pub fn command_report(command: &CommandOutcome, sources: &mut Sources, look: &Look) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", headline(command, sources, look));
    if !command.reason.is_empty() {
        let label = if command.answer == Answer::Undecided { "because" } else { "no more" };
        let _ = writeln!(out, "  {}: {}", look.warn(label), printable(&command.reason));
    }
    for diagnostic in &command.unsupported {
        let place = format!("{}:{}:{}", diagnostic.path, diagnostic.line, diagnostic.column);
        let _ = writeln!(out, "  {}", look.dim(&printable(&place)));
    }
    let several = command.instances.len() > 1;
    for (number, instance) in command.instances.iter().enumerate() {
        if several {
            let _ = writeln!(out, "  {}", look.strong(&format!("number {}", number + 1)));
        }
        write_instance(&mut out, instance, look);
    }
    if several && command.complete {
        let _ =
            writeln!(out, "  there are no others, but those that differ in which atom is which");
    }
    if let Some(core) = &command.core {
        write_core(&mut out, core, sources, look);
    }
    out
}

fn headline(command: &CommandOutcome, sources: &Sources, look: &Look) -> String {
    let kind = if command.check { "check" } else { "run" };
    let name = look.strong(&printable(&command.name));
    let words = match (command.answer, command.failed()) {
        (Answer::Undecided, _) => look.warn(command.words()),
        (_, true) => look.bad(&printable(&command.said())),
        _ => look.good(&printable(&command.said())),
    };
    let expected = match command.agreement() {
        Agreement::Agrees => ", as expected".to_owned(),
        Agreement::Disagrees => format!(", {}", look.bad("which is not expected")),
        Agreement::Free | Agreement::Open => String::new(),
    };
    let place = look.dim(&printable(&sources.short_place(&command.place.place)));
    format!("{kind} {name}: {words}{expected} ({})  {place}", seconds(command.time))
}

fn write_core(out: &mut String, core: &CoreOutcome, sources: &mut Sources, look: &Look) {
    if core.parts.is_empty() {
        let _ = writeln!(out, "  the scopes and the signatures alone leave no instance");
        return;
    }
    let message = match core.minimal {
        true => "these contradict each other, and without any of them there is an instance",
        false => "these contradict each other; some of them may not be needed",
    };
    let parts: Vec<(&Portion, String)> = core
        .parts
        .iter()
        .filter(|part| !part.place.place.file.starts_with('<'))
        .map(|part| (&part.place, printable(&part.what)))
        .collect();
    let marks: Vec<Mark<'_>> =
        parts.iter().take(MOST_PARTS).map(|(place, what)| Mark::new(place, what, true)).collect();
    out.push_str(&marked(Level::NOTE.primary_title(message), &marks, sources, look));
    out.push('\n');
    let library = core.parts.len() - parts.len();
    let more = parts.len().saturating_sub(MOST_PARTS);
    if more > 0 {
        let _ = writeln!(out, "  ... and {more} more");
    }
    if library > 0 {
        let _ = writeln!(out, "  and {} of the language's modules", plural(library as u64, "part"));
    }
}

/// The last line: how many commands have which answer.
pub fn verdict_line(outcome: &RelateOutcome, look: &Look) -> String {
    let word = match outcome.verdict() {
        Verdict::Failed => look.bad("failed"),
        Verdict::Incomplete => look.warn("incomplete"),
        verdict => look.good(verdict.name()),
    };
    let count = |what: fn(&CommandOutcome) -> bool| {
        outcome.commands.iter().filter(|command| what(command)).count()
    };
    let all = plural(outcome.commands.len() as u64, "command");
    let mut parts = Vec::new();
    let mut part = |number: usize, what: &str| {
        if number > 0 {
            parts.push(format!("{number} {what}"));
        }
    };
    part(count(|c| c.agreement() == Agreement::Agrees), "as expected");
    part(count(|c| c.agreement() == Agreement::Disagrees), "not as expected");
    part(count(|c| c.agreement() == Agreement::Free && c.failed()), "with a counterexample");
    part(
        count(|c| c.agreement() == Agreement::Free && !c.failed() && c.answer != Answer::Undecided),
        "decided",
    );
    part(count(|c| c.answer == Answer::Undecided), "undecided");
    let parts = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    format!("{word}: {all}{parts} ({})\n", seconds(outcome.time))
}

/// All commands with their instances, for a file.
pub fn instances_text(outcome: &RelateOutcome) -> String {
    let mut sources = Sources::here();
    let mut out = String::new();
    for command in &outcome.commands {
        out.push_str(&command_report(command, &mut sources, &Look::PLAIN));
        out.push('\n');
    }
    out.push_str(&verdict_line(outcome, &Look::PLAIN));
    out
}

#[cfg(test)]
mod tests;
