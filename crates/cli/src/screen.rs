//! The terminal: what it can show, and writing to it.

use effigy_report::inputs::printable;
use effigy_report::terminal::Look;
use std::io::{IsTerminal, Write};

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

/// Writes to standard output. A reader that went away wants no more.
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes to standard error.
pub fn print_error(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// A remark on a line of its own.
pub fn note(text: &str) {
    print_error(&format!("\n{}: {text}\n", stderr_look().strong("effigy")));
}

/// An error. What it quotes from a program cannot steer the terminal.
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
