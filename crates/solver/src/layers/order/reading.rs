//! A query as comparisons and equalities of words.

use std::cmp::Reverse;

use effigy_term::{Term, TermStore};

use super::facts::{Fact, Pairs, Side, read};
use super::words::{Against, WordId, Words};

/// Facts above which a query is left alone.
const MOST_FACTS: usize = 4096;

/// Words above which a query is left alone.
const MOST_WORDS: usize = 256;

/// One side of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    /// A word, or its highest bits.
    Word {
        /// The word.
        word: WordId,
        /// Whether it is read as a signed number.
        signed: bool,
        /// How many low bits are left out.
        low: u32,
    },
    /// A constant.
    Number(i128),
}

/// `left + gap <= right`. A side that leaves bits out is compared with a number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub left: Operand,
    pub right: Operand,
    pub gap: i128,
    /// The index of the assertion.
    pub by: usize,
}

/// A word and what it is, or is not, equal to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equality {
    pub word: WordId,
    pub against: Against,
    pub equal: bool,
    /// The index of the assertion.
    pub by: usize,
}

/// What a query says about words.
#[derive(Default)]
pub(super) struct Reading {
    pub words: Words,
    pub comparisons: Vec<Comparison>,
    pub equalities: Vec<Equality>,
    /// Whether it says nothing else.
    pub whole: bool,
}

impl Reading {
    /// Reads a query. `None` when it has nothing to do with order, or is too large.
    pub fn of(store: &TermStore, assertions: &[Term]) -> Option<Self> {
        let (facts, whole) = facts(store, assertions)?;
        let mut reading = Self { whole, ..Self::default() };
        reading.compared(store, &facts);
        let pairs = facts.into_iter().filter_map(|(by, fact)| match fact {
            Fact::Below { .. } => None,
            Fact::Same(pairs) => Some(Open { pairs, equal: true, by }),
            Fact::Different(pairs) => Some(Open { pairs, equal: false, by }),
        });
        reading.paired(store, pairs.collect());
        (reading.words.len() <= MOST_WORDS).then_some(reading)
    }

    /// Words that are compared with words come first, then the longest, so that a part of a word is known for one.
    fn compared(&mut self, store: &TermStore, facts: &[(usize, Fact)]) {
        let mut sides: Vec<(bool, &[Term])> = Vec::new();
        for (_, fact) in facts {
            let Fact::Below { left, right, .. } = fact else { continue };
            let number = matches!((left, right), (Side::Number(_), _) | (_, Side::Number(_)));
            sides.extend([left, right].into_iter().filter_map(|side| match side {
                Side::Word { pieces, .. } => Some((number, pieces.as_slice())),
                Side::Number(_) => None,
            }));
        }
        sides.sort_by_key(|(number, pieces)| (*number, Reverse(pieces.len())));
        for (number, pieces) in sides {
            if !number || self.words.starting_with(pieces).is_none() {
                self.words.word(store, pieces);
            }
        }
        for (by, fact) in facts {
            let Fact::Below { left, right, gap } = fact else { continue };
            let number = matches!((left, right), (Side::Number(_), _) | (_, Side::Number(_)));
            let [left, right] = [left, right].map(|side| self.operand(store, side, number));
            self.comparisons.push(Comparison { left, right, gap: *gap, by: *by });
        }
    }

    fn operand(&mut self, store: &TermStore, side: &Side, with_number: bool) -> Operand {
        let (pieces, signed) = match side {
            Side::Word { pieces, signed } => (pieces, *signed),
            Side::Number(number) => return Operand::Number(*number),
        };
        let longer = self.words.starting_with(pieces).filter(|_| with_number);
        let word = longer.unwrap_or_else(|| self.words.word(store, pieces));
        let width: u32 = pieces.iter().map(|piece| store.width(*piece)).sum();
        Operand::Word { word, signed, low: self.words.width(word) - width }
    }

    /// Finds the words in pairs of pieces; words that are found so help to find others.
    fn paired(&mut self, store: &TermStore, mut open: Vec<Open>) {
        loop {
            let before = open.len();
            open.retain_mut(|one| !self.close(store, one));
            if open.len() < before {
                continue;
            }
            let Some(i) = open.iter().position(|one| one.pairs.len() == 1) else { break };
            let Open { pairs, equal, by } = open.remove(i);
            for pair in pairs {
                let (word, against) = self.words.alone(store, pair);
                self.equalities.push(Equality { word, against, equal, by });
            }
        }
        self.whole &= open.is_empty();
    }

    /// Whether all pairs are the pieces of words that are known.
    fn close(&mut self, store: &TermStore, open: &mut Open) -> bool {
        let Open { pairs, equal, by } = open;
        let mut left = pairs.clone();
        while let Some((word, against)) = self.words.take(store, &mut left) {
            // One of several words that differ is no fact about that word.
            if !*equal && !left.is_empty() {
                return false;
            }
            self.equalities.push(Equality { word, against, equal: *equal, by: *by });
            pairs.clone_from(&left);
        }
        left.is_empty()
    }
}

/// Pairs whose words are not known yet.
struct Open {
    pairs: Pairs,
    equal: bool,
    by: usize,
}

/// The facts with the indices of their assertions, and whether they say all that the assertions say.
fn facts(store: &TermStore, assertions: &[Term]) -> Option<(Vec<(usize, Fact)>, bool)> {
    let mut result = Vec::new();
    let (mut all_whole, mut compares) = (true, false);
    let mut facts = Vec::new();
    for (by, &t) in assertions.iter().enumerate() {
        let whole = read(store, t, &mut facts);
        compares |= facts.iter().any(|fact| matches!(fact, Fact::Below { .. }));
        if !whole && !compares {
            return None;
        }
        all_whole &= whole;
        result.extend(facts.drain(..).map(|fact| (by, fact)));
    }
    (compares && result.len() <= MOST_FACTS).then_some((result, all_whole))
}
