//! The verb `debug`: the terminal as a face of the debugger.

mod line_editor;

use crate::args::DebugArguments;
use crate::error::{CliError, Status};
use crate::{interrupt, screen};
use effigy_debug::{Engine, Item, Outcome, ProofEngine, Session};
use effigy_report::inputs::printable;
use effigy_session::debug::Debugger;
use effigy_session::languages::PROOFS;
use effigy_session::prove::ProofWalks;
use std::io::{BufRead, IsTerminal};
use std::path::Path;

/// What stands before a command.
const PROMPT: &str = "> ";

/// Stack of the session's thread in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// Holds a session.
pub fn run(arguments: DebugArguments) -> Result<Status, CliError> {
    let session = std::thread::Builder::new().stack_size(STACK).spawn(move || hold(&arguments));
    let session = session.map_err(|_| CliError::Defect)?;
    session.join().unwrap_or(Err(CliError::Defect))
}

fn hold(arguments: &DebugArguments) -> Result<Status, CliError> {
    let script = arguments.script.as_deref().map(read).transpose()?;
    let mut session: Box<dyn Session> = match arguments.is_proof() {
        true => Box::new(ProofEngine::new(ProofWalks::load(PROOFS, &arguments.proof_options())?)),
        false => Box::new(Engine::new(Debugger::load(&arguments.options())?)),
    };
    let engine = session.as_mut();
    interrupt::cancel_each_time(engine.cancel_token());
    match script {
        Some(text) => transcript(engine, &text),
        None => {
            for item in engine.greeting() {
                show(item);
            }
            if std::io::stdin().is_terminal() {
                line_editor::converse(engine)?;
            } else {
                converse(engine);
            }
        }
    }
    Ok(Status::Passed)
}

fn read(path: &Path) -> Result<String, CliError> {
    std::fs::read_to_string(path)
        .map_err(|cause| CliError::Unreadable { path: path.to_owned(), cause })
}

/// Commands from a pipe: echoed, so that the output reads like a session.
fn converse(engine: &mut dyn Session) {
    for line in std::io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        screen::print(&format!("{PROMPT}{line}\n"));
        if engine.execute(&line, &mut show) == Outcome::Quit {
            break;
        }
    }
}

/// The commands of a script with their answers. In a transcript they are the lines behind the prompt, and what it says
/// between them is left out; a text without a prompt is a list of commands. Comments are kept.
fn transcript(engine: &mut dyn Session, text: &str) {
    let is_list = !text.lines().any(|line| line.starts_with(PROMPT));
    let mut before = String::new();
    for line in text.lines() {
        if line.starts_with('#') {
            before.push_str(&format!("{line}\n"));
            continue;
        }
        let command = if is_list { Some(line.trim()) } else { line.strip_prefix(PROMPT) };
        let Some(command) = command.filter(|command| !command.is_empty()) else { continue };
        screen::print(&format!("{before}{PROMPT}{command}\n"));
        before = "\n".to_owned();
        if engine.execute(command, &mut show) == Outcome::Quit {
            break;
        }
    }
}

/// Shows an item, or writes the file that it is.
fn show(item: Item) {
    if let Item::File { path, contents } = &item
        && let Err(cause) = std::fs::write(path, contents)
    {
        screen::print(&format!("error: cannot write {path}: {cause}\n"));
        return;
    }
    let text = item.to_string();
    let lines: Vec<String> = text.split('\n').map(printable).collect();
    screen::print(&(lines.join("\n") + "\n"));
}
