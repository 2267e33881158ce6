//! The walk along a trace: of the paths that can still follow it, the one comes next that has passed most of its steps and
//! has the shortest way to the next one.

use super::explain::DeadEnd;
use super::{Following, Route, Trace, with_marks};
use crate::data::finding::{Failure, StackFrame};
use crate::data::options::Merge;
use crate::data::record::{Assumed, Coverage, PathRecord};
use crate::data::stop::{CutReason, Ending, Stop};
use crate::data::trail::WorkItem;
use crate::features::alone::{Alone, ended};
use crate::features::distance::{Aim, FAR, compile_all};
use crate::machine::{Context, Counters, Job};
use crate::state::State;
use effigy_solver::{SolverError, Statistics};
use effigy_term::Trace as Holder;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Instructions between two looks whether the run is stopped.
const QUANTUM: u64 = 200_000;

/// Terms in the store before it is collected for the first time.
const FIRST_COLLECTION: usize = 2_000_000;

/// One in so many times the path that waits for longest comes next, so that a loop cannot keep the walk for itself.
const PER_OLDEST: u64 = 8;

/// Ends of paths behind the trace that are looked at for one that fails.
const MOST_ENDS: usize = 32;

/// Instructions behind the trace after which no end is looked for.
const MOST_BEHIND: u64 = 20_000_000;

/// Turns of paths behind the trace after which no further end is looked for when there is one.
const MOST_TURNS: usize = 1000;

/// How a walk stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Steps that a path has passed.
    pub passed: u32,
    /// Paths that are over.
    pub paths: u64,
    /// Paths that wait.
    pub pending: u64,
    /// Instructions.
    pub steps: u64,
}

/// What was not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// How the path was cut.
    pub ending: Ending,
    /// Where.
    pub place: Arc<StackFrame>,
    /// On how many paths.
    pub count: u64,
}

/// What a walk came to.
#[derive(Debug, Default)]
pub struct Followed {
    /// A path that follows the trace, with its input; where it was cut behind the trace its ending says so.
    pub came: Option<PathRecord>,
    /// Why others do not.
    pub dead: Vec<DeadEnd>,
    /// Dead ends that were only counted.
    pub unexplained: u64,
    /// What was cut: when there is something, and no path came, nothing is known.
    pub undecided: Vec<Undecided>,
    /// The steps that some path passed.
    pub passed: u32,
    /// Paths that are over.
    pub paths: u64,
    /// What ran.
    pub counters: Counters,
    /// What the solver did.
    pub solver: Statistics,
    /// What was covered.
    pub coverage: Coverage,
    /// What the answer takes for granted.
    pub assumes: Vec<Assumed>,
    /// How long it took.
    pub elapsed: Duration,
}

/// A state that waits, the first one by number.
struct Waiting {
    state: State,
    distance: u32,
}

struct Walk {
    context: Context,
    route: Rc<Route>,
    waiting: Vec<Waiting>,
    followed: Followed,
    /// How paths were cut, by how and where.
    undecided: BTreeMap<String, Undecided>,
    /// The best end so far of a path that passed all steps.
    best: Option<(u8, State, Ending)>,
    /// Ends of such paths, and the instructions of all of them.
    ends: usize,
    behind: u64,
    /// How often such paths had their turn.
    turns: usize,
    taken: u64,
    forks: u64,
    collect_at: usize,
}

/// Looks for a path that follows a trace. The program is marked for it ([`super::PREFIX`]).
///
/// # Errors
/// When the solver chain of the job cannot be assembled.
pub fn follow(
    job: &Job,
    trace: Trace,
    observe: &mut dyn FnMut(&Progress),
) -> Result<Followed, SolverError> {
    let started = Instant::now();
    let job = Job { merge: Merge::Never, sides: false, ..with_marks(job) };
    let mut context = Context::new(job)?;
    compile_all(&mut context, true);
    let route = Rc::new(Route::new(trace));
    context.features.marks = Some(route.clone());
    let mut walk = Walk {
        context,
        route,
        waiting: Vec::new(),
        followed: Followed::default(),
        undecided: BTreeMap::new(),
        best: None,
        ends: 0,
        behind: 0,
        turns: 0,
        taken: 0,
        forks: 0,
        collect_at: FIRST_COLLECTION,
    };
    walk.run(observe);
    walk.finish();
    walk.followed.elapsed = started.elapsed();
    Ok(walk.followed)
}

impl Walk {
    /// The paths, as they follow the trace.
    fn following(&mut self) -> Following<'_> {
        Following { cx: &mut self.context, route: &self.route }
    }

    fn steps(&self) -> u32 {
        self.route.trace.steps.len() as u32
    }

    fn run(&mut self, observe: &mut dyn FnMut(&Progress)) {
        let (state, started) = self.context.begin_item(WorkItem::default());
        match started {
            Ok(()) => self.wait(state),
            Err(Stop::End(ending)) => self.ended(state, ending),
            Err(_) => self.ended(state, Ending::Internal("the start of a path forks".into())),
        }
        while let Some(state) = self.next() {
            if let Some(reason) = self.stopped() {
                self.ended(state, Ending::Cut(reason));
                continue;
            }
            self.advance(state);
            let Followed { passed, paths, .. } = self.followed;
            let (pending, steps) = (self.waiting.len() as u64, self.context.counters.steps);
            observe(&Progress { passed, paths, pending, steps });
            if self.is_done() {
                break;
            }
        }
    }

    /// Why no path goes on.
    fn stopped(&self) -> Option<CutReason> {
        let cancel = &self.context.job.cancel;
        let short = || cancel.is_short().then_some(CutReason::Memory);
        cancel.reason().map(CutReason::from).or_else(short)
    }

    /// Whether the path that was found is good enough.
    fn is_done(&self) -> bool {
        let ends = self.ends >= MOST_ENDS;
        let many = ends || self.behind > MOST_BEHIND || self.turns > MOST_TURNS;
        self.best.as_ref().is_some_and(|(rank, ..)| *rank == 0 || many)
    }

    fn next(&mut self) -> Option<State> {
        self.taken += 1;
        let best = match self.taken.is_multiple_of(PER_OLDEST) && self.best.is_none() {
            true => 0,
            false => self.nearest()?,
        };
        (best < self.waiting.len()).then(|| self.waiting.remove(best).state)
    }

    /// The number of the path that comes next: the farthest along the trace, behind its end the newest one.
    fn nearest(&self) -> Option<usize> {
        let all = self.steps();
        let rank = |(at, waiting): &(usize, &Waiting)| {
            let followed = &waiting.state.kept.route;
            let order = match followed.passed == all {
                true => u32::MAX - followed.since,
                false => waiting.distance.saturating_add(followed.since),
            };
            (std::cmp::Reverse(followed.passed), order, *at)
        };
        self.waiting.iter().enumerate().min_by_key(rank).map(|(at, _)| at)
    }

    fn wait(&mut self, state: State) {
        let step = state.kept.route.passed;
        self.followed.passed = self.followed.passed.max(step);
        let mut distance = 0;
        if step < self.steps() {
            let route = self.route.clone();
            let ways = route.ways(&mut self.context, step);
            if let Some(map) = ways.map(Aim::Targets) {
                distance = ways.distance(map, &state);
            }
            let step = route.trace.steps.get(step as usize);
            let mut fails =
                || step.is_some_and(|step| self.following().may_fail_here(&state, step));
            if distance >= FAR && !fails() {
                self.following().no_way(&state);
                return self.over(state);
            }
        }
        self.waiting.push(Waiting { state, distance });
    }

    fn advance(&mut self, mut state: State) {
        let before = state.history.steps;
        let stop = self.context.run(&mut state, QUANTUM);
        self.following().note_places(&mut state);
        if state.kept.route.passed == self.steps() {
            self.behind += state.history.steps - before;
            self.turns += 1;
        }
        match stop {
            Stop::Pause => self.wait(state),
            Stop::End(ending) => self.ended(state, ending),
            Stop::Fork(alternatives) => {
                let budget = &self.context.job.budget;
                if budget.depth.is_some_and(|limit| state.history.depth >= limit) {
                    return self.ended(state, Ending::Cut(CutReason::Depth));
                }
                if budget.forks.is_some_and(|limit| self.forks >= limit) {
                    return self.ended(state, Ending::Cut(CutReason::Forks));
                }
                self.forks += 1;
                for (mut child, ending) in self.context.take_sides(state, &alternatives) {
                    self.following().note_places(&mut child);
                    child.kept.route.since += 1;
                    match ending {
                        None => self.wait(child),
                        Some(ending) => self.ended(child, ending),
                    }
                }
            }
        }
        if self.context.job.stress.collect || self.context.store.len() > self.collect_at {
            let held = Held(&self.waiting, &self.best);
            self.context.collect(&held);
            self.collect_at = (2 * self.context.store.len()).max(FIRST_COLLECTION);
        }
    }

    /// A path is over.
    fn ended(&mut self, state: State, ending: Ending) {
        let ending = match (&state.failing, ending) {
            (Some(failure), ending) if !matches!(ending, Ending::Finding(_)) => {
                Ending::Finding(Box::new(Failure::clone(failure)))
            }
            (_, ending) => ending,
        };
        let (passed, all) = (state.kept.route.passed, self.steps());
        self.followed.passed = self.followed.passed.max(passed);
        if passed == all || passed + 1 == all && self.fails_there(&ending) {
            self.followed.passed = all;
            return self.came(state, ending);
        }
        match &ending {
            Ending::Exit(_) | Ending::Finding(_) => self.following().ended_early(&state, &ending),
            // A marker said why, or the program assumes it.
            Ending::Assumed => {}
            _ => return self.cut(&state, ending),
        }
        self.over(state);
    }

    /// A path cannot follow the trace any more.
    fn over(&mut self, state: State) {
        self.followed.paths += 1;
        // Other values than the one that was taken may have followed it.
        if let Some(first) = state.history.concretised.first() {
            let ending = Ending::Unknown("a value was made one number".into());
            self.note_undecided(ending, first.place.clone());
        }
        if let Some(began) = state.threads.began() {
            let ending = Ending::Unknown("threads ran in one of their orders".into());
            self.note_undecided(ending, began.clone());
        }
    }

    fn cut(&mut self, state: &State, ending: Ending) {
        self.followed.paths += 1;
        // A solver that is stopped does not decide.
        let ending = match (ending, self.context.job.cancel.reason()) {
            (Ending::Unknown(_), Some(reason)) => Ending::Cut(reason.into()),
            (ending, _) => ending,
        };
        let place = self.context.shown_place(state);
        self.note_undecided(ending, place);
    }

    fn note_undecided(&mut self, ending: Ending, place: Arc<StackFrame>) {
        let key = format!("{ending:?} {}:{}", place.file, place.line);
        let entry = Undecided { ending, place, count: 0 };
        self.undecided.entry(key).or_insert(entry).count += 1;
    }

    /// Whether a path fails where the last step says it.
    fn fails_there(&self, ending: &Ending) -> bool {
        let Ending::Finding(failure) = ending else { return false };
        let step = self.route.trace.steps.last();
        let Some(meant) = step.and_then(|step| step.fails.as_ref()) else { return false };
        let reported = failure.reported_at.as_ref();
        let reported = reported.map(|(file, line, _)| (file.as_str(), *line));
        let shown = failure.stack.iter().filter(|f| (self.context.job.reported)(&f.file));
        let most = if meant.within { usize::MAX } else { 1 };
        let shown = shown.map(|frame| (frame.file.as_str(), frame.line)).take(most);
        reported.into_iter().chain(shown).any(|(file, at)| {
            meant.first <= at && at <= meant.last && meant.files.iter().any(|known| known == file)
        })
    }

    /// A path that followed the trace is over. One that fails shows more than one that does not.
    fn came(&mut self, state: State, ending: Ending) {
        self.followed.paths += 1;
        self.ends += 1;
        let rank = match &ending {
            Ending::Finding(_) => 0,
            Ending::Exit(_) => 1,
            Ending::Assumed => return,
            _ => 2,
        };
        if self.best.as_ref().is_none_or(|(known, ..)| rank < *known) {
            self.best = Some((rank, state, ending));
        }
    }

    fn finish(&mut self) {
        if let Some((_, state, ending)) = self.best.take() {
            match self.path(&state, ending) {
                Ok(path) => self.followed.came = Some(path),
                Err(ending) => self.cut(&state, ending),
            }
        }
        {
            let mut dead = self.route.dead.borrow_mut();
            self.followed.dead = dead.take();
            self.followed.unexplained = dead.unexplained;
        }
        self.followed.undecided = std::mem::take(&mut self.undecided).into_values().collect();
        self.followed.assumes = self.context.take_assumed();
        self.followed.counters = self.context.counters;
        self.context.solver.statistics(&mut self.followed.solver);
        let mut coverage = Coverage::default();
        let codes: Vec<_> = self.context.codes.iter().flatten().cloned().collect();
        for code in codes.iter().filter(|code| code.covered.get(0)) {
            coverage.cover(&self.context, code);
        }
        self.followed.coverage = coverage;
    }

    /// What is said of a path that followed the trace.
    fn path(&mut self, state: &State, ending: Ending) -> Result<PathRecord, Ending> {
        let model = match (self.context.canonical_model(state), &state.path.model) {
            (Ok(model), _) => model,
            (Err(_), Some(model)) => model.clone(),
            (Err(stop), None) => return Err(ended(stop)),
        };
        let style = self.route.trace.style;
        let alone = Alone { conditions: &state.path.condition, model: &model, style: &style };
        PathRecord::alone(&mut self.context, state, ending, &alone)
    }
}

/// What a walk holds of terms.
struct Held<'a>(&'a [Waiting], &'a Option<(u8, State, Ending)>);

impl Holder for Held<'_> {
    fn trace(&self, visit: &mut dyn FnMut(effigy_term::Term)) {
        self.0.iter().for_each(|waiting| waiting.state.trace(visit));
        if let Some((_, state, _)) = self.1 {
            state.trace(visit);
        }
    }
}
