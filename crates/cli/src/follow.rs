//! `explore --follow`: the path of one input.

use crate::args::ExploreArguments;
use crate::error::{CliError, Status};
use crate::explore::{Shown, conclude};
use crate::watcher::Watcher;
use crate::{interrupt, replay};
use effigy_report::folder::RunFolder;
use effigy_report::test_file::TestFile;
use effigy_session::concolic::{Prepared, add, no_inputs};
use effigy_session::languages::LANGUAGES;
use effigy_session::outcome::Demand;
use effigy_session::outcome::TestCase;
use std::io::Read;
use std::path::Path;

/// Most bytes of standard input: each is a variable.
const MOST_BYTES: u64 = 1 << 20;

/// Follows the input and reports.
pub fn run(arguments: &ExploreArguments) -> Result<Status, CliError> {
    let options = arguments.options();
    let of_program = arguments.entry.as_deref().is_none_or(|entry| entry == "main");
    let input = input(&arguments.follow, of_program)?;
    let current = std::env::current_dir().unwrap_or_default();
    interrupt::cancel_on_interrupt(options.cancel.clone());
    let outputs = arguments.outputs.outputs().beside(arguments.results.out.as_deref());
    let shown =
        Shown { json: arguments.results.json, complete: false, demand: Demand::default(), outputs };
    shown.check(&options)?;
    let mut watcher = Watcher::new();
    let prepared =
        Prepared::new(LANGUAGES, &options, input, &mut watcher).inspect_err(|_| watcher.clear())?;
    let out = arguments.results.out.as_deref();
    let folder = RunFolder::create_for_input(out, &current, prepared.options())
        .inspect_err(|_| watcher.clear())?;
    let outcome = prepared.run(&mut watcher);
    watcher.clear();
    let outcome = outcome.inspect_err(|_| folder.discard_if_unused())?;
    conclude(&outcome, &folder, watcher, (&current, &options.input), &shown)
}

/// The input that is given in parts.
fn input(parts: &[String], of_program: bool) -> Result<TestCase, CliError> {
    let mut case = no_inputs();
    for part in parts {
        let path = Path::new(part);
        let named = part.split_once('=').filter(|_| !path.exists());
        if let Some(named) = named {
            let wrong = |why| CliError::Input { given: part.clone(), why };
            add(&mut case, named, of_program).map_err(wrong)?;
        } else if let Some(test) = test(path)? {
            case = TestCase { number: 0, results: Vec::new(), ..test };
        } else {
            case.stdin = Some(bytes(path)?);
        }
    }
    Ok(case)
}

/// The test that a path names; `None` when it names a file that is none.
fn test(path: &Path) -> Result<Option<TestCase>, CliError> {
    let is_number =
        path.file_name().is_some_and(|name| name.to_string_lossy().parse::<usize>().is_ok());
    let is_test = !path.exists() && is_number;
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    if !is_test && !is_json {
        return Ok(None);
    }
    let (_, path, text) = match replay::locate(path) {
        Ok(located) => located,
        // Bytes that are no text are no test.
        Err(_) if is_json && path.is_file() => return Ok(None),
        Err(error) => return Err(error),
    };
    match TestFile::parse(&text) {
        Ok(test) => Ok(Some(test)),
        Err(_) if is_json => Ok(None),
        Err(cause) => Err(CliError::Test { path, cause }),
    }
}

fn bytes(path: &Path) -> Result<Vec<u8>, CliError> {
    let unreadable = |cause| CliError::Unreadable { path: path.to_owned(), cause };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MOST_BYTES {
        let why = format!("it has more than {MOST_BYTES} bytes; give a smaller one");
        return Err(unreadable(std::io::Error::other(why)));
    }
    Ok(bytes)
}
