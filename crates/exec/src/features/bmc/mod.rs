//! Bounded model checking: everything to a bound is one formula (Strejček's lecture, slides 85 to 97).
//!
//! A program is unwound (`bmc/unwinding.rs`), and three questions are asked of what comes out. Can a check fail? All of them
//! together are one disjunction, or one for each property. Can the bound be reached? And can there be an input of which
//! nothing is known, because something is not supported or was not decided? Only where all three have the answer no is a program
//! proved. A model of the first one is an input: the program is run on its values by the machine of every other run, and what fails
//! there is the finding.

pub(crate) mod induction;
pub(crate) mod instances;
mod merge_states;
mod references;
mod sample;
pub(crate) mod unwinding;

use crate::data::finding::{Failure, StackFrame};
use crate::data::input::{GivenBytes, InputKind, InputValue};
use crate::data::options::{Follow, Merge};
use crate::data::record::{Assumed, Coverage, PathRecord};
use crate::data::stop::{CutReason, Ending};
use crate::features::bmc::induction::why_open;
use crate::features::bmc::instances::Instances;
use crate::features::bmc::unwinding::{Failing, Unwinder, Unwound};
use crate::features::concolic::{Concolic, ConcolicRun};
use crate::machine::panics::caught;
use crate::machine::{Context, Counters, Job};
use effigy_base::finding::FindingKind;
use effigy_base::value::Value;
use effigy_solver::{Answer, Query, SolverError, Statistics};
use effigy_term::print::infix;
use effigy_term::{Evaluator, Model, Term};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Most values of an address, a size or a target that are distinguished.
const MOST_VALUES: usize = 64;

/// The run on the values of a model takes so many times as many instructions as the path at most, and so many more.
const MOST_ROUNDS: u64 = 16;
const MOST_MORE: u64 = 10_000_000;

/// Longest condition that is shown, in nodes.
const LONGEST_CONDITION: usize = 200;

/// What is checked and how far.
#[derive(Clone, Copy, Debug)]
pub struct BmcOptions {
    /// How often a back edge of a loop is taken at most each time that the loop is entered, and how deep a function calls
    /// itself. Bounds of 1, 2, 4 and so on are tried before.
    pub unwind: u64,
    /// Whether each property is a question of its own.
    pub each: bool,
    /// Whether what is assigned is an equation and not put where it is used.
    pub memoryless: bool,
    /// Whether loops are proved by induction over their iterations where their bound is reached.
    pub induction: bool,
    /// Whether some inputs of a proved program are run, for a native run to compare with.
    pub samples: bool,
}

/// A place at which something is checked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Property {
    /// What kind of failure.
    pub kind: FindingKind,
    /// What is said where it fails.
    pub message: String,
    /// Where.
    pub place: Arc<StackFrame>,
}

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// It fails for some input; [`Bmc::found`] has it.
    Fails,
    /// It holds for all inputs up to the bound.
    Holds,
    /// The solver did not decide, or what it said was not confirmed.
    Undecided(String),
}

/// An input on which the program fails.
#[derive(Clone, Debug)]
pub struct Found {
    /// How.
    pub failure: Failure,
    /// The inputs that the program asks for.
    pub inputs: Vec<InputValue>,
    /// Where it ends.
    pub place: Arc<StackFrame>,
    /// What its path requires, readable.
    pub condition: Vec<Arc<str>>,
    /// Instructions on its path.
    pub steps: u64,
    /// The bound with which it was found.
    pub unwind: u64,
}

/// The answer to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BmcVerdict {
    /// An input fails.
    Failed,
    /// No input fails, whatever the number of iterations.
    Proved,
    /// No input fails up to the bound, and the bound can be reached.
    Bounded,
    /// Something is not known.
    Open,
}

/// Why something is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// What happened.
    pub ending: Ending,
    /// Where.
    pub place: Arc<StackFrame>,
    /// How many parts of the program it ended.
    pub count: u64,
}

/// What one bound came to.
#[derive(Clone, Debug)]
pub struct Step {
    /// The bound.
    pub unwind: u64,
    /// How many checks the formula has, those of one place in several iterations counted each.
    pub checks: u64,
    /// How many nodes the formula has.
    pub nodes: u64,
    /// Whether the bound is reached; `None` when that was not decided or not asked.
    pub reached: Option<bool>,
    /// How often two paths became one, and a path several.
    pub merges: u64,
    /// How often a path was split.
    pub forks: u64,
    /// How long unwinding took, and how long the answers.
    pub unwinding: Duration,
    /// How long the queries took.
    pub solving: Duration,
    /// What the step of an induction came to; `None` where none was tried.
    pub induction: Option<Inductive>,
}

/// What the step of an induction over iterations came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inductive {
    /// Where so many iterations do not fail, the next one does not either.
    Proved,
    /// It may fail from a state that no run need come to.
    Refuted,
    /// The step cannot be made, or was not decided.
    Refused(String),
}

/// What bounded model checking came to.
#[derive(Debug)]
pub struct Bmc {
    /// The answer.
    pub verdict: BmcVerdict,
    /// The bounds that were tried.
    pub steps: Vec<Step>,
    /// The inputs that fail.
    pub found: Vec<Found>,
    /// What each property came to with the last bound.
    pub properties: BTreeMap<Property, Known>,
    /// The loops and functions whose bound was reached, and how often.
    pub reached: Vec<(Arc<StackFrame>, u64)>,
    /// Why something is not known.
    pub open: Vec<Open>,
    /// Why paths stayed apart that met, and how often.
    pub apart: Vec<(String, u64)>,
    /// Some inputs of a program that is proved, where they are asked for.
    pub samples: Vec<PathRecord>,
    /// What the answer takes for granted.
    pub assumes: BTreeSet<Assumed>,
    /// What ran.
    pub coverage: Coverage,
    /// Instructions executed.
    pub counters: Counters,
    /// The solver's work.
    pub statistics: Statistics,
}

/// Unwinds a program up to a bound, or to a smaller one that decides. `watch` is told the bound that is begun.
///
/// # Errors
/// When the solver chain of the job cannot be assembled.
pub fn check(
    job: &Job,
    options: BmcOptions,
    watch: &mut dyn FnMut(u64),
) -> Result<Bmc, SolverError> {
    let mut checker = Checker::new(job, options)?;
    let mut unwind = 1.min(options.unwind);
    loop {
        watch(unwind);
        let done = match caught(|| checker.step(unwind)) {
            Ok(done) => done,
            Err(said) => {
                checker.open_end(Ending::Internal(format!("a panic: {said}")), Arc::default());
                checker.result.verdict = match checker.result.found.is_empty() {
                    true => BmcVerdict::Open,
                    false => BmcVerdict::Failed,
                };
                true
            }
        };
        if done || unwind >= options.unwind {
            return Ok(checker.finish());
        }
        unwind = unwind.saturating_mul(2).min(options.unwind);
    }
}

/// What a run is given: bytes, and values by their names.
type Inputs = (Vec<GivenBytes>, Vec<(String, Value)>);

struct Checker {
    context: Context,
    machine: Concolic,
    options: BmcOptions,
    result: Bmc,
}

impl Checker {
    fn new(job: &Job, options: BmcOptions) -> Result<Self, SolverError> {
        let mut job = Job { merge: Merge::Always, sides: false, ..job.clone() };
        job.max_values = job.max_values.min(MOST_VALUES);
        job.budget.forks = None;
        job.budget.depth = None;
        job.any_unwritten = !job.checks.finds(FindingKind::Uninitialised);
        // All is one formula: what is remembered from one question to the next is of no use.
        job.stress.models = false;
        let machine = Concolic::new(&job, Follow::Symbols)?;
        let mut context = Context::new(job)?;
        // Each property is asked for, also one that no input comes to; other states and equations speak of more than a few inputs.
        if options.each || options.memoryless || options.induction {
            context.sets = None;
        }
        if options.memoryless {
            context.features.assigns = Some(Box::new(Instances::default()));
        }
        let result = Bmc {
            verdict: BmcVerdict::Open,
            steps: Vec::new(),
            found: Vec::new(),
            properties: BTreeMap::new(),
            reached: Vec::new(),
            open: Vec::new(),
            apart: Vec::new(),
            samples: Vec::new(),
            assumes: BTreeSet::new(),
            coverage: Coverage::default(),
            counters: Counters::default(),
            statistics: Statistics::default(),
        };
        Ok(Self { context, machine, options, result })
    }

    fn finish(mut self) -> Bmc {
        if self.options.samples && self.result.verdict == BmcVerdict::Proved {
            self.sample();
        }
        self.result.assumes.extend(self.context.take_assumed());
        self.result.coverage = Coverage::of(&self.context);
        self.result.counters = self.context.counters;
        self.context.solver.statistics(&mut self.result.statistics);
        self.result
    }

    /// Unwinds to a bound and asks; whether a larger one would say no more.
    fn step(&mut self, unwind: u64) -> bool {
        let begun = Instant::now();
        let formula = Unwinder::new(&mut self.context).unwind(unwind);
        let unwound = Instant::now();
        self.result.open.clear();
        self.result.reached.clear();
        self.result.properties.retain(|_, known| *known == Known::Fails);
        let apart = formula.apart.iter().map(|(why, count)| ((*why).to_owned(), *count));
        self.result.apart = apart.collect();
        let guards: Vec<Term> = formula.failing.iter().map(|failing| failing.guard).collect();
        self.result.steps.push(Step {
            unwind,
            checks: guards.len() as u64,
            nodes: self.context.store.size(&guards) as u64,
            reached: None,
            merges: formula.merges,
            forks: formula.forks,
            unwinding: unwound - begun,
            solving: Duration::ZERO,
            induction: None,
        });
        let failed = self.failures(&formula, unwind);
        let decided = self.result.properties.values().all(|known| *known == Known::Holds);
        let known = self.is_all_known(&formula);
        let reached = self.is_reached(&formula);
        if let Some(step) = self.result.steps.last_mut() {
            step.reached = reached;
            step.solving = unwound.elapsed();
        }
        let stopped = self.context.job.cancel.is_cancelled();
        if failed {
            self.result.verdict = BmcVerdict::Failed;
            // Of each other property a larger bound can say more.
            return !self.options.each || stopped || reached == Some(false);
        }
        // The formula of the step has the base in it; that the bound is reached says that the assumptions leave some input.
        if self.options.induction && known && decided && reached == Some(true) && !stopped {
            let inductive = self.induct(unwind);
            let proved = inductive == Inductive::Proved;
            if let Some(step) = self.result.steps.last_mut() {
                step.induction = Some(inductive);
                step.solving = unwound.elapsed();
            }
            if proved {
                self.result.verdict = BmcVerdict::Proved;
                return true;
            }
        }
        let ends = known && decided && reached == Some(false) && self.has_an_end(&formula);
        self.result.verdict = match (known && decided, reached) {
            _ if stopped => BmcVerdict::Open,
            (true, Some(false)) if ends => BmcVerdict::Proved,
            (true, Some(true)) => BmcVerdict::Bounded,
            _ => BmcVerdict::Open,
        };
        if stopped {
            let reason = self.context.job.cancel.reason().map(CutReason::from);
            let reason = reason.unwrap_or(CutReason::Cancelled);
            self.open_end(Ending::Cut(reason), Arc::default());
        }
        stopped || reached == Some(false)
    }

    /// Makes the step of an induction over so many iterations.
    fn induct(&mut self, iterations: u64) -> Inductive {
        let step = match Unwinder::new(&mut self.context).unwind_step(iterations) {
            Ok(step) => step,
            Err(why) => return Inductive::Refused(why),
        };
        let open = step.open.iter().map(|(guard, ..)| *guard);
        let open: Vec<Term> = open.chain(step.reached.iter().map(|(guard, _)| *guard)).collect();
        let failing: Vec<Term> = step.failing.iter().map(|failing| failing.guard).collect();
        match self.ask(&failing) {
            Answer::Sat(_) => return Inductive::Refuted,
            Answer::Unknown(why) => return Inductive::Refused(why.to_string()),
            Answer::Unsat(_) => {}
        }
        match self.ask(&open) {
            Answer::Unsat(_) if !self.context.job.cancel.is_cancelled() => Inductive::Proved,
            Answer::Unsat(_) => Inductive::Refused("the run was stopped".into()),
            Answer::Unknown(why) => Inductive::Refused(why.to_string()),
            Answer::Sat(_) => Inductive::Refused(self.why_open(&step)),
        }
    }

    /// The first thing of which nothing is known in a step.
    fn why_open(&mut self, step: &Unwound) -> String {
        for (guard, ending, _) in &step.open {
            if !matches!(self.ask(&[*guard]), Answer::Unsat(_)) {
                return why_open(ending);
            }
        }
        "a recursion".into()
    }

    /// Asks whether checks fail; whether one does.
    fn failures(&mut self, formula: &Unwound, unwind: u64) -> bool {
        let mut properties: BTreeMap<Property, Vec<&Failing>> = BTreeMap::new();
        for failing in &formula.failing {
            properties.entry(property(&failing.failure)).or_default().push(failing);
        }
        for property in properties.keys() {
            self.result.properties.entry(property.clone()).or_insert(Known::Holds);
        }
        if !self.options.each {
            let all: Vec<&Failing> = formula.failing.iter().collect();
            let known = self.property(&all, unwind);
            return match known {
                Known::Holds => false,
                Known::Fails => {
                    self.note_found();
                    true
                }
                Known::Undecided(why) => {
                    for known in self.result.properties.values_mut() {
                        *known = Known::Undecided(why.clone());
                    }
                    self.open_end(Ending::Unknown(why), Arc::default());
                    false
                }
            };
        }
        let mut failed = !self.result.found.is_empty();
        properties
            .retain(|property, _| self.result.properties.get(property) != Some(&Known::Fails));
        for (property, all) in properties {
            let known = self.property(&all, unwind);
            failed |= known == Known::Fails;
            if let Known::Undecided(why) = &known {
                self.open_end(Ending::Unknown(why.clone()), property.place.clone());
            }
            self.result.properties.insert(property, known);
        }
        failed
    }

    /// Says of the property that the last input fails that it does, and of the others nothing.
    fn note_found(&mut self) {
        let found = self.result.found.last().map(|found| property(&found.failure));
        self.result.properties.clear();
        self.result.properties.extend(found.map(|property| (property, Known::Fails)));
    }

    /// Asks whether one of several checks fails.
    fn property(&mut self, all: &[&Failing], unwind: u64) -> Known {
        let guards: Vec<Term> = all.iter().map(|failing| failing.guard).collect();
        let model = match self.ask(&guards) {
            Answer::Unsat(_) => return Known::Holds,
            Answer::Unknown(why) => return Known::Undecided(why.to_string()),
            Answer::Sat(model) => Rc::new(model),
        };
        let Some(failing) = all.iter().find(|failing| self.holds(failing.guard, &model)) else {
            return Known::Undecided("a model fails no check when it is evaluated".into());
        };
        let Some((bytes, values)) = self.inputs(failing, &model) else {
            return Known::Undecided("an input of a model has no value".into());
        };
        let most = failing.steps.saturating_mul(MOST_ROUNDS).saturating_add(MOST_MORE);
        let run = self.machine.run_on(bytes, values, most);
        let Ending::Finding(failure) = &run.ending else {
            return Known::Undecided(format!(
                "the run on the values of a model does not fail ({})",
                failing.failure.message
            ));
        };
        let failure = Failure::clone(failure);
        let condition = condition(&self.machine, &run);
        let ConcolicRun { inputs, place, steps, .. } = run;
        self.result.found.push(Found { failure, inputs, place, condition, steps, unwind });
        Known::Fails
    }

    /// Whether a condition holds for the inputs of a model.
    fn holds(&mut self, condition: Term, model: &Model) -> bool {
        let condition = self.context.instances().expanded(condition);
        Evaluator::new().truth(&self.context.store, condition, model) == Some(true)
    }

    /// The inputs that a run with the values of a model makes, with the names that it gives them: as bytes, and as values where
    /// they are numbers or arrays. `None` when one has no value.
    fn inputs(&mut self, failing: &Failing, model: &Rc<Model>) -> Option<Inputs> {
        let mut given: Vec<GivenBytes> = Vec::new();
        let mut values = Vec::new();
        for (index, input) in failing.inputs.iter().enumerate() {
            let is_made = failing.made.get(&index).is_none_or(|when| self.holds(*when, model));
            if !is_made {
                continue;
            }
            let name = renumbered(&input.name, &given);
            let mut bytes = Vec::new();
            for term in &input.terms {
                let value = Evaluator::new().value(&self.context.store, *term, model)?;
                let width = value.sort().width().unwrap_or(0).div_ceil(8) as usize;
                let word = value.scalar().unwrap_or(0);
                bytes.extend_from_slice(word.to_le_bytes().get(..width)?);
                if input.terms.len() == 1 && input.kind == InputKind::Object {
                    values.push((name.clone(), value));
                }
            }
            given.push((input.kind, name, bytes));
        }
        Some((given, values))
    }

    /// Whether no input ends in something of which nothing is known.
    fn is_all_known(&mut self, formula: &Unwound) -> bool {
        let guards: Vec<Term> = formula.open.iter().map(|(guard, ..)| *guard).collect();
        if matches!(self.ask(&guards), Answer::Unsat(_)) {
            return true;
        }
        let mut alike: Vec<(&Ending, &Arc<StackFrame>, Vec<Term>)> = Vec::new();
        for (guard, ending, place) in &formula.open {
            match alike.iter_mut().find(|(e, p, _)| *e == ending && *p == place) {
                Some((.., guards)) => guards.push(*guard),
                None => alike.push((ending, place, vec![*guard])),
            }
        }
        for (ending, place, guards) in alike {
            if !matches!(self.ask(&guards), Answer::Unsat(_)) {
                self.open_end(ending.clone(), place.clone());
            }
        }
        false
    }

    /// Whether an input reaches the bound; `None` when that is not decided.
    fn is_reached(&mut self, formula: &Unwound) -> Option<bool> {
        let guards: Vec<Term> = formula.reached.iter().map(|(guard, _)| *guard).collect();
        let reached = match self.ask(&guards) {
            Answer::Unsat(_) => Some(false),
            Answer::Sat(_) => Some(true),
            Answer::Unknown(why) => {
                self.open_end(Ending::Unknown(why.to_string()), Arc::default());
                None
            }
        };
        if reached != Some(false) {
            for (_, place) in &formula.reached {
                match self.result.reached.iter_mut().find(|(known, _)| known == place) {
                    Some((_, count)) => *count += 1,
                    None => self.result.reached.push((place.clone(), 1)),
                }
            }
        }
        reached
    }

    /// Whether the program comes to an end for some input. Where it does for none, it is as good as not run.
    fn has_an_end(&mut self, formula: &Unwound) -> bool {
        let ends: Vec<Term> = formula.ends.iter().map(|(guard, ..)| *guard).collect();
        if matches!(self.ask(&ends), Answer::Sat(_)) {
            return true;
        }
        let why = "no input comes to an end of the program: the assumptions may exclude all";
        self.open_end(Ending::Unknown(why.into()), Arc::default());
        false
    }

    fn open_end(&mut self, ending: Ending, place: Arc<StackFrame>) {
        let alike = |open: &&mut Open| open.ending == ending && open.place == place;
        match self.result.open.iter_mut().find(alike) {
            Some(open) => open.count += 1,
            None => self.result.open.push(Open { ending, place, count: 1 }),
        }
    }

    /// Whether one of several conditions can hold.
    fn ask(&mut self, conditions: &[Term]) -> Answer {
        let any = self.context.store.or_all(conditions);
        if self.context.store.as_bool(any) == Some(false) {
            return Answer::Unsat(Vec::new());
        }
        let instances = self.context.features.assigns.as_ref();
        let mut assertions = instances.map_or_else(Vec::new, |made| made.equations().to_vec());
        assertions.push(any);
        let query = Query { assertions: &assertions, hint: None };
        self.context.solver.check(&mut self.context.store, &query)
    }
}

/// What fails.
fn property(failure: &Failure) -> Property {
    let place = failure.stack.first().cloned().unwrap_or_default();
    let message = match failure.kind {
        // What failed is said with values of the run.
        FindingKind::Panic
        | FindingKind::OutOfBounds
        | FindingKind::Overlap
        | FindingKind::Leak => String::new(),
        _ => failure.message.clone(),
    };
    Property { kind: failure.kind, message, place: Arc::new(place) }
}

/// The name that the next input with a name gets in a run that made some.
fn renumbered(name: &str, given: &[GivenBytes]) -> String {
    let base = match name.rsplit_once('#') {
        Some((base, number)) if number.parse::<u64>().is_ok() => base,
        _ => name,
    };
    let is_taken = |name: &str| given.iter().any(|(_, taken, _)| taken == name);
    let numbered = (2..).map(|k| format!("{base}#{k}"));
    let mut names = std::iter::once(base.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}

/// What the path of a run requires, readable.
fn condition(machine: &Concolic, run: &ConcolicRun) -> Vec<Arc<str>> {
    let store = &machine.context().store;
    let short = run.conjuncts.iter().filter(|c| store.size(&[c.term]) <= LONGEST_CONDITION);
    short.map(|conjunct| infix(store, conjunct.term).into()).collect()
}
