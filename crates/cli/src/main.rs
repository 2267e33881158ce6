//! The `effigy` binary: arguments and wiring only.
//!
//! Architecture Invariant: no analysis happens here; the binary calls `effigy-session` and hands its answers to
//! `effigy-report` (checked by `cargo xtask tidy`).

mod args;
mod bmc;
mod checks;
mod debug;
mod error;
mod explore;
mod feasible;
mod follow;
mod fuzz;
mod init;
mod interrupt;
mod manual;
mod package;
mod prove;
mod ray;
mod relate;
mod replay;
mod resume;
mod rubicon;
mod screen;
mod tree;
mod trust;
mod units;
mod verify;
mod watcher;
mod wire;
mod worker;
mod wp;

use args::{Arguments, ProgramArguments, Verb};
use clap::Parser;
use clap::error::ErrorKind;
use effigy_session::languages::LANGUAGES;
use effigy_session::table;
use error::{CliError, Status};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;

/// Explorations allocate and free many small terms, states and texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(args::with_verb(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // When even this cannot be printed, the status still tells.
            let _ = error.print();
            return if asked { Status::Passed } else { Status::BadInput }.into();
        }
    };
    let run = AssertUnwindSafe(|| {
        effigy_session::job::check_environment()?;
        verb(arguments.verb)
    });
    // A panic has told its message already.
    let status = catch_unwind(run).unwrap_or(Err(CliError::Defect));
    match status {
        Ok(_) if screen::is_lost() => Status::BadInput.into(),
        Ok(status) => status.into(),
        Err(error) => {
            screen::error(&error.to_string());
            error.status().into()
        }
    }
}

/// The verb and the files that it is to read, where their names say what they are.
fn files(verb: &Verb) -> Option<(table::Verb, Vec<PathBuf>)> {
    let program = |verb, arguments: &ProgramArguments| match arguments.lang {
        None => Some((verb, arguments.input.iter().cloned().collect())),
        Some(_) => None,
    };
    match verb {
        Verb::Explore(arguments) if arguments.lang.is_none() => {
            Some((table::Verb::Explore, arguments.input.iter().cloned().collect()))
        }
        Verb::Fuzz(arguments) => program(table::Verb::Fuzz, &arguments.program),
        Verb::Bmc(arguments) => program(table::Verb::Bmc, &arguments.program),
        Verb::Feasible(arguments) => program(table::Verb::Feasible, &arguments.program),
        Verb::Debug(arguments) if arguments.lang.is_none() => {
            Some((table::Verb::Debug, vec![arguments.input.clone()]))
        }
        Verb::Verify(arguments) => Some((table::Verb::Verify, vec![arguments.input.clone()])),
        Verb::Prove(arguments) => Some((table::Verb::Prove, arguments.inputs.clone())),
        Verb::Relate(arguments) => Some((table::Verb::Relate, vec![arguments.input.clone()])),
        Verb::Wp(arguments) => Some((table::Verb::Wp, vec![arguments.input.clone()])),
        _ => None,
    }
}

/// Refuses files that other verbs read.
fn check_files(verb: &Verb) -> Result<(), CliError> {
    let Some((verb, files)) = files(verb) else { return Ok(()) };
    let refused = files.iter().find_map(|file| LANGUAGES.refused(verb, file));
    refused.map_or(Ok(()), |why| Err(CliError::OtherVerb(why)))
}

fn verb(verb: Verb) -> Result<Status, CliError> {
    check_files(&verb)?;
    match verb {
        Verb::Explore(arguments) if !arguments.follow.is_empty() => follow::run(&arguments),
        Verb::Explore(arguments) => explore::run(*arguments),
        Verb::Package(arguments) => package::run(&arguments),
        Verb::Init(arguments) => init::run(&arguments),
        Verb::Fuzz(arguments) => fuzz::run(&arguments),
        Verb::Bmc(arguments) => bmc::run(&arguments),
        Verb::Feasible(arguments) => feasible::run(&arguments),
        Verb::Resume(arguments) => resume::run(&arguments),
        Verb::Debug(arguments) => debug::run(*arguments),
        Verb::Verify(arguments) => verify::run(&arguments),
        Verb::Prove(arguments) => prove::run(&arguments),
        Verb::Relate(arguments) => relate::run(&arguments),
        Verb::Wp(arguments) => wp::run(&arguments),
        Verb::Rubicon(arguments) => rubicon::run(&arguments),
        Verb::Replay(arguments) => replay::run(&arguments),
        Verb::Unpack(arguments) => replay::unpack(&arguments),
        Verb::Tree(arguments) => tree::run(&arguments),
        Verb::Completions(arguments) => manual::completions(&arguments),
        Verb::Man(arguments) => manual::man(&arguments),
        Verb::Worker => worker::run(),
        Verb::Checks => {
            screen::print(&checks::table());
            Ok(Status::Passed)
        }
    }
}
