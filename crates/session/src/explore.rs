//! The main job: compile, load, walk the execution tree, replay the tests.

use crate::compile::Compiled;
use crate::convert;
use crate::error::SessionError;
use crate::names::SourceNames;
use crate::native::{ReplayOptions, Replayer};
use crate::options::{Backend, ExploreOptions, Layer, Search};
use crate::outcome::{IncompleteReason, PathCounts, Replay, RunOutcome, Test, TestCase, Timings};
use crate::progress::{Observer, Phase, Progress};
use crate::replay::compile_program;
use effigy_exec::context::Job;
use effigy_exec::explorer;
use effigy_ir::program::{BodyError, FuncId, Program};
use effigy_posix::{Posix, PosixOptions};
use effigy_solver::{BackEnd, Layers, SolverOptions};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Explores a program.
///
/// # Errors
/// When the program cannot be compiled, read or started.
pub fn explore(
    options: &ExploreOptions,
    observer: &mut dyn Observer,
) -> Result<RunOutcome, SessionError> {
    let started = Instant::now();
    observer.progress(&Progress::default());
    let compiled = compile_program(options)?;
    let loading = Instant::now();
    observer.progress(&Progress {
        phase: Phase::Loading,
        elapsed: started.elapsed(),
        ..Progress::default()
    });
    let (program, entry) = load(&compiled)?;
    let loaded = loading.elapsed();
    let job = job(&compiled, program, entry, options);
    let explored = run(&job, options, started, observer)?;
    let mut outcome = convert::outcome(&explored, &compiled, options);
    let replaying = Instant::now();
    replay(&mut outcome, &compiled, options, started, observer)?;
    outcome.timings = Timings {
        compile: compiled.took,
        load: loaded,
        explore: explored.elapsed,
        replay: replaying.elapsed(),
        total: started.elapsed(),
    };
    Ok(outcome)
}

/// The path conditions of all paths as SMT-LIB scripts, in the order of the execution tree, with how each path ends.
/// For checks of the tree by another solver.
///
/// # Errors
/// As for [`explore`].
pub fn leaves(options: &ExploreOptions) -> Result<explorer::Exploration, SessionError> {
    let compiled = compile_program(options)?;
    let (program, entry) = load(&compiled)?;
    let job = job(&compiled, program, entry, options);
    let settings = explorer::ExploreOptions { conditions: true, ..settings(options) };
    explorer::explore(&job, &settings, &mut |_| {}).map_err(internal)
}

pub(crate) fn load(compiled: &Compiled) -> Result<(Program, FuncId), SessionError> {
    let path = compiled.module_path.to_string_lossy();
    let program = effigy_lang_llvm::load(&path, compiled.module_text.clone())
        .map_err(|diagnostics| SessionError::Load { diagnostics })?;
    let (program, entry) = effigy_posix::prepare(program, &compiled.entry)
        .map_err(|e| SessionError::NoEntry { name: compiled.entry.clone(), similar: e.similar })?;
    // Broken text elsewhere ends the paths that come to it; without the entry there is no path.
    match program.body(entry) {
        Err(BodyError::Invalid(diagnostic)) => {
            Err(SessionError::Load { diagnostics: vec![*diagnostic] })
        }
        _ => Ok((program, entry)),
    }
}

pub(crate) fn job(compiled: &Compiled, program: Program, entry: FuncId, options: &ExploreOptions) -> Job {
    let names = SourceNames::new(compiled.user_files.clone());
    let posix = Posix::new(PosixOptions {
        sym_args: options.symbolic_arguments.clone(),
        sym_stdin: options.symbolic_stdin,
        program_name: compiled.source.to_string_lossy().into_owned().into_bytes(),
        names: Arc::new(move |file, line| names.variable(file, line)),
        ..PosixOptions::default()
    });
    let mut job = Job::new(Arc::new(program), Arc::new(posix), entry);
    job.budget = options.budget.clone();
    job.cancel = options.cancel.clone();
    job.solver = solver(options);
    job.rewriting = options.enabled(Layer::Simplify);
    job
}

pub(crate) fn solver(options: &ExploreOptions) -> SolverOptions {
    SolverOptions {
        back_end: match options.solver {
            Backend::Auto => BackEnd::Auto,
            Backend::Embedded => BackEnd::Embedded,
            Backend::Z3 => BackEnd::Z3,
            Backend::Cvc5 => BackEnd::Cvc5,
            Backend::Bitwuzla => BackEnd::Bitwuzla,
        },
        layers: Layers {
            validation: options.enabled(Layer::Validation),
            slices: options.enabled(Layer::Slices),
            exact: options.enabled(Layer::Exact),
            cores: options.enabled(Layer::Cores),
            models: options.enabled(Layer::Models),
            equalities: options.enabled(Layer::Equalities),
            domains: options.enabled(Layer::Domains),
        },
        program: options.z3.clone(),
        query_time: options.budget.query_time,
        dump_queries: options.dump_queries.clone(),
        cancel: options.cancel.clone(),
    }
}

fn threads(options: &ExploreOptions) -> usize {
    options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

fn settings(options: &ExploreOptions) -> explorer::ExploreOptions {
    explorer::ExploreOptions {
        search: match options.search {
            Search::Dfs => effigy_exec::searcher::Search::Dfs,
            Search::Bfs => effigy_exec::searcher::Search::Bfs,
            Search::RandomPath => effigy_exec::searcher::Search::RandomPath,
            Search::Coverage => effigy_exec::searcher::Search::Coverage,
        },
        seed: options.seed,
        threads: threads(options),
        ..explorer::ExploreOptions::default()
    }
}

fn run(
    job: &Job,
    options: &ExploreOptions,
    started: Instant,
    observer: &mut dyn Observer,
) -> Result<explorer::Exploration, SessionError> {
    let threads = threads(options) as f64;
    let mut observe = |p: &explorer::Progress| {
        let working = (p.elapsed.as_secs_f64() * threads).max(1e-9);
        observer.progress(&Progress {
            phase: Phase::Exploring,
            elapsed: started.elapsed(),
            left: options.budget.time.map(|t| t.saturating_sub(p.elapsed)),
            paths: PathCounts {
                completed: p.paths - p.failed,
                failed: p.failed,
                ..PathCounts::default()
            },
            pending: p.pending,
            findings: p.failed,
            instructions: p.steps,
            solver_share: (p.solver.as_secs_f64() / working).min(1.0),
            ..Progress::default()
        });
    };
    explorer::explore(job, &settings(options), &mut observe).map_err(internal)
}

pub(crate) fn internal(error: effigy_solver::SolverError) -> SessionError {
    SessionError::Solver { message: error.to_string() }
}

/// Tests that are replayed at a time, between two looks at the progress.
const BATCH: usize = 64;

fn replay(
    outcome: &mut RunOutcome,
    compiled: &Compiled,
    options: &ExploreOptions,
    started: Instant,
    observer: &mut dyn Observer,
) -> Result<(), SessionError> {
    if !options.replay || outcome.tests.is_empty() {
        return Ok(());
    }
    let entry = compiled.entry.clone();
    let replayer = Replayer::new(compiled, ReplayOptions { entry, ..ReplayOptions::default() })?;
    let cases: Vec<TestCase> = outcome.tests.iter().map(|t| t.case.clone()).collect();
    let mut replays: Vec<Replay> = Vec::with_capacity(cases.len());
    for batch in cases.chunks(BATCH) {
        replays.extend(replayer.replay_all(batch, &options.cancel));
        observer.progress(&Progress {
            phase: Phase::Replaying,
            elapsed: started.elapsed(),
            left: None::<Duration>,
            paths: outcome.paths,
            findings: outcome.findings.len() as u64,
            replayed: (replays.len() as u64, cases.len() as u64),
            ..Progress::default()
        });
    }
    for (test, replay) in outcome.tests.iter_mut().zip(replays) {
        test.replay = replay;
    }
    for finding in &mut outcome.findings {
        let test = finding.test.and_then(|n| outcome.tests.iter().find(|t| t.case.number == n));
        if let Some(test) = test {
            finding.replay = test.replay.clone();
        }
    }
    note_disagreements(outcome);
    Ok(())
}

/// A test on which the native program ends otherwise shows that the models of the run are not the program's world: its
/// answer is incomplete.
fn note_disagreements(outcome: &mut RunOutcome) {
    let disagreed = |t: &&Test| matches!(t.replay, Replay::Disagreed { .. });
    let count = outcome.tests.iter().filter(disagreed).count() as u64;
    if let Some(Test { case, replay: Replay::Disagreed { expected, observed }, .. }) =
        outcome.tests.iter().find(disagreed)
    {
        let number = case.number;
        let reason = format!("test {number} ends natively with {observed}, not with {expected}");
        outcome.incomplete_because.push(IncompleteReason { reason, count, place: String::new() });
    }
}
