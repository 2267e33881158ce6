//! The dictionary of a search: pieces of inputs that are likely to mean something to the program.

use effigy_base::random::Random;
use rustc_hash::FxHashSet;

/// Longest word, most words, and of those that a solver found the most that are kept.
const LONGEST: usize = 32;
const MOST: usize = 4096;

/// Words, each once. The first ones are constants of the program; the others were seen when a solver's answer changed neighbouring bytes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Words {
    words: Vec<Vec<u8>>,
    /// How many are constants.
    constants: usize,
    known: FxHashSet<Vec<u8>>,
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

    /// One of them at random; half of the time a constant, however many others there are.
    pub(crate) fn pick(&self, random: &mut Random) -> Option<&[u8]> {
        let some = match random.below(2) {
            0 if self.constants > 0 => self.constants(),
            _ => &self.words,
        };
        random.pick(some).map(Vec::as_slice)
    }
}
