//! Concolic execution: the machine follows one input, and symbols ride along (SAGE: Godefroid, Levin, Molnar, NDSS 2008).
//!
//! It is the machine of every other run with another policy at forks. Whoever is asked whether a side is feasible knows one
//! input only ([`Follower`]): the side on which the input is has a model, of all others nothing is known. So the walk stops
//! at each fork, notes the conjunct, and takes the side of the input; no solver takes part. What comes out is the lecture's
//! array `PC`: the conjuncts in order of the path, each with its place and its direction.

pub(crate) mod chosen;

use crate::data::finding::StackFrame;
use crate::data::input::{GivenBytes, InputValue};
use crate::data::options::{Follow, Merge};
use crate::data::record::{PathRecord, TakenValue};
use crate::data::stop::{Alternative, CutReason, Ending, Feasible, Stop};
use crate::data::trail::Decision;
use crate::features::alone::Alone;
use crate::features::concolic::chosen::Taken;
use crate::features::input_values::InputValues;
use crate::features::{Followers, assemble};
use crate::machine::feature::Follows;
use crate::machine::{Context, Job};
use crate::state::State;
use effigy_base::budget::CancelToken;
use effigy_base::op::Op;
use effigy_base::value::Value;
use effigy_ir::program::FuncId;
use effigy_solver::{Answer, Query, Solver, SolverError, Statistics, Why};
use effigy_term::print::{Style, infix_in};
use effigy_term::{Model, Term, TermStore, Trace, VarInfo};
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// Instructions between two looks at whether the run was stopped.
const QUANTUM: u64 = 1 << 20;

/// Forks between two such looks.
const FORKS_BETWEEN_CHECKS: usize = 64;

/// Terms that are looked at to say one as the path's conditions have it.
const MOST_REWRITTEN: usize = 64;

/// How many of the innermost calls say where control is.
const NEAR_CALLS: usize = 4;

/// Most calls that are counted.
const MOST_CALLS: usize = 1 << 10;

/// Terms above which the store is collected behind a run.
const MOST_TERMS: usize = 1 << 20;

/// A condition that holds on the path of an input.
#[derive(Clone, Debug)]
pub struct Conjunct {
    /// The condition.
    pub term: Term,
    /// The other sides with their conditions: each path that takes one of them leaves the path here. Empty for an assumption
    /// of the program that holds.
    pub others: Vec<(u32, Term)>,
    /// The side that the input takes: of a branch 0 is true and 1 is false.
    pub side: u32,
    /// Where in the program.
    pub place: Arc<StackFrame>,
    /// Where control was.
    pub control: Control,
    /// What was decided: the same in every run that asks it.
    pub question: u64,
    /// Where the machine needed a number and had a symbol, the number of the input: the conjunct says that it is this one,
    /// and in another run the question has another number for an answer.
    pub picked: Option<u128>,
}

/// Where control is, as far as its innermost calls say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Control {
    /// Another number for another instruction, or for another call among the innermost ones.
    pub near: u64,
    /// How many calls there are, up to 1,024.
    pub depth: u32,
}

impl Control {
    fn of(state: &State) -> Self {
        let mut near = FxHasher::default();
        state.stack().take(NEAR_CALLS).for_each(|it| (it.code.function, it.at).hash(&mut near));
        Self { near: near.finish(), depth: state.stack().take(MOST_CALLS).count() as u32 }
    }
}

impl Trace for Conjunct {
    fn trace(&self, visit: &mut dyn FnMut(Term)) {
        let Conjunct { term, others, side: _, place: _, control: _, question: _, picked: _ } = self;
        term.trace(visit);
        others.iter().for_each(|(_, other)| visit(*other));
    }
}

/// A variable of the path with the bytes of the input that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputVariable {
    /// The variable.
    pub term: Term,
    /// The number of the input, in [`ConcolicRun::inputs`].
    pub input: usize,
    /// The first byte.
    pub offset: usize,
    /// How many bytes, the lowest first.
    pub bytes: usize,
}

/// The path of an input.
#[derive(Debug)]
pub struct ConcolicRun {
    /// The path condition, oldest conjunct first; empty where no symbols ride along.
    pub conjuncts: Vec<Conjunct>,
    /// How the path ended.
    pub ending: Ending,
    /// Where it ended.
    pub place: Arc<StackFrame>,
    /// The inputs that the program made, with their values.
    pub inputs: Vec<InputValue>,
    /// Their variables; empty where no symbols ride along.
    pub variables: Vec<InputVariable>,
    /// The values of the variables.
    pub model: Rc<Model>,
    /// The blocks that this machine ran for the first time.
    pub covered: Vec<(FuncId, u32)>,
    /// Concrete values that were taken where there is no meaning.
    pub taken: Vec<TakenValue>,
    /// Instructions executed.
    pub steps: u64,
}

/// What is known of the input that a machine follows; shared by the machine and by whoever answers its questions.
#[derive(Clone, Default)]
pub(crate) struct Followed(Rc<RefCell<Known>>);

#[derive(Default)]
struct Known {
    values: InputValues,
    sigma: FxHashMap<Term, Term>,
    /// What was asked last, when it does not hold for the input.
    refused: Option<Term>,
    /// How many conditions the path had with an assumption, and the assumption's place.
    assumed: Vec<(usize, Arc<StackFrame>)>,
    /// What the path says of terms: conditions that were decided, and terms that a condition says to be a constant.
    said: FxHashMap<Term, Term>,
    /// The same, of the instruction that is being executed: executed again, it is to ask the same.
    now_said: Vec<(Term, Term)>,
}

impl Followed {
    fn begin(&self) {
        let known = &mut *self.0.borrow_mut();
        known.values.begin();
        let values = std::mem::take(&mut known.values);
        *known = Known { values, ..Known::default() };
    }

    fn set(&self, variable: Term, value: Value, constant: Term) {
        let mut known = self.0.borrow_mut();
        known.values.set(variable, value);
        known.sigma.insert(variable, constant);
    }

    pub(crate) fn model(&self) -> Rc<Model> {
        self.0.borrow().values.model().clone()
    }

    /// Notes that a condition holds on the path.
    fn say(&self, store: &mut TermStore, condition: Term) {
        let said = &mut self.0.borrow_mut().now_said;
        said.push((condition, store.bool(true)));
        let negation = store.not(condition);
        said.push((negation, store.bool(false)));
        if store.op(condition) == Some(Op::Eq)
            && let &[a, b] = store.args(condition)
        {
            match (store.as_bits(a), store.as_bits(b)) {
                (None, Some(_)) => said.push((a, b)),
                (Some(_), None) => said.push((b, a)),
                _ => {}
            }
        }
    }

    fn forget_refused(&self) -> Option<Term> {
        self.0.borrow_mut().refused.take()
    }

    /// Whether a condition holds for the input; `None` where its values do not say it.
    fn truth(&self, store: &TermStore, condition: Term) -> Option<bool> {
        self.0.borrow_mut().values.truth(store, condition)
    }
}

/// Answers for one input: a condition that holds for it is feasible, and of another one nothing is known. What the input
/// does not tell, such as what memory holds that was never written, is asked of a solver, with the values in the place of the
/// symbols.
pub(crate) struct Follower {
    followed: Followed,
    solver: Box<dyn Solver>,
}

impl Follower {
    pub(crate) fn new(followed: Followed, solver: Box<dyn Solver>) -> Self {
        Self { followed, solver }
    }
}

/// What is said of a condition that does not hold for the input.
const REFUSED: &str = "the input that is followed is on another side";

impl Solver for Follower {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.followed.forget_refused();
        // What came before holds for the input.
        let Some(&last) = query.assertions.last() else {
            return Answer::Sat(Model::clone(&self.followed.model()));
        };
        match self.followed.truth(store, last) {
            Some(true) => Answer::Sat(Model::clone(&self.followed.model())),
            Some(false) => {
                self.followed.0.borrow_mut().refused = Some(last);
                Answer::Unknown(Why::Incomplete(REFUSED.into()))
            }
            None => {
                let known = store.substitute(last, &self.followed.0.borrow().sigma);
                match self.solver.check(store, &Query::new(&[known])) {
                    Answer::Sat(mut model) => {
                        model.merge(&self.followed.model());
                        Answer::Sat(model)
                    }
                    other => other,
                }
            }
        }
    }

    fn canonical(&mut self, _store: &mut TermStore, _query: &Query<'_>) -> Answer {
        Answer::Sat(Model::clone(&self.followed.model()))
    }

    fn collected(&mut self, store: &TermStore) {
        self.followed.0.borrow_mut().values.forget();
        self.solver.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.solver.statistics(statistics);
    }
}

impl Follows for Followed {
    fn input(&self, store: &mut TermStore, info: &VarInfo, value: Value) -> Term {
        let (variable, constant) = (store.variable(info), store.constant(&value));
        self.set(variable, value, constant);
        variable
    }

    /// What the conditions settle is a constant, so that neither addresses nor conditions go on to mention it. What a condition is
    /// for a child goes on to hold for it, since all that settled it are conditions of the child too, or it has its bytes from the
    /// input.
    fn said(&self, store: &mut TermStore, state: &State, term: Term) -> Term {
        let known = &mut *self.0.borrow_mut();
        if state.answers.choices.is_empty() {
            known.said.extend(known.now_said.drain(..));
        }
        if known.said.is_empty() {
            return term;
        }
        store.substitute_within(term, &known.said, MOST_REWRITTEN).unwrap_or(term)
    }

    fn assumed(&self, number: usize, place: Arc<StackFrame>) {
        self.0.borrow_mut().assumed.push((number, place));
    }
}

/// A machine that follows inputs.
pub struct Concolic {
    context: Context,
    /// What is known of the input that it follows.
    followed: Followed,
    /// The values that were taken where there is no meaning.
    taken: Rc<Taken>,
    /// Whether conjuncts have places that people are shown, which take time to find.
    shows_places: bool,
}

impl Concolic {
    /// A machine for a job, without symbols ([`Follow::Values`]) or with them ([`Follow::Symbols`]).
    ///
    /// # Errors
    /// When the solver chain of the job cannot be assembled.
    pub fn new(job: &Job, follow: Follow) -> Result<Self, SolverError> {
        let mut job = Job { follow, merge: Merge::Never, ..job.clone() };
        // The one input has one model, and whoever knows it is no chain that could be made anew.
        job.stress.models = false;
        job.stress.caches = false;
        let (context, Followers { followed, taken }) = assemble(job)?;
        Ok(Self { context, followed, taken, shows_places: false })
    }

    /// The terms of the paths.
    pub fn store(&mut self) -> &mut TermStore {
        &mut self.context.store
    }

    /// What ran so far.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// As [`Concolic::run`], of a program whose inputs have other sorts than bytes: by their names.
    pub fn run_on(
        &mut self,
        inputs: Vec<GivenBytes>,
        values: Vec<(String, Value)>,
        most: u64,
    ) -> ConcolicRun {
        self.context.job.given = Arc::new(values);
        self.run(inputs, most)
    }

    /// Runs the program on an input, for so many instructions at most; a path that needs more is cut.
    pub fn run(&mut self, inputs: Vec<GivenBytes>, most: u64) -> ConcolicRun {
        self.walk(inputs, most).1
    }

    /// As [`Concolic::run`], and gives what a report says of the path. Inputs that are no bytes have the values that the job
    /// gives ([`Job::given`]). `None` for a path that an assumption of the program ends.
    pub fn path(
        &mut self,
        inputs: Vec<GivenBytes>,
        most: u64,
        style: &Style,
    ) -> (ConcolicRun, Option<PathRecord>) {
        self.shows_places = true;
        let (state, run) = self.walk(inputs, most);
        if run.ending == Ending::Assumed {
            return (run, None);
        }
        let conditions: Vec<Term> = run.conjuncts.iter().map(|conjunct| conjunct.term).collect();
        let alone = Alone { conditions: &conditions, model: &run.model, style };
        let record = PathRecord::alone(&mut self.context, &state, run.ending.clone(), &alone);
        let lost = |ending| PathRecord {
            ending,
            steps: run.steps,
            ..PathRecord::lost(Vec::new(), run.place.clone(), String::new())
        };
        let record = record.unwrap_or_else(lost);
        (run, Some(record))
    }

    fn walk(&mut self, inputs: Vec<GivenBytes>, most: u64) -> (State, ConcolicRun) {
        let context = &mut self.context;
        context.job.given_bytes = Arc::new(inputs);
        self.followed.begin();
        self.taken.clear();
        context.canonical.clear();
        context.tree.truncate(0);
        let shows_places = self.shows_places;
        let followed = self.followed.clone();
        let mut walk = Walk { followed, conjuncts: Vec::new(), noted: 1, forks: 0, shows_places };
        let (mut state, started) = context.initial(Vec::new());
        // Never empty: who asks for a model of a condition is answered condition by condition.
        let truth = context.store.bool(true);
        state.path.condition.insert(0, truth);
        let mut stop = started.err();
        let ending = loop {
            match stop.take() {
                Some(Stop::End(ending)) => break walk.end(context, &state, ending),
                Some(Stop::Fork(alternatives)) => walk.fork(context, &mut state, &alternatives),
                Some(Stop::Pause) | None => walk.forks = 0,
            }
            if state.history.steps >= most {
                break Ending::Cut(CutReason::Steps);
            }
            // To ask for the time and the memory costs more than most forks.
            if walk.forks.is_multiple_of(FORKS_BETWEEN_CHECKS)
                && let Some(reason) = cut(&context.job.cancel)
            {
                break Ending::Cut(reason);
            }
            let left = most.saturating_sub(state.history.steps);
            stop = Some(context.run(&mut state, QUANTUM.min(left)));
        };
        walk.assumptions(context, &state);
        let model = self.followed.model();
        let run = ConcolicRun {
            conjuncts: walk.conjuncts,
            ending,
            place: context.place(&state),
            inputs: context.input_values(&state, &model).unwrap_or_default(),
            variables: variables(&context.store, &state),
            model,
            covered: context.take_covered(),
            taken: self.taken.take(),
            steps: state.history.steps,
        };
        (state, run)
    }

    /// The conjuncts of a run as they are written.
    pub fn texts(&self, run: &ConcolicRun, style: &Style) -> Vec<Arc<str>> {
        let store = &self.context.store;
        run.conjuncts.iter().map(|conjunct| infix_in(store, conjunct.term, style).into()).collect()
    }

    /// The machine, to be given features.
    pub(crate) fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }

    /// Whether there are so many terms that it pays to free those that nobody holds.
    pub fn has_many_terms(&self) -> bool {
        self.context.store.len() > MOST_TERMS || self.context.job.stress.collect
    }

    /// Frees the terms that neither the machine nor who calls it holds. A solver that was asked about terms of this machine has
    /// to be told ([`Solver::collected`]).
    pub fn collect(&mut self, held: &dyn Trace) {
        self.followed.begin();
        self.context.tree.truncate(0);
        self.context.collect(held);
    }
}

/// The conjuncts of a path so far.
struct Walk {
    followed: Followed,
    conjuncts: Vec<Conjunct>,
    /// How many conditions of the state are among them.
    noted: usize,
    /// Forks since the machine paused.
    forks: usize,
    /// Whether people are shown the places.
    shows_places: bool,
}

/// Why a run does not go on: its search is stopped, or memory is short, which costs this run alone.
fn cut(cancel: &CancelToken) -> Option<CutReason> {
    let short = || cancel.is_short().then_some(CutReason::Memory);
    cancel.reason().map(CutReason::from).or_else(short)
}

impl Walk {
    /// Takes the side of the input at a fork. Where nobody can tell which one that is, the first one that may be it.
    fn fork(&mut self, context: &mut Context, state: &mut State, alternatives: &[Alternative]) {
        self.assumptions(context, state);
        self.followed.forget_refused();
        let yes = |a: &Alternative| matches!(a.feasible, Feasible::Yes(_));
        let maybe = |a: &Alternative| !matches!(a.feasible, Feasible::No);
        let side = alternatives.iter().position(yes);
        let Some(side) = side.or_else(|| alternatives.iter().position(maybe)) else { return };
        let others = alternatives.iter().enumerate().filter(|(at, _)| *at != side);
        let asked =
            state.history.trail.reversed().next().filter(|_| side == 0 && alternatives.len() == 2);
        let picked = asked.and_then(|choice| match choice.answer {
            Decision::Value(value) => Some((value, choice.question)),
            Decision::Took(_) | Decision::Forced(_) => None,
        });
        let question = context.question_of(alternatives);
        self.conjuncts.push(Conjunct {
            term: alternatives[side].constraint,
            others: others.map(|(at, other)| (at as u32, other.constraint)).collect(),
            side: side as u32,
            place: self.place(context, state),
            control: Control::of(state),
            question: picked.map_or(question, |(_, question)| question),
            picked: picked.map(|(value, _)| value),
        });
        context.take(state, alternatives, side);
        state.path.model = Some(self.followed.model());
        self.followed.say(&mut context.store, alternatives[side].constraint);
        // Who answers knows the input: the conditions are kept here alone, since each question would copy them.
        state.path.condition.truncate(1);
        self.followed.0.borrow_mut().assumed.clear();
        self.noted = 1;
        self.forks += 1;
    }

    fn place(&self, context: &mut Context, state: &State) -> Arc<StackFrame> {
        match self.shows_places {
            true => context.shown_place(state),
            false => context.place(state),
        }
    }

    /// Adds the assumptions that the program made since the last fork.
    fn assumptions(&mut self, context: &mut Context, state: &State) {
        let from = self.noted;
        self.noted = state.path.condition.len().max(from);
        for (at, term) in state.path.condition.iter().enumerate().skip(from) {
            let followed = self.followed.0.borrow();
            let place = followed.assumed.iter().find(|(count, _)| *count == at + 1);
            let place = place.map(|(_, place)| place.clone()).unwrap_or_default();
            drop(followed);
            let question = context.store.structural_hash(*term);
            let (term, others, control) = (*term, Vec::new(), Control::of(state));
            let conjunct =
                Conjunct { term, others, side: 0, place, control, question, picked: None };
            self.conjuncts.push(conjunct);
        }
    }

    /// The end of a path. An assumption that does not hold for the input is the last conjunct, on its other side.
    fn end(&mut self, context: &mut Context, state: &State, ending: Ending) -> Ending {
        let refused = self.followed.forget_refused();
        let (Ending::Unknown(_), Some(assumption)) = (&ending, refused) else { return ending };
        self.assumptions(context, state);
        let place = self.place(context, state);
        let question = context.store.structural_hash(assumption);
        let (term, others) = (context.store.not(assumption), vec![(0, assumption)]);
        let control = Control::of(state);
        let conjunct = Conjunct { term, others, side: 1, place, control, question, picked: None };
        self.conjuncts.push(conjunct);
        Ending::Assumed
    }
}

/// The variables of a path's inputs.
fn variables(store: &TermStore, state: &State) -> Vec<InputVariable> {
    let mut variables = Vec::new();
    for (input, made) in state.inputs.iter().enumerate() {
        let mut offset = 0;
        for term in &made.terms {
            let bytes = store.sort(*term).width().unwrap_or(0).div_ceil(8) as usize;
            if store.as_variable(*term).is_some() {
                variables.push(InputVariable { term: *term, input, offset, bytes });
            }
            offset += bytes;
        }
    }
    variables
}
