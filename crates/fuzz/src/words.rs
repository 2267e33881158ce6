//! The dictionary of a search: pieces of inputs that are likely to mean something to the program.

use effigy_base::comparison::{Comparison, Sides};
use effigy_base::random::Random;
use rustc_hash::{FxHashMap, FxHashSet};

/// Longest word, most words, and of those that a solver found the most that are kept.
const LONGEST: usize = 32;
const MOST: usize = 4096;

/// Most of what one word was compared with.
const MOST_OTHERS: usize = 16;

/// Words, each once. The first ones are constants of the program; the others were seen when a solver's answer changed neighbouring bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    words: Vec<Vec<u8>>,
    /// How many are constants.
    constants: usize,
    known: FxHashSet<Vec<u8>>,
    /// What words were compared with, which may stand in their place.
    others: FxHashMap<Vec<u8>, Vec<Vec<u8>>>,
}

impl Words {
    /// The constants of a program.
    pub(crate) fn of(constants: &[Vec<u8>]) -> Self {
        let mut words = Self::default();
        constants.iter().for_each(|word| words.add(word));
        words.constants = words.words.len();
        words
    }

    /// The constants of the program.
    pub(crate) fn constants(&self) -> &[Vec<u8>] {
        self.words.get(..self.constants).unwrap_or_default()
    }

    /// Adds a word; the bytes of a number are one too.
    pub(crate) fn add(&mut self, word: &[u8]) {
        if !word.is_empty()
            && word.len() <= LONGEST
            && self.words.len() < MOST
            && self.known.insert(word.to_vec())
        {
            self.words.push(word.to_vec());
        }
    }

    /// Adds what makes a child differ from its parent: the neighbouring bytes that changed.
    pub(crate) fn learn(&mut self, parent: &[u8], child: &[u8]) {
        let differs = |at: usize| parent.get(at) != child.get(at);
        let mut at = 0;
        while at < child.len() {
            if !differs(at) {
                at += 1;
                continue;
            }
            let end = (at..child.len()).find(|at| !differs(*at)).unwrap_or(child.len());
            self.add(child.get(at..end).unwrap_or_default());
            at = end;
        }
    }

    /// Takes up what a run compared: each of two texts may stand where the other one does.
    pub(crate) fn compared(&mut self, comparisons: &[Comparison]) {
        for Comparison { sides, .. } in comparisons {
            let Sides::Texts(a, b) = sides else { continue };
            for (one, other) in [(a, b), (b, a)] {
                if one != other && !one.is_empty() && one.len() < LONGEST && other.len() < LONGEST {
                    self.add_other(one, other);
                }
            }
        }
    }

    fn add_other(&mut self, one: &[u8], other: &[u8]) {
        if !self.others.contains_key(one) {
            if self.others.len() == MOST {
                return;
            }
            self.others.insert(one.to_vec(), Vec::new());
        }
        let Some(others) = self.others.get_mut(one) else { return };
        if others.len() < MOST_OTHERS && !others.iter().any(|known| known == other) {
            others.push(other.to_vec());
        }
    }

    /// One of what a word was compared with.
    pub(crate) fn instead_of(&self, word: &[u8], random: &mut Random) -> Option<&[u8]> {
        random.pick(self.others.get(word)?).map(Vec::as_slice)
    }

    /// One of them at random; half of the time a constant, however many others there are.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<&[u8]> {
        let some = match random.below(2) {
            0 if self.constants > 0 => self.constants(),
            _ => &self.words,
        };
        random.pick(some).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::Words;
    use effigy_base::comparison::{Comparison, Sides};
    use effigy_base::random::Random;

    #[test]
    fn a_word_becomes_one_that_it_was_compared_with() {
        let text = |a: &str, b: &str| Comparison {
            place: 1,
            constant: false,
            sides: Sides::Texts(a.as_bytes().into(), b.as_bytes().into()),
        };
        let (mut words, mut random) = (Words::default(), Random::new(1));
        words.compared(&[text("size", "kind"), text("size", "size"), text("x", "like")]);
        let mut instead = |word: &str| words.instead_of(word.as_bytes(), &mut random);
        assert_eq!(instead("size"), Some(&b"kind"[..]));
        assert_eq!(instead("kind"), Some(&b"size"[..]));
        assert_eq!(instead("like"), Some(&b"x"[..]));
        assert_eq!(instead("data"), None);
    }
}
