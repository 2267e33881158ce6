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
mod wire;
mod worker;
mod wp;

use args::{Arguments, Verb};
use clap::Parser;
use clap::error::ErrorKind;
use error::{CliError, Status};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Explorations allocate and free many small terms, states and texts.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
            // When even this cannot be printed, the status still tells.
            let _ = error.print();
            return if asked { Status::Passed } else { Status::BadInput }.into();
        }
    };
    let run = AssertUnwindSafe(|| {
        effigy_session::options::check_environment()?;
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

fn verb(verb: Verb) -> Result<Status, CliError> {
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
