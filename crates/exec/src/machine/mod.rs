//! What one worker owns and never rolls back: the term store, the solver, compiled code, the tree, counters.

pub(crate) mod access;
pub mod assumed;
pub mod call;
pub(crate) mod calls;
mod canonical;
pub(crate) mod decide;
pub(crate) mod feature;
mod followed;
mod forks;
pub(crate) mod heap;
mod input;
mod instances;
mod known;
pub(crate) mod meaning;
pub(crate) mod panics;
pub(crate) mod path_sets;
mod question;
pub mod resources;
mod rounded;
pub(crate) mod run;
mod schedule;
pub(crate) mod slow;
mod step;
pub mod stepping;
mod truths;
mod unwind;
mod validity;
mod values;
mod work;

use crate::code::compile::compile;
use crate::code::{Code, News};
use crate::data::effort::Effort;
use crate::data::finding::StackFrame;
use crate::data::input::{FreeBytes, GivenBytes, Input, InputValue};
use crate::data::options::{Follow, Merge, Schedule};
use crate::data::record::Assumed;
use crate::data::slot::Slot;
use crate::data::stop::{Ending, Stop, broken, internal};
use crate::data::stress::Stress;
use crate::data::trail::{Choice, WorkItem};
use crate::data::tree::Tree;
use crate::machine::assumed::Assumptions;
use crate::machine::call::Call;
use crate::machine::canonical::Canonical;
use crate::machine::feature::Features;
use crate::machine::resources::{Asked, DEFAULT_STACK, MARKED_FRAMES};
use crate::machine::values::Values;
use crate::machine::work::Work;
use crate::memory::object::{Object, ObjectKind};
use crate::memory::unspecified::Zeroed;
use crate::memory::{Alignments, Layout};
use crate::state::State;
use crate::state::frame::{FRAME_BYTES, Frame, Spare, empty_frame};
use crate::state::threads::Step;
use effigy_base::budget::{Budget, CancelToken};
use effigy_base::check::CheckSet;
use effigy_base::id::Id;
use effigy_base::value::Value;
use effigy_ir::program::{BodyError, FuncId, GlobalId, Program, Symbol};
use effigy_solver::{Sets, Solver, SolverOptions, Statistics};
use effigy_term::{Evaluator, Model, Term, TermStore, Trace};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

/// How a modelled call goes on.
#[derive(Debug)]
pub enum Flow {
    /// It returns these results, one for each result of the function.
    Return(Vec<Slot>),
    /// Another function runs in its place and returns to the caller.
    Tail(FuncId, Vec<Slot>),
    /// The function's own body runs after all.
    Through,
    /// The running thread waits, lets others run, or ends.
    Thread(Step),
    /// The stack is unwound to the next call that catches, which receives this address.
    Unwind(Slot),
    /// Control goes back to a call of this path that is marked as a place to return to ([`Call::mark_return`]), which returns
    /// this value once more.
    Leap(u64, Slot),
}

/// A model of a function.
///
/// A model is executed again from its start in each successor when it asks for a decision that is open, so it
/// asks first and changes memory or its own state only after its last question. A decision after a change
/// ends the path as an internal error.
pub type Handler = fn(&mut Call<'_>) -> Result<Flow, Stop>;

/// What a model has to do with besides the path: asked of the calls of a loop that may never end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touches {
    /// Nothing: with the same values in the same memory it does the same again.
    Path,
    /// Memory that is made anew and released.
    Heap,
    /// An input, which may be at its end.
    Input,
    /// What somebody else may see or change: output, clocks, files, signals.
    System,
}

/// The environment of a program.
pub trait Environment: Send + Sync {
    /// The model of a function, by linkage name and readable name. A model of a defined function replaces its body.
    fn model(&self, name: &str, display: &str, defined: bool) -> Option<Handler>;

    /// Whether there is a variable of this name for programs that only declare it. A path that comes to one that there
    /// is not ends as unsupported.
    fn variable(&self, _name: &str) -> bool {
        true
    }

    /// Whether a source file is the program's own, and not a library's. Where no file is known it is.
    fn is_own(&self, _file: &str) -> bool {
        true
    }

    /// Whether a function of this readable name is called by checks that the compiler adds, where they fail, and by nothing else:
    /// the branch before it is none of the program's.
    fn is_check(&self, _display: &str) -> bool {
        false
    }

    /// What the model of a function of this linkage name has to do with besides the path.
    fn touches(&self, _name: &str) -> Touches {
        Touches::System
    }

    /// Prepares the memory of a new path and gives the arguments of the entry.
    ///
    /// # Errors
    /// When the path ends at once.
    fn start(&self, call: &mut Call<'_>) -> Result<Vec<Slot>, Stop>;
}

/// What a run executes and how, shared by its workers.
#[derive(Clone)]
pub struct Job {
    /// The program.
    pub program: Arc<Program>,
    /// Where its functions and globals stand.
    pub layout: Arc<Layout>,
    /// Models of what the program does not define.
    pub environment: Arc<dyn Environment>,
    /// The function that a path starts in.
    pub entry: FuncId,
    /// The run's budgets.
    pub budget: Budget,
    /// The solver chain of each worker.
    pub solver: SolverOptions,
    /// Stops the run.
    pub cancel: CancelToken,
    /// Most values that a term is split into before one is taken for all (counted as a concretisation).
    pub max_values: usize,
    /// Whether terms are rewritten as they are built.
    pub rewriting: bool,
    /// Bytes of the program's own stack; a path that needs more ends in a finding. Activations count with their
    /// variables and [`FRAME_BYTES`] each.
    pub stack: u64,
    /// What counts as a finding. A path that comes to an error of another kind ends there as unsupported.
    pub checks: CheckSet,
    /// Inputs that have these values instead of being symbolic: so a test is run again.
    pub given: Arc<Vec<(String, Value)>>,
    /// Inputs that a program makes byte by byte, with their values.
    pub given_bytes: Arc<Vec<GivenBytes>>,
    /// Bytes that are symbolic although their input is given.
    pub free: Arc<FreeBytes>,
    /// Whether those are followed, and whether symbols ride along.
    pub follow: Follow,
    /// Whether the path of an input goes on, with a concrete value, where it comes to what has no meaning ([`crate::features::concolic::chosen`]).
    pub chooses: bool,
    /// What happens more often than it has to.
    pub stress: Stress,
    /// When paths are merged where they meet.
    pub merge: Merge,
    /// Whether calls of functions that only decide cost no forks of their own, also where paths are not merged.
    pub summaries: bool,
    /// Which thread runs next.
    pub schedule: Schedule,
    /// Whether merged paths remember their sides, so that a path has a test for each.
    pub sides: bool,
    /// Whether what was never written is an input of any value where it is read, and not distinguished from values.
    pub any_unwritten: bool,
    /// How well stack objects are aligned; see [`Job::align`] for globals too.
    pub alignments: Alignments,
    /// Whether people are shown which lines of a source file ran; functions of other files may be summarised.
    pub reported: Arc<dyn Fn(&str) -> bool + Send + Sync>,
    /// Whether a source file is of a library that the tool put in: what happens there is told at the line that called it.
    pub put_in: fn(&str) -> bool,
    /// What the run has spent.
    pub effort: Arc<Effort>,
}

impl Job {
    /// A job with default limits.
    ///
    /// # Panics
    /// When the environment asks for a stress mode that is none; whoever takes the variable from people asks
    /// [`Stress::from_environment`] first.
    pub fn new(program: Arc<Program>, environment: Arc<dyn Environment>, entry: FuncId) -> Self {
        let layout = layout(&program, Alignments::default());
        // Activations of a program with marks keep their variables in objects that no stack holds.
        let stack = if program.marked { FRAME_BYTES * MARKED_FRAMES } else { DEFAULT_STACK };
        Self {
            program,
            layout: Arc::new(layout),
            environment,
            entry,
            budget: Budget::default(),
            solver: SolverOptions::default(),
            cancel: CancelToken::new(),
            max_values: 256,
            rewriting: true,
            stack,
            checks: CheckSet::default(),
            given: Arc::default(),
            given_bytes: Arc::default(),
            free: Arc::default(),
            follow: Follow::Nothing,
            chooses: false,
            stress: Stress::from_environment()
                .unwrap_or_else(|unknown| broken(&unknown.to_string())),
            merge: Merge::default(),
            summaries: false,
            schedule: Schedule::default(),
            sides: false,
            any_unwritten: false,
            alignments: Alignments::default(),
            reported: Arc::new(|_| false),
            put_in: |_| false,
            effort: Arc::default(),
        }
    }
}

/// Where the functions and globals of a program stand.
fn layout(program: &Program, alignments: Alignments) -> Layout {
    let globals = || program.globals.iter();
    let own = globals().filter(|(_, g)| g.thread_local).map(|(id, _)| id.index());
    Layout::new(globals().map(|(_, g)| (g.size, g.align)), alignments).with_own(own)
}

impl Job {
    /// Has globals and stack objects aligned so. Objects of the heap are aligned by 16, as of `malloc`.
    pub fn align(&mut self, alignments: Alignments) {
        self.layout = Arc::new(layout(&self.program, alignments));
        self.alignments = alignments;
    }

    /// Whether calls of functions that only decide cost no forks of their own.
    pub(crate) fn summarises(&self) -> bool {
        self.summaries || self.merge != Merge::Never
    }

    /// The solver chain of a worker. Where paths are merged, diagrams are asked before it.
    pub(crate) fn chain(&self) -> SolverOptions {
        let mut options = self.solver.clone();
        options.layers.diagrams &= self.merge == Merge::Never;
        options
    }
}

/// Counters of a worker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counters {
    /// Instructions executed, replayed ones included.
    pub steps: u64,
    /// Forks.
    pub forks: u64,
}

/// A worker's own things.
pub struct Context {
    /// The job.
    pub job: Job,
    /// All terms of the worker.
    pub store: TermStore,
    /// The solver chain.
    pub solver: Box<dyn Solver>,
    /// The forks seen.
    pub tree: Tree,
    /// Counters.
    pub counters: Counters,
    pub(crate) codes: Vec<Option<Rc<Code>>>,
    /// Places that ran for the first time since they were last asked for.
    pub(crate) covered: News,
    pub(crate) assumptions: Assumptions,
    handlers: Vec<Option<Option<Handler>>>,
    globals: Vec<Option<Object>>,
    known_places: FxHashMap<(FuncId, u32), Arc<StackFrame>>,
    pub(crate) canonical: Canonical,
    pub(crate) values: Values,
    pub(crate) zeroed: Zeroed,
    pub(crate) scratch: Vec<Term>,
    /// Where this worker says what it asks the solver.
    pub(crate) asked: Option<Arc<Asked>>,
    /// Bytes that steps took since the memory of the process was looked at.
    pub(crate) unseen: Cell<u64>,
    pub(crate) work: Work,
    pub(crate) spare: Spare,
    /// Whether an instruction is being executed that can be begun again.
    pub(crate) repeatable: bool,
    /// Sets of inputs, where paths are merged.
    pub(crate) sets: Option<Sets>,
    /// How the sides of forks are looked at.
    pub(crate) forks: Forks,
    /// Who is asked besides.
    pub(crate) features: Features,
}

/// How the sides of forks are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Forks {
    /// Each by itself, when it is asked and known to be feasible.
    #[default]
    Asked,
    /// All of them together: paths meet again behind them, and no solver is asked.
    Together,
}

impl Context {
    /// A worker for a job, with its solver chain and its features.
    pub(crate) fn assembled(job: Job, solver: Box<dyn Solver>, features: Features) -> Self {
        let merges = job.merge != Merge::Never && job.solver.layers.diagrams;
        let sets = merges.then(|| Sets::new(&job.solver, Sets::MANY_STEPS));
        let functions = job.program.functions.len();
        let globals = job.program.globals.len();
        let mut store = TermStore::with_rewriting(job.rewriting);
        if job.stress.collect {
            store.keep_freed();
        }
        Self {
            store,
            job,
            solver,
            tree: Tree::default(),
            counters: Counters::default(),
            codes: vec![None; functions],
            covered: News::default(),
            assumptions: Assumptions::default(),
            handlers: vec![None; functions],
            globals: vec![None; globals],
            known_places: FxHashMap::default(),
            canonical: Canonical::default(),
            values: Values::default(),
            zeroed: Zeroed::default(),
            scratch: Vec::new(),
            asked: None,
            unseen: Cell::new(0),
            work: Work::default(),
            spare: Spare::default(),
            repeatable: false,
            sets,
            forks: Forks::default(),
            features,
        }
    }

    /// The code of a defined function, compiled when first asked for.
    ///
    /// # Errors
    /// Ends the path when the body is broken or not supported.
    pub fn code(&mut self, function: FuncId) -> Result<Rc<Code>, Stop> {
        if let Some(Some(code)) = self.codes.get(function.index()) {
            return Ok(code.clone());
        }
        let body = self.job.program.body(function).map_err(|e| {
            let name = &self.job.program.functions[function].display;
            Stop::End(unsupported_body(name, &e))
        })?;
        let mut code = compile(function, &body, &self.job.layout, &mut self.store);
        code.covered.tell(function, self.covered.clone());
        let code = Rc::new(code);
        self.codes[function.index()] = Some(code.clone());
        Ok(code)
    }

    /// The assumptions that were noted since this was asked last.
    pub fn take_assumed(&mut self) -> Vec<Assumed> {
        self.assumptions.take()
    }

    /// The places that ran for the first time since this was asked last.
    pub fn take_covered(&mut self) -> Vec<(FuncId, u32)> {
        self.covered.take()
    }

    /// The model that replaces a function, if there is one.
    pub(crate) fn handler(&mut self, function: FuncId) -> Option<Handler> {
        let slot = &mut self.handlers[function.index()];
        *slot.get_or_insert_with(|| {
            let decl = &self.job.program.functions[function];
            self.job.environment.model(&decl.name, &decl.display, decl.defined)
        })
    }

    /// A state at the start of the job's entry.
    ///
    /// # Errors
    /// When the entry's body or the environment's start ends the path at once.
    pub fn initial(&mut self, prefix: Vec<Choice>) -> (State, Result<(), Stop>) {
        self.begin_item(WorkItem { choices: prefix, open: Arc::default() })
    }

    /// A state at the start of the job's entry that will take the decisions of a work item.
    ///
    /// # Errors
    /// As for [`Context::initial`].
    pub fn begin_item(&mut self, item: WorkItem) -> (State, Result<(), Stop>) {
        let code = match self.code(self.job.entry) {
            Ok(code) => code,
            Err(stop) => return (self.waiting(item), Err(stop)),
        };
        code.covered.mark(0);
        let frame = self.frame(code, None);
        let mut state = State::new(frame, item.choices);
        state.answers.open = item.open;
        let environment = self.job.environment.clone();
        let started =
            environment.start(&mut crate::machine::call::Call::at_start(self, &mut state));
        let started = match started {
            Err(Stop::Fork(_)) => Err(internal("the start of a path forks")),
            started => started,
        };
        state.answers.choices.clear();
        state.answers.cursor = 0;
        let result = started.map(|args| {
            let params = state.stack.top.code.params.clone();
            for (param, arg) in params.iter().zip(args) {
                state.stack.top.set(*param, arg);
            }
        });
        (state, result)
    }

    /// A state that stands nowhere.
    pub(crate) fn empty(&self, prefix: Vec<Choice>) -> State {
        State::new(empty_frame(self.job.entry), prefix)
    }

    /// The state of a work item that nobody has begun.
    pub(crate) fn waiting(&self, item: WorkItem) -> State {
        let mut state = self.empty(item.choices);
        state.answers.open = item.open;
        state
    }

    /// Makes room for functions that were added to the program.
    pub(crate) fn make_room(&mut self) {
        let count = self.job.program.functions.len();
        self.codes.resize(count, None);
        self.handlers.resize(count, None);
    }

    /// Frees the terms that nobody holds: neither `held`, which are the states in progress, nor the worker itself.
    pub fn collect(&mut self, held: &dyn Trace) {
        let mut roots: Vec<Term> = Vec::new();
        held.trace(&mut |term| roots.push(term));
        let Context {
            job: _,
            store,
            solver,
            tree,
            counters: _,
            codes,
            covered: _,
            assumptions: _,
            handlers: _,
            globals,
            known_places: _,
            canonical,
            values,
            zeroed,
            scratch,
            spare,
            repeatable: _,
            sets,
            asked: _,
            unseen: _,
            work: _,
            forks: _,
            features,
        } = self;
        tree.trace(&mut |term| roots.push(term));
        for code in codes.iter().flatten() {
            code.consts.trace(&mut |term| roots.push(term));
        }
        globals.trace(&mut |term| roots.push(term));
        features.trace(&mut |term| roots.push(term));
        features.collected();
        canonical.clear();
        values.forget();
        zeroed.forget();
        scratch.clear();
        spare.clear();
        store.collect(roots);
        solver.collected(store);
        if let Some(sets) = sets {
            sets.collected(store);
        }
    }

    /// Time spent in the solver chain.
    pub fn solver_time(&self) -> Duration {
        let mut statistics = Statistics::default();
        self.solver.statistics(&mut statistics);
        statistics.time()
    }

    /// A new activation of a function.
    pub(crate) fn frame(&mut self, code: Rc<Code>, caller: Option<Rc<Frame>>) -> Frame {
        let mut regs = self.spare.take();
        regs.resize(code.sorts.len(), crate::data::slot::Slot::default());
        Frame {
            code,
            at: 0,
            regs,
            kept: None,
            is_marked: false,
            objects: Vec::new(),
            variadic: Vec::new(),
            stack_bytes: FRAME_BYTES,
            caller,
        }
    }

    /// The variables outside of functions that a path came to and that the program may change.
    pub(crate) fn variables(&self) -> impl Iterator<Item = GlobalId> {
        let known = self.globals.iter().enumerate().filter(|(_, object)| object.is_some());
        let ids = known.map(|(index, _)| GlobalId::from_index(index));
        ids.filter(|id| !self.job.program.globals[*id].constant)
    }

    /// The first contents of a global, as an object that a path can adopt.
    pub(crate) fn global(&mut self, index: usize) -> Result<Object, Stop> {
        if let Some(object) = &self.globals[index] {
            return Ok(object.clone());
        }
        let id = GlobalId::from_index(index);
        let decl = &self.job.program.globals[id];
        let base = self.job.layout.global(index);
        if !decl.defined && !self.job.environment.variable(&decl.name) {
            let what = format!("the external variable {}", decl.name);
            return Err(Stop::End(Ending::Unsupported(what)));
        }
        let mut object = Object::zeroed(base, decl.size, ObjectKind::Global);
        if decl.defined {
            let contents = self
                .job
                .program
                .initializer(id)
                .map_err(|e| Stop::End(unsupported_body(&decl.name, &e)))?;
            if contents.bytes.len() as u64 <= object.size {
                object.write_bytes(0, &contents.bytes);
            }
            for relocation in &contents.relocations {
                let target = match relocation.target {
                    Symbol::Function(f) => Layout::function(f.index()),
                    Symbol::Global(g) => self.job.layout.global(g.index()),
                };
                let address = target.wrapping_add_signed(relocation.addend);
                if relocation.offset + 8 <= object.size {
                    object.write_bytes(relocation.offset, &address.to_le_bytes());
                }
            }
            // What is undefined in a part of a constant is padding, and compiled programs hold zeros there.
            let undefined: u64 =
                contents.undef.iter().map(|(start, end)| end.saturating_sub(*start)).sum();
            let padding = decl.constant && undefined < object.size;
            for (start, end) in &contents.undef {
                if start < end && *end <= object.size && !padding {
                    object.clear(*start, end - start);
                }
            }
        }
        object.constant = decl.constant;
        self.globals[index] = Some(object.clone());
        Ok(object)
    }

    /// The source places of an instruction, innermost inlined function first.
    pub fn places(&self, code: &Code, at: u32) -> Vec<StackFrame> {
        code.places(&self.job.program, at)
    }

    /// The results of a path so far under a model of its condition, those that have a value.
    pub fn results(&mut self, state: &State, model: &Model) -> Vec<(String, Value)> {
        let mut results = Vec::with_capacity(state.history.outputs.len());
        for (name, slot, sort) in state.history.outputs.iter() {
            let term = self.term(*slot, *sort);
            let value = Evaluator::new().value(&self.store, term, model);
            results.extend(value.map(|value| (name.clone(), value)));
        }
        results
    }

    /// The inputs of a path under a model of its condition.
    ///
    /// # Errors
    /// When one has no value that is computed here.
    pub(crate) fn input_values(
        &mut self,
        state: &State,
        model: &Rc<Model>,
    ) -> Result<Vec<InputValue>, Stop> {
        let mut value = |input: &Input| {
            let mut bytes = Vec::with_capacity(input.terms.len());
            let mut value = None;
            for term in &input.terms {
                let Some(width) = self.store.sort(*term).width() else {
                    let known = Evaluator::new().value(&self.store, *term, model);
                    value = Some(Box::new(known.ok_or_else(|| internal("an input has no value"))?));
                    continue;
                };
                let word = self.evaluate(*term, model)?;
                bytes.extend_from_slice(&word.to_le_bytes()[..width.div_ceil(8) as usize]);
            }
            let number = input.number;
            Ok(InputValue { kind: input.kind, name: input.name.clone(), bytes, number, value })
        };
        let mut values = Vec::with_capacity(state.inputs.len());
        for input in state.inputs.iter() {
            values.push(value(input)?);
        }
        Ok(values)
    }

    /// Where a state stands, innermost only; within a library that the tool put in, where it was called.
    pub fn place(&mut self, state: &State) -> Arc<StackFrame> {
        let place = self.innermost_place(state);
        if (self.job.put_in)(&place.file) { self.reported_or(state, place) } else { place }
    }

    /// The innermost place of a state that people are shown.
    pub(crate) fn shown_place(&mut self, state: &State) -> Arc<StackFrame> {
        let place = self.innermost_place(state);
        self.reported_or(state, place)
    }

    fn innermost_place(&mut self, state: &State) -> Arc<StackFrame> {
        let (code, at) = (&state.stack.top.code, state.stack.top.at);
        if let Some(place) = self.known_places.get(&(code.function, at)) {
            return place.clone();
        }
        let place = Arc::new(self.places(code, at).swap_remove(0));
        self.known_places.insert((code.function, at), place.clone());
        place
    }

    /// The innermost place of a state that people are shown, which may be `innermost`; that, where there is none.
    fn reported_or(&self, state: &State, innermost: Arc<StackFrame>) -> Arc<StackFrame> {
        if (self.job.reported)(&innermost.file) {
            return innermost;
        }
        let shown = self.stack(state).into_iter().find(|f| (self.job.reported)(&f.file));
        shown.map_or(innermost, Arc::new)
    }

    /// The call stack of a state, innermost first, at most 64 frames.
    pub fn stack(&self, state: &State) -> Vec<StackFrame> {
        self.stack_of(&state.stack.top)
    }

    /// The call stack that ends with an activation, innermost first, at most 64 frames.
    pub(crate) fn stack_of(&self, top: &Frame) -> Vec<StackFrame> {
        top.places(&self.job.program)
    }
}

fn unsupported_body(name: &str, error: &BodyError) -> Ending {
    match error {
        BodyError::Unsupported { what } => Ending::Unsupported(format!("{what} in {name}")),
        BodyError::Invalid(diagnostic) => {
            let (line, message) = (diagnostic.line, &diagnostic.message);
            Ending::Unsupported(format!("the broken text of {name}, line {line}: {message}"))
        }
    }
}
