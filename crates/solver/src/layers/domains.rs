//! Enumerates the values of a query that has few variable bits, or whose variables have few values each, and joins the
//! bounds of integers.

mod intervals;
mod relations;

use std::rc::Rc;

use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Batch, Evaluator, LANES, Model, Range, Ranges, Term, TermStore};
use rustc_hash::FxHashMap;

use super::layer;
use crate::clock::Clock;
use crate::query::{Answer, Query, Solver};
use crate::statistics::Statistics;
use relations::{Column, Effort, Outcome, Search};

/// Bits of a single variable up to which its values are enumerated.
const MOST_BITS: u32 = 12;

/// Bits of several variables together up to which their values are enumerated.
const MOST_BITS_TOGETHER: u32 = 9;

/// Terms to evaluate above which an assertion is left to the next layer.
const MOST_EVALUATIONS: usize = 20_000_000;

/// Terms of an assertion up to which it is evaluated for many values at once, which needs room for each term.
const MOST_IN_BATCH: usize = 2_000;

/// Subterms of one byte whose values are kept, 2 KB for each.
const MOST_OF_A_BYTE: usize = 4_096;

/// The same of all bytes, when another one is asked about.
const MOST_OF_BYTES: usize = 1_024;

/// Numbers that are tried between two looks at the clock.
const NUMBERS_BETWEEN_CHECKS: u64 = 16;

/// Assertions above which all sets are forgotten.
const MOST_SETS: usize = 100_000;

/// A set of numbers below 2^width: 64 of them in each word.
type Set = Rc<[u64]>;

layer! {
    /// The enumerating layer.
    Domains = "domains" {
        evaluator: Evaluator,
        /// By assertion: the values that its variables together can have, the first variable in the low bits. `None`
        /// for assertions that have no value.
        sets: FxHashMap<Term, Option<Set>>,
        /// By byte: the values of what was asked about it. A loop asks about terms that grow by a few operators.
        bytes: FxHashMap<Term, Batch>,
        none: Model,
        clock: Clock,
        effort: Effort,
    }
}

/// The variables of a query, with their widths.
type Variables = Vec<(Term, u32)>;

impl Domains {
    /// Enumeration above `inner`. Its answers depend on the queries before.
    pub fn new(inner: Box<dyn Solver>, clock: Clock) -> Self {
        Self { effort: Effort::new(true), ..Self::canonical(inner, clock) }
    }

    /// Enumeration above `inner`, whose answers depend on the query alone.
    pub fn canonical(inner: Box<dyn Solver>, clock: Clock) -> Self {
        Self {
            inner,
            counters: Default::default(),
            evaluator: Evaluator::new(),
            sets: FxHashMap::default(),
            bytes: FxHashMap::default(),
            none: Model::new(),
            clock,
            effort: Effort::new(false),
        }
    }

    fn decide(&mut self, store: &mut TermStore, assertions: &[Term]) -> Option<Answer> {
        if assertions.iter().any(|t| store.features(*t).integers()) {
            return intervals::decide(store, assertions);
        }
        let Some(variables) = few_variables(store, assertions) else {
            return self.relate(store, assertions);
        };
        let size = 1usize << variables.iter().map(|(_, width)| width).sum::<u32>();
        let mut left: Vec<u64> = full(size);
        let mut core = Vec::new();
        for (i, &t) in assertions.iter().enumerate() {
            let set = self.set(store, t, &variables, size)?;
            let mut changed = false;
            let mut any = 0;
            for (word, allowed) in left.iter_mut().zip(set.iter()) {
                changed |= *word & !allowed != 0;
                *word &= allowed;
                any |= *word;
            }
            if changed {
                core.push(i);
            }
            if any == 0 {
                let core = self.shrink(store, assertions, &variables, size, core);
                return Some(Answer::Unsat(core));
            }
        }
        let smallest = left.iter().position(|word| *word != 0)?;
        let number = smallest as u64 * 64 + u64::from(left.get(smallest)?.trailing_zeros());
        Some(Answer::Sat(model(store, &variables, number)))
    }

    /// Joins the values that the variables can have, when each of several has few.
    fn relate(&mut self, store: &mut TermStore, assertions: &[Term]) -> Option<Answer> {
        let variables = narrow_variables(store, assertions)?;
        let (mut about_one, mut about_more) = (Vec::new(), Vec::new());
        for (index, &t) in assertions.iter().enumerate() {
            match store.variables(t)[..] {
                [] => return None,
                [variable] => about_one.push((variable, index, t)),
                _ => about_more.push((index, t)),
            }
        }
        let mut columns = Vec::with_capacity(variables.len());
        for variable in variables {
            let column = self.column(store, variable, &about_one)?;
            if column.values.is_empty() {
                return Some(Answer::Unsat(column.because));
            }
            columns.push(column);
        }
        if let Some(core) = in_range(store, &columns, &mut about_more) {
            return Some(Answer::Unsat(core));
        }
        let outcome = Search::decide(store, &self.clock, &mut self.effort, columns, about_more)?;
        Some(match outcome {
            Outcome::Unsat(core) => Answer::Unsat(core),
            Outcome::Sat(values) => {
                let value = |t, bits| Value::from_scalar(store.sort(t), u128::from(bits));
                let values = values.into_iter().map(|(t, bits)| Some((t, value(t, bits)?)));
                Answer::Sat(values.collect::<Option<Model>>()?)
            }
        })
    }

    /// The values that the assertions about one variable leave to it.
    fn column(
        &mut self,
        store: &mut TermStore,
        (variable, width): (Term, u32),
        about_one: &[(Term, usize, Term)],
    ) -> Option<Column> {
        let size = 1usize << width;
        let mut left = full(size);
        let mut because = Vec::new();
        for &(_, index, t) in about_one.iter().filter(|(about, ..)| *about == variable) {
            let set = self.set(store, t, &vec![(variable, width)], size)?;
            if left.iter().zip(set.iter()).any(|(word, allowed)| word & !allowed != 0) {
                because.push(index);
            }
            left.iter_mut().zip(set.iter()).for_each(|(word, allowed)| *word &= allowed);
        }
        let mut values = Vec::with_capacity(left.iter().map(|w| w.count_ones() as usize).sum());
        for (word, first) in left.iter().zip((0u16..).step_by(64)) {
            let mut rest = *word;
            while rest != 0 {
                values.push(first + rest.trailing_zeros() as u16);
                rest &= rest - 1;
            }
        }
        Some(Column { variable, values, because })
    }

    /// Drops assertions that are not needed, the last one first kept.
    fn shrink(
        &mut self,
        store: &mut TermStore,
        assertions: &[Term],
        variables: &Variables,
        size: usize,
        core: Vec<usize>,
    ) -> Vec<usize> {
        let mut left = full(size);
        let mut smaller = Vec::new();
        for &i in core.iter().rev() {
            let Some(t) = assertions.get(i).copied() else { continue };
            let Some(set) = self.set(store, t, variables, size) else { return core };
            left.iter_mut().zip(set.iter()).for_each(|(word, allowed)| *word &= allowed);
            smaller.push(i);
            if left.iter().all(|word| *word == 0) {
                break;
            }
        }
        smaller.sort_unstable();
        smaller
    }

    /// The values for which an assertion holds.
    fn set(
        &mut self,
        store: &mut TermStore,
        t: Term,
        variables: &Variables,
        size: usize,
    ) -> Option<Set> {
        // Only the sets of one variable mean the same in every query.
        let remember = variables.len() == 1;
        if let Some(known) = self.sets.get(&t).filter(|_| remember) {
            return known.clone();
        }
        let set = self.enumerate(store, t, variables, size);
        // A set that the time did not suffice for may be found the next time.
        if remember && (set.is_some() || !self.clock.is_over()) {
            if self.sets.len() >= MOST_SETS {
                self.sets.clear();
            }
            self.sets.insert(t, set.clone());
        }
        set
    }

    fn enumerate(
        &mut self,
        store: &TermStore,
        t: Term,
        variables: &Variables,
        size: usize,
    ) -> Option<Set> {
        if let [(byte, 8)] = variables[..]
            && let Some(set) = self.of_byte(store, t, byte)
        {
            return Some(set);
        }
        if store.size(&[t]).saturating_mul(size) > MOST_EVALUATIONS {
            return None;
        }
        if size >= LANES && store.size(&[t]) <= MOST_IN_BATCH {
            let all: Vec<Term> = variables.iter().map(|(variable, _)| *variable).collect();
            let batch = Batch::new(store, t, &all);
            if let Some(set) = batch.and_then(|batch| self.enumerate_batch(batch, variables, size))
            {
                return Some(set);
            }
        }
        let mut set = vec![0u64; size.div_ceil(64)];
        for number in 0..size as u64 {
            if number % NUMBERS_BETWEEN_CHECKS == 0 && self.clock.is_over() {
                return None;
            }
            self.evaluator.reset();
            let mut rest = number;
            for (variable, width) in variables {
                self.evaluator.assign(*variable, rest & ((1 << width) - 1));
                rest >>= width;
            }
            if self.evaluator.truth(store, t, &self.none)?
                && let Some(word) = set.get_mut((number / 64) as usize)
            {
                *word |= 1 << (number % 64);
            }
        }
        Some(set.into())
    }

    /// As [`Domains::enumerate`], for a byte; `None` also for terms that are large or have an operator without a value.
    fn of_byte(&mut self, store: &TermStore, t: Term, byte: Term) -> Option<Set> {
        let own = self.bytes.get(&byte).map_or(0, Batch::operators);
        let all: usize = self.bytes.values().map(Batch::operators).sum();
        if own > MOST_OF_A_BYTE {
            self.bytes.clear();
        } else if all > own + MOST_OF_BYTES {
            self.bytes.retain(|other, _| *other == byte);
        }
        let batch = self.bytes.entry(byte).or_insert_with(|| {
            let mut batch = Batch::over(store, &[byte]);
            if let Some(values) = batch.variable(0) {
                *values = std::array::from_fn(|value| value as u64);
            }
            batch
        });
        batch.turn_to(store, t, MOST_OF_A_BYTE)?;
        let Some(truths) = batch.run(LANES) else {
            // An operator without a value would keep those behind it from theirs.
            self.bytes.remove(&byte);
            return None;
        };
        let word = |truths: &[u64]| {
            truths.iter().rev().fold(0, |word, truth| word << 1 | u64::from(*truth != 0))
        };
        Some(truths.chunks(64).map(word).collect())
    }

    /// As [`Domains::enumerate`], for many values at once; `None` also for an operator that has no value there.
    fn enumerate_batch(&self, mut batch: Batch, variables: &Variables, size: usize) -> Option<Set> {
        let mut set = vec![0u64; size.div_ceil(64)];
        for first in (0..size).step_by(LANES) {
            if self.clock.is_over() {
                return None;
            }
            let mut low = 0;
            for (place, (_, width)) in variables.iter().enumerate() {
                for (number, value) in (first as u64..).zip(batch.variable(place)?) {
                    *value = number >> low & ((1 << width) - 1);
                }
                low += width;
            }
            let truths = batch.run(LANES.min(size - first))?;
            for (number, truth) in (first..).zip(truths) {
                *set.get_mut(number / 64)? |= u64::from(*truth != 0) << (number % 64);
            }
        }
        Some(set.into())
    }
}

fn full(size: usize) -> Vec<u64> {
    let last = if size < 64 { (1 << size) - 1 } else { u64::MAX };
    vec![last; size.div_ceil(64)]
}

fn model(store: &TermStore, variables: &Variables, mut number: u64) -> Model {
    let mut model = Model::new();
    for (variable, width) in variables {
        let bits = u128::from(number & ((1 << width) - 1));
        model.set(
            *variable,
            Value::from_scalar(store.sort(*variable), bits).unwrap_or(Value::Bool(false)),
        );
        number >>= width;
    }
    model
}

/// The variables, in an order that is the same in every store, when they have few bits together.
fn few_variables(store: &mut TermStore, assertions: &[Term]) -> Option<Variables> {
    let mut variables: Variables = Vec::new();
    let mut bits = 0;
    for &t in assertions {
        for &variable in store.variables(t).iter() {
            if variables.iter().any(|(known, _)| *known == variable) {
                continue;
            }
            let width = match store.sort(variable) {
                Sort::Bool => 1,
                Sort::BitVec(width) => width,
                Sort::Int | Sort::Real | Sort::Named(_) | Sort::Array { .. } => {
                    return None;
                }
            };
            bits += width;
            variables.push((variable, width));
            if bits > if variables.len() == 1 { MOST_BITS } else { MOST_BITS_TOGETHER } {
                return None;
            }
        }
    }
    if variables.len() > 1 {
        variables.sort_by(|a, b| store.as_variable(a.0).cmp(&store.as_variable(b.0)));
    }
    Some(variables)
}

/// The variables, in an order that is the same in every store, when each has few bits.
fn narrow_variables(store: &mut TermStore, assertions: &[Term]) -> Option<Variables> {
    let mut all: Vec<Term> = Vec::new();
    for &t in assertions {
        all.extend_from_slice(&store.variables(t));
    }
    all.sort_unstable();
    all.dedup();
    let narrow = |variable: Term| {
        let width = store.sort(variable).width().filter(|width| *width <= MOST_BITS)?;
        Some((variable, width))
    };
    let mut variables = all.into_iter().map(narrow).collect::<Option<Variables>>()?;
    variables.sort_by(|a, b| store.as_variable(a.0).cmp(&store.as_variable(b.0)));
    Some(variables)
}

/// Drops assertions that hold for all values between the least and the greatest of each variable. Gives a core when
/// one holds for none.
fn in_range(
    store: &mut TermStore,
    columns: &[Column],
    assertions: &mut Vec<(usize, Term)>,
) -> Option<Vec<usize>> {
    let ranges = columns.iter().filter_map(|column| {
        let (low, high) = (column.values.first()?, column.values.last()?);
        let width = store.sort(column.variable).width()?;
        Some((column.variable, Range::new(width, i128::from(*low), i128::from(*high))))
    });
    let mut ranges = Ranges::new(ranges);
    let known: Vec<Option<bool>> =
        assertions.iter().map(|(_, t)| ranges.of(store, *t)?.known()).collect();
    if let Some(place) = known.iter().position(|known| *known == Some(false)) {
        let (index, t) = *assertions.get(place)?;
        let variables = store.variables(t);
        let involved = columns.iter().filter(|column| variables.contains(&column.variable));
        let mut core: Vec<usize> = involved.flat_map(|c| c.because.iter().copied()).collect();
        core.push(index);
        core.sort_unstable();
        return Some(core);
    }
    let mut known = known.into_iter();
    assertions.retain(|_| known.next().flatten() != Some(true));
    None
}

impl Solver for Domains {
    fn check(&mut self, store: &mut TermStore, query: &Query<'_>) -> Answer {
        self.counters.queries += 1;
        match self.decide(store, query.assertions) {
            Some(answer) => {
                self.counters.hits += 1;
                answer
            }
            None => self.inner.check(store, query),
        }
    }

    fn collected(&mut self, store: &TermStore) {
        store.retain_live_keys(&mut self.sets);
        self.bytes.clear();
        self.evaluator.reset();
        self.inner.collected(store);
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.count(statistics);
    }
}
