//! Whitebox fuzzing from seeds: compile, load, search, replay what fails.

mod seeds;

use crate::compile::Compiled;
use crate::convert;
use crate::error::SessionError;
use crate::explore::{internal, job, reserve};
use crate::options::{ExploreOptions, Language, Tests};
use crate::outcome::fuzz::FuzzFigures;
use crate::outcome::{
    IncompleteReason, PathCounts, Place, RunOutcome, Test, Timings, TriedInput, UnsupportedFeature,
};
use crate::progress::{Observer, Phase, Progress};
use crate::replay::compile_program;
use crate::replays::{TestRunner, run_tests};
use effigy_base::budget::resident_memory;
use effigy_exec::context::{Counters, Job};
use effigy_exec::explorer::{Coverage, Exploration, InputValue, PathRecord};
use effigy_exec::resources::memory_limit;
use effigy_exec::state::InputKind;
use effigy_exec::stop::{CutReason, Ending};
use effigy_fuzz::counts::Counts;
use effigy_fuzz::runner::{OnMachine, Runner};
use effigy_fuzz::search::{Found, Odd, Over, Search, Tried, Watch};
use effigy_solver::Statistics;
pub use seeds::{MOST_BYTES, Seed};
use std::path::PathBuf;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Stack of the thread that searches in bytes: terms are walked recursively to a bounded depth.
const STACK: usize = 256 << 20;

/// How long to wait for news of the search.
const PAUSE: Duration = Duration::from_millis(50);

/// News that wait to be looked at.
const NEWS: usize = 64;

/// What `fuzz` runs.
#[derive(Clone, Debug)]
pub struct FuzzOptions {
    /// The program, the checks and the limits. Its symbolic inputs are those of the seeds.
    pub explore: ExploreOptions,
    /// The folder of the seeds.
    pub seeds: PathBuf,
    /// Whether a seed is the program's only argument rather than its standard input.
    pub argument: bool,
}

impl FuzzOptions {
    /// Most instructions of a run unless `--max-steps` says otherwise; a run that takes more is cut.
    pub const DEFAULT_STEPS: u64 = 20_000_000;

    /// The time of one query unless `--max-query-time` says otherwise.
    pub const DEFAULT_QUERY_TIME: Duration = Duration::from_secs(5);
}

/// A program that is compiled and read, with its seeds.
pub struct Prepared {
    options: ExploreOptions,
    compiled: Compiled,
    job: Job,
    entry: String,
    seeds: Vec<Seed>,
    kind: InputKind,
    started: Instant,
    loading: Duration,
}

/// How a search stands, or what it found.
enum News {
    Tried(Box<TriedInput>),
    Stands(Counts, usize, usize),
    Found(Box<Found>, Duration),
}

/// What a search came to.
struct Searched {
    found: Vec<(Found, Duration)>,
    odd: Vec<(Odd, u64)>,
    counts: Counts,
    over: Over,
    waiting: usize,
    coverage: Coverage,
    statistics: Statistics,
    elapsed: Duration,
}

impl Prepared {
    /// Reads the seeds, and compiles and reads the program.
    ///
    /// # Errors
    /// When there are no seeds, and when the program cannot be compiled or read.
    pub fn new(
        options: &FuzzOptions,
        observer: &mut dyn Observer,
    ) -> Result<Prepared, SessionError> {
        let started = Instant::now();
        let seeds = seeds::read(&options.seeds)?;
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
        let compiled = compile_program(&options)?;
        if !compiled.language.is_compiled() {
            return Err(SessionError::OtherLanguage { option: "fuzz", language: "compiled" });
        }
        observer.progress(&Progress {
            phase: Phase::Loading,
            elapsed: started.elapsed(),
            ..Progress::default()
        });
        let loading = Instant::now();
        let loaded = compiled.language.front_end().load(&compiled, &options)?;
        let entry = loaded.name.clone();
        let mut job = job(loaded, &options);
        let limit = explore.budget.time;
        let end = limit.and_then(|limit| (started + limit).checked_sub(reserve(limit)));
        job.cancel = options.cancel.part(end);
        job.solver.cancel = job.cancel.clone();
        let kind = match options.symbolic_arguments.is_empty() {
            true => InputKind::Stdin,
            false => InputKind::Argument(0),
        };
        let loading = loading.elapsed();
        Ok(Prepared { options, compiled, job, entry, seeds, kind, started, loading })
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
        let searched = self.search(observer)?;
        // Runs that came to no end of the program may have decisions behind.
        let came_to_ends = searched.found.is_empty() && searched.odd.is_empty();
        if searched.over == Over::Blind && came_to_ends {
            return Err(SessionError::Blind {
                program: self.options.input.clone(),
                argument: self.kind != InputKind::Stdin,
            });
        }
        let exploration = exploration(&searched);
        let mut outcome =
            convert::outcome(&exploration, &self.compiled, &self.options, self.entry.clone())?;
        self.describe(&mut outcome, &searched);
        let replaying = Instant::now();
        run_tests(&mut outcome, &mut runner, &self.options, self.started, observer);
        outcome.timings = Timings {
            compile: self.compiled.took,
            load: self.loading,
            explore: searched.elapsed,
            replay: replaying.elapsed(),
            total: self.started.elapsed(),
            found: std::mem::take(&mut outcome.timings.found),
        };
        Ok(outcome)
    }

    /// Searches in a thread of its own, and tells the observer how it goes.
    fn search(&self, observer: &mut dyn Observer) -> Result<Searched, SessionError> {
        let (sender, news) = sync_channel(NEWS);
        std::thread::scope(|scope| {
            let work = move || self.searched(sender);
            let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let thread = thread.map_err(|e| no_thread(&e.to_string()))?;
            let mut stands = (Counts::default(), 0, 0);
            let mut number = 0;
            loop {
                match news.recv_timeout(PAUSE) {
                    Ok(News::Found(found, after)) => {
                        number += 1;
                        self.tell(number, &found, after, observer);
                    }
                    Ok(News::Tried(input)) => observer.tried(&input),
                    Ok(News::Stands(counts, waiting, found)) => stands = (counts, waiting, found),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                observer.progress(&self.progress(&stands));
            }
            thread.join().unwrap_or_else(|_| Err(no_thread("it panicked")))
        })
    }

    /// The search, in its own thread.
    fn searched(&self, sender: SyncSender<News>) -> Result<Searched, SessionError> {
        let most = self.options.budget.steps.unwrap_or(FuzzOptions::DEFAULT_STEPS);
        let begun = Instant::now();
        let mut runner = OnMachine::new(&self.job, most).map_err(internal)?;
        let mut search = Search::new(&self.job, &mut runner, most).map_err(internal)?;
        let language = self.compiled.language;
        let mut teller = Teller { sender, language, started: self.started, found: Vec::new() };
        let seeds: Vec<Vec<u8>> = self.seeds.iter().map(|seed| seed.bytes.clone()).collect();
        let over = search.run(&seeds, self.kind, &mut teller);
        let found = search.found().iter().cloned().zip(teller.found).collect();
        let odd = search.odd().map(|(odd, times)| (odd.clone(), times)).collect();
        let (counts, waiting) = (*search.counts(), search.waiting());
        let statistics = search.statistics();
        let coverage = runner.coverage();
        let elapsed = begun.elapsed();
        Ok(Searched { found, odd, counts, over, waiting, coverage, statistics, elapsed })
    }

    /// Tells of a way to fail that is new, as a test.
    fn tell(&self, number: usize, found: &Found, after: Duration, observer: &mut dyn Observer) {
        let paths = vec![record(found, 0, after)];
        let exploration = Exploration { paths, ..Exploration::default() };
        let entry = self.entry.clone();
        let told = convert::outcome(&exploration, &self.compiled, &self.options, entry);
        if let Some(test) = told.ok().and_then(|outcome| outcome.tests.into_iter().next()) {
            let case = crate::outcome::TestCase { number, ..test.case };
            observer.found(&Test { case, path: number, ..test });
        }
    }

    fn progress(&self, (counts, waiting, found): &(Counts, usize, usize)) -> Progress {
        Progress {
            phase: Phase::Fuzzing,
            elapsed: self.started.elapsed(),
            left: self.options.cancel.left(),
            paths: paths(counts),
            pending: *waiting as u64,
            findings: *found as u64,
            ..Progress::default()
        }
    }

    /// Says what a search did, in the place of what an exploration does.
    fn describe(&self, outcome: &mut RunOutcome, searched: &Searched) {
        let counts = &searched.counts;
        "fuzz".clone_into(&mut outcome.mode);
        outcome.tree = Default::default();
        outcome.paths = paths(counts);
        for (finding, (found, _)) in outcome.findings.iter_mut().zip(&searched.found) {
            finding.occurrences = found.times;
        }
        outcome.fuzz = Some(figures(self.seeds.len(), searched));
        let users = &self.compiled.user_files;
        for (Odd { ending, place }, times) in &searched.odd {
            let file =
                if place.file.is_empty() { String::new() } else { users.display(&place.file) };
            let example = Place { file: file.into(), line: place.line, column: place.column };
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

/// Sends what a search tells to the thread that shows it.
struct Teller {
    sender: SyncSender<News>,
    language: Language,
    started: Instant,
    /// When each way to fail was found.
    found: Vec<Duration>,
}

impl Watch for Teller {
    fn ran(&mut self, tried: &Tried<'_>) {
        let input = TriedInput {
            case: convert::case_of(tried.inputs, &[], self.language),
            ending: convert::ending(tried.ending),
            generation: tried.generation,
            bound: tried.bound,
            new_blocks: tried.new_blocks,
        };
        // Nobody listens when the run is over.
        let _ = self.sender.send(News::Tried(Box::new(input)));
    }

    fn found(&mut self, found: &Found) {
        let after = self.started.elapsed();
        self.found.push(after);
        let _ = self.sender.send(News::Found(Box::new(found.clone()), after));
    }

    fn stands(&mut self, counts: &Counts, waiting: usize, found: usize) {
        // Where nobody had time to look at the last one, this one is not needed.
        let _ = self.sender.try_send(News::Stands(*counts, waiting, found));
    }
}

fn no_thread(why: &str) -> SessionError {
    SessionError::Internal { message: format!("no thread searches: {why}") }
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
    }
}

fn is_unused(input: &InputValue, all: &[InputValue]) -> bool {
    input.kind == InputKind::Stdin && input.bytes.is_empty() && all.len() > 1
}

fn exploration(searched: &Searched) -> Exploration {
    let found = searched.found.iter().enumerate();
    Exploration {
        paths: found.map(|(index, (found, after))| record(found, index, *after)).collect(),
        coverage: searched.coverage.clone(),
        counters: Counters { steps: searched.counts.steps, forks: 0 },
        solver: searched.statistics.clone(),
        elapsed: searched.elapsed,
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
        waiting: searched.waiting as u64,
        ended: searched.over == Over::Empty,
    }
}

#[cfg(test)]
mod tests;
