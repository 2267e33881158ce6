//! The terminal: what it can show, and writing to it.

use effigy_report::inputs::{escaped_json, printable};
use effigy_report::terminal::Look;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Width where none is known.
const USUAL_WIDTH: usize = 80;

/// How standard output may look.
pub fn stdout_look() -> Look {
    look(std::io::stdout().is_terminal())
}

/// How standard error may look.
pub fn stderr_look() -> Look {
    look(std::io::stderr().is_terminal())
}

/// Colours only on a terminal that has them and where nobody asked for none (<https://no-color.org>).
fn look(terminal: bool) -> Look {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
    Look { colour: terminal && !refused && !dumb, width: if terminal { width() } else { 0 } }
}

/// Width of the terminal in characters.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0))
}

/// Whether an answer could not be written.
static LOST: AtomicBool = AtomicBool::new(false);

/// Writes to standard output. A reader that went away wants no more; any other failure is told, and [`is_lost`] says so.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(harmless(text).as_bytes()).and_then(|()| out.flush());
    if let Err(cause) = written
        && cause.kind() != ErrorKind::BrokenPipe
    {
        LOST.store(true, Ordering::Relaxed);
        error(&format!("cannot write to standard output: {cause}"));
    }
}

/// Writes a value as JSON to standard output. Characters that could control a terminal are escaped in the notation of JSON.
///
/// # Errors
/// When the value is none that JSON has.
pub fn print_json(value: &impl Serialize) -> Result<(), serde_json::Error> {
    print(&(escaped_json(&serde_json::to_string_pretty(value)?) + "\n"));
    Ok(())
}

/// Whether an answer could not be written.
pub fn is_lost() -> bool {
    LOST.load(Ordering::Relaxed)
}

/// Writes to standard error.
pub fn print_error(text: &str) {
    let _ = std::io::stderr().lock().write_all(harmless(text).as_bytes());
}

/// The text with all control characters made visible but ends of lines, tabs, and the sequences that choose colours: of
/// what a program says, nothing else may reach the terminal.
fn harmless(text: &str) -> Cow<'_, str> {
    let controls_terminal =
        |c: char| effigy_base::character::controls_terminal(c) && !matches!(c, '\n' | '\t');
    if !text.contains(controls_terminal) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(controls_terminal) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        match colour(from) {
            Some(length) => {
                let (sequence, behind) = from.split_at(length);
                out.push_str(sequence);
                rest = behind;
            }
            None => {
                let mut chars = from.chars();
                out.extend(chars.next().into_iter().flat_map(char::escape_default));
                rest = chars.as_str();
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// The length of the sequence at the start of the text that chooses a colour or a weight.
fn colour(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\u{1b}[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some(2 + end + 1)
}

/// A remark on a line of its own.
pub fn note(text: &str) {
    print_error(&format!("\n{}: {text}\n", stderr_look().strong("effigy")));
}

/// An error. What it quotes from a program cannot control the terminal.
pub fn error(text: &str) {
    let lines: Vec<String> = text.trim_end().lines().map(printable).collect();
    let text = lines.join("\n");
    let head = if text.starts_with("error") {
        String::new()
    } else {
        format!("{}: ", stderr_look().bad("error"))
    };
    print_error(&format!("{head}{text}\n"));
}
