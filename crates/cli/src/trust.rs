//! Flags of a run folder for the C compiler: some make a compiler load code or write files, so that those of a folder that
//! somebody else made need a yes.

use crate::error::CliError;
use effigy_report::inputs::printable;
use std::io::{BufRead, IsTerminal, Write};

/// Asks for the flags that can do more than change the program's meaning.
///
/// # Errors
/// [`CliError::Untrusted`] when nobody says yes.
pub fn ask(flags: &[String]) -> Result<(), CliError> {
    let doubtful = doubtful(flags);
    if doubtful.is_empty() {
        return Ok(());
    }
    let shown = printable(&doubtful.join(" "));
    let input = std::io::stdin();
    if input.is_terminal() && std::io::stderr().is_terminal() {
        let mut error = std::io::stderr();
        let _ = write!(
            error,
            "The run folder has flags for the C compiler: {shown}\nPass them on? [y/N] "
        );
        let _ = error.flush();
        let mut line = String::new();
        // No line is no yes.
        let _ = input.lock().read_line(&mut line);
        if matches!(line.trim(), "y" | "Y" | "yes") {
            return Ok(());
        }
    }
    Err(CliError::Untrusted { flags: shown })
}

/// The flags that are not plainly harmless: definitions, include folders, levels of optimisation and debugging, the
/// standard, and warnings are.
fn doubtful(flags: &[String]) -> Vec<&str> {
    let mut doubtful = Vec::new();
    let mut flags = flags.iter().map(String::as_str);
    while let Some(flag) = flags.next() {
        match flag {
            "-D" | "-U" | "-I" => drop(flags.next()),
            _ if harmless(flag) => {}
            _ => doubtful.push(flag),
        }
    }
    doubtful
}

fn harmless(flag: &str) -> bool {
    let passed_on = ["-Wl,", "-Wa,", "-Wp,"].iter().any(|prefix| flag.starts_with(prefix));
    let level = |rest: &str| rest.len() <= 2 && rest.chars().all(|c| c.is_ascii_alphanumeric());
    let prefixed = ["-D", "-U", "-I", "-std=", "-W"].iter().any(|prefix| flag.starts_with(prefix));
    let leveled = ["-O", "-g"].iter().any(|prefix| flag.strip_prefix(prefix).is_some_and(level));
    !passed_on && (prefixed || leveled || flag == "-w" || flag == "-pedantic")
}

#[cfg(test)]
mod tests;
