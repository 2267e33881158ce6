//! What a command answers with.

use effigy_session::debug::{
    Activation, Event, Fork, ForkKind, Line, Possible, Shown, Spot, Step, WalkedTree,
};
use effigy_session::outcome::Ending;
use std::fmt;

/// A part of an answer. Prints as lines for the terminal, without the last line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A sentence.
    Note(String),
    /// Execution stands before a statement.
    Before {
        /// Why it stopped there, such as `breakpoint 1`; empty when nothing needs to be said.
        why: String,
        /// The statement.
        spot: Spot,
        /// Whether statements have numbers of their own.
        numbered: bool,
    },
    /// Execution waits for a choice.
    Fork {
        /// The statement.
        spot: Spot,
        /// The alternatives.
        fork: Fork,
        /// The path condition.
        condition: String,
        /// Whether statements have numbers of their own.
        numbered: bool,
    },
    /// Execution is over.
    Ended {
        /// The last statement.
        spot: Spot,
        /// How it ended.
        ending: Ending,
        /// The results of the call.
        results: Vec<Shown>,
        /// The path condition.
        condition: String,
        /// Whether the program was called rather than started by itself.
        numbered: bool,
    },
    /// A traced statement: the parts that were asked for.
    Traced {
        /// Its number, when asked for.
        number: Option<u32>,
        /// Its text, when asked for.
        text: Option<String>,
        /// What it did, when asked for.
        step: Option<Step>,
    },
    /// Something that happened while a statement was executed.
    Event(Event),
    /// A value.
    Value(Shown),
    /// Variables with their values.
    Variables(Vec<Shown>),
    /// The call stack, innermost first.
    Stack {
        /// The activations.
        activations: Vec<Activation>,
        /// Whether statements have numbers of their own.
        numbered: bool,
    },
    /// Lines of the source.
    Listing(Vec<Line>),
    /// A table.
    Table(Table),
    /// A row of a table that is being written: its cells with their widths.
    Row(Vec<(String, usize)>),
    /// The walked part of an execution tree.
    Tree(WalkedTree),
    /// A text for whoever asks the engine to write a file.
    File {
        /// Its path as it was typed.
        path: String,
        /// Its contents.
        contents: String,
    },
    /// What is wrong with a command. The session goes on.
    Error {
        /// The command as it was typed.
        command: String,
        /// The place of the error in it, from 0, when there is one.
        at: Option<usize>,
        /// What is wrong, and what to do.
        message: String,
    },
}

/// A table with a head.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows, as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |i: usize| {
            let cells = self.rows.iter().chain([&self.columns]);
            cells.filter_map(|row| row.get(i)).map(|c| c.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        f.write_str(&row(&self.columns, &widths))?;
        let rule: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
        write!(f, "\n{}", rule.join("  "))?;
        for cells in &self.rows {
            write!(f, "\n{}", row(cells, &widths))?;
        }
        Ok(())
    }
}

/// A row with its cells filled up to the widths of the columns.
fn row(cells: &[String], widths: &[usize]) -> String {
    let cell = |(text, width): (&String, &usize)| {
        let space = width.saturating_sub(text.chars().count());
        format!("{text}{:space$}", "")
    };
    let cells: Vec<String> = cells.iter().zip(widths).map(cell).collect();
    cells.join("  ").trim_end().to_owned()
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Note(text) => f.write_str(text),
            Item::Before { why, spot, numbered } => {
                let why = if why.is_empty() { String::new() } else { format!("{why}: ") };
                write!(f, "{why}before {}", place(spot, *numbered))
            }
            Item::Fork { spot, fork, condition, numbered } => {
                writeln!(f, "at {}", place(spot, *numbered))?;
                write_fork(f, fork, condition)
            }
            Item::Ended { spot, ending, results, condition, numbered } => {
                write_ending(f, spot, ending, *numbered)?;
                write!(f, "\npc = ({condition})")?;
                for shown in results {
                    let name = if shown.name == "RETURN" { "returned value" } else { &shown.name };
                    write!(f, "\n{name} = {}", shown.value)?;
                }
                Ok(())
            }
            Item::Traced { number, text, step } => write_traced(f, *number, text.as_deref(), step),
            Item::Event(event) => write_event(f, event),
            Item::Value(Shown { name, value }) => {
                let relates = name
                    .replace("->", "")
                    .contains(['<', '>', '=', '&', '|', '!', '¬', '≥', '≤', '≠']);
                write!(f, "{name}{} {value}", if relates { ":" } else { " =" })
            }
            Item::Variables(all) => write_variables(f, all),
            Item::Stack { activations, numbered } => write_stack(f, activations, *numbered),
            Item::Listing(lines) => write_listing(f, lines),
            Item::Table(table) => table.fmt(f),
            Item::Row(cells) => {
                let (texts, widths): (Vec<String>, Vec<usize>) = cells.iter().cloned().unzip();
                f.write_str(&row(&texts, &widths))
            }
            Item::Tree(tree) => f.write_str(&crate::tree::text(tree)),
            Item::File { path, .. } => write!(f, "written to {path}"),
            Item::Error { command, at, message } => write_error(f, command, *at, message),
        }
    }
}

/// `statement 7 of SEARCH: IF X = A(J) THEN`, or `line 7 of main: if (x)` with the file.
pub(crate) fn place(spot: &Spot, numbered: bool) -> String {
    let Spot { procedure, number, text, file, .. } = spot;
    if numbered {
        return format!("statement {number} of {procedure}: {text}");
    }
    let name = file.rsplit('/').next().unwrap_or(file);
    format!("{name}:{number} in {procedure}: {text}")
}

fn write_fork(f: &mut fmt::Formatter<'_>, fork: &Fork, condition: &str) -> fmt::Result {
    let first = fork.sides.first().map_or("", |s| s.condition.as_str());
    let both = "neither this nor its negation follows from the path condition";
    match &fork.kind {
        ForkKind::Branch if fork.sides.len() == 2 => writeln!(f, "unresolved: {first}; {both}")?,
        ForkKind::Check { kind, message } => {
            writeln!(f, "{kind}: {message}, unless {first}; {both}")?
        }
        ForkKind::Assertion { text, prove } => {
            let word = if *prove { "PROVE" } else { "ASSERT" };
            writeln!(f, "{word} ({text}): false; {first} does not follow from the path condition")?;
        }
        ForkKind::Branch | ForkKind::Value => {
            let what = if fork.kind == ForkKind::Value { "value" } else { "way" };
            writeln!(f, "unresolved: each {what} is possible")?;
            for (number, side) in fork.sides.iter().enumerate() {
                writeln!(f, "  {}: {}", number + 1, side.condition)?;
            }
        }
    }
    for side in &fork.sides {
        if let Possible::Unknown(why) = &side.possible {
            writeln!(f, "whether {} is possible is not known: {why}", side.condition)?;
        }
    }
    writeln!(f, "pc = ({condition})")?;
    match fork.sides.len() {
        2 => f.write_str("choose: go true, go false, or assume (P); go"),
        n => write!(f, "choose: go 1 to go {n}, or assume (P); go"),
    }
}

fn write_ending(
    f: &mut fmt::Formatter<'_>,
    spot: &Spot,
    ending: &Ending,
    numbered: bool,
) -> fmt::Result {
    match ending {
        Ending::Completed { .. } if numbered => f.write_str("the execution has ended"),
        Ending::Completed { status } => write!(f, "the execution has ended, exit {status}"),
        Ending::Failed { kind, message } => {
            write!(f, "the execution has failed at {}\n{kind}: {message}", place(spot, numbered))
        }
        other => write!(f, "the execution has ended: {}", other.detail()),
    }
}

fn write_traced(
    f: &mut fmt::Formatter<'_>,
    number: Option<u32>,
    text: Option<&str>,
    step: &Option<Step>,
) -> fmt::Result {
    let mut parts = Vec::new();
    if let Some(number) = number {
        parts.push(format!("{number:>4}"));
    }
    if let Some(text) = text {
        parts.push(text.to_owned());
    }
    if let Some(step) = step {
        let mut results: Vec<String> =
            step.results.iter().map(|r| format!("{} = {}", r.name, r.value)).collect();
        results.extend(step.decided.map(|d| d.to_string()));
        if !results.is_empty() {
            parts.push(format!("[{}]", results.join(", ")));
        }
    }
    f.write_str(&parts.join("  "))
}

fn write_event(f: &mut fmt::Formatter<'_>, event: &Event) -> fmt::Result {
    match event {
        Event::Wrote(value) => write!(f, "WRITE: {value}"),
        Event::Holds { text, prove } => {
            write!(f, "{} ({text}): true", if *prove { "PROVE" } else { "ASSERT" })
        }
        Event::Returned(value) => write!(f, "returned value = {value}"),
    }
}

fn write_variables(f: &mut fmt::Formatter<'_>, all: &[Shown]) -> fmt::Result {
    if all.is_empty() {
        return f.write_str("there are no variables here");
    }
    let lines: Vec<String> = all.iter().map(|s| format!("{} = {}", s.name, s.value)).collect();
    f.write_str(&lines.join("\n"))
}

fn write_stack(
    f: &mut fmt::Formatter<'_>,
    activations: &[Activation],
    numbered: bool,
) -> fmt::Result {
    if activations.is_empty() {
        return f.write_str("nothing is being executed");
    }
    let line = |(level, a): (usize, &Activation)| {
        let file = a.file.rsplit('/').next().unwrap_or(&a.file);
        let number = if numbered { format!("statement {}, ", a.number) } else { String::new() };
        format!("{level}: {} at {number}{file}:{}", a.procedure, a.line)
    };
    let lines: Vec<String> = activations.iter().enumerate().map(line).collect();
    f.write_str(&lines.join("\n"))
}

fn write_listing(f: &mut fmt::Formatter<'_>, lines: &[Line]) -> fmt::Result {
    if lines.is_empty() {
        return f.write_str("the source is not at hand");
    }
    let line = |line: &Line| {
        let mark = if line.current { "*" } else { " " };
        let number = line.number.map_or(String::new(), |n| n.to_string());
        format!("{mark}{number:>4}  {}", line.text).trim_end().to_owned()
    };
    let lines: Vec<String> = lines.iter().map(line).collect();
    f.write_str(&lines.join("\n"))
}

fn write_error(
    f: &mut fmt::Formatter<'_>,
    command: &str,
    at: Option<usize>,
    message: &str,
) -> fmt::Result {
    write!(f, "error: {message}")?;
    if let Some(at) = at {
        let before = command.get(..at).map_or(0, |text| text.chars().count());
        write!(f, "\n  | {command}\n  | {:before$}^", "")?;
    }
    Ok(())
}

/// Takes an item as soon as there is one.
pub(crate) type Show<'s> = &'s mut dyn FnMut(Item);
