//! The embedded back end: bit-vectors, Booleans and arrays by bit-blasting into an incremental SAT solver.

mod arrays;
mod blast;
pub(crate) mod blaster;
mod context;
mod float;
mod operators;
mod reads;
mod tables;

use std::time::Instant;

use effigy_base::bits::BitVec;
use effigy_base::sort::{Scalar, Sort};
use effigy_base::value::{ArrayValue, Value};
use effigy_term::{Features, Model, Term, TermStore};
use num_bigint::BigUint;

use crate::circuit::gates::Lit;
use crate::circuit::sat::{Sat, SatAnswer, SatLit, Stop};
use crate::clock::Clock;
use crate::query::{Answer, Query, Solver, Why};
use crate::statistics::{LayerStatistics, Statistics};
use blaster::{Blaster, Failure};

/// Gates above which the graph is thrown away between queries.
const MOST_GATES: usize = 4_000_000;

/// A SAT solver assigns all of its variables for each model, so one that holds many more than the queries need is
/// replaced: this many times more, and at least [`FEW_VARIABLES`].
const VARIABLES_PER_NEEDED: usize = 3;

/// Variables below which a SAT solver is never replaced.
const FEW_VARIABLES: usize = 1_500;

/// Conflicts of a search after which a query is simplified by what its assertions say of each other.
const EASY: u32 = 1000;

/// Work of a query besides its search, and of each new gate with its clauses.
const WORK_OF_QUERY: u64 = 2_000;
const WORK_OF_GATE: u64 = 50;

/// The embedded back end. Gates and clauses are kept between queries; each assertion is an assumption.
pub(crate) struct Embedded {
    blaster: Blaster,
    sat: Sat,
    /// Variables that the SAT solver had after the first query since it was made.
    needed: Option<usize>,
    clock: Clock,
    counters: LayerStatistics,
}

impl Embedded {
    /// A back end that has seen no query. Its answers depend on those that it sees.
    pub fn new(clock: Clock) -> Self {
        Self {
            blaster: Blaster::new(),
            sat: Sat::new(),
            needed: None,
            clock,
            counters: LayerStatistics::default(),
        }
    }

    fn renew(&mut self) {
        let needed = self.needed.unwrap_or(0);
        if self.sat.variables() > FEW_VARIABLES.max(needed * VARIABLES_PER_NEEDED) {
            self.sat = Sat::new();
            self.needed = None;
            self.blaster.gates.forget_clauses();
            self.blaster.lookups.forget_clauses();
        }
        if self.blaster.gates.len() > MOST_GATES {
            self.blaster = Blaster::new();
            self.sat = Sat::new();
            self.needed = None;
        }
    }

    /// Searches within the effort that is allowed, `most` conflicts in any case.
    fn search(&mut self, literals: &[SatLit], most: Option<u32>, stop: &Stop) -> SatAnswer {
        let Some(few) = self.clock.conflicts() else {
            if let Some(most) = most {
                self.sat.limit(most);
            }
            return self.sat.solve(literals, stop.clone());
        };
        self.sat.limit(few);
        match self.sat.solve(literals, stop.clone()) {
            SatAnswer::Stopped if !stop.now() => match self.clock.longer() {
                Some(more) => {
                    self.sat.limit(more);
                    self.sat.solve(literals, stop.clone())
                }
                None => SatAnswer::Stopped,
            },
            answer => answer,
        }
    }

    /// Decides a query as it stands where that is easy, else as it is where each assertion knows what the others say.
    fn decide(&mut self, store: &mut TermStore, assertions: &[Term]) -> Answer {
        if let Some(why) = no_back_end(store, assertions) {
            return Answer::Unknown(why);
        }
        if self.clock.conflicts().is_some() {
            return self.decide_within(store, assertions, None);
        }
        let answer = self.decide_within(store, assertions, Some(EASY));
        if answer != Answer::Unknown(Why::Effort) {
            return answer;
        }
        let Some(rewritten) = context::rewritten(store, assertions) else {
            return self.decide_within(store, assertions, None);
        };
        match self.decide_within(store, &rewritten.assertions, None) {
            Answer::Unsat(core) => {
                let mut core: Vec<usize> =
                    core.iter().flat_map(|index| rewritten.sources[*index].clone()).collect();
                core.sort_unstable();
                core.dedup();
                Answer::Unsat(core)
            }
            Answer::Sat(mut model) => {
                // Whatever it is, what was rewritten away does not depend on it.
                for variable in variables(store, assertions) {
                    if model.get(variable).is_none() {
                        model.set(variable, Value::zero(store.sort(variable)));
                    }
                }
                Answer::Sat(model)
            }
            unknown => unknown,
        }
    }

    /// Decides a query with `most` conflicts.
    fn decide_within(
        &mut self,
        store: &mut TermStore,
        assertions: &[Term],
        most: Option<u32>,
    ) -> Answer {
        let stop = self.clock.stop();
        let before = self.blaster.gates.len();
        let mut lits = Vec::with_capacity(assertions.len());
        for (index, &assertion) in assertions.iter().enumerate() {
            match self.blaster.condition(store, assertion, &stop) {
                Ok(Lit::FALSE) => return Answer::Unsat(vec![index]),
                Ok(Lit::TRUE) => {}
                Ok(lit) => lits.push((index, lit)),
                Err(Failure::Stopped) => return Answer::Unknown(self.clock.why()),
                Err(Failure::Why(why)) => return Answer::Unknown(why),
            }
        }
        let mut assumptions: Vec<(usize, SatLit)> = Vec::with_capacity(lits.len());
        for (index, lit) in lits {
            match self.blaster.gates.literal_in_time(lit, &mut self.sat, &stop) {
                Some(literal) => assumptions.push((index, literal)),
                None => return Answer::Unknown(self.clock.why()),
            }
        }
        self.blaster.lookups.tell(&self.blaster.gates, &mut self.sat);
        let made = self.blaster.gates.len().saturating_sub(before);
        self.clock.work().add(WORK_OF_QUERY + WORK_OF_GATE * made as u64);
        self.needed.get_or_insert(self.sat.variables());
        let literals: Vec<SatLit> = assumptions.iter().map(|(_, literal)| *literal).collect();
        let variables = variables(store, assertions);
        let arrays: Vec<Term> = variables
            .iter()
            .copied()
            .filter(|v| matches!(store.sort(*v), Sort::Array { .. }))
            .collect();
        loop {
            self.blaster.translate_reads(&arrays, &mut self.sat);
            match self.search(&literals, most, &stop) {
                SatAnswer::Unsat => {
                    let failed =
                        assumptions.iter().filter(|(_, literal)| self.sat.failed(*literal));
                    return Answer::Unsat(failed.map(|(index, _)| *index).collect());
                }
                SatAnswer::Stopped => {
                    let is_limited = most.is_some() || self.clock.conflicts().is_some();
                    let worked = is_limited && !stop.now();
                    return Answer::Unknown(if worked { Why::Effort } else { self.clock.why() });
                }
                SatAnswer::Sat => {}
            }
            let lemmas = self.blaster.violated_congruences(&arrays, &self.sat);
            if lemmas.is_empty() {
                return Answer::Sat(self.model(store, &variables, |lit| self.holds(lit)));
            }
            for lemma in lemmas {
                let literal = self.blaster.gates.literal(lemma, &mut self.sat);
                self.sat.clause([literal]);
            }
        }
    }

    fn model(&self, store: &TermStore, variables: &[Term], holds: impl Fn(Lit) -> bool) -> Model {
        let value = |v: Term| match store.sort(v) {
            Sort::Bool => Value::Bool(self.blaster.word(v).first().is_some_and(|lit| holds(*lit))),
            Sort::BitVec(width) => Value::BitVec(bits(width, self.blaster.word(v), &holds)),
            sort @ (Sort::Int | Sort::Real | Sort::Named(_)) => Value::zero(sort),
            Sort::Array { index, element } => {
                let mut array = ArrayValue::new(index, Value::zero(element.into()));
                for read in self.blaster.reads(v) {
                    let scalar = |sort, word: &[Lit]| scalar(sort, word, &holds);
                    array.store(scalar(index, &read.index), scalar(element, &read.value));
                }
                Value::Array(array)
            }
        };
        variables.iter().map(|v| (*v, value(*v))).collect()
    }

    fn holds(&self, lit: Lit) -> bool {
        self.blaster.holds(lit, &self.sat)
    }
}

fn scalar(sort: Scalar, word: &[Lit], holds: impl Fn(Lit) -> bool) -> Value {
    match sort {
        Scalar::Bool => Value::Bool(word.first().is_some_and(|lit| holds(*lit))),
        Scalar::BitVec(width) => Value::BitVec(bits(width, word, holds)),
        Scalar::Int => Value::zero(Sort::Int),
    }
}

fn bits(width: u32, word: &[Lit], holds: impl Fn(Lit) -> bool) -> BitVec {
    if width <= 128 {
        let bits = word.iter().rev().fold(0u128, |bits, lit| (bits << 1) | u128::from(holds(*lit)));
        return BitVec::new(width, bits);
    }
    let mut bits = BigUint::default();
    for (i, lit) in (0u64..).zip(word) {
        bits.set_bit(i, holds(*lit));
    }
    BitVec::from_big(width, &bits)
}

/// Why bit-vectors cannot express the query.
fn no_back_end(store: &TermStore, assertions: &[Term]) -> Option<Why> {
    let has =
        |feature: fn(Features) -> bool| assertions.iter().any(|t| feature(store.features(*t)));
    let theory = match (has(Features::quantifiers), has(Features::integers)) {
        (true, _) => "quantifiers",
        (false, true) => "unbounded integers",
        (false, false) if has(Features::declared) => "reals, declared functions and sorts",
        (false, false) => return None,
    };
    Some(Why::NoBackEnd { theory, advice: blast::INSTALL })
}

/// The variables of a query, each once.
fn variables(store: &mut TermStore, assertions: &[Term]) -> Vec<Term> {
    let mut all: Vec<Term> = Vec::new();
    for &assertion in assertions {
        all.extend_from_slice(&store.variables(assertion));
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The embedded back end without a past: each query is solved by a new one.
pub(crate) struct Fresh {
    clock: Clock,
    counters: LayerStatistics,
}

impl Fresh {
    /// A back end with this clock.
    pub fn new(clock: Clock) -> Self {
        Self { clock, counters: LayerStatistics::default() }
    }
}

impl Solver for Fresh {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let mut embedded = Embedded::new(self.clock.clone());
        let answer = embedded.check(store, query);
        self.counters.add(&embedded.counters);
        answer
    }

    fn collected(&mut self, _: &TermStore) {}

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.add_layer("embedded", self.counters);
    }
}

impl Solver for Embedded {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        let start = Instant::now();
        self.counters.queries += 1;
        self.renew();
        let answer = self.decide(store, query.assertions);
        if !matches!(answer, Answer::Unknown(_)) {
            self.counters.hits += 1;
        }
        self.counters.time += start.elapsed();
        answer
    }

    fn collected(&mut self, store: &TermStore) {
        self.blaster.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        statistics.add_layer("embedded", self.counters);
    }
}
