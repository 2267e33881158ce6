//! Running the tests of a run again, natively or by the machine, and what their ends say about the run.

use crate::front_end::SourceProgram;
use crate::machine::Machine;
use effigy_base::budget::CancelToken;
use effigy_base::finding::FindingKind;
use effigy_compile::Compiled;
use effigy_exec::context::Job;
use effigy_native::{ReplayOptions, Replayer};
use effigy_outcome::error::SessionError;
use effigy_outcome::options::ExploreOptions;
use effigy_outcome::progress::{Observer, Phase, Progress};
use effigy_outcome::{IncompleteReason, Outcome, Replay, RunOutcome, Test, TestCase, Timings};
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// Tests that are replayed at a time, between two looks at the progress.
const BATCH: usize = 64;

/// Of the failing paths of one finding, so many are run again: they fail at the same place for the same reason.
const FAILING: usize = 4;

/// What runs tests again: the native program, or the machine on the tests' values where there is no compiler.
pub enum TestRunner<'a> {
    /// The native program.
    Native(Box<Replayer<'a>>),
    /// The machine.
    Machine(Box<Machine>),
}

impl<'a> TestRunner<'a> {
    /// What runs the tests of a program.
    ///
    /// # Errors
    /// When there is no folder for native runs.
    pub fn new(
        compiled: &'a Compiled,
        job: &Job,
        options: &ExploreOptions,
    ) -> Result<Self, SessionError> {
        if !compiled.language.is_compiled() {
            return Ok(Self::Machine(Box::new(Machine::new(job, options)?)));
        }
        let replay = ReplayOptions::of(compiled, options);
        Ok(Self::Native(Box::new(Replayer::new(compiled, replay)?)))
    }

    /// Runs tests again.
    pub fn run(&mut self, cases: &[TestCase], cancel: &CancelToken) -> Vec<Replay> {
        match self {
            TestRunner::Native(replayer) => replayer.replay_all(cases, cancel),
            TestRunner::Machine(machine) => {
                cases.iter().map(|case| machine.replay(case, cancel)).collect()
            }
        }
    }

    /// What is to be said once about how tests were run.
    fn remark(&self) -> Option<String> {
        let TestRunner::Native(replayer) = self else { return None };
        let parts = replayer.lacks()?;
        Some(format!("the sandbox of native runs does without what this machine lacks: {parts}"))
    }
}

/// When a run began, and how long it took to load the program and to explore it.
pub struct Spent {
    /// When it began.
    pub started: Instant,
    /// How long it took to load the program.
    pub loading: Duration,
    /// How long it took to explore it.
    pub explored: Duration,
}

/// Runs the tests of a run again, notes how they ended, and where the time of the whole run went.
pub fn replay(
    outcome: &mut RunOutcome,
    runner: &mut TestRunner<'_>,
    (compiled, options): (&SourceProgram, &ExploreOptions),
    Spent { started, loading, explored }: Spent,
    observer: &mut dyn Observer,
) {
    let replaying = Instant::now();
    run_tests(outcome, runner, options, started, observer);
    outcome.timings = Timings {
        compile: compiled.took,
        load: loading,
        explore: explored,
        replay: replaying.elapsed(),
        total: started.elapsed(),
        found: std::mem::take(&mut outcome.timings.found),
    };
}

fn run_tests(
    outcome: &mut RunOutcome,
    runner: &mut TestRunner<'_>,
    options: &ExploreOptions,
    started: Instant,
    observer: &mut dyn Observer,
) {
    if !options.replay || outcome.tests.is_empty() {
        return;
    }
    let chosen = chosen(outcome);
    let cases: Vec<TestCase> =
        chosen.iter().filter_map(|i| outcome.tests.get(*i)).map(|t| t.case.clone()).collect();
    let mut replays: Vec<Replay> = Vec::with_capacity(cases.len());
    for batch in cases.chunks(BATCH) {
        replays.extend(runner.run(batch, &options.cancel));
        let replayed = (replays.len() as u64, cases.len() as u64);
        observer.progress(&progress(outcome, started, options, replayed));
    }
    for test in &mut outcome.tests {
        test.replay = Replay::NotRun { why: format!("{FAILING} others of this finding were run") };
    }
    for (index, replay) in chosen.into_iter().zip(replays) {
        if let Some(test) = outcome.tests.get_mut(index) {
            test.replay = replay;
        }
    }
    for finding in &mut outcome.findings {
        let test = finding.test.and_then(|n| outcome.tests.iter().find(|t| t.case.number == n));
        if let Some(test) = test {
            finding.replay = test.replay.clone();
        }
    }
    note_disagreements(outcome);
    if let Some(remark) = runner.remark() {
        observer.note(&remark);
    }
}

/// Which tests are run: all that end well, those that findings name, and the first few others that fail at a place.
fn chosen(outcome: &RunOutcome) -> Vec<usize> {
    let named: HashSet<usize> = outcome.findings.iter().filter_map(|f| f.test).collect();
    let mut failing: HashMap<(FindingKind, &str, u32), usize> = HashMap::new();
    let mut chosen = Vec::with_capacity(outcome.tests.len());
    for (index, test) in outcome.tests.iter().enumerate() {
        let wanted = match &test.case.predicted {
            Outcome::Exit(_) => true,
            Outcome::Finding { kind, file, line, .. } => {
                let count = failing.entry((*kind, file, *line)).or_default();
                *count += 1;
                *count <= FAILING || named.contains(&test.case.number)
            }
        };
        if wanted {
            chosen.push(index);
        }
    }
    // Where time is short, what findings say is confirmed before all else.
    chosen.sort_by_key(|index| {
        let number = outcome.tests.get(*index).map(|test| test.case.number);
        !number.is_some_and(|number| named.contains(&number))
    });
    chosen
}

fn progress(
    outcome: &RunOutcome,
    started: Instant,
    options: &ExploreOptions,
    replayed: (u64, u64),
) -> Progress {
    Progress {
        phase: Phase::Replaying,
        elapsed: started.elapsed(),
        left: options.cancel.left(),
        paths: outcome.paths,
        findings: outcome.findings.len() as u64,
        replayed,
        ..Progress::default()
    }
}

/// A test on which the native program ends otherwise shows that the models of the run are not the program's environment: its
/// answer is incomplete.
fn note_disagreements(outcome: &mut RunOutcome) {
    let disagreed = |t: &&Test| matches!(t.replay, Replay::Disagreed { .. });
    let count = outcome.tests.iter().filter(disagreed).count() as u64;
    if let Some(Test { case, replay: Replay::Disagreed { expected, observed, .. }, .. }) =
        outcome.tests.iter().find(disagreed)
    {
        let number = case.number;
        let how = if outcome.on_machine { "on its values" } else { "natively" };
        let reason = format!("test {number} ends {how} with {observed}, not with {expected}");
        outcome.incomplete_because.push(IncompleteReason { reason, count, place: String::new() });
    }
}
