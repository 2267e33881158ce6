//! Conditions over few inputs of a path: each of these is tried.

use super::Sets;
use super::diagrams::{Diagram, Diagrams};
use effigy_base::op::Op;
use effigy_base::sort::Sort;
use effigy_term::{Batch, LANES, Term, TermStore};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Most inputs that are tried.
const MOST_INPUTS: u64 = 1 << 20;

/// Most operators that are evaluated for a condition, each for each input: half a second.
const MOST_WORK: u64 = 1_000_000_000;

/// The same of one that is always tried, whatever others took: some milliseconds.
const LITTLE_WORK: u64 = 10_000_000;

/// The same of all others together: some ten seconds.
const ALL_WORK: u64 = 20_000_000_000;

/// Operators of one unit of work.
const OPERATORS_OF_UNIT: u64 = 20;

/// What was tried before.
#[derive(Default)]
pub(super) struct Tried {
    /// What it took beyond the least, in operators.
    work: u64,
    /// A condition and a path, and what was found.
    last: Option<(Term, Diagram, Diagram)>,
}

impl Tried {
    /// To be called when diagrams or terms are thrown away.
    pub(super) fn forget(&mut self) {
        self.last = None;
    }
}

/// The inputs of a path, as far as a condition speaks of them.
struct Inputs {
    /// Their diagram; it depends on `levels` alone.
    diagram: Diagram,
    /// The levels of the condition's variables, ascending.
    levels: Vec<u32>,
}

impl Sets {
    /// The inputs of a path for which a condition holds, found by evaluating it for each that differs in what the condition speaks of;
    /// `None` when these are many.
    pub(super) fn tried(
        &mut self,
        store: &mut TermStore,
        condition: Term,
        path: Diagram,
    ) -> Option<Diagram> {
        let negated = store.op(condition) == Some(Op::Not);
        let condition = if negated { store.args(condition)[0] } else { condition };
        // Both sides of a fork are asked about.
        let held = match self.tried.last {
            Some((last, of, held)) if (last, of) == (condition, path) => held,
            _ => {
                let held = self.held(store, condition, path)?;
                self.tried.last = Some((condition, path, held));
                held
            }
        };
        self.diagrams.allow(self.most);
        self.diagrams.and(path, if negated { !held } else { held })
    }

    /// A set in which are those of the inputs of a path for which a condition holds, and not the others.
    fn held(&mut self, store: &mut TermStore, condition: Term, path: Diagram) -> Option<Diagram> {
        let variables = store.variables(condition).to_vec();
        let places = self.places_of(store, &variables)?;
        let mut levels: Vec<u32> = places.iter().cloned().flatten().collect();
        levels.sort_unstable();
        self.diagrams.allow(self.most);
        let diagram = self.diagrams.for_some(path, &levels)?;
        let inputs = Inputs { diagram, levels };
        let count = self.diagrams.count(&inputs);
        if count > MOST_INPUTS {
            return None;
        }
        let batch = Batch::new(store, condition, &variables)?;
        let work = count * batch.work() as u64;
        if work > LITTLE_WORK {
            if work > MOST_WORK || self.tried.work + work > ALL_WORK {
                return None;
            }
            self.tried.work += work;
        }
        self.clock.work().add(work / OPERATORS_OF_UNIT);
        let truths = self.truths_of(batch, &places, &inputs)?;
        self.diagrams.rebuilt(&inputs, &truths)
    }

    /// The levels of these variables, which ascend.
    fn places_of(&self, store: &TermStore, variables: &[Term]) -> Option<Vec<Range<u32>>> {
        let mut level = 0;
        let mut places = vec![None; variables.len()];
        for variable in &self.variables {
            let width = match store.sort(*variable) {
                Sort::BitVec(width) if width > 64 => return None,
                sort => sort.width().unwrap_or(1),
            };
            if let Some(at) = variables.iter().position(|v| v == variable) {
                places[at] = Some(level..level + width);
            }
            level += width;
        }
        places.into_iter().collect()
    }

    /// Whether a condition holds for each of the inputs, in the order of their diagram.
    fn truths_of(
        &self,
        mut batch: Batch,
        places: &[Range<u32>],
        inputs: &Inputs,
    ) -> Option<Vec<bool>> {
        let first = |place: &Range<u32>| inputs.levels.binary_search(&place.start).ok();
        let places: Vec<Range<usize>> = places
            .iter()
            .map(|place| first(place).map(|first| first..first + place.len()))
            .collect::<Option<_>>()?;
        let (mut truths, mut models) = (Vec::new(), 0);
        let mut run = |batch: &mut Batch, models: usize| {
            let found = (!self.clock.is_over()).then(|| batch.run(models)).flatten()?;
            truths.extend(found.iter().map(|truth| *truth != 0));
            Some(())
        };
        self.diagrams.for_each(inputs, &mut |bits| {
            for (variable, place) in places.iter().enumerate() {
                let word = bits.get(place.clone())?;
                let word = word.iter().fold(0, |word, bit| word << 1 | u64::from(*bit));
                *batch.variable(variable)?.get_mut(models)? = word;
            }
            models += 1;
            if models == LANES {
                run(&mut batch, models)?;
                models = 0;
            }
            Some(())
        })?;
        run(&mut batch, models)?;
        Some(truths)
    }
}

impl Diagrams {
    /// Where a function is true for some values of the inputs that are not at `levels`.
    fn for_some(&mut self, d: Diagram, levels: &[u32]) -> Option<Diagram> {
        self.for_some_of(d, levels, &mut FxHashMap::default())
    }

    fn for_some_of(
        &mut self,
        d: Diagram,
        levels: &[u32],
        known: &mut FxHashMap<Diagram, Diagram>,
    ) -> Option<Diagram> {
        let Some((level, low, high)) = self.parts(d) else { return Some(d) };
        if let Some(found) = known.get(&d) {
            return Some(*found);
        }
        let low = self.for_some_of(low, levels, known)?;
        let found = if levels.binary_search(&level).is_ok() {
            let high = self.for_some_of(high, levels, known)?;
            self.made(level, low, high)
        } else if low == Diagram::TRUE {
            low
        } else {
            let high = self.for_some_of(high, levels, known)?;
            self.or(low, high)?
        };
        known.insert(d, found);
        Some(found)
    }

    /// How many inputs there are.
    fn count(&self, inputs: &Inputs) -> u64 {
        self.count_from(inputs, inputs.diagram, 0, &mut FxHashMap::default())
    }

    fn count_from(
        &self,
        inputs: &Inputs,
        d: Diagram,
        at: usize,
        known: &mut FxHashMap<Diagram, u64>,
    ) -> u64 {
        let Some((level, low, high)) = self.parts(d) else {
            let free = inputs.levels.len() - at;
            let all = 1u64.checked_shl(free as u32).unwrap_or(u64::MAX);
            return if d == Diagram::TRUE { all } else { 0 };
        };
        let here = inputs.levels.binary_search(&level).unwrap_or(at);
        let below = known.get(&d).copied().unwrap_or_else(|| {
            let mut count = |part| self.count_from(inputs, part, here + 1, known);
            let below = count(low).saturating_add(count(high));
            known.insert(d, below);
            below
        });
        let free = 1u64.checked_shl((here - at) as u32).unwrap_or(u64::MAX);
        below.saturating_mul(free)
    }

    /// Looks at all inputs, each as the bits at the levels, of which the first changes last; `None` when `look` is.
    fn for_each(
        &self,
        inputs: &Inputs,
        look: &mut impl FnMut(&[bool]) -> Option<()>,
    ) -> Option<()> {
        self.for_each_from(inputs, inputs.diagram, &mut Vec::new(), look)
    }

    fn for_each_from(
        &self,
        inputs: &Inputs,
        d: Diagram,
        bits: &mut Vec<bool>,
        look: &mut impl FnMut(&[bool]) -> Option<()>,
    ) -> Option<()> {
        if d == Diagram::FALSE {
            return Some(());
        }
        let Some(level) = inputs.levels.get(bits.len()) else { return look(bits) };
        let (low, high) = self.sides(d, *level);
        for (bit, part) in [(false, low), (true, high)] {
            bits.push(bit);
            self.for_each_from(inputs, part, bits, look)?;
            bits.pop();
        }
        Some(())
    }

    /// The function that is true for those of the inputs that are told; `None` when not all are told.
    fn rebuilt(&mut self, inputs: &Inputs, truths: &[bool]) -> Option<Diagram> {
        let mut truths = truths.iter().copied();
        self.rebuilt_from(inputs, inputs.diagram, 0, &mut truths)
    }

    fn rebuilt_from(
        &mut self,
        inputs: &Inputs,
        d: Diagram,
        at: usize,
        truths: &mut impl Iterator<Item = bool>,
    ) -> Option<Diagram> {
        if d == Diagram::FALSE {
            return Some(d);
        }
        let Some(level) = inputs.levels.get(at) else {
            return truths.next().map(Diagram::constant);
        };
        let (low, high) = self.sides(d, *level);
        let low = self.rebuilt_from(inputs, low, at + 1, truths)?;
        let high = self.rebuilt_from(inputs, high, at + 1, truths)?;
        Some(self.made(*level, low, high))
    }
}
