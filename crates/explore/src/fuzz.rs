//! Whitebox fuzzing from seeds: compile, load, search, replay what fails.

mod native;
mod searching;
mod seeds;
mod sync;

use crate::convert;
use crate::front_end::SourceProgram;
use crate::job::timed_job;
use crate::replays::{Spent, TestRunner, replay};
use crate::table::Languages;
use effigy_base::budget::resident_memory;
use effigy_exec::context::{Counters, Job};
use effigy_exec::explorer::{Exploration, InputValue, PathRecord};
use effigy_exec::resources::memory_limit;
use effigy_exec::state::InputKind;
use effigy_exec::stop::{CutReason, Ending};
use effigy_fuzz::counts::Counts;
use effigy_fuzz::search::{Over, Searched};
use effigy_fuzz::settings::Seed;
use effigy_fuzz::watch::{Found, Odd};
use effigy_outcome::error::SessionError;
use effigy_outcome::fuzz::{FuzzFigures, FuzzTime, KeptInput};
use effigy_outcome::options::{ExploreOptions, Tests};
use effigy_outcome::progress::{Observer, Progress};
use effigy_outcome::{IncompleteReason, PathCounts, RunOutcome, UnsupportedFeature};
pub use seeds::MOST_BYTES;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// What `fuzz` runs.
#[derive(Clone, Debug)]
pub struct FuzzOptions {
    /// The program, the checks and the limits. Its symbolic inputs are those of the seeds.
    pub explore: ExploreOptions,
    /// The folder of the seeds.
    pub seeds: PathBuf,
    /// Whether a seed is the program's only argument rather than its standard input.
    pub argument: bool,
    /// Whether inputs are run natively, and mutated in order and at random. Default: yes. Without it the search is the same each time.
    pub native: bool,
    /// Whether the search ends with the first failure. Default: no.
    pub first: bool,
    /// A folder in which fuzzers that work beside this one leave their inputs, and get what this one keeps. Default: none.
    pub sync: Option<PathBuf>,
    /// What an earlier search kept, which this one goes on from.
    pub kept: Vec<KeptInput>,
}

impl FuzzOptions {
    /// Most instructions of a run unless `--max-steps` says otherwise; a run that takes more is cut.
    pub const DEFAULT_STEPS: u64 = 20_000_000;

    /// The time of one query unless `--max-query-time` says otherwise.
    pub const DEFAULT_QUERY_TIME: Duration = Duration::from_secs(1);

    /// The longest that an input becomes by changes, unless a seed is longer.
    pub const DEFAULT_LONGEST: usize = 4096;

    /// The default options for these seeds.
    pub fn new(explore: ExploreOptions, seeds: impl Into<PathBuf>) -> Self {
        let (seeds, argument, native, first) = (seeds.into(), false, true, false);
        Self { explore, seeds, argument, native, first, sync: None, kept: Vec::new() }
    }
}

/// A program that is compiled and read, with its seeds.
pub struct Prepared {
    options: ExploreOptions,
    compiled: SourceProgram,
    job: Job,
    entry: String,
    seeds: Vec<Seed>,
    kind: InputKind,
    runs_natively: bool,
    first: bool,
    sync: Option<PathBuf>,
    started: Instant,
    loading: Duration,
}

impl Prepared {
    /// Reads the seeds, and compiles and reads the program.
    ///
    /// # Errors
    /// When there are no seeds, and when the program cannot be compiled or read.
    pub fn new(
        languages: Languages,
        options: &FuzzOptions,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SessionError> {
        let started = Instant::now();
        let own = match seeds::read(&options.seeds) {
            // Who goes on has them among what was kept.
            Err(_) if !options.kept.is_empty() => Default::default(),
            own => own?,
        };
        if let Some(first) = own.passed_over.first() {
            let count = own.passed_over.len();
            observer.note(&format!(
                "files that are no seeds were passed over: {count} (the first: {first})"
            ));
        }
        let seeds = searching::seeds(&own.seeds, &options.kept);
        let (runs_natively, first, sync) = (options.native, options.first, options.sync.clone());
        let explore = &options.explore;
        let longest = seeds.iter().map(|seed| seed.bytes.len()).max().unwrap_or(0);
        let deadline = explore.budget.time.map(|limit| started + limit);
        let memory = memory_limit(&explore.budget);
        let options = ExploreOptions {
            cancel: explore.cancel.bounded(deadline, Some(memory)),
            symbolic_stdin: (!options.argument).then_some(longest),
            symbolic_arguments: if options.argument { vec![longest] } else { Vec::new() },
            tests: Tests::Findings,
            // One for each way to fail.
            all_findings: true,
            ..explore.clone()
        };
        observer.progress(&Progress::default());
        let compiled = languages.compile(&options)?;
        if !compiled.language.is_compiled() {
            return Err(SessionError::OtherLanguage { option: "fuzz", language: "compiled" });
        }
        let loading = Instant::now();
        let loaded = compiled.load_observed(&options, started, observer)?;
        let entry = loaded.name.clone();
        let mut job = timed_job(loaded, &compiled, &options, started);
        job.chooses = true;
        let kind = match options.symbolic_arguments.is_empty() {
            true => InputKind::Stdin,
            false => InputKind::Argument(0),
        };
        let loading = loading.elapsed();
        Ok(Prepared {
            options,
            compiled,
            job,
            entry,
            seeds,
            kind,
            runs_natively,
            first,
            sync,
            started,
            loading,
        })
    }

    /// The options of the run, with the inputs of the seeds.
    pub fn options(&self) -> &ExploreOptions {
        &self.options
    }

    /// Searches, and replays what fails.
    ///
    /// # Errors
    /// When the solver that the options ask for cannot be used, and when nothing that the program does depends on a seed.
    pub fn run(self, observer: &mut dyn Observer) -> Result<RunOutcome, SessionError> {
        let mut runner = TestRunner::new(&self.compiled, &self.job, &self.options)?;
        let searching::Over { searched, found_at, elapsed } = self.search(observer)?;
        if let Some(why) = &searched.lost {
            observer.note(&format!("inputs were run natively no longer: {why}"));
        }
        if let Some(why) = &searched.untold {
            observer.note(&format!("pieces of inputs were not put into others: {why}"));
        }
        // Runs that came to no end of the program may have decisions behind.
        let came_to_ends = searched.found.is_empty() && searched.odd.is_empty();
        if searched.over == Over::Blind && came_to_ends {
            return Err(SessionError::Blind {
                program: self.options.input.clone(),
                argument: self.kind != InputKind::Stdin,
            });
        }
        let exploration = exploration(&searched, &found_at, elapsed);
        let run = (exploration, &*self.job.program);
        let mut outcome = convert::outcome(run, &self.compiled, &self.options, self.entry.clone())?;
        self.describe(&mut outcome, &searched);
        let spent = Spent { started: self.started, loading: self.loading, explored: elapsed };
        replay(&mut outcome, &mut runner, (&self.compiled, &self.options), spent, observer);
        Ok(outcome)
    }

    /// Says what a search did, in the place of what an exploration does.
    fn describe(&self, outcome: &mut RunOutcome, searched: &Searched) {
        let counts = &searched.counts;
        "fuzz".clone_into(&mut outcome.mode);
        outcome.tree = Default::default();
        outcome.paths = paths(counts);
        for (finding, found) in outcome.findings.iter_mut().zip(&searched.found) {
            finding.occurrences = found.times;
        }
        let seeds = self.seeds.iter().filter(|seed| seed.generation == 0).count();
        outcome.fuzz = Some(figures(seeds, searched));
        let users = &self.compiled.user_files;
        outcome.concretisations.extend(convert::taken(&searched.taken, users));
        for (Odd { ending, place }, times) in &searched.odd {
            let example = convert::shown_place(place, users);
            let reason = match ending {
                Ending::Unsupported(what) => {
                    let (name, count) = (what.clone(), *times);
                    outcome.unsupported.push(UnsupportedFeature { name, count, example });
                    continue;
                }
                Ending::Cut(CutReason::Steps) => {
                    "the budget --max-steps of a run was used up".into()
                }
                Ending::Cut(CutReason::Memory) => "a run came to the limit of memory".into(),
                Ending::Internal(why) => format!("internal error: {why}"),
                Ending::Unknown(why) => format!("a run was not decided: {why}"),
                _ => continue,
            };
            let (count, place) = (*times, example.to_string());
            outcome.incomplete_because.push(IncompleteReason { reason, count, place });
        }
        let reason = match searched.over {
            Over::Stopped(reason) => reason.text().to_owned(),
            Over::First => "the search was to end with the first failure".into(),
            Over::Empty | Over::Blind => {
                "a search from seeds runs some inputs of many; every side that it came by was asked for".into()
            }
        };
        outcome.incomplete_because.push(IncompleteReason {
            reason,
            count: 1,
            place: String::new(),
        });
    }
}

/// A way to fail as a path. Standard input is none where the program makes its own inputs.
fn record(found: &Found, index: usize, after: Duration) -> PathRecord {
    PathRecord {
        key: vec![index as u32],
        ending: Ending::Finding(Box::new(found.failure.clone())),
        place: found.place.clone(),
        inputs: found
            .inputs
            .iter()
            .filter(|input| !is_unused(input, &found.inputs))
            .cloned()
            .collect(),
        further: Vec::new(),
        untested: 0,
        found_at: Some(after),
        steps: found.steps,
        condition: found.condition.clone(),
        one_way: false,
        size: 0,
        smtlib: None,
        outputs: Vec::new(),
        results: Vec::new(),
        goals: Vec::new(),
        threads: None,
        merged: Vec::new(),
    }
}

fn is_unused(input: &InputValue, all: &[InputValue]) -> bool {
    input.kind == InputKind::Stdin && input.bytes.is_empty() && all.len() > 1
}

fn exploration(searched: &Searched, found_at: &[Duration], elapsed: Duration) -> Exploration {
    let found = searched.found.iter().zip(found_at).enumerate();
    Exploration {
        paths: found.map(|(index, (found, after))| record(found, index, *after)).collect(),
        coverage: searched.coverage.clone(),
        counters: Counters { steps: searched.counts.steps, forks: 0 },
        solver: searched.statistics.clone(),
        elapsed,
        peak_memory: resident_memory(),
        ..Exploration::default()
    }
}

fn paths(counts: &Counts) -> PathCounts {
    let Counts { exits, failed, cut, unsupported, undecided_runs, assumed, .. } = *counts;
    PathCounts {
        completed: exits,
        failed,
        cut,
        unsupported,
        unknown: undecided_runs,
        dismissed: assumed,
    }
}

fn figures(seeds: usize, searched: &Searched) -> FuzzFigures {
    let counts = &searched.counts;
    FuzzFigures {
        seeds: seeds as u64,
        runs: counts.runs,
        native: counts.native,
        slow: counts.slow,
        changed: counts.changed,
        changed_kept: counts.changed_kept,
        grown: counts.grown,
        grown_kept: counts.grown_kept,
        repaired: counts.repaired,
        expansions: counts.expansions,
        generations: counts.generations,
        children: counts.children,
        fruitful: counts.fruitful,
        guesses: counts.guesses,
        good_guesses: counts.good_guesses,
        infeasible: counts.infeasible,
        covered: counts.covered,
        undecided: counts.undecided,
        diverged: counts.diverged,
        concretised: counts.concretised,
        chosen: counts.chosen,
        waiting: searched.waiting as u64,
        ended: searched.over == Over::Empty,
        time: FuzzTime {
            symbols: searched.times.symbols.as_secs_f64(),
            solver: searched.times.solver.as_secs_f64(),
            machine: searched.times.machine.as_secs_f64(),
            native: searched.times.native.as_secs_f64(),
        },
    }
}

#[cfg(test)]
mod tests;
