//! Concrete runs of Viper programs on small states: a judge of proofs that knows nothing of how they are made.
//!
//! A member is run from states that satisfy its precondition. Values are chosen at random when they are first read, and a run
//! in which an assumption turns out to be false is none. A call runs the body of the method, or goes on with any state that
//! its contract allows; a loop is run round by round, or goes on from any state that its invariants allow. So what a
//! run violates, no proof may show. Predicates are held as amounts over one heap of values, as in permission masks.
//!
//! Architecture Invariant: this crate uses neither terms nor a solver nor the prover. A run that cannot be made is left out
//! and never a violation.

mod assertion;
mod choices;
mod choose;
mod eval;
mod exec;
mod operators;
mod order;
mod quantifier;
mod value;

pub use value::{Amount, Value};

use choices::{CellId, Choices, Mask, Spot, State};
use effigy_base::id::{Id, IdVec};
use effigy_base::random::SplitMix;
use effigy_base::text::Span;
use effigy_lang_viper::tree::{
    BinaryOp, Block, Expr, ExprKind, FunctionId, Local, LocalId, MethodId, Place, PredicateId,
    Program, Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// The annotation of methods whose ghost operations are not in the tree.
const INFER: &str = "infer";

/// How much stack a run has: functions and expressions nest.
const STACK: usize = 256 << 20;

/// A member of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MemberId {
    /// A method.
    Method(MethodId),
    /// A function.
    Function(FunctionId),
    /// A predicate.
    Predicate(PredicateId),
}

/// An obligation that a run does not meet.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Whose obligation it is.
    pub member: MemberId,
    /// The statement, or what stands for it.
    pub place: Place,
    /// The conjunct or the expression.
    pub conjunct: Place,
    /// One sentence.
    pub what: String,
    /// Whether no function that axioms speak of was chosen on the way: of axioms, only what they say of known values is looked
    /// at, and no choice may satisfy them all.
    pub is_certain: bool,
    /// The variables of the member that have values then, and the fields of objects.
    pub values: Vec<(String, Value)>,
}

/// What runs of a member gave.
#[derive(Clone, Debug, Default)]
pub struct Judgement {
    /// Obligations that were not met, of this member or of those that it calls: the first one of each.
    pub violations: Vec<Violation>,
    /// Runs that came to their end.
    pub finished: u64,
    /// Runs that were none: an assumption was false.
    pub vacuous: u64,
    /// Runs that were left out, by the reason.
    pub left: BTreeMap<&'static str, u64>,
}

/// How long is searched.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Runs that are tried.
    pub runs: u64,
    /// Where the random choices begin.
    pub seed: u64,
    /// Evaluations in all of them; about a million a second.
    pub steps: u64,
    /// The search ends when so many obligations of the member itself were violated.
    pub violations: usize,
}

impl Effort {
    /// So many runs, until one violates something of the member.
    pub fn runs(runs: u64, seed: u64) -> Self {
        Self { runs, seed, steps: u64::MAX, violations: 1 }
    }
}

/// Why a run ends before its end.
#[derive(Debug)]
pub(crate) enum Stop {
    /// An obligation is not met.
    Wrong(Box<Violation>),
    /// An assumption is false, or the rest was looked at elsewhere.
    Vacuous,
    /// What cannot be run.
    Left(&'static str),
}

pub(crate) type Run<T> = Result<T, Stop>;

/// One run.
pub(crate) struct Machine<'p> {
    pub program: &'p Program,
    pub random: SplitMix,
    pub choices: Choices,
    /// Whose obligations are met now.
    pub member: MemberId,
    /// The variables of what is looked at.
    pub locals: &'p IdVec<LocalId, Local>,
    /// The statement that is executed.
    pub place: Place,
    /// What callers and loops around keep, so that its values last.
    pub frames: Vec<Mask>,
    /// Within the contract of another member: what has no meaning there is not this member's fault.
    pub foreign: bool,
    /// Permissions to what is read are not looked at.
    pub trusted: bool,
    /// What amounts are multiplied with.
    pub scale: Amount,
    /// How deep functions and methods are called.
    pub depth: u32,
    pub steps: u64,
    /// Values that occur in the program.
    pub numbers: Vec<i128>,
    /// The order in which measures decrease.
    pub order: Option<order::Order>,
}

/// The variables of a member.
fn locals(program: &Program, member: MemberId) -> &IdVec<LocalId, Local> {
    match member {
        MemberId::Method(id) => &program.methods[id].locals,
        MemberId::Function(id) => &program.functions[id].locals,
        MemberId::Predicate(id) => &program.predicates[id].locals,
    }
}

/// Looks for runs of a member that violate something.
pub fn search(program: &Program, member: MemberId, effort: Effort) -> Judgement {
    std::thread::scope(|scope| {
        let work = move || search_here(program, member, effort);
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        // Without a thread, or with a defect of this crate, nothing was found out.
        worker.ok().and_then(|worker| worker.join().ok()).unwrap_or_default()
    })
}

fn search_here(program: &Program, member: MemberId, effort: Effort) -> Judgement {
    let mut judgement = Judgement::default();
    let numbers = choose::numbers(program, member);
    let order = order::Order::of(program);
    let mut blamed = BTreeSet::new();
    let mut hopeless = 0;
    let mut steps = 0;
    for run in 0..effort.runs {
        let mut machine = Machine {
            program,
            random: SplitMix::new(effort.seed.wrapping_mul(0x9e37_79b9).wrapping_add(run)),
            choices: Choices::new(),
            member,
            locals: locals(program, member),
            place: Place { file: Id::from_index(0), span: Span::EMPTY },
            frames: Vec::new(),
            foreign: false,
            trusted: false,
            scale: value::amount(1, 1),
            depth: 0,
            steps: 0,
            numbers: numbers.clone(),
            order,
        };
        let ended = machine.run();
        steps += machine.steps;
        match ended {
            Ok(()) => judgement.finished += 1,
            Err(Stop::Wrong(violation)) => {
                if blamed.insert((violation.member, violation.conjunct)) {
                    judgement.violations.push(*violation);
                }
                let own = blamed.iter().filter(|(blamed, _)| *blamed == member).count();
                if own >= effort.violations {
                    break;
                }
            }
            Err(Stop::Vacuous) => judgement.vacuous += 1,
            Err(Stop::Left(why)) => {
                *judgement.left.entry(why).or_default() += 1;
                hopeless += 1;
            }
        }
        // What cannot be run at all is not tried to the end.
        if steps > effort.steps || (hopeless > 200 && hopeless == run + 1) {
            break;
        }
    }
    judgement
}

impl<'p> Machine<'p> {
    fn run(&mut self) -> Run<()> {
        let program = self.program;
        match self.member {
            MemberId::Method(method) => {
                let declared = &program.methods[method];
                self.place = declared.place;
                let Some(body) = &declared.body else { return Ok(()) };
                let mut s = State::default();
                for local in &declared.parameters {
                    self.declare(&mut s, &declared.locals[*local].ty, *local);
                }
                self.inhale_somehow(&mut s, &declared.preconditions)?;
                self.method_body(&mut s, method, body).map(|_| ())
            }
            MemberId::Function(function) => {
                let declared = &program.functions[function];
                self.place = declared.place;
                let Some(body) = &declared.body else { return Ok(()) };
                let mut s = State::default();
                for local in &declared.parameters {
                    self.declare(&mut s, &declared.locals[*local].ty, *local);
                }
                self.inhale_somehow(&mut s, &declared.preconditions)?;
                let value = self.eval(&mut s, body)?;
                s.result = Some(self.choices.cell(declared.result.clone(), Some(value)));
                for post in &declared.postconditions {
                    self.check(&mut s, post)?;
                }
                Ok(())
            }
            MemberId::Predicate(predicate) => {
                let declared = &program.predicates[predicate];
                self.place = declared.place;
                let Some(body) = &declared.body else { return Ok(()) };
                let mut s = State::default();
                for local in &declared.parameters {
                    self.declare(&mut s, &declared.locals[*local].ty, *local);
                }
                self.inhale_somehow(&mut s, std::slice::from_ref(body))
            }
        }
    }

    /// Runs a body from its precondition to its postcondition; gives the permissions that this one has.
    pub(crate) fn method_body(
        &mut self,
        s: &mut State,
        method: MethodId,
        body: &'p Block,
    ) -> Run<Mask> {
        let declared = &self.program.methods[method];
        if declared.annotations.iter().any(|annotation| &*annotation.key == INFER) {
            return Err(Stop::Left("ghost operations that are inferred"));
        }
        s.olds.insert("".into(), s.heap.clone());
        for local in &declared.results {
            self.declare(s, &declared.locals[*local].ty, *local);
        }
        self.block(s, body)?;
        self.place = declared.place;
        let posts: Vec<&Expr> = declared.postconditions.iter().collect();
        self.exhale(s, &posts)
    }

    /// An obligation of the member that is run is not met.
    pub(crate) fn wrong(&self, s: &State, at: Place, what: impl Into<String>) -> Stop {
        if self.foreign {
            return Stop::Left("a contract of another member that has no meaning");
        }
        if self.trusted {
            return Stop::Left("an expression without a meaning");
        }
        self.violated(s, at, what)
    }

    /// What must hold does not.
    pub(crate) fn violated(&self, s: &State, at: Place, what: impl Into<String>) -> Stop {
        let values = self.values(s);
        let (member, place) = (self.member, self.place);
        let is_plain = self.program.domains.iter().all(|(_, domain)| domain.axioms.is_empty());
        let is_certain = is_plain || self.choices.applied.is_empty();
        Stop::Wrong(Box::new(Violation {
            member,
            place,
            conjunct: at,
            what: what.into(),
            is_certain,
            values,
        }))
    }

    /// A violation that was seen from within a contract or a predicate, with the values of the member's own state.
    pub(crate) fn seen_from(&self, s: &State, stop: Stop) -> Stop {
        match stop {
            Stop::Wrong(mut violation) => {
                violation.values = self.values(s);
                Stop::Wrong(violation)
            }
            stop => stop,
        }
    }

    /// The variables that have values, and the fields of objects.
    fn values(&self, s: &State) -> Vec<(String, Value)> {
        let locals = locals(self.program, self.member);
        let mut values = Vec::new();
        let mut objects: BTreeMap<u32, String> = BTreeMap::new();
        for (local, cell) in &s.store {
            let cell = &self.choices.cells[*cell];
            // What is bound in an expression is no variable of the member.
            let Some(value) = cell.value.clone().filter(|_| cell.ty != Type::Resource) else {
                continue;
            };
            let Some(local) = locals.get(*local) else { continue };
            if let Value::Ref(object @ 1..) = value {
                objects.entry(object).or_insert_with(|| local.name.to_string());
            }
            values.push((local.name.to_string(), value));
        }
        let base = self.choices.base.iter().filter(|((_, epoch), _)| *epoch == s.heap.epoch);
        let mut fields: BTreeMap<Spot, CellId> =
            base.map(|((spot, _), cell)| (*spot, *cell)).collect();
        fields.extend(&s.heap.written);
        for ((object, field), cell) in fields {
            if let Some(value) = self.choices.cells[cell].value.clone() {
                let receiver =
                    objects.get(&object).cloned().unwrap_or_else(|| format!("r{object}"));
                values.push((format!("{receiver}.{}", self.program.fields[field].name), value));
            }
        }
        values
    }

    /// Counts work, so that each run has an end.
    pub(crate) fn step(&mut self) -> Run<()> {
        self.steps += 1;
        match self.steps > 60_000 {
            true => Err(Stop::Left("a run that takes too long")),
            false => Ok(()),
        }
    }
}

/// Whether an assertion gives permissions.
pub(crate) fn gives(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Access(_) | ExprKind::Wand(..) => true,
        ExprKind::Binary(op, a, b) => {
            matches!(op, BinaryOp::And | BinaryOp::Implies | BinaryOp::Or) && (gives(a) || gives(b))
        }
        ExprKind::Conditional(_, a, b) | ExprKind::InhaleExhale(a, b) => gives(a) || gives(b),
        ExprKind::Let(_, _, body) | ExprKind::Asserting(_, body) => gives(body),
        ExprKind::Quantifier(quantifier) => gives(&quantifier.body),
        _ => false,
    }
}
