//! The back end for unbounded integers and arrays of them: SAT over bounds of linear sums, which a simplex with
//! branching checks. Written here because the exact solvers for integers that are published are bindings to the large
//! SMT solvers, and the simplex packages compute with floats.
//!
//! Unsatisfiable is said after consequences of the query alone: products, elements of arrays and quantifiers are unknowns
//! with lemmas. A model is believed after the evaluator found every assertion true. The rest is unknown. The effort is
//! counted, never timed, so that an answer does not depend on the machine.

mod atoms;
mod encode;
mod products;
pub(crate) mod simplex;
mod split;
#[cfg(test)]
mod tests;
mod values;

use std::time::Instant;

use effigy_base::sort::Sort;
use effigy_base::value::{ArrayValue, Value};
use effigy_term::{Evaluator, Model, Term, TermStore};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::circuit::sat::{SatAnswer, SatLit};
use crate::clock::Clock;
use crate::query::{Answer, Query, Why};
use crate::statistics::{LayerStatistics, Statistics};
use atoms::{Atoms, Sum};
use encode::{Element, Encoder};
use products::Manner;
use simplex::Check;

/// How much is done for one query. It is counted and never timed.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// Assignments that are looked at.
    rounds: usize,
    /// Coefficients that the simplex changes.
    work: usize,
    /// Rounds that only split the range of one variable or refine a product.
    refinements: usize,
}

impl Effort {
    /// What nine of ten queries of verified programs need.
    pub const LITTLE: Self = Self { rounds: 150, work: 10_000, refinements: 60 };
    /// What all but the hardest need: about half a second.
    pub const MUCH: Self = Self { rounds: 1200, work: 150_000, refinements: 250 };
}

/// Rounds in which values of factors are guessed, and rounds after which another guess is made.
const MOST_GUESSING: usize = 10;

/// Splits of ranges, one after the other, after which products are looked at too.
const SPLITS_BETWEEN_PRODUCTS: usize = 6;

/// Refinements between two guesses.
const BETWEEN_GUESSES: usize = 5;

/// Conflicts of the SAT solver before it gives up looking for one assignment.
const MOST_CONFLICTS: u32 = 5_000;

/// Why a query is left open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gap {
    /// Something else than Booleans, integers and arrays of them.
    Theory,
    /// A coefficient of more than 128 bits.
    Large,
    /// More work than is done here.
    Effort,
}

/// The back end for unbounded integers. It keeps nothing between queries.
pub(crate) struct Integers {
    clock: Clock,
    counters: LayerStatistics,
}

impl Integers {
    /// A back end with this clock.
    pub fn new(clock: Clock) -> Self {
        Self { clock, counters: LayerStatistics::default() }
    }

    /// Decides a query with that much effort.
    pub fn check(&mut self, store: &mut TermStore, query: &Query<'_>, effort: Effort) -> Answer {
        let start = Instant::now();
        self.counters.queries += 1;
        let answer = self.attempts(store, query.assertions, effort);
        let answer = answer.unwrap_or_else(|gap| {
            Answer::Unknown(Why::Incomplete(
                match gap {
                    Gap::Theory => "more than integers and arrays of them",
                    Gap::Large => "coefficients of more than 128 bits",
                    Gap::Effort => "more work than the integer back end does",
                }
                .to_owned(),
            ))
        });
        self.counters.hits += u64::from(!matches!(answer, Answer::Unknown(_)));
        self.counters.time += start.elapsed();
        answer
    }

    /// Adds what was counted.
    pub fn statistics(&self, statistics: &mut Statistics) {
        statistics.add_layer("integers", self.counters);
    }

    /// Decides a query in one manner, in another one where there are products, and by values of few variables at last.
    fn attempts(
        &self,
        store: &mut TermStore,
        assertions: &[Term],
        effort: Effort,
    ) -> Result<Answer, Gap> {
        let few = Effort { refinements: Effort::LITTLE.refinements, ..effort };
        for (manner, effort) in [(Manner::Many, effort), (Manner::Few, few)] {
            let mut encoder = Encoder::new(store, assertions);
            match self.decide(store, assertions, &mut encoder, (manner, effort)) {
                Err(Gap::Effort) if encoder.products.is_empty() => break,
                Err(Gap::Effort) => {}
                decided => return decided,
            }
        }
        values::decide(store, assertions, &self.clock.stop()).ok_or(Gap::Effort)
    }

    fn decide(
        &self,
        store: &mut TermStore,
        assertions: &[Term],
        encoder: &mut Encoder,
        (manner, effort): (Manner, Effort),
    ) -> Result<Answer, Gap> {
        let mut assumptions: Vec<SatLit> = Vec::with_capacity(assertions.len());
        for assertion in assertions {
            assumptions.push(encoder.literal(store, *assertion)?);
        }
        encoder.instantiate(store)?;
        let stop = self.clock.stop();
        let mut refinements = 0;
        let mut splits = 0;
        let mut guess = Guess::default();
        for _ in 0..effort.rounds {
            if stop.now() {
                return Ok(Answer::Unknown(self.clock.why()));
            }
            encoder.atoms.sat.limit(MOST_CONFLICTS);
            let together = [&assumptions[..], &guess.literals].concat();
            match encoder.atoms.sat.solve(&together, stop.clone()) {
                SatAnswer::Unsat if guess.literals.iter().any(|l| encoder.atoms.sat.failed(*l)) => {
                    guess.literals.clear();
                    continue;
                }
                SatAnswer::Unsat => {
                    let core: Vec<usize> = (0..assertions.len())
                        .filter(|index| encoder.atoms.sat.failed(assumptions[*index]))
                        .collect();
                    debug_assert!(!core.is_empty(), "the encoding of no assertion is satisfiable");
                    return Ok(Answer::Unsat(core));
                }
                SatAnswer::Stopped if stop.now() => {
                    return Ok(Answer::Unknown(self.clock.why()));
                }
                SatAnswer::Stopped => return Err(Gap::Effort),
                SatAnswer::Sat => {}
            }
            encoder.atoms.assign();
            match encoder.atoms.simplex.check(effort.work) {
                Check::Conflict(literals) => {
                    encoder.atoms.sat.clause_of(literals.iter().map(|literal| -literal));
                    continue;
                }
                Check::Effort => return Err(Gap::Effort),
                Check::Feasible => {}
            }
            if congruence(encoder)? {
                continue;
            }
            refinements += 1;
            if refinements > effort.refinements {
                return Err(Gap::Effort);
            }
            let mut refined = split(encoder)?;
            splits = if refined { splits + 1 } else { 0 };
            // Splits may go on forever where only a product is without bounds.
            if splits % SPLITS_BETWEEN_PRODUCTS == 0 {
                if manner == Manner::Many {
                    guess.next(encoder)?;
                }
                refined |= encoder.products.refine(&mut encoder.atoms, manner, whole)?;
            }
            if !refined {
                let model = model(encoder, store, assertions);
                let evaluator = &mut Evaluator::new();
                let mut holds = |t: &Term| evaluator.truth(store, *t, &model) == Some(true);
                let confirmed = assertions.iter().all(&mut holds);
                return if confirmed { Ok(Answer::Sat(model)) } else { Err(Gap::Effort) };
            }
        }
        Err(Gap::Effort)
    }
}

/// Values of factors that are tried, so that products are sums.
#[derive(Default)]
struct Guess {
    literals: Vec<SatLit>,
    /// Candidates that were met with these values, or without any.
    candidates: usize,
}

impl Guess {
    /// Gives up a guess that did not lead far, or makes one of the values of the candidate.
    fn next(&mut self, encoder: &mut Encoder) -> Result<(), Gap> {
        self.candidates += 1;
        let is_over = match self.literals.is_empty() {
            true => self.candidates > BETWEEN_GUESSES,
            false => self.candidates > MOST_GUESSING,
        };
        if is_over {
            self.candidates = 0;
            self.literals = match self.literals.is_empty() {
                true => encoder.products.guess(&mut encoder.atoms, whole)?,
                false => Vec::new(),
            };
        }
        Ok(())
    }
}

/// Says of reads at one index that they read one element, where the candidate breaks it; whether it did.
fn congruence(encoder: &mut Encoder) -> Result<bool, Gap> {
    let mut first_at: FxHashMap<(Term, BigRational), usize> = FxHashMap::default();
    let mut broken = Vec::new();
    for (n, read) in encoder.reads.iter().enumerate() {
        let place = (read.array, value(&encoder.atoms, &read.index));
        let first = *first_at.entry(place).or_insert(n);
        let same = match (&read.element, &encoder.reads[first].element) {
            (Element::Int(a), Element::Int(b)) => {
                value(&encoder.atoms, a) == value(&encoder.atoms, b)
            }
            (Element::Bool(a), Element::Bool(b)) => {
                encoder.atoms.sat.value(*a) == encoder.atoms.sat.value(*b)
            }
            _ => return Err(Gap::Theory),
        };
        if !same {
            broken.push((n, first));
        }
    }
    for &(one, two) in &broken {
        let (one, two) = (&encoder.reads[one], &encoder.reads[two]);
        let there = encoder.atoms.equal(&one.index, &two.index)?;
        match (&one.element, &two.element) {
            (Element::Int(a), Element::Int(b)) => {
                let same = encoder.atoms.equal(a, b)?;
                encoder.atoms.sat.clause([-there, same]);
            }
            (Element::Bool(a), Element::Bool(b)) => {
                encoder.atoms.sat.clause([-there, -a, *b]);
                encoder.atoms.sat.clause([-there, *a, -b]);
            }
            _ => return Err(Gap::Theory),
        }
    }
    Ok(!broken.is_empty())
}

/// Splits the range of a sum that is not a whole number; whether there is one.
fn split(encoder: &mut Encoder) -> Result<bool, Gap> {
    let atoms = &encoder.atoms;
    let Some(sum) = split::fractional(atoms, |sum| value(atoms, sum))? else { return Ok(false) };
    let floor = value(atoms, &sum).floor().to_integer();
    let floor = i128::try_from(&floor).map_err(|_| Gap::Large)?;
    encoder.atoms.at_most(&sum, &Sum::constant(floor))?;
    Ok(true)
}

fn value(atoms: &Atoms, sum: &Sum) -> BigRational {
    let whole = |n: i128| BigRational::from_integer(BigInt::from(n));
    let parts = sum.parts.iter().map(|(c, k)| whole(*k) * atoms.simplex.value(*c));
    parts.fold(whole(sum.constant), |a, b| a + b)
}

/// The value of a sum whose columns are whole.
fn whole(atoms: &Atoms, sum: &Sum) -> BigInt {
    value(atoms, sum).to_integer()
}

fn model(encoder: &Encoder, store: &mut TermStore, assertions: &[Term]) -> Model {
    let mut model = Model::new();
    let int = |sum: &Sum| Value::Int(whole(&encoder.atoms, sum));
    for &assertion in assertions {
        for &variable in store.variables(assertion).iter() {
            let value = match store.sort(variable) {
                Sort::Int => encoder.known_sum(variable).map(int),
                Sort::Bool => {
                    let literal = encoder.known_literal(variable);
                    literal.map(|l| Value::Bool(encoder.atoms.sat.value(l)))
                }
                Sort::Array { index, element } => {
                    let mut array = ArrayValue::new(index, Value::zero(element.into()));
                    for read in encoder.reads.iter().filter(|read| read.array == variable) {
                        let element = match &read.element {
                            Element::Int(sum) => int(sum),
                            Element::Bool(l) => Value::Bool(encoder.atoms.sat.value(*l)),
                        };
                        array.store(int(&read.index), element);
                    }
                    Some(Value::Array(array))
                }
                _ => None,
            };
            model.set(variable, value.unwrap_or_else(|| Value::zero(store.sort(variable))));
        }
    }
    model
}
