//! Short texts of few different parts: what lines, lists and expressions look like.

use super::{CHARACTERS, Mutator};
use effigy_outcome::TestCase;

/// What is behind a text that is shorter than its part.
const FILLERS: &[u8] = b"\n\n\n \0a0";

/// What stands behind something that the program looks for.
const BEHIND: &[u8] = b"019a";

/// Bytes that are tried, and inputs that are made of one.
const MOST_BYTES: usize = 40;
const MOST_CONTINUATIONS: usize = 800;

/// What often stands between items.
const SEPARATORS: &[u8] = b".,:;-/= \n|";

impl Mutator {
    /// Writes a text into a part.
    pub(super) fn write(&mut self, part: &mut [u8]) {
        let mut text = match self.random.below(3) {
            0 => self.soup(part.len()),
            1 => self.runs(part.len()),
            _ => self.list(part.len()),
        };
        // Often it ends before the part does.
        if self.random.below(6) == 0 {
            text.truncate(1 + self.random.below(part.len() as u64));
        }
        let filler = self.filler();
        let behind = std::iter::repeat(filler);
        part.iter_mut().zip(text.into_iter().chain(behind)).for_each(|(to, from)| *to = from);
    }

    /// Makes zeros, of which tests have many, something that texts have.
    pub(super) fn fill_zeros(&mut self, part: &mut [u8]) {
        let filler = self.filler();
        part.iter_mut().filter(|byte| **byte == 0).for_each(|byte| *byte = filler);
    }

    /// Writes something where the text in a part ends.
    pub(super) fn append(&mut self, part: &mut [u8]) {
        let Some(filler) = part.last().copied() else { return };
        let end = part.iter().rposition(|b| *b != filler).map_or(0, |last| last + 1);
        let count = 1 + self.random.below(3);
        let text: Vec<u8> = (0..count).flat_map(|_| self.token()).collect();
        part.iter_mut().skip(end).zip(text).for_each(|(to, from)| *to = from);
    }

    /// Inputs that go on a little from one that led to something new: with what the program looks for in the place of each
    /// byte, with that and a digit or a letter behind where the text ends, and with numbers that it compares with.
    pub(in crate::random_testing) fn continuations(&mut self, test: &TestCase) -> Vec<TestCase> {
        let parts = self.parts(test);
        let mut looked_for = self.bytes.clone();
        looked_for.extend(SEPARATORS);
        looked_for.sort_unstable();
        looked_for.dedup();
        looked_for.truncate(MOST_BYTES);
        let mut all = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            let Some(filler) = part.last() else { continue };
            let end = part.iter().rposition(|b| b != filler).map_or(0, |last| last + 1);
            let mut add = |at: usize, text: &[u8]| {
                let mut parts = parts.clone();
                if let Some(part) = parts.get_mut(index) {
                    part.iter_mut().skip(at).zip(text).for_each(|(to, from)| *to = *from);
                }
                all.push(self.test(test, parts));
            };
            for byte in &looked_for {
                (0..end).for_each(|at| add(at, &[*byte]));
                BEHIND.iter().for_each(|behind| add(end, &[*byte, *behind]));
            }
            for number in &self.numbers {
                (0..=end).for_each(|at| add(at, number));
            }
        }
        // By chance, so that it matters little when there is no time for all.
        for at in (1..all.len()).rev() {
            let other = self.random.below(at as u64 + 1);
            all.swap(at, other);
        }
        all.truncate(MOST_CONTINUATIONS);
        all
    }

    /// The digits of a number that the program compares with, or of one beside it.
    pub(super) fn number(&mut self) -> Vec<u8> {
        let mut digits = self.random.pick(&self.numbers).cloned().unwrap_or_default();
        if self.random.below(4) == 0
            && let Some(last @ (b'1'..=b'8')) = digits.last_mut()
        {
            *last = if self.random.below(2) == 0 { *last - 1 } else { *last + 1 };
        }
        digits
    }

    fn filler(&mut self) -> u8 {
        self.random.pick(FILLERS).copied().unwrap_or_default()
    }

    /// A piece of a text: what the program looks for, a digit, a letter, a character.
    fn token(&mut self) -> Vec<u8> {
        match self.random.below(11) {
            10 if !self.numbers.is_empty() => self.number(),
            0..=3 => match self.random.pick(&self.bytes) {
                Some(byte) => vec![*byte],
                None => vec![self.byte()],
            },
            4 | 5 => vec![b'0' + self.random.below(10) as u8],
            6 => vec![b'a' + self.random.below(26) as u8],
            7 => vec![self.byte()],
            8 => self.random.pick(&self.words).cloned().unwrap_or_else(|| vec![b'0']),
            _ => self.random.pick(&CHARACTERS).map_or_else(Vec::new, |c| c.as_bytes().to_vec()),
        }
    }

    /// Some tokens, of which a text is made.
    fn tokens(&mut self) -> Vec<Vec<u8>> {
        let count = 2 + self.random.below(3);
        (0..count).map(|_| self.token()).collect()
    }

    fn soup(&mut self, length: usize) -> Vec<u8> {
        let tokens = self.tokens();
        let mut text = Vec::new();
        for _ in 0..length {
            text.extend(self.random.pick(&tokens).into_iter().flatten());
        }
        text
    }

    fn runs(&mut self, length: usize) -> Vec<u8> {
        let tokens = self.tokens();
        let mut text = Vec::new();
        for token in &tokens {
            let times = 1 + self.random.below(1 + length as u64 / 2);
            (0..times).for_each(|_| text.extend(token));
        }
        text
    }

    /// Items with separators between them, and something behind.
    fn list(&mut self, length: usize) -> Vec<u8> {
        let separator = match self.random.below(2) {
            0 => self.random.pick(SEPARATORS).into_iter().copied().collect(),
            _ => self.token(),
        };
        let mut item = self.item();
        let count = 2 + self.random.below(3);
        let mut text = Vec::new();
        for index in 0..count {
            if index > 0 {
                text.extend(&separator);
            }
            if self.random.below(3) == 0 {
                item = match item.as_slice() {
                    [b'0'..=b'9'] => vec![b'0' + self.random.below(10) as u8],
                    _ => self.item(),
                };
            }
            text.extend(&item);
        }
        if self.random.below(2) == 0 {
            text.extend(self.token());
            text.extend(self.item());
        }
        text.truncate(length);
        text
    }

    fn item(&mut self) -> Vec<u8> {
        match self.random.below(2) {
            0 => vec![b'0' + self.random.below(10) as u8],
            _ => self.token(),
        }
    }
}
