//! Line editing with history and completion.

use super::{PROMPT, show};
use crate::error::CliError;
use effigy_debug::{Outcome, Session};
use effigy_session::cache::Cache;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

/// The words that can be completed at the moment.
#[derive(Default)]
struct Words {
    /// Those that begin a command, and those that can stand anywhere.
    first: Vec<String>,
    any: Vec<String>,
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or(line);
        let start = before.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |i| i + 1);
        let (ahead, word) = before.split_at_checked(start).unwrap_or(("", before));
        let begins = ahead.trim().is_empty() || ahead.trim_end().ends_with(';');
        let words = if begins { &self.first } else { &self.any };
        let word = word.to_ascii_lowercase();
        let fits = |w: &&String| w.to_ascii_lowercase().starts_with(&word);
        Ok((start, words.iter().filter(fits).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Asks for commands until the user ends the session.
pub fn converse(engine: &mut dyn Session) -> Result<(), CliError> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let mut editor: Editor<Words, DefaultHistory> =
        Editor::with_config(config).map_err(CliError::Terminal)?;
    let history = Cache::of_user().folder().map(|folder| folder.join("debug-history"));
    if let Some(history) = &history {
        // Without a history file the session has the history of its own.
        let _ = editor.load_history(history);
    }
    loop {
        editor.set_helper(Some(Words { first: engine.complete(""), any: engine.complete("(") }));
        match editor.readline(PROMPT) {
            Ok(line) => {
                let _ = editor.add_history_entry(line.as_str());
                if engine.execute(&line, &mut show) == Outcome::Quit {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(CliError::Terminal(error)),
        }
    }
    if let Some(history) = history {
        let _ = editor.save_history(&history);
    }
    Ok(())
}
