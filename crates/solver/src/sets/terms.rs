//! Conditions that are made of diagrams: for each input in order, in which ranges it lies.

use super::diagrams::Diagram;
use super::{Set, Sets};
use effigy_base::sort::Sort;
use effigy_term::{Term, TermStore};
use std::ops::Range;

/// Largest diagram in nodes of which a condition is made.
const LARGEST: usize = 4096;

/// Most bits that are looked at together.
const PART: u32 = 8;

/// Some neighbouring bits of a variable.
struct Part {
    variable: Term,
    /// Their levels; the highest bit has the lowest one.
    levels: Range<u32>,
    /// The number of the lowest bit.
    shift: u32,
    width: u32,
}

impl Sets {
    /// The condition that holds for the inputs of a set, and for no others. It depends on the set alone. `None` when its diagram
    /// is large, or the set was thrown away.
    pub fn term(&mut self, store: &mut TermStore, set: Set) -> Option<Term> {
        if set.epoch != self.epoch || self.diagrams.size(set.diagram) > LARGEST {
            return None;
        }
        let mut pending = vec![set.diagram];
        while let Some(&diagram) = pending.last() {
            if self.made_term(store, diagram).is_some() {
                pending.pop();
                continue;
            }
            let part = self.part_at(store, self.diagrams.top(diagram)?)?;
            let ranges = self.diagrams.by_word(diagram, part.levels.clone());
            let before = pending.len();
            for (.., rest) in &ranges {
                if self.made_term(store, *rest).is_none() {
                    pending.push(*rest);
                }
            }
            if pending.len() == before {
                pending.pop();
                let term = self.chosen_by(store, &part, &ranges)?;
                self.terms.insert(diagram, term);
                self.truths.insert(term, Some(diagram));
            }
        }
        self.made_term(store, set.diagram)
    }

    fn made_term(&self, store: &mut TermStore, diagram: Diagram) -> Option<Term> {
        match diagram {
            Diagram::TRUE => Some(store.bool(true)),
            Diagram::FALSE => Some(store.bool(false)),
            _ => self.terms.get(&diagram).copied(),
        }
    }

    /// The bits of a variable around a level.
    fn part_at(&self, store: &TermStore, level: u32) -> Option<Part> {
        let mut start = 0;
        for variable in &self.variables {
            let width = store.width(*variable).max(1);
            if level < start + width {
                let first = start + (level - start) / PART * PART;
                let end = (first + PART).min(start + width);
                let shift = start + width - end;
                let (variable, levels) = (*variable, first..end);
                return Some(Part { variable, levels, shift, width });
            }
            start += width;
        }
        None
    }

    /// What holds by the ranges in which some bits of a variable lie.
    fn chosen_by(
        &mut self,
        store: &mut TermStore,
        part: &Part,
        ranges: &[(u128, u128, Diagram)],
    ) -> Option<Term> {
        let mut groups: Vec<(Diagram, Vec<(u128, u128)>)> = Vec::new();
        for (from, to, rest) in ranges {
            match groups.iter_mut().find(|(other, _)| other == rest) {
                Some((_, words)) => words.push((*from, *to)),
                None => groups.push((*rest, vec![(*from, *to)])),
            }
        }
        // The rest without a question is what would take the longest one.
        let longest = (0..groups.len()).rev().max_by_key(|index| groups[*index].1.len())?;
        let (rest, _) = groups.remove(longest);
        let mut chosen = self.made_term(store, rest)?;
        for (rest, words) in groups {
            let yes = self.made_term(store, rest)?;
            let lies = lies_in(store, part, &words);
            chosen = store.ite(lies, yes, chosen);
        }
        Some(chosen)
    }
}

/// Whether some bits of a variable lie in one of some ranges.
fn lies_in(store: &mut TermStore, part: &Part, words: &[(u128, u128)]) -> Term {
    let Sort::BitVec(_) = store.sort(part.variable) else {
        let wanted = words.first().is_some_and(|(from, _)| *from == 1);
        return if wanted { part.variable } else { store.not(part.variable) };
    };
    let bits = part.levels.end - part.levels.start;
    let word = match bits == part.width {
        true => part.variable,
        false => store.extract(part.shift + bits - 1, part.shift, part.variable),
    };
    let most = u128::MAX >> (128 - bits);
    let mut any = store.bool(false);
    for (from, to) in words {
        let (low, high) = (store.bits(bits, *from), store.bits(bits, *to));
        let lies = match (*from, *to) {
            (from, to) if from == to => store.eq(word, low),
            (0, _) => store.ule(word, high),
            (_, to) if to == most => store.ule(low, word),
            _ => {
                let above = store.ule(low, word);
                let below = store.ule(word, high);
                store.and(above, below)
            }
        };
        any = store.or(any, lies);
    }
    any
}
