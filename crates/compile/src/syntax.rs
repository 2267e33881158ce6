//! Whether a text is a Rust file, asked of the user's own `rustc`.

use super::tools::{choose_tool, run};
use super::{CompileError, Scratch};
use effigy_base::budget::CancelToken;
use std::process::Command;

/// The editions, the likeliest first.
const EDITIONS: [&str; 4] = ["2021", "2024", "2018", "2015"];

/// Looks whether a text is a Rust file of some edition. Nothing in it is resolved or run.
///
/// # Errors
/// [`CompileError::Rejected`] with what the compiler says, and when there is no compiler.
pub fn check(text: &str) -> Result<(), CompileError> {
    let names = ["rustc".to_owned()];
    let rustc = choose_tool("RUSTC", &names, "install Rust")?;
    let scratch = Scratch::new()?;
    let source = scratch.write("text.rs", wrapped(text).as_bytes())?;
    let mut first = None;
    for edition in EDITIONS {
        let mut command = Command::new(&rustc);
        command.args(["--crate-type", "lib", "--emit", "metadata", "--edition", edition, "-o"]);
        command.arg(scratch.file("text.rmeta")).arg(&source);
        match run(&mut command, &CancelToken::new()) {
            Ok(_) => return Ok(()),
            Err(error) => first = first.or(Some(error)),
        }
    }
    first.map_or(Ok(()), Err)
}

/// A module that is left out is parsed all the same, and no more. The brackets of the text close in it: between round ones,
/// curly ones cannot close the module. The lines keep their numbers.
fn wrapped(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_script =
        text.starts_with("#!") && !text.trim_start_matches("#!").trim_start().starts_with('[');
    let mark = if is_script { "//" } else { "" };
    format!(
        "#![allow(warnings)] macro_rules! brackets {{ ($($t:tt)*) => {{}} }} #[cfg(any())] mod text {{{mark}{text}\n}}\nbrackets!({mark}{text}\n);\n"
    )
}

#[cfg(test)]
mod tests;
