//! Repair: what an input lacks that got more structure. A length, a count or a check sum that no longer fits is asked for where the path
//! of the input ends early, one after the other, with as few bytes changed as will do.

use crate::counts::Counts;
use crate::expand::{Expander, Expansion, site};
use effigy_exec::concolic::Conjunct;
use effigy_exec::guides::GivenBytes;
use effigy_solver::Answer;
use effigy_term::{Model, Term};
use rustc_hash::{FxHashMap, FxHashSet};

/// Conditions at the end of a path that are looked at, and inputs that are made of them.
const LOOKED_AT: usize = 24;
const MOST_MADE: usize = 4;

/// Most variables of a condition that are all free.
const FEW: usize = 12;

/// Most bytes of a sum.
const SUM: usize = 4;

/// The path of an input of which others are made.
pub(crate) struct ParentPath {
    /// Instructions executed.
    pub(crate) steps: u64,
    /// The sides that it takes, wherever on the path.
    pub(crate) sides: Sides,
}

/// Sides of decisions in the program.
type Sides = FxHashSet<u64>;

impl ParentPath {
    pub(crate) fn of(expansion: &Expansion) -> Self {
        let sides = expansion.path().iter().map(|conjunct| site(conjunct, conjunct.side));
        Self { steps: expansion.run().steps, sides: sides.collect() }
    }
}

impl Expander {
    /// The path of an input that has sums: conditions on many variables.
    pub(crate) fn sums(&mut self, expansion: &Expansion) -> Option<ParentPath> {
        let store = self.store();
        let is_sum = |conjunct: &Conjunct| store.variables(conjunct.term).len() > FEW;
        expansion.path().iter().any(is_sum).then(|| ParentPath::of(expansion))
    }

    /// Inputs that leave the path of this one near its end, behind so many conjuncts, where the input that it was made of takes another
    /// side. First those bytes alone are free that nothing before decides on, such as a check sum; then all that the condition mentions.
    pub(crate) fn turned(
        &mut self,
        input: &[GivenBytes],
        (sides, from): (&Sides, usize),
        counts: &mut Counts,
    ) -> Vec<Vec<GivenBytes>> {
        let expansion = self.expand_beside(input, usize::MAX);
        let path = expansion.path();
        let variables: Vec<Box<[Term]>> = path
            .iter()
            .map(|conjunct| self.store().variables(conjunct.term).to_vec().into_boxed_slice())
            .collect();
        let (mut made, mut places) = (Vec::new(), FxHashSet::default());
        for at in (from..path.len()).rev().take(LOOKED_AT) {
            let conjunct = &path[at];
            let wanted = |side: &u32| sides.contains(&site(conjunct, *side));
            // A loop that checks byte after byte is one place.
            if !conjunct.others.iter().any(|(side, _)| wanted(side))
                || !places.insert(conjunct.place.clone())
            {
                continue;
            }
            for (_, other) in conjunct.others.iter().filter(|(side, _)| wanted(side)) {
                let before = &variables[..at];
                if let Some((model, free)) = self.least(&expansion, (at, *other), before, counts) {
                    made.push(expansion.combine(&model, &free));
                }
            }
            if made.len() >= MOST_MADE {
                break;
            }
        }
        made
    }

    /// A model of another side of a conjunct, and the variables that it speaks of: few of them differ from the input's.
    fn least(
        &mut self,
        expansion: &Expansion,
        (at, other): (usize, Term),
        before: &[Box<[Term]>],
        counts: &mut Counts,
    ) -> Option<(Model, Vec<Term>)> {
        let own = self.store().variables(other).to_vec();
        let decided: FxHashSet<Term> = before.iter().flatten().copied().collect();
        let new: Vec<Term> = own.iter().copied().filter(|v| !decided.contains(v)).collect();
        for free in [last(expansion, &new), new] {
            if !free.is_empty()
                && let Some(model) = self.with_free(expansion, &free, &[other], counts)
            {
                return Some((model, free));
            }
        }
        if own.len() > FEW {
            return None;
        }
        let shares = |of: &[Term]| of.iter().any(|variable| own.contains(variable));
        let mut asked: Vec<Term> =
            (0..at).filter(|i| shares(&before[*i])).map(|i| expansion.path()[i].term).collect();
        asked.push(other);
        let model = self.with_free(expansion, &own, &asked, counts)?;
        Some((model, own))
    }

    /// A model in which these variables alone are free.
    fn with_free(
        &mut self,
        expansion: &Expansion,
        free: &[Term],
        asked: &[Term],
        counts: &mut Counts,
    ) -> Option<Model> {
        let parent = expansion.run().model.clone();
        let store = self.store();
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let all: Vec<Term> =
            asked.iter().flat_map(|term| store.variables(*term).to_vec()).collect();
        for variable in all {
            if !free.contains(&variable)
                && let Some(value) = parent.get(variable)
            {
                let value = store.constant(value);
                values.insert(variable, value);
            }
        }
        let asked: Vec<Term> = asked.iter().map(|term| store.substitute(*term, &values)).collect();
        match self.ask(&asked, &parent, counts) {
            Answer::Sat(model) => Some(model),
            Answer::Unsat(_) | Answer::Unknown(_) => None,
        }
    }
}

/// The last bytes of many that stand one after the other, where sums mostly are; none of few bytes.
fn last(expansion: &Expansion, variables: &[Term]) -> Vec<Term> {
    let offset = |variable: &&Term| expansion.offset(**variable);
    let Some(end) = variables.iter().filter_map(|it| offset(&it)).max() else { return Vec::new() };
    let is_last = |variable: &&Term| offset(variable).is_some_and(|at| at + SUM > end);
    let last: Vec<Term> = variables.iter().filter(is_last).copied().collect();
    if last.len() < variables.len() { last } else { Vec::new() }
}

#[cfg(test)]
mod tests;
