//! From the options of a run to what the machine, the explorer and the solver are told.

use crate::front_end::SourceProgram;
use crate::load::Loaded;
use effigy_compile::{Compiled, UserFiles};
use effigy_exec::context::Job;
use effigy_exec::explorer;
use effigy_exec::memory::Alignments;
use effigy_exec::merge::budget;
use effigy_exec::stress::{Stress, UnknownMode};
use effigy_outcome::error::SessionError;
use effigy_outcome::language::Language;
use effigy_outcome::options::{Backend, ExploreOptions, Integers, Layer, Merge};
use effigy_solver::{BackEnd, Layers, SolverOptions, Work};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A program as the machine runs it.
pub fn job(loaded: Loaded, compiled: &Compiled, options: &ExploreOptions) -> Job {
    let mut job = Job::new(Arc::new(loaded.program), loaded.environment, loaded.entry);
    job.budget = options.budget.clone();
    job.cancel = options.cancel.clone();
    job.solver = solver(options);
    job.checks = options.checks;
    if options.ub {
        job.align(Alignments::Exact);
    }
    job.rewriting = options.enabled(Layer::Simplify);
    let files = compiled.user_files.clone();
    job.reported = Arc::new(move |file| files.contains(file));
    job.put_in = UserFiles::is_of_harness;
    if !job.program.marked {
        job.stack = options.stack;
    }
    job
}

/// As [`job`], of a run that is given up when what is left of its time since `started` is needed for what follows it.
pub fn timed_job(
    loaded: Loaded,
    compiled: &Compiled,
    options: &ExploreOptions,
    started: Instant,
) -> Job {
    let mut job = job(loaded, compiled, options);
    let limit = options.budget.time;
    let end = limit.and_then(|limit| (started + limit).checked_sub(reserve(limit)));
    job.cancel = options.cancel.part(end);
    job.solver.cancel = job.cancel.clone();
    job
}

/// When paths are merged. Each path of a program of PL/I or with objects is a line of the table that is shown, and a tree that is
/// small is faster walked without.
pub fn merge(options: &ExploreOptions, language: Language, job: &Job) -> effigy_exec::merge::Merge {
    match options.merge {
        Merge::Never | Merge::Both => effigy_exec::merge::Merge::Never,
        Merge::Auto if !language.is_compiled() => effigy_exec::merge::Merge::Never,
        Merge::Auto if budget::is_small(job) => effigy_exec::merge::Merge::Never,
        Merge::Auto => effigy_exec::merge::Merge::Auto,
        Merge::Always => effigy_exec::merge::Merge::Always,
    }
}

/// Whether merged paths are explored beside single ones. Limits on forks count those of the tree in which nothing is merged, and
/// a line that a run is directed to is reached by single paths.
pub(crate) fn merges_beside(options: &ExploreOptions, language: Language) -> bool {
    let budget = &options.budget;
    let counted = budget.forks.is_some() || budget.depth.is_some();
    options.merge == Merge::Both && language.is_compiled() && !counted && options.targets.is_empty()
}

/// The solver of a run.
pub fn solver(options: &ExploreOptions) -> SolverOptions {
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
            order: options.enabled(Layer::Order),
            diagrams: options.enabled(Layer::Diagrams),
        },
        work: Work::default(),
        program: options.z3.clone(),
        query_time: options.budget.query_time,
        effort: None,
        dump_queries: options.dump_queries.clone(),
        cancel: options.cancel.clone(),
    }
}

/// The worker threads of a run.
pub fn threads(options: &ExploreOptions) -> usize {
    options.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// What the explorer is told.
pub(crate) fn settings(
    options: &ExploreOptions,
    program: &SourceProgram,
) -> explorer::ExploreOptions {
    let tables = !program.language.is_compiled();
    explorer::ExploreOptions {
        search: options.search,
        seed: options.seed,
        threads: threads(options),
        conditions: tables,
        minimal: tables,
        style: program.front_end.style(),
        inputs: options.tests.of_all_paths() || tables,
        reserve: options.budget.time.map_or(Duration::ZERO, reserve),
        ..explorer::ExploreOptions::default()
    }
}

/// The part of a run's time that is kept for what follows the exploration: the report's data, the run folder, replays.
fn reserve(limit: Duration) -> Duration {
    (limit / 10).clamp(limit.min(Duration::from_millis(400)) / 2, Duration::from_secs(5))
}

/// What a run ends with when its solver cannot be used.
pub fn internal(error: effigy_solver::SolverError) -> SessionError {
    SessionError::Solver { message: error.to_string() }
}

/// What to say once where a run over integers without bounds leaves something undecided that Z3 was not asked.
pub fn advice(solver: Backend, integers: Integers, program: Option<PathBuf>) -> Option<String> {
    if integers != Integers::Unbounded {
        return None;
    }
    let z3 = SolverOptions { back_end: BackEnd::Z3, program, ..SolverOptions::default() };
    let why = match solver {
        Backend::Embedded => "Z3 is not asked with `--solver embedded`",
        Backend::Auto if effigy_solver::assemble(&z3).is_err() => "Z3 is not there",
        _ => return None,
    };
    Some(format!(
        "{why}; it decides more. Install it with `pip install z3-solver`, or run on machine integers with \
         `--ints fixed`, which need nothing"
    ))
}

/// Whether the process environment asks for what there is: to be called once, before anything is run.
///
/// # Errors
/// A stress mode that there is not.
pub fn check_environment() -> Result<(), SessionError> {
    let unknown = |error: UnknownMode| SessionError::Stress { message: error.to_string() };
    Stress::from_environment().map(|_| ()).map_err(unknown)
}

#[cfg(test)]
mod tests {
    use effigy_outcome::options::ExploreOptions;

    #[test]
    fn options_agree_with_the_machine_and_its_models() {
        assert_eq!(ExploreOptions::DEFAULT_STACK, effigy_exec::resources::DEFAULT_STACK);
        assert_eq!(ExploreOptions::STDIN, effigy_posix::FILE);
    }
}
