//! The verb `replay`.

use crate::args::{ReplayArguments, UnpackArguments};
use crate::error::{CliError, Status};
use crate::{interrupt, screen, trust};
use effigy_report::folder::{RunFolder, read_mark, read_test};
use effigy_report::inputs::{printable, readable};
use effigy_report::test_file::{TestFile, path_in, replay_detail};
use effigy_report::words::plural;
use effigy_session::languages::LANGUAGES;
use effigy_session::outcome::{Outcome, Replay, TestCase, inputs_of};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Bytes of an input that are shown.
const INPUT_BYTES: usize = 1024;

/// Runs a test of an earlier run natively.
pub fn run(arguments: &ReplayArguments) -> Result<Status, CliError> {
    let (folder, path, text) = locate(&arguments.test)?;
    let test =
        TestFile::parse(&text).map_err(|cause| CliError::Test { path: path.clone(), cause })?;
    let mark = read_mark(&folder)?;
    let mut options = mark.options;
    // As for `resume`: the program and what belongs to it are named as they were, if that folder is still there.
    if std::env::set_current_dir(&mark.current).is_ok() {
        options.input = mark.input;
    }
    if !arguments.trust_flags {
        trust::ask(&options.cflags)?;
    }
    // A folder names neither programs to run nor places to write to.
    options.z3 = None;
    options.dump_queries = None;
    options.replay_sandbox = arguments.replay_sandbox == "on";
    options.cache = !arguments.no_cache;
    interrupt::cancel_on_interrupt(options.cancel.clone());
    let replay = effigy_session::replay::replay(LANGUAGES, &options, &test)?;
    let shown = describe(&test, &replay);
    if arguments.json {
        screen::print_error(&shown);
        let object = serde_json::json!({
            "test": path.display().to_string(),
            "predicted": predicted(&test),
            "replay": replay.name(),
            "detail": replay_detail(&replay),
        });
        screen::print(&format!("{object:#}\n"));
    } else {
        screen::print(&shown);
    }
    Ok(status(&test, &replay))
}

/// Writes the packed tests of an earlier run as files of their own.
pub fn unpack(arguments: &UnpackArguments) -> Result<Status, CliError> {
    let tests = RunFolder::open(&arguments.run)?.unpack()?;
    screen::print(&format!("{} unpacked\n", plural(tests as u64, "test")));
    Ok(Status::Passed)
}

/// The run folder, the test's file, and what is in it.
pub fn locate(given: &Path) -> Result<(PathBuf, PathBuf, String), CliError> {
    let none = || CliError::NoTest { path: given.to_owned() };
    let parent = given.parent().ok_or_else(none)?;
    let number = given.file_name().and_then(|n| n.to_str()).and_then(|n| n.parse::<usize>().ok());
    match number {
        Some(number) if !given.exists() => {
            let path = PathBuf::from(path_in(&parent.display().to_string(), number));
            Ok((parent.to_owned(), path, read_test(parent, number)?))
        }
        _ if given.is_file() => {
            let folder =
                std::path::absolute(parent).ok().and_then(|p| p.parent().map(Path::to_owned));
            let text = std::fs::read_to_string(given)
                .map_err(|cause| CliError::Unreadable { path: given.to_owned(), cause })?;
            Ok((folder.ok_or_else(none)?, given.to_owned(), text))
        }
        _ => Err(none()),
    }
}

fn describe(test: &TestCase, replay: &Replay) -> String {
    let look = screen::stdout_look();
    let mut out = String::new();
    for input in inputs_of(test) {
        let _ = writeln!(out, "{} = {}", printable(&input.name), readable(&input, INPUT_BYTES));
    }
    let _ = writeln!(out, "predicted: {}", predicted(test));
    let detail = printable(&replay_detail(replay));
    let word = match replay {
        Replay::Confirmed => look.good("confirmed"),
        Replay::Disagreed { .. } => look.warn("disagreed"),
        Replay::NotRun { .. } => look.warn("not run"),
    };
    let _ = writeln!(out, "replay:    {word}{}{detail}", if detail.is_empty() { "" } else { ": " });
    out
}

fn predicted(test: &TestCase) -> String {
    match &test.predicted {
        Outcome::Exit(status) => format!("exit {status}"),
        Outcome::Finding { kind, message, file, line } => {
            let place = match file.is_empty() {
                true => String::new(),
                false => format!(" at {}:{line}", printable(file)),
            };
            format!("{kind}: {}{place}", printable(message))
        }
    }
}

/// Whether the native program fails on the test.
fn status(test: &TestCase, replay: &Replay) -> Status {
    let should_fail = matches!(test.predicted, Outcome::Finding { .. });
    match (replay, should_fail) {
        (Replay::NotRun { .. }, _) => Status::BadInput,
        (Replay::Confirmed, true) | (Replay::Disagreed { .. }, false) => Status::Failed,
        (Replay::Confirmed, false) | (Replay::Disagreed { .. }, true) => Status::Passed,
    }
}
