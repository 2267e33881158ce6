//! The prover of one worker: terms, solver, and what a proof of a member keeps beside its states.
//!
//! What assertions, expressions and statements mean is above this: [`Rules`].

mod control;
mod obligations;
mod rules;

use crate::chunks::{Chunks, SummaryKey};
use crate::definitions::{Definitions, Groups};
use crate::history::History;
use crate::logic::Logic;
use crate::names::Names;
use crate::purity::Purity;
use crate::readable::Readable;
use crate::refuted::Refutation;
use crate::report::{Failure, Options, Statistics, Visit};
use crate::state::{Blame, Heap, Resource, State, Stop, Wanted};
use crate::symbols;
use crate::terms::Terms;
use crate::wildcards::Wildcards;
use effigy_base::function::Function;
use effigy_lang_viper::tree::{Block, Expr, FunctionId, Program};
use effigy_solver::Incremental;
use effigy_term::Term;
pub(crate) use rules::{Consumed, Exit, Exits, Rules, Source};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What the sides of a branch are called in paths: where its condition holds, and where it does not.
pub(crate) const SIDES: [&str; 2] = ["the condition holds", "the condition does not hold"];

/// The prover of one worker.
pub(crate) struct Prover<'p> {
    pub(crate) program: &'p Program,
    pub(crate) options: &'p Options,
    pub(crate) terms: Terms<'p>,
    pub(crate) logic: Logic,
    pub(crate) wildcards: Wildcards,
    summaries: FxHashMap<SummaryKey, Term>,
    /// The inverse functions of quantified permissions.
    pub(crate) inverses: FxHashMap<(Resource, Vec<Term>), Vec<Function>>,
    pub(crate) definitions: Definitions,
    pub(crate) purity: Purity<'p>,
    /// What symbols are called in texts for people.
    pub(crate) names: RefCell<Names>,
    pub(crate) history: History,
    /// Obligations are assumed and not shown: for what is shown elsewhere.
    pub(crate) trusting: bool,
    pub(crate) failures: Vec<Failure>,
    /// How deep ghost operations are being tried; `None` where the text has them.
    pub(crate) inferring: Option<usize>,
    /// The identifier of the error that a false assertion is now.
    pub(crate) renamed: Option<Arc<str>>,
    /// All `refute` of the member.
    pub(crate) refuted: BTreeMap<*const Expr, Refutation>,
    /// For each wand that is packaged, what was left of the heaps around when something was last taken from them.
    pub(crate) transferred: Vec<Option<Vec<Heap>>>,
    /// How many joins were made; `None` where none are to be.
    pub(crate) joins: Option<u64>,
    /// How many more branches may be taken, where that is limited.
    pub(crate) forks_left: Option<u32>,
    obligations: u64,
    embedded: u64,
    rules: &'static dyn Rules,
}

impl<'p> Prover<'p> {
    /// A prover that knows nothing yet, with a solver that was never asked or renewed.
    pub(crate) fn new(
        program: &'p Program,
        options: &'p Options,
        groups: Rc<Groups>,
        solver: Incremental,
        rules: &'static dyn Rules,
    ) -> Self {
        let domains = program.domains.iter().map(|(_, domain)| domain.name.to_string()).collect();
        let mut prover = Self {
            program,
            options,
            terms: Terms::new(program),
            logic: Logic::new(solver, options.cancel.clone()),
            wildcards: Wildcards::default(),
            summaries: FxHashMap::default(),
            inverses: FxHashMap::default(),
            definitions: Definitions::new(groups),
            purity: Purity::default(),
            names: RefCell::new(Names::new(domains)),
            history: History::new(options),
            trusting: false,
            failures: Vec::new(),
            inferring: None,
            renamed: None,
            refuted: BTreeMap::new(),
            transferred: Vec::new(),
            joins: None,
            forks_left: None,
            obligations: 0,
            embedded: 0,
            rules,
        };
        let snapshots = [
            (symbols::unit(), Vec::new()),
            (symbols::combine(), vec![symbols::part(0), symbols::part(1)]),
        ];
        prover.logic.solver.datatype(symbols::snap(), &snapshots);
        prover
    }

    /// Forgets what belongs to the attempt before.
    pub(crate) fn start_member(&mut self) {
        self.terms.scope.clear();
        self.trusting = false;
        self.definitions.group = None;
        self.inferring = None;
        self.definitions.opened.clear();
        self.history.clear();
        self.logic.start_member();
        self.names.get_mut().clear();
    }

    pub(crate) fn statistics(&self) -> Statistics {
        let solver = self.logic.solver.statistics();
        Statistics {
            obligations: self.obligations,
            embedded: self.embedded + solver.embedded,
            queries: solver.questions - solver.embedded,
            solver_time: solver.time,
        }
    }

    /// What is needed to speak of chunks.
    pub(crate) fn chunks(&mut self) -> Chunks<'_, 'p> {
        Chunks {
            terms: &mut self.terms,
            logic: &mut self.logic,
            wildcards: &mut self.wildcards,
            summaries: &mut self.summaries,
        }
    }

    /// What is needed for texts for people.
    pub(crate) fn in_words(&self) -> Readable<'_, 'p> {
        Readable { terms: &self.terms, logic: &self.logic, names: &self.names }
    }

    /// All states of the member that was looked at last, when they were asked for.
    pub(crate) fn visits(&mut self) -> Vec<Visit> {
        let words = Readable { terms: &self.terms, logic: &self.logic, names: &self.names };
        self.history.visits(&words)
    }

    /// The value of an expression.
    pub(crate) fn eval(&mut self, s: &mut State, e: &'p Expr, blame: Blame) -> Result<Term, Stop> {
        self.rules.eval(self, s, e, blame)
    }

    /// The values of several expressions, from left to right.
    pub(crate) fn eval_all(
        &mut self,
        s: &mut State,
        es: &'p [Expr],
        blame: Blame,
    ) -> Result<Vec<Term>, Stop> {
        es.iter().map(|e| self.eval(s, e, blame)).collect()
    }

    /// The states in which an assertion holds and its permissions are held.
    pub(crate) fn produce(
        &mut self,
        s: State,
        source: Source,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<State>, Stop> {
        self.rules.produce(self, s, source, a, blame)
    }

    /// The states after an assertion was shown and its permissions were taken out of `heap`.
    pub(crate) fn consume(
        &mut self,
        s: State,
        heap: Heap,
        a: &'p Expr,
        blame: Blame,
    ) -> Result<Vec<Consumed>, Stop> {
        self.rules.consume(self, s, heap, a, blame)
    }

    /// The states in which a block is left.
    pub(crate) fn execute(&mut self, s: State, block: &'p Block) -> Result<Exits, Stop> {
        self.rules.execute(self, s, block)
    }

    /// Puts the axioms of a function into the background.
    pub(crate) fn define(&mut self, function: FunctionId) {
        self.rules.define(self, function);
    }

    /// The snapshot of an instance that only a closed predicate has, or that is a predicate to close.
    pub(crate) fn read_inside(
        &mut self,
        s: &mut State,
        heap: &Heap,
        wanted: Wanted<'_>,
    ) -> Result<Option<Term>, Stop> {
        self.rules.read_inside(self, s, heap, wanted)
    }
}
