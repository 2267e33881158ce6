//! The commands as they are typed.

use crate::breakpoint::{Breakpoint, parse_breakpoint};
use crate::help;
use crate::trace::{Columns, Trace, Tracing, parse_trace};
use crate::words::{first_word, nearest, numbers, parenthesized};
use crate::wrong::{Wrong, wrong};

/// A command. Texts in it are parts of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command<'t> {
    Call(&'t str),
    Restart,
    Go(Go),
    Step(u64, Option<usize>),
    Next(u64),
    Assume(&'t str),
    Condition,
    Examine(&'t str),
    Variables(usize),
    Assign(&'t str),
    Where,
    List(Option<(u32, u32)>),
    Trace(Trace),
    TraceTable(Columns),
    TraceOff,
    Break(Breakpoint),
    Breakpoints,
    Delete(Option<usize>),
    Save,
    Saved,
    Restore(usize),
    Back(u64),
    Test { budget: u64, call: &'t str, check: Option<&'t str> },
    Tree,
    TreeHtml(&'t str),
    TreeDot(&'t str),
    Help(&'t str),
    Quit,
}

/// How to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Go {
    On,
    /// Over this side of the fork, from 0.
    Side(usize),
    /// Over all sides, each path up to this many statements.
    All(u64),
}

/// The statements that `go all` gives each path.
const GO_ALL: u64 = 10_000;

/// Reads a command.
pub(crate) fn parse(text: &str) -> Result<Command<'_>, Wrong<'_>> {
    let (word, rest) = first_word(text);
    let Some(help) = help::COMMANDS.find(word).filter(|_| !is_assignment(text)) else {
        if is_assignment(text) {
            return Ok(Command::Assign(text));
        }
        return Ok(Command::Examine(text));
    };
    match help.name {
        "call" => needed(text, rest, "the procedure and its arguments").map(Command::Call),
        "restart" => none(rest, Command::Restart),
        "go" => go(rest).map(Command::Go),
        "step" => match side(rest) {
            Some(side) => Ok(Command::Step(1, Some(side))),
            None => count(rest).map(|n| Command::Step(n, None)),
        },
        "next" => count(rest).map(Command::Next),
        "assume" => needed(text, rest, "a predicate, as in assume (X > 0)").map(Command::Assume),
        "pc" => none(rest, Command::Condition),
        "examine" => needed(text, rest, "what to examine").map(Command::Examine),
        "variables" => match rest.is_empty() {
            true => Ok(Command::Variables(0)),
            false => number(rest).map(|n| Command::Variables(n as usize)),
        },
        "set" if is_assignment(rest) => Ok(Command::Assign(rest)),
        "set" => wrong(rest_or(text, rest), "an assignment is expected, as in set X = 5"),
        "where" => none(rest, Command::Where),
        "list" => match numbers(rest).as_deref() {
            Some([range]) => Ok(Command::List(Some(*range))),
            _ => none(rest, Command::List(None)),
        },
        "trace" => Ok(match parse_trace(rest)? {
            Tracing::Off => Command::TraceOff,
            Tracing::Table(columns) => Command::TraceTable(columns),
            Tracing::Statements(trace) => Command::Trace(trace),
        }),
        "break" if rest.is_empty() => Ok(Command::Breakpoints),
        "break" => parse_breakpoint(rest).map(Command::Break),
        "delete" if rest.eq_ignore_ascii_case("all") => Ok(Command::Delete(None)),
        "delete" if rest.is_empty() => {
            wrong(text, "the number of a breakpoint is expected, or all")
        }
        "delete" => number(rest).map(|n| Command::Delete(Some(n as usize))),
        "save" => none(rest, Command::Save),
        "restore" if rest.is_empty() => Ok(Command::Saved),
        "restore" => number(rest).map(|n| Command::Restore(n as usize)),
        "back" => count(rest).map(Command::Back),
        "test" => test(text, rest),
        "tree" => tree(rest),
        "help" => Ok(Command::Help(rest)),
        _ => none(rest, Command::Quit),
    }
}

/// Whether a text is an assignment: a name, perhaps with a subscript or members, and a single `=`.
fn is_assignment(text: &str) -> bool {
    let Some(at) = text.find(['=', '←']) else { return false };
    let (left, right) = text.split_at(at);
    let compares = left.ends_with(['<', '>', '!', '¬', '~', '^']) || right.starts_with("==");
    let left = left.trim();
    let name = left.trim_start_matches('*');
    let end = name.find(|c: char| !(c.is_alphanumeric() || "_#$:".contains(c)));
    let (name, behind) = name.split_at(end.unwrap_or(name.len()));
    let behind = behind.trim_start();
    let reference = match parenthesized(behind) {
        Some((_, rest)) => rest.is_empty(),
        None => behind.is_empty() || behind.starts_with(['[', '.', '-']),
    };
    name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !compares && reference
}

fn rest_or<'t>(text: &'t str, rest: &'t str) -> &'t str {
    if rest.is_empty() { text } else { rest }
}

fn needed<'t>(text: &'t str, rest: &'t str, what: &str) -> Result<&'t str, Wrong<'t>> {
    match rest.is_empty() {
        true => wrong(text, format!("{what} is expected here")),
        false => Ok(rest),
    }
}

fn none<'t>(rest: &'t str, command: Command<'t>) -> Result<Command<'t>, Wrong<'t>> {
    match rest.is_empty() {
        true => Ok(command),
        false => wrong(rest, "nothing more is expected here"),
    }
}

fn number(text: &str) -> Result<u64, Wrong<'_>> {
    text.parse().or_else(|_| wrong(text, "a number is expected here"))
}

/// How often; once without a number.
fn count(text: &str) -> Result<u64, Wrong<'_>> {
    if text.is_empty() { Ok(1) } else { number(text) }
}

fn side(text: &str) -> Option<usize> {
    ["true", "false"].iter().position(|side| text.eq_ignore_ascii_case(side))
}

fn go(rest: &str) -> Result<Go, Wrong<'_>> {
    if rest.is_empty() {
        return Ok(Go::On);
    }
    if let Some(side) = side(rest) {
        return Ok(Go::Side(side));
    }
    let (word, limit) = first_word(rest);
    if word.eq_ignore_ascii_case("all") {
        let limit = if limit.is_empty() { GO_ALL } else { number(limit)? };
        return Ok(Go::All(limit));
    }
    match rest.parse::<usize>() {
        Ok(side) if side > 0 => Ok(Go::Side(side - 1)),
        _ => {
            let near = nearest(rest, ["true", "false", "all"]);
            let hint = near.map_or(String::new(), |n| format!("; is it `{n}`?"));
            wrong(rest, format!("true, false, all or the number of a side is expected here{hint}"))
        }
    }
}

fn test<'t>(text: &'t str, rest: &'t str) -> Result<Command<'t>, Wrong<'t>> {
    let Some((budget, call)) = parenthesized(rest) else {
        let part = rest_or(text, rest);
        return wrong(
            part,
            "a number of statements is expected, as in TEST (200) SUM (\"A\", 3, 5)",
        );
    };
    let budget = number(budget.trim())?;
    if call.is_empty() {
        return wrong(rest, "a call is expected behind the number of statements");
    }
    let (_, arguments) = first_word(call);
    let behind = parenthesized(arguments).map_or("", |(_, behind)| behind);
    let (word, condition) = first_word(behind);
    if !["prove", "assert"].iter().any(|w| word.eq_ignore_ascii_case(w)) {
        return match behind.is_empty() {
            true => Ok(Command::Test { budget, call, check: None }),
            false => wrong(behind, "only PROVE (P) can stand behind the call"),
        };
    }
    let length = call.len() - behind.len();
    let call = call.get(..length).unwrap_or(call).trim();
    let check = needed(behind, condition, "a predicate").map(Some)?;
    Ok(Command::Test { budget, call, check })
}

fn tree(rest: &str) -> Result<Command<'_>, Wrong<'_>> {
    let (form, file) = first_word(rest);
    if form.is_empty() {
        return Ok(Command::Tree);
    }
    let named = || needed(rest, file, "the name of a file");
    if form.eq_ignore_ascii_case("html") {
        named().map(Command::TreeHtml)
    } else if form.eq_ignore_ascii_case("dot") {
        named().map(Command::TreeDot)
    } else {
        wrong(rest, "nothing, html FILE or dot FILE is expected here")
    }
}

#[cfg(test)]
mod tests;
