//! One worker of the explorer: takes a prefix, walks the tree below it, gives work away.

mod forks;
mod led;
mod required;

use crate::code::Code;
use crate::data::finding::StackFrame;
use crate::data::input::InputValue;
use crate::data::options::Merge;
use crate::data::record::{Coverage, ForkRecord, Further, PathRecord};
use crate::data::stop::{Alternative, CutReason, Ending, Stop};
use crate::data::trail::{Choice, WorkItem};
use crate::explore::exploration::{Exploration, ExploreOptions};
use crate::explore::observer::Leaf;
use crate::explore::searcher::{Searcher, sought};
use crate::explore::shared::Shared;
use crate::features::distance::{Aim, Ways, compile_all};
use crate::features::guides::{Followed, Guide};
use crate::features::merge::place::Before;
use crate::features::merge::region::{End, Merging, Region, region_end};
use crate::machine::panics::caught;
use crate::machine::{Context, Job};
use crate::state::State;
use effigy_base::check::Check;
use effigy_base::value::Value;
use effigy_solver::SolverError;
use effigy_term::print::{self, Style};
use effigy_term::{Model, Term, TermStore, conjunction, smtlib};
use forks::Loops;
use required::Required;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

/// States that are taken before distances are found again, at least; and for so many blocks one more.
const REFRESH: usize = 64;

/// Instructions between two safe points.
const QUANTUM: u64 = 200_000;

/// Instructions between two safe points where terms are collected at each of them.
const STRESSED_QUANTUM: u64 = 5_000;

/// Terms in the store before it is collected for the first time.
const FIRST_COLLECTION: usize = 500_000;

pub(crate) struct Worker<'a> {
    context: Context,
    options: &'a ExploreOptions,
    shared: &'a Shared<'a>,
    index: usize,
    searcher: Searcher,
    /// The distances that the search goes by.
    ways: Ways,
    /// Places that ran for the first time and were told, and how many of them the distances know of.
    told: usize,
    known: usize,
    /// States that were taken since the distances were found.
    taken: usize,
    loops: Loops,
    followed: Followed,
    /// The guide that leads the state that is being advanced.
    guide: Option<Arc<Guide>>,
    /// Whether the item that is being walked has not come to a fork of its own.
    is_new: bool,
    /// Whether states that wait keep only the registers that they read again.
    rests: bool,
    done: Exploration,
    collect_at: usize,
    advances: u64,
    /// The shortages of memory that this worker has made room for.
    shortages: u64,
    /// Until when ways are looked for, of a run that is being stopped.
    late: Option<Instant>,
    /// Conditions as text.
    texts: FxHashMap<Term, Arc<str>>,
}

/// Most tests of a merged path that fails beside its first one, each of another way: more show the same.
const MOST_OF_FAILURE: usize = 1;

/// What is said of a path that is taken up again behind a region that is not there.
const NO_REGION: &str = "a path that is taken up again did not find the paths that it had met";

/// The inputs and the results of a path, and those on further sides of it.
#[derive(Default)]
struct Tests {
    inputs: Vec<InputValue>,
    results: Vec<(String, Value)>,
    further: Vec<Further>,
    untested: u64,
    /// What the path requires, when that was asked for.
    required: Option<Required>,
    /// When the path was known to fail, when that was before its end.
    known: Option<Instant>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(
        job: Job,
        options: &'a ExploreOptions,
        shared: &'a Shared<'a>,
        index: usize,
    ) -> Result<Self, SolverError> {
        let directed = !options.targets.is_empty();
        let mut context = fresh(job, shared, index)?;
        let mut searcher = Searcher::new(options.search, options.seed, index);
        if directed {
            compile_all(&mut context, false);
            searcher.direct();
        }
        // Merged paths differ in registers too, and leaks are looked for from all of them.
        let rests = context.job.merge == Merge::Never && !context.job.checks.contains(Check::Leak);
        Ok(Self {
            context,
            options,
            shared,
            index,
            searcher,
            ways: Ways::new(aims(options)),
            told: 0,
            known: usize::MAX,
            taken: 0,
            loops: Loops::default(),
            followed: Followed::default(),
            guide: None,
            is_new: false,
            rests,
            done: Exploration::default(),
            collect_at: FIRST_COLLECTION,
            advances: 0,
            shortages: 0,
            late: None,
            texts: FxHashMap::default(),
        })
    }

    /// Works until no worker has anything left.
    pub(crate) fn run(mut self) -> Exploration {
        while let Some(item) = self.shared.frontier.take() {
            self.walk(item);
            if self.shared.stopped().is_some() {
                self.shared.frontier.stopped();
            }
            self.shared.frontier.done();
        }
        self.finish()
    }

    /// Walks the part of the tree below an item.
    fn walk(&mut self, item: WorkItem) {
        if let Some(reason) = self.shared.stopped() {
            let state = self.context.waiting(item);
            return self.record(state, Ending::Cut(reason));
        }
        let key: Vec<u32> = item.choices.iter().rev().filter_map(Choice::side).collect();
        let length = item.choices.len();
        self.is_new = true;
        let begun = caught(|| {
            let (state, started) = self.context.begin_item(item);
            match started {
                Ok(()) => self.searcher.push(vec![state]),
                Err(stop) => self.stopped(state, stop),
            }
        });
        if let Err(said) = begun {
            self.panicked(said, key, Arc::default());
        }
        while let Some((state, guide)) = self.next() {
            self.guide = guide;
            if self.shared.frontier.is_over()
                && state.answers.prefix.len() + state.history.trail.len() > length
            {
                self.give(&state);
                continue;
            }
            let (node, code, at) =
                (state.history.node, state.stack.top.code.clone(), state.stack.top.at);
            let ahead: Vec<u32> =
                state.answers.prefix.iter().rev().filter_map(Choice::side).collect();
            if let Err(said) = caught(|| self.advance(state)) {
                let mut key = self.context.tree.path(node, 0);
                key.extend(ahead);
                let place = self.context.places(&code, at).swap_remove(0);
                self.panicked(said, key, Arc::new(place));
            }
        }
    }

    /// The state that runs next, with the guide that leads it.
    fn next(&mut self) -> Option<(State, Option<Arc<Guide>>)> {
        self.taken += 1;
        let ran = self.told + self.context.covered.borrow().len();
        // To find distances again costs in proportion to the code.
        let due = self.known == usize::MAX || self.taken > REFRESH + self.ways.blocks() / REFRESH;
        if due && self.known != ran && !self.ways.is_idle() {
            self.ways.refresh(&mut self.context, &self.options.targets);
            (self.known, self.taken) = (ran, 0);
        }
        self.searcher.next_led(&self.ways)
    }

    /// Goes on after a panic. What the worker was at is lost, and said to be; its other states go to whoever takes them
    /// next, as the decisions that lead to them, for nothing that the worker knew can be relied on.
    fn panicked(&mut self, said: String, key: Vec<u32>, place: Arc<StackFrame>) {
        self.done.paths.push(PathRecord::lost(key, place, format!("a worker panicked: {said}")));
        self.shared.paths.fetch_add(1, Ordering::Relaxed);
        let mut items = Vec::new();
        while let Some(state) = self.searcher.give() {
            let open = open_sides(&self.context, &state).into_iter().cloned().collect();
            items.push(WorkItem { choices: state.whole_trail(), open });
        }
        if caught(|| self.harvest()).is_err() {
            self.done.coverage = Coverage::default();
        }
        self.texts.clear();
        match fresh(self.context.job.clone(), self.shared, self.index) {
            Ok(context) => {
                self.context = context;
                self.ways = Ways::new(aims(self.options));
                self.known = usize::MAX;
                items.into_iter().for_each(|item| self.shared.frontier.give(item));
            }
            Err(error) => {
                let said = format!("no worker goes on after a panic: {error}");
                self.done.paths.extend(items.into_iter().map(|item| {
                    let key = item.choices.iter().rev().filter_map(Choice::side).collect();
                    PathRecord::lost(key, Arc::default(), said.clone())
                }));
            }
        }
    }

    /// Runs a state to its next fork or safe point.
    fn advance(&mut self, mut state: State) {
        if let Some(reason) = self.shared.stopped() {
            return self.record(state, Ending::Cut(reason));
        }
        // A worker waits here for its turn.
        let _ = self.context.job.cancel.reason();
        state.stack.top.wake(|| self.context.spare.take());
        let before = state.history.steps;
        let stress = self.context.job.stress;
        let quantum = if stress.collect { STRESSED_QUANTUM } else { QUANTUM };
        let stop = self.context.run(&mut state, quantum);
        let steps = state.history.steps - before;
        self.shared.steps.fetch_add(steps, Ordering::Relaxed);
        self.context.job.effort.add_steps(steps);
        self.stopped(state, stop);
        self.look_for_guides();
        self.share();
        self.make_room();
        if stress.collect || self.context.store.len() > self.collect_at {
            self.collect();
        }
    }

    /// When memory is short, gives all pending states but one back as prefixes, and frees terms and caches.
    fn make_room(&mut self) {
        let shortages = self.shared.shortages.load(Ordering::Relaxed);
        if std::mem::replace(&mut self.shortages, shortages) == shortages {
            return;
        }
        while self.searcher.len() > 1
            && let Some(state) = self.searcher.pop(&self.ways)
        {
            self.give(&state);
        }
        self.collect();
    }

    /// Leaves the tree below a state to whoever takes it.
    fn give(&mut self, state: &State) {
        let open = open_sides(&self.context, state).into_iter().cloned().collect();
        self.shared.frontier.give(WorkItem { choices: state.whole_trail(), open });
    }

    fn stopped(&mut self, state: State, stop: Stop) {
        match stop {
            Stop::Pause => self.wait(vec![state]),
            Stop::End(ending) => self.ended(state, ending),
            Stop::Fork(alternatives) => self.fork(state, alternatives),
        }
    }

    fn fork(&mut self, mut state: State, alternatives: Vec<Alternative>) {
        let budget = &self.context.job.budget;
        if budget.depth.is_some_and(|limit| state.history.depth >= limit) {
            return self.record(state, Ending::Cut(CutReason::Depth));
        }
        let forks = self.shared.forks.fetch_add(1, Ordering::Relaxed);
        if budget.forks.is_some_and(|limit| forks >= limit) {
            self.shared.forks.fetch_sub(1, Ordering::Relaxed);
            return self.record(state, Ending::Cut(CutReason::Forks));
        }
        self.context.job.effort.add_fork();
        self.look_whether_led(&state);
        self.loops.count(&self.context, &state, 1);
        let again = (!state.answers.prefix.is_empty()).then(|| state.clone());
        let before = Before::new(&mut state, &alternatives, &self.context);
        if let Some(end) = self.region_end(&state, before.is_replayed()) {
            let region = Merging { cx: &mut self.context }.region(state, &alternatives, end);
            return self.left(region, before, again);
        }
        if before.is_replayed()
            && let Some(state) = again
        {
            return self.record(state, Ending::Internal(NO_REGION.into()));
        }
        if self.rests {
            state.stack.rest(&mut self.context.spare);
        }
        let parts = self.context.take_sides(state, &alternatives);
        self.go_on(parts);
    }

    /// Where the region ends that begins at the fork at which a state stands. A path that is taken up `again` behind a region
    /// goes through it also under limits with which nothing is merged.
    fn region_end(&mut self, state: &State, again: bool) -> Option<End> {
        if !again {
            return region_end(&self.context, state);
        }
        let budget = &mut self.context.job.budget;
        let limits = (budget.forks.take(), budget.depth.take());
        let end = region_end(&self.context, state);
        let budget = &mut self.context.job.budget;
        (budget.forks, budget.depth) = limits;
        end
    }

    /// Goes on with states, and records those that are over.
    fn go_on(&mut self, parts: Vec<(State, Option<Ending>)>) {
        let mut children = Vec::with_capacity(parts.len());
        for (child, ending) in parts {
            match ending {
                None => children.push(child),
                Some(ending) => self.record(child, ending),
            }
        }
        self.wait(children);
    }

    /// Goes on with what is left of a region. Where paths were merged, the region is one fork of the tree, or none when
    /// one path is left. `again` is the path at the fork when it is taken up again behind the region.
    fn left(&mut self, region: Region, before: Before, again: Option<State>) {
        self.shared.forks.fetch_add(region.forks.saturating_sub(1), Ordering::Relaxed);
        let Region { paths, forks: _, merged } = region;
        if let Some(state) = again {
            // A region that is not run to its end leaves other paths.
            if let Some(reason) = self.shared.stopped() {
                return self.record(state, Ending::Cut(reason));
            }
            if !before.leads_to_one_of(&paths, merged, &mut self.context) {
                return self.record(state, Ending::Internal(NO_REGION.into()));
            }
        } else if !merged {
            return self.go_on(paths);
        }
        let parts = before.place(paths, &mut self.context);
        self.go_on(parts);
    }

    /// Gives the largest pending part of the tree to a worker that waits.
    fn share(&mut self) {
        self.shared.pending[self.index].store(self.searcher.len() as u64, Ordering::Relaxed);
        self.advances += 1;
        if self.advances.is_multiple_of(64) {
            let nanos = self.context.solver_time().as_nanos() as u64;
            self.shared.solver_nanos[self.index].store(nanos, Ordering::Relaxed);
            if let (Some(most), Some(slot)) =
                (self.loops.most(), self.shared.forking.get(self.index))
            {
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(most.clone());
            }
        }
        if self.shared.frontier.is_wanted()
            && self.searcher.len() > 1
            && let Some(state) = self.searcher.give()
        {
            self.give(&state);
        }
    }

    /// Frees the terms that no pending state refers to.
    fn collect(&mut self) {
        self.texts.clear();
        self.context.collect(&self.searcher);
        self.collect_at = (2 * self.context.store.len()).max(FIRST_COLLECTION);
    }

    /// Records a path that is over.
    fn record(&mut self, state: State, ending: Ending) {
        self.record_known(state, ending, None);
    }

    /// Records a path that is over, of which it was known since then that it fails.
    fn record_known(&mut self, state: State, ending: Ending, known: Option<Instant>) {
        let ending = match (&state.failing, ending) {
            (Some(failure), ending) if !matches!(ending, Ending::Finding(_)) => {
                Ending::Finding(Box::new((**failure).clone()))
            }
            (_, ending) => ending,
        };
        if ending == Ending::Assumed {
            return self.assumed(&state);
        }
        let ending = self.interrupted(ending);
        let state = match ending {
            Ending::Cut(_) => self.without_failing(state),
            _ => state,
        };
        let mut tests = Tests::default();
        let ending = match ending {
            ending if !self.wants_model(&state, &ending) => ending,
            Ending::Exit(_) | Ending::Finding(_) => match self.tests(&state, &ending) {
                Ok((found, ending)) => {
                    tests = found;
                    ending
                }
                // Each condition on the way was feasible when it was added.
                Err(Stop::End(Ending::Assumed)) => {
                    Ending::Internal("the path condition has no model".into())
                }
                Err(Stop::End(undecided)) => self.interrupted(undecided),
                Err(_) => Ending::Unknown("no model of the path condition".into()),
            },
            ending => ending,
        };
        tests.known = known;
        self.add(state, ending, tests);
    }

    /// Adds a path that is over, with the inputs and the results of its tests.
    fn add(&mut self, state: State, ending: Ending, tests: Tests) {
        let Tests { inputs, results, further, untested, required, known } = tests;
        let finding = matches!(ending, Ending::Finding(_));
        self.shared.paths.fetch_add(1, Ordering::Relaxed);
        if finding {
            self.shared.failed.fetch_add(1, Ordering::Relaxed);
        }
        let required = required.unwrap_or_else(|| self.required(&state, &ending, None));
        let Required { condition, one_way } = required;
        let mut outputs = Vec::with_capacity(state.history.outputs.len());
        for (name, value, sort) in state.history.outputs.iter() {
            let mut term = self.context.term(*value, *sort);
            if self.options.minimal {
                term = conjunction::under(&mut self.context.store, &state.path.condition, term);
            }
            outputs.push((name.clone(), self.text(term)));
        }
        let (started, since) = (self.shared.started, known.unwrap_or_else(Instant::now));
        let store = &self.context.store;
        let script =
            || smtlib::script(store, &state.path.condition, smtlib::ScriptOptions::default());
        let smtlib = self.options.conditions.then(script);
        let has_size = self.options.conditions || self.options.sizes;
        let size = if has_size { store.size(&state.path.condition) } else { 0 };
        let path = PathRecord {
            key: key(&self.context, &state),
            place: self.context.place(&state),
            ending,
            inputs,
            further,
            untested,
            found_at: finding.then(|| self.options.before + since.duration_since(started)),
            steps: state.history.steps,
            condition,
            one_way,
            size,
            smtlib,
            outputs,
            results,
            goals: state.history.goals.as_ref().clone(),
            threads: state.threads.began().cloned(),
            merged: state.kept.merged.iter().map(|met| met.record(|t| self.text(t))).collect(),
        };
        self.context.job.effort.add_leaf(&path);
        self.leaf(&state, Some(&path));
        self.done.add_path(path);
    }

    /// A path that an assumption ended.
    fn assumed(&mut self, state: &State) {
        self.done.assumed += 1;
        self.leaf(state, None);
    }

    /// Notes what a path that is over adds to the tree, and tells the observer.
    fn leaf(&mut self, state: &State, path: Option<&PathRecord>) {
        let key = path.map_or_else(|| Cow::Owned(key(&self.context, state)), |p| (&p.key).into());
        let told = self.tell_forks(state, &key);
        self.done.add_concretised(&key, &state.history.concretised);
        let covered = self.context.covered.take();
        let assumed = self.context.take_assumed();
        self.done.assumes.extend(assumed.iter().cloned());
        self.told += covered.len();
        let Some(observer) = self.shared.observer else { return };
        // What a run that is being stopped says of a path may be less than what it would have said.
        if self.shared.stopped().is_some() {
            return;
        }
        let mut trail = state.whole_trail();
        trail.reverse();
        observer.leaf(&Leaf {
            worker: self.index,
            trail,
            open: open_sides(&self.context, state),
            path,
            forks: told.iter().map(|(depth, fork)| (*depth, fork)).collect(),
            concretised: &state.history.concretised,
            covered,
            assumed,
        });
    }

    /// Records the forks above a path that no path before it told of; gives them with their depths in the tree, where
    /// somebody is told of them.
    fn tell_forks(&mut self, state: &State, key: &[u32]) -> Vec<(usize, ForkRecord)> {
        let mut told = Vec::new();
        let mut node = state.history.node;
        let mut depth = state.history.depth as usize;
        while let Some((id, _)) = node {
            depth = depth.saturating_sub(1);
            let fork = self.context.tree.node_mut(id);
            if std::mem::replace(&mut fork.told, true) {
                break;
            }
            // Nobody asks for them again.
            let (sides, merged) =
                (std::mem::take(&mut fork.sides), std::mem::take(&mut fork.merged));
            let place = fork.place.clone();
            node = fork.parent;
            let key = key.get(..depth).unwrap_or(key);
            if self.shared.whole.is_cancelled() {
                self.done.tree_cut = true;
                continue;
            }
            let Some(room) = self.done.room_for_fork(key, self.options.max_tree) else { continue };
            let mut text = |t| text(&self.context.store, &mut self.texts, &self.options.style, t);
            let sides = sides.into_iter().map(&mut text).collect();
            let merged = merged.iter().map(|met| met.record(&mut text)).collect();
            let record = ForkRecord { place, sides, merged };
            if self.shared.observer.is_some() {
                told.push((depth, record.clone()));
            }
            room.insert(record);
        }
        told
    }

    /// Whether something is read off a model of a path that is over.
    fn wants_model(&self, state: &State, ending: &Ending) -> bool {
        let shown =
            self.options.inputs || state.status.is_some() || !state.history.outputs.is_empty();
        shown || matches!(ending, Ending::Finding(_))
    }

    /// What was not decided because the run was stopped is cut.
    fn interrupted(&self, ending: Ending) -> Ending {
        match (ending, self.shared.stopped()) {
            (Ending::Unknown(_), Some(reason)) => Ending::Cut(reason),
            (ending, _) => ending,
        }
    }

    /// The canonical model of a path that is over, of a finding for people the smallest; when the run is stopped, the
    /// model that the path has already.
    fn model(&mut self, state: &State, finding: bool) -> Result<Rc<Model>, Stop> {
        let canonical = match finding && self.options.minimal {
            true => self.context.smallest_model(state),
            false => self.context.canonical_model(state),
        };
        match (&canonical, &state.path.model, self.shared.stopped()) {
            (Err(Stop::End(Ending::Unknown(_))), Some(model), Some(_)) => Ok(model.clone()),
            _ => canonical,
        }
    }

    /// The inputs and the results of a path under models of its condition, and its ending with its status under the
    /// first one.
    fn tests(&mut self, state: &State, ending: &Ending) -> Result<(Tests, Ending), Stop> {
        let model = self.model(state, matches!(ending, Ending::Finding(_)))?;
        let first = self.tested(state, ending, &model)?;
        let Further { inputs, results, status, condition, one_way } = first;
        let (further, untested) = self.further(state, ending, model)?;
        let ending = status.map_or_else(|| ending.clone(), Ending::Exit);
        let required = Some(Required { condition, one_way });
        Ok((Tests { inputs, results, further, untested, required, known: None }, ending))
    }

    /// The inputs, the results and the status of a path under a model of its condition.
    fn tested(
        &mut self,
        state: &State,
        ending: &Ending,
        model: &Rc<Model>,
    ) -> Result<Further, Stop> {
        let inputs = self.inputs(state, model)?;
        let results = self.context.results(state, model);
        let status = match (state.status, ending) {
            (Some(status), Ending::Exit(_)) => Some(self.context.evaluate(status, model)? as i32),
            (None, Ending::Exit(status)) => Some(*status),
            _ => None,
        };
        let Required { condition, one_way } = self.required(state, ending, Some(model));
        Ok(Further { inputs, results, status, condition, one_way })
    }

    /// What a path has on each side that was merged on it and that no earlier test of the path is on; and how many sides stay
    /// without a test. Of a path that fails one more way is enough. Sides that the path left since are none.
    fn further(
        &mut self,
        state: &State,
        ending: &Ending,
        first: Rc<Model>,
    ) -> Result<(Vec<Further>, u64), Stop> {
        let Some(sides) = state.kept.sides.clone() else { return Ok((Vec::new(), 0)) };
        let fails = matches!(ending, Ending::Finding(_));
        let mut models = vec![first];
        let mut further = Vec::new();
        let mut untested = u64::from(sides.more && !fails);
        for side in &sides.conditions {
            // What is told of a run that is being stopped is not kept.
            if self.shared.stopped().is_some() || fails && further.len() == MOST_OF_FAILURE {
                break;
            }
            let mut known = false;
            for model in &models {
                known = known || self.context.evaluate(*side, model)? == 1;
            }
            if known {
                continue;
            }
            let mut narrowed = state.clone();
            narrowed.path.condition.push(*side);
            narrowed.path.model = None;
            match self.model(&narrowed, fails) {
                Ok(model) => {
                    further.push(self.tested(state, ending, &model)?);
                    models.push(model);
                }
                Err(Stop::End(Ending::Assumed)) => {}
                Err(_) => untested += u64::from(!fails),
            }
        }
        Ok((further, untested))
    }

    /// The inputs of a path under a model of its condition.
    fn inputs(&mut self, state: &State, model: &Rc<Model>) -> Result<Vec<InputValue>, Stop> {
        self.context.input_values(state, model)
    }

    /// A term as people write it.
    fn text(&mut self, term: Term) -> Arc<str> {
        text(&self.context.store, &mut self.texts, &self.options.style, term)
    }

    fn finish(mut self) -> Exploration {
        self.harvest();
        self.loops.add_to(&mut self.done.loops);
        self.done
    }

    /// Takes over what the context knows of the run.
    fn harvest(&mut self) {
        let mut coverage = std::mem::take(&mut self.done.coverage);
        let codes: Vec<Rc<Code>> = self.context.codes.iter().flatten().cloned().collect();
        for code in codes {
            // Distances to targets need the code of functions that were never called; it is no part of what is covered.
            if !self.options.targets.is_empty() && !code.covered.get(0) {
                continue;
            }
            coverage.cover(&self.context, &code);
        }
        self.done.coverage = coverage;
        self.done.counters.steps += self.context.counters.steps;
        self.done.counters.forks += self.context.counters.forks;
        self.done.variables.extend(self.context.variables());
        self.context.solver.statistics(&mut self.done.solver);
    }
}

/// What the search of a run looks for.
fn aims(options: &ExploreOptions) -> &'static [Aim] {
    match options.targets.is_empty() {
        true => sought(options.search),
        false => &[Aim::Targets],
    }
}

/// A term as people write it; `known` are the texts of terms that were written before.
fn text(
    store: &TermStore,
    known: &mut FxHashMap<Term, Arc<str>>,
    style: &Style,
    term: Term,
) -> Arc<str> {
    known.entry(term).or_insert_with(|| print::infix_in(store, term, style).into()).clone()
}

/// A context of the worker of this number that has seen nothing.
fn fresh(job: Job, shared: &Shared<'_>, index: usize) -> Result<Context, SolverError> {
    let mut context = Context::new(job)?;
    context.asked = shared.asked.get(index).cloned();
    for (function, at) in shared.covered {
        if let Ok(code) = context.code(*function) {
            code.covered.mark_silently(*at);
        }
    }
    Ok(context)
}

/// The sides taken from the root to a state, with those that its prefix will take.
fn key(cx: &Context, state: &State) -> Vec<u32> {
    let mut key =
        cx.tree.path(state.history.node, state.history.depth as usize + state.answers.prefix.len());
    key.extend(state.answers.prefix.iter().rev().filter_map(Choice::side));
    key
}

/// The feasible sides of the forks on the way to a state, and of those that its prefix will take.
fn open_sides<'a>(cx: &'a Context, state: &'a State) -> Vec<&'a Arc<[u32]>> {
    let mut open = cx.tree.open(state.history.node, state.history.depth as usize);
    open.extend(state.answers.open.iter().skip(open.len()));
    open
}

impl State {
    /// All decisions of the path, in the order in which a worker takes them up again: last one first.
    fn whole_trail(&self) -> Vec<Choice> {
        let mut all = Vec::with_capacity(self.answers.prefix.len() + self.history.trail.len());
        all.extend_from_slice(&self.answers.prefix);
        all.extend(self.history.trail.reversed());
        all
    }
}
