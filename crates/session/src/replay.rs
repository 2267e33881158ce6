//! From the options of a run to its compiled program, and one test run on that natively.

use crate::cache::Cache;
use crate::compile::{CompileError, CompileOptions, Compiled, Input, compile};
use crate::error::SessionError;
use crate::explore::job;
use crate::machine::Machine;
use crate::native::{ReplayOptions, Replayer};
use crate::options::ExploreOptions;
use crate::outcome::{Replay, TestCase};
use std::path::PathBuf;

/// Compiles the program that the options name.
///
/// # Errors
/// See [`CompileError`].
pub fn compile_program(options: &ExploreOptions) -> Result<Compiled, CompileError> {
    compile_for(options, false)
}

/// Compiles the program that the options name, for a session as a debug build is.
///
/// # Errors
/// See [`CompileError`].
pub(crate) fn compile_for(
    options: &ExploreOptions,
    for_session: bool,
) -> Result<Compiled, CompileError> {
    compile(&input(options)?, &CompileOptions { for_session, ..compile_options(options) })
}

/// Compiles the program that the options name to a native program alone, which counts its edges.
///
/// # Errors
/// See [`CompileError`].
pub(crate) fn compile_counted(
    options: &ExploreOptions,
    counters: PathBuf,
) -> Result<Compiled, CompileError> {
    let counters = Some(counters);
    compile(&input(options)?, &CompileOptions { counters, ..compile_options(options) })
}

fn compile_options(options: &ExploreOptions) -> CompileOptions {
    let mut compile_options = CompileOptions {
        cache: if options.cache { Cache::of_user() } else { Cache::off() },
        c_flags: options.cflags.clone(),
        checks: options.checks,
        ub: options.ub,
        harnesses: options.harnesses,
        external: options.external,
        others: options.others.clone(),
        panics: options.panics,
        cancel: options.cancel.clone(),
        ..CompileOptions::default()
    };
    if let Some(edition) = &options.edition {
        compile_options.edition.clone_from(edition);
    }
    if let Some(entry) = &options.entry {
        compile_options.entry.clone_from(entry);
    }
    compile_options
}

/// What is to be compiled: by the given language, else by the path.
fn input(options: &ExploreOptions) -> Result<Input, CompileError> {
    let path = options.input.clone();
    Ok(match (Input::from_path(&path), options.language) {
        (Ok(Input::Package { dir, .. }), _) => {
            Input::Package { dir, package: options.package.clone() }
        }
        (_, Some(language)) => Input::File(path, language),
        (by_path, None) => by_path?,
    })
}

/// Compiles the program of a run again and runs one of its tests natively; a PL/I program is run by the machine on the
/// test's values.
///
/// # Errors
/// The program cannot be compiled or read any more.
pub fn replay(options: &ExploreOptions, test: &TestCase) -> Result<Replay, SessionError> {
    let compiled = compile_program(options)?;
    if !compiled.language.is_compiled() {
        let loaded = compiled.language.front_end().load(&compiled, options)?;
        let job = job(loaded, &compiled, options);
        return Ok(Machine::new(&job, options)?.replay(test, &options.cancel));
    }
    let entry = compiled.entry.clone();
    let replayer = Replayer::new(
        &compiled,
        ReplayOptions {
            entry,
            sandbox: options.replay_sandbox,
            stack: options.stack,
            arguments: options.program_arguments(),
            file: options.reads_a_file(),
            files: options.files.clone(),
            variables: options.variables.clone(),
            ..ReplayOptions::default()
        },
    )?;
    Ok(replayer.replay(test, &options.cancel))
}
