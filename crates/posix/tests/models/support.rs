//! Runs a program and tells how its paths end.

use effigy_exec::context::Job;
use effigy_exec::explorer::{Exploration, ExploreOptions, explore};
use effigy_exec::stop::Ending;
use effigy_exec::stress::Stress;
use effigy_ir::text::parse;
use effigy_posix::{Posix, PosixOptions, prepare};
use std::sync::Arc;

/// Explores a program from `main`.
pub fn explored(text: &str, options: PosixOptions) -> Exploration {
    explored_under(text, options, Stress::from_environment().expect("stress modes"))
}

/// Explores a program from `main` in some way.
pub fn explored_by(text: &str, options: PosixOptions, how: &ExploreOptions) -> Exploration {
    explore(&job(text, options), how, &mut |_| {}).unwrap_or_else(|e| panic!("{e}"))
}

fn explored_under(text: &str, options: PosixOptions, stress: Stress) -> Exploration {
    let mut job = job(text, options);
    job.stress = stress;
    explore(&job, &ExploreOptions::default(), &mut |_| {}).unwrap_or_else(|e| panic!("{e}"))
}

fn job(text: &str, options: PosixOptions) -> Job {
    let program = parse(text, "test").unwrap_or_else(|e| panic!("{e:?}"));
    let (program, entry) = prepare(program, "main").unwrap_or_else(|e| panic!("{e}"));
    Job::new(Arc::new(program), Arc::new(Posix::new(options)), entry)
}

/// The endings of a program's paths, sorted.
pub fn endings(text: &str, options: PosixOptions) -> Vec<String> {
    sorted(&explored(text, options))
}

/// The endings of a program's paths in a stress mode, sorted.
pub fn stressed(text: &str, options: PosixOptions, stress: Stress) -> Vec<String> {
    sorted(&explored_under(text, options, stress))
}

fn sorted(explored: &Exploration) -> Vec<String> {
    let mut endings: Vec<String> = explored.paths.iter().map(|p| shown(&p.ending)).collect();
    endings.sort();
    endings
}

/// An ending in a few words.
pub fn shown(ending: &Ending) -> String {
    match ending {
        Ending::Exit(status) => format!("exit {status}"),
        Ending::Finding(failure) => format!("{}: {}", failure.kind, failure.message),
        other => format!("{other:?}"),
    }
}

/// The endings of a `main` without parameters on no input.
pub fn run(declarations: &str, body: &str) -> Vec<String> {
    with_input(declarations, body, 0)
}

/// The endings of a `main` without parameters on some bytes of symbolic input.
pub fn with_input(declarations: &str, body: &str, bytes: usize) -> Vec<String> {
    let text = format!("{declarations}\ndefine @main() -> (bv32) {{\nb0:\n{body}\n}}\n");
    endings(&text, PosixOptions { sym_stdin: Some(bytes), ..PosixOptions::default() })
}
