//! The words of a query: sequences of pieces.

use effigy_base::sort::Sort;
use effigy_base::value::Value;
use effigy_term::{Model, Term, TermStore};
use rustc_hash::FxHashMap;

use super::facts::{Pairs, number, pieces};

/// The place of a word in [`Words`].
pub(super) type WordId = usize;

/// What a word, or its highest bits, are compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Against {
    /// Another word as a whole.
    Word(WordId),
    /// The bits of a constant, and how many low bits of the word are left out.
    Bits(u128, u32),
}

struct Word {
    /// Highest first.
    pieces: Vec<Term>,
    width: u32,
}

/// All words of a query.
#[derive(Default)]
pub(super) struct Words {
    all: Vec<Word>,
    /// The word that a piece is in first, and where.
    places: FxHashMap<Term, (WordId, usize)>,
    /// Words that share a piece with an earlier one, or have one twice.
    sharing: Vec<WordId>,
}

impl Words {
    /// How many words there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// The word's width in bits.
    pub fn width(&self, word: WordId) -> u32 {
        self.all[word].width
    }

    /// The word with these pieces.
    pub fn word(&mut self, store: &TermStore, pieces: &[Term]) -> WordId {
        if let Some(known) = self.known(pieces) {
            return known;
        }
        let word = self.all.len();
        let mut shares = false;
        for (i, &piece) in pieces.iter().enumerate() {
            shares |= self.places.contains_key(&piece);
            self.places.entry(piece).or_insert((word, i));
        }
        if shares {
            self.sharing.push(word);
        }
        let width = pieces.iter().map(|piece| store.width(*piece)).sum();
        self.all.push(Word { pieces: pieces.to_vec(), width });
        word
    }

    fn known(&self, pieces: &[Term]) -> Option<WordId> {
        let first = pieces.first().and_then(|piece| self.places.get(piece)).map(|(word, _)| *word);
        first
            .into_iter()
            .chain(self.sharing.iter().copied())
            .find(|w| self.all[*w].pieces == pieces)
    }

    /// The word that starts with these pieces.
    pub fn starting_with(&self, pieces: &[Term]) -> Option<WordId> {
        let (word, _) = *self.places.get(pieces.first()?)?;
        self.all[word].pieces.starts_with(pieces).then_some(word)
    }

    /// Takes the pairs out that compare the pieces of one word, all of them or the highest. `None` when there is no such
    /// word; then no pair is taken out.
    pub fn take(&mut self, store: &TermStore, pairs: &mut Pairs) -> Option<(WordId, Against)> {
        let place = |t: &Term| self.places.get(t).map(|(word, _)| *word);
        let word = pairs.iter().flatten().find_map(place)?;
        let mut others: Vec<Option<Term>> = vec![None; self.all[word].pieces.len()];
        let mut rest = pairs.clone();
        rest.retain(|&[a, b]| {
            for (mine, other) in [(a, b), (b, a)] {
                if let Some(&(_, i)) = self.places.get(&mine).filter(|(owner, _)| *owner == word)
                    && others[i].is_none()
                {
                    others[i] = Some(other);
                    return false;
                }
            }
            true
        });
        let high: Vec<Term> = others.iter().map_while(|other| *other).collect();
        if others.iter().flatten().count() > high.len() {
            return None;
        }
        let against = self.against(store, word, &high)?;
        *pairs = rest;
        Some((word, against))
    }

    fn against(&mut self, store: &TermStore, word: WordId, high: &[Term]) -> Option<Against> {
        if high.iter().all(|t| store.is_constant(*t)) {
            let mut bits = 0;
            let mut left = self.all[word].width;
            for &t in high {
                bits = bits << store.width(t) | store.as_bits(t)?;
                left = left.checked_sub(store.width(t))?;
            }
            return Some(Against::Bits(bits, left));
        }
        let whole = high.len() == self.all[word].pieces.len();
        let usable = whole && !high.iter().any(|t| store.is_constant(*t));
        usable.then(|| Against::Word(self.word(store, high)))
    }

    /// The two words of a pair that no other word has pieces in common with.
    pub fn alone(&mut self, store: &TermStore, [a, b]: [Term; 2]) -> (WordId, Against) {
        let (word, other) = if store.is_constant(a) { (b, a) } else { (a, b) };
        let word = self.word(store, &pieces(store, word));
        match store.as_bits(other) {
            Some(bits) => (word, Against::Bits(bits, 0)),
            None => (word, Against::Word(self.word(store, &pieces(store, other)))),
        }
    }

    /// Whether any numbers can be the words' values at once: all pieces are variables, no two of them the same.
    pub fn are_independent(&self, store: &TermStore) -> bool {
        let is_variable = |piece: &Term| store.as_variable(*piece).is_some();
        self.sharing.is_empty() && self.places.keys().all(is_variable)
    }

    /// The word as a number, when it has one without evaluating; variables without a value are zero.
    pub fn value(
        &self,
        store: &TermStore,
        word: WordId,
        signed: bool,
        model: &Model,
    ) -> Option<i128> {
        let Word { pieces, width } = &self.all[word];
        let mut bits = 0;
        for &piece in pieces {
            store.as_variable(piece)?;
            let value = model.get(piece).and_then(Value::scalar).unwrap_or(0);
            bits = bits << store.width(piece) | value;
        }
        Some(number(bits, *width, signed))
    }

    /// Gives a word's pieces the bits of a number.
    pub fn assign(&self, store: &TermStore, word: WordId, number: i128, model: &mut Model) {
        let mut bits = number as u128;
        for &piece in self.all[word].pieces.iter().rev() {
            if let Sort::BitVec(width) = store.sort(piece) {
                model.set(piece, Value::bits(width, bits & ((1 << width) - 1)));
                bits >>= width;
            }
        }
    }
}
