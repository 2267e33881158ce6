//! Decides queries about variables of which each can have few values, by joining the sets of values that they can have
//! together.

use std::collections::VecDeque;

use effigy_term::{Batch, LANES, Term, TermStore};
use rustc_hash::FxHashMap;

use crate::clock::Clock;

/// Values that a relation may hold.
const MOST_CELLS: usize = 1 << 20;

/// Work above which a search is given up, in operators that are evaluated: about a millisecond.
const MOST_WORK: usize = 1_000_000;

/// The same where an assertion multiplies or divides, which is hard for the SAT solver.
const MOST_WORK_FOR_PRODUCTS: usize = 20_000_000;

/// The same without products after many searches that found nothing.
const LITTLE_WORK: usize = 20_000;

/// Work of searches without products that find nothing before they get little: some tens of milliseconds.
const CREDIT: i64 = 50_000_000;

/// Work that an answer earns: it takes about the time of a SAT solver for a query of this kind.
const EARNED: i64 = 300_000;

/// Work to give a variable the value of a row, or to keep it.
const WORK_FOR_CELL: usize = 2;

/// The last join ends with the first row that it finds: it is begun though it may be this many times too long.
const LUCK: usize = 4;

/// What searches may cost.
pub(super) struct Effort {
    credit: i64,
    /// Whether what a search may cost depends on what the searches before it found.
    adapts: bool,
}

impl Effort {
    /// The effort of a new layer. One that does not adapt is the same for each search.
    pub fn new(adapts: bool) -> Self {
        Self { credit: CREDIT, adapts }
    }

    fn most(&self) -> usize {
        if self.credit > 0 { MOST_WORK } else { LITTLE_WORK }
    }

    fn spend(&mut self, work: usize, found: bool) {
        if self.adapts {
            let earned = if found { EARNED } else { 0 };
            self.credit = (self.credit - work as i64 + earned).min(CREDIT);
        }
    }
}

/// A variable and the values that it can have.
pub(super) struct Column {
    /// The variable.
    pub variable: Term,
    /// Its values, ascending.
    pub values: Vec<u16>,
    /// The assertions that restrict them.
    pub because: Vec<usize>,
}

/// What the values say.
pub(super) enum Outcome {
    /// A value for each column.
    Sat(Vec<(Term, u16)>),
    /// Assertions that contradict each other.
    Unsat(Vec<usize>),
}

/// The values that some variables can have together.
struct Relation {
    /// Places of columns.
    variables: Vec<usize>,
    /// A value for each variable; all rows one after the other.
    cells: Vec<u16>,
    because: Vec<usize>,
}

impl Relation {
    fn rows(&self) -> usize {
        self.cells.len() / self.variables.len()
    }

    fn row(&self, row: usize) -> &[u16] {
        let width = self.variables.len();
        self.cells.get(row * width..(row + 1) * width).unwrap_or_default()
    }
}

/// An assertion about several variables.
struct Assertion {
    index: usize,
    term: Term,
    /// Places of columns.
    columns: Vec<usize>,
}

/// The search for values that some assertions allow.
pub(super) struct Search<'a> {
    store: &'a mut TermStore,
    clock: &'a Clock,
    /// Work that was done.
    work: usize,
    /// Work that may be done for assertions without products.
    most: usize,
    variables: Vec<Term>,
    /// By column, the place of its relation.
    places: Vec<usize>,
    /// Empty where relations were joined.
    relations: Vec<Option<Relation>>,
}

impl<'a> Search<'a> {
    fn new(store: &'a mut TermStore, clock: &'a Clock, columns: Vec<Column>, most: usize) -> Self {
        let variables: Vec<Term> = columns.iter().map(|column| column.variable).collect();
        let relations = columns.into_iter().enumerate().map(|(place, column)| {
            let (cells, because) = (column.values, column.because);
            Some(Relation { variables: vec![place], cells, because })
        });
        let relations = relations.collect();
        let places = (0..variables.len()).collect();
        Self { store, clock, work: 0, most, places, variables, relations }
    }

    /// Whether assertions about two variables or more can hold together, among these values. `None` when that takes too
    /// much work, or an assertion has no value.
    pub fn decide(
        store: &'a mut TermStore,
        clock: &'a Clock,
        effort: &mut Effort,
        columns: Vec<Column>,
        assertions: Vec<(usize, Term)>,
    ) -> Option<Outcome> {
        // Joins with assertions that multiply may need those with others before.
        let products = assertions.iter().any(|(_, t)| store.features(*t).products());
        let most = if products { MOST_WORK } else { effort.most() };
        let mut search = Self::new(store, clock, columns, most);
        let outcome = search.join_all(assertions);
        let work = search.work;
        if !products {
            effort.spend(work, outcome.is_some());
        }
        outcome
    }

    fn join_all(&mut self, assertions: Vec<(usize, Term)>) -> Option<Outcome> {
        let columns: FxHashMap<Term, usize> = self.variables.iter().copied().zip(0..).collect();
        let mut waiting = Vec::with_capacity(assertions.len());
        for (index, term) in assertions {
            let variables = self.store.variables(term);
            let columns = variables.iter().map(|v| columns.get(v).copied());
            waiting.push(Assertion { index, term, columns: columns.collect::<Option<_>>()? });
        }
        // What is about the variables of one relation does not make it larger.
        let mut ready: VecDeque<Assertion> = VecDeque::new();
        loop {
            let assertion = match ready.pop_front() {
                Some(assertion) => assertion,
                None => {
                    let costs = waiting.iter().map(|assertion| self.rows(assertion));
                    let Some((_, next)) = costs.zip(0..).min() else { break };
                    waiting.remove(next)
                }
            };
            let last = waiting.is_empty() && ready.is_empty();
            let Some(joined) = self.join(&assertion, last)? else { continue };
            if joined.cells.is_empty() {
                return Some(Outcome::Unsat(joined.because));
            }
            let place = self.relations.len();
            joined.variables.iter().for_each(|column| self.places[*column] = place);
            self.relations.push(Some(joined));
            let inside = |a: &mut Assertion| a.columns.iter().all(|c| self.places[*c] == place);
            ready.extend(waiting.extract_if(.., inside));
        }
        let values = self.relations.iter().flatten().flat_map(|relation| {
            let cells = relation.row(0).iter().copied();
            relation.variables.iter().map(|place| self.variables[*place]).zip(cells)
        });
        Some(Outcome::Sat(values.collect()))
    }

    /// The relations that an assertion is about, in the order of their places.
    fn parts(&self, assertion: &Assertion) -> Vec<usize> {
        let places = assertion.columns.iter().filter_map(|column| self.places.get(*column));
        let mut places: Vec<usize> = places.copied().collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The rows of the product of the relations that an assertion is about.
    fn rows(&self, assertion: &Assertion) -> usize {
        let relations =
            self.parts(assertion).into_iter().filter_map(|p| self.relations[p].as_ref());
        relations.map(Relation::rows).fold(1, usize::saturating_mul)
    }

    /// Takes out the relations that an assertion is about and joins those of their rows for which it holds; leaves them,
    /// and gives `Some(None)`, when it holds for all. After the `last` assertion some of the rows are enough.
    fn join(&mut self, assertion: &Assertion, last: bool) -> Option<Option<Relation>> {
        let rows = self.rows(assertion);
        if rows > MOST_WORK_FOR_PRODUCTS {
            return None;
        }
        let places = self.parts(assertion);
        let parts: Vec<&Relation> =
            places.iter().filter_map(|place| self.relations[*place].as_ref()).collect();
        let columns: Vec<usize> = parts.iter().flat_map(|p| p.variables.iter().copied()).collect();
        let variables: Vec<Term> = columns.iter().map(|place| self.variables[*place]).collect();
        let mut batch = Batch::new(self.store, assertion.term, &variables)?;
        let products = self.store.features(assertion.term).products();
        let most = if products { MOST_WORK_FOR_PRODUCTS } else { self.most };
        let luck = if last { LUCK } else { 1 };
        let work_for_row = batch.work() + WORK_FOR_CELL * variables.len();
        if self.work + rows.saturating_mul(work_for_row) / luck > most {
            return None;
        }
        let mut cells: Vec<u16> = Vec::new();
        let mut start = 0;
        while start < rows && (!last || cells.is_empty()) {
            let models = LANES.min(rows - start);
            self.work += models * work_for_row;
            if self.work > most || cells.len() > MOST_CELLS || self.clock.is_over() {
                return None;
            }
            fill(&mut batch, &parts, start, models)?;
            let truths = batch.run(models)?.iter().enumerate().filter(|(_, truth)| **truth != 0);
            let kept: Vec<usize> = truths.map(|(model, _)| model).collect();
            self.work += WORK_FOR_CELL * kept.len() * variables.len();
            keep(&mut batch, &kept, variables.len(), &mut cells)?;
            start += models;
        }
        if cells.len() == rows * variables.len() {
            return Some(None);
        }
        let mut because: Vec<usize> = parts.iter().flat_map(|p| p.because.clone()).collect();
        because.push(assertion.index);
        because.sort_unstable();
        because.dedup();
        places.into_iter().for_each(|place| self.relations[place] = None);
        Some(Some(Relation { variables: columns, cells, because }))
    }
}

/// Sets the variables to rows of the product of some relations, from the one at `start` on.
fn fill(batch: &mut Batch, parts: &[&Relation], start: usize, models: usize) -> Option<()> {
    let mut repeat: usize = parts.iter().map(|part| part.rows()).product();
    let mut place = 0;
    for part in parts {
        let (rows, width) = (part.rows(), part.variables.len());
        repeat /= rows;
        for column in 0..width {
            let mut row = start / repeat % rows;
            let mut left = repeat - start % repeat;
            let mut lane = batch.variable(place)?.get_mut(..models)?;
            if repeat == 1 {
                while !lane.is_empty() {
                    let (now, others) = lane.split_at_mut((rows - row).min(lane.len()));
                    let cells = part.cells.get(row * width + column..)?.iter().step_by(width);
                    now.iter_mut().zip(cells).for_each(|(value, cell)| *value = u64::from(*cell));
                    (lane, row) = (others, 0);
                }
            }
            while !lane.is_empty() {
                let value = u64::from(*part.cells.get(row * width + column)?);
                let (same, others) = lane.split_at_mut(left.min(lane.len()));
                same.fill(value);
                lane = others;
                row = if row + 1 == rows { 0 } else { row + 1 };
                left = repeat;
            }
            place += 1;
        }
    }
    Some(())
}

/// Appends the rows of some models, with a value for each of the variables.
fn keep(batch: &mut Batch, models: &[usize], variables: usize, cells: &mut Vec<u16>) -> Option<()> {
    let before = cells.len();
    cells.resize(before + models.len() * variables, 0);
    let rows = cells.get_mut(before..)?;
    for place in 0..variables {
        let lane = batch.variable(place)?;
        for (row, model) in rows.chunks_exact_mut(variables).zip(models) {
            *row.get_mut(place)? = u16::try_from(*lane.get(*model)?).ok()?;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests;
