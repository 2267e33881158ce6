//! Changes in order: each word of the program at each place of an input, once. Where a program wants one word behind another, a step
//! takes some thousand runs so, and chance takes many more.

use crate::mutate::text::{self, is_text};
use crate::mutate::{NUMBERS, insert, overwrite};
use crate::words::Words;
use std::collections::VecDeque;
use std::sync::Arc;

/// Most changes of one input; of longer ones some are left out, evenly.
const MOST: usize = 1 << 13;

/// Values of a byte.
const BYTES: usize = 256;

/// Inputs that wait.
const WAITING: usize = 64;

/// How far apart changes are that follow each other: primes, so that one of them divides no number of changes and each is met once.
const STRIDES: [usize; 3] = [7919, 7907, 7901];

/// An input that ran a new edge, and how far it was changed.
#[derive(Debug)]
struct Sweep {
    bytes: Arc<[u8]>,
    /// How many steps it is away from a seed, and the number of that seed.
    origin: (u64, usize),
    places: Places,
    /// How many changes were made.
    made: usize,
}

/// Where a word is put.
#[derive(Debug)]
enum Places {
    /// Around the tokens of a text, whose bounds these are.
    Tokens(Vec<(usize, usize)>),
    /// At each of so many bytes.
    Bytes(usize),
}

/// The inputs that are changed in order: seeds, as they come, which are valid mostly; and in turn with them others, the newest one first,
/// since what it runs is the least known.
#[derive(Debug, Default)]
pub(crate) struct Sweeps {
    seeds: VecDeque<Sweep>,
    others: Vec<Sweep>,
    /// Whether a seed was the last one.
    was_seed: bool,
}

impl Sweeps {
    pub(crate) fn is_empty(&self) -> bool {
        self.seeds.is_empty() && self.others.is_empty()
    }

    /// Adds an input; of those that are no seeds one that waits for long is forgotten.
    pub(crate) fn add(&mut self, bytes: &[u8], origin: (u64, usize)) {
        let places = match is_text(bytes) {
            true => Places::Tokens(text::tokens(bytes)),
            false => Places::Bytes(bytes.len()),
        };
        let sweep = Sweep { bytes: bytes.into(), origin, places, made: 0 };
        if origin.0 == 0 {
            return self.seeds.push_back(sweep);
        }
        if self.others.len() == WAITING {
            self.others.remove(0);
        }
        self.others.push(sweep);
    }

    /// The next changed inputs, of at most `longest` bytes, with where each comes from.
    pub(crate) fn next(
        &mut self,
        count: usize,
        words: &Words,
        longest: usize,
    ) -> Vec<(Vec<u8>, (u64, usize))> {
        let numbers = NUMBERS.iter().map(|number| number.as_bytes());
        let words: Vec<&[u8]> = words.constants().iter().map(Vec::as_slice).collect();
        let texts: Vec<&[u8]> =
            words.iter().copied().filter(|word| is_text(word)).chain(numbers).collect();
        let mut made = Vec::with_capacity(count);
        while made.len() < count {
            let is_seed = self.others.is_empty() || !self.was_seed && !self.seeds.is_empty();
            let next = if is_seed { self.seeds.front_mut() } else { self.others.last_mut() };
            let Some(sweep) = next else { break };
            match sweep.next(&texts, &words, longest) {
                Some(bytes) => made.push((bytes, sweep.origin)),
                None => {
                    drop(if is_seed { self.seeds.pop_front() } else { self.others.pop() });
                    self.was_seed = is_seed;
                }
            }
        }
        made
    }
}

impl Sweep {
    /// The next change; `None` when all were made.
    fn next(&mut self, texts: &[&[u8]], words: &[&[u8]], longest: usize) -> Option<Vec<u8>> {
        let (places, changes) = match &self.places {
            Places::Tokens(tokens) => (tokens.len(), 3 * texts.len() + 1),
            Places::Bytes(count) => (*count, BYTES + 2 * words.len() + 1),
        };
        let all = places * changes;
        if self.made >= all.min(MOST) {
            return None;
        }
        let stride = STRIDES.into_iter().find(|stride| all % stride != 0).unwrap_or(1);
        let number = self.made * stride % all;
        self.made += 1;
        let (place, change) = (number % places, number / places);
        let mut bytes = self.bytes.to_vec();
        match &self.places {
            Places::Tokens(tokens) => {
                let (from, to) = *tokens.get(place)?;
                match texts.get(change / 3) {
                    None => drop(bytes.drain(from..to)),
                    Some(word) => match change % 3 {
                        0 => drop(bytes.splice(from..to, word.iter().copied())),
                        1 => text::insert_behind(&mut bytes, to, word, longest),
                        _ => text::insert_line(&mut bytes, from, word, longest),
                    },
                }
            }
            Places::Bytes(_) if change < BYTES => bytes[place] = change as u8,
            Places::Bytes(_) => {
                let change = change - BYTES;
                match words.get(change / 2) {
                    None => drop(bytes.remove(place)),
                    Some(word) if change % 2 == 0 => overwrite(&mut bytes, place, word),
                    Some(word) => insert(&mut bytes, place, word, longest),
                }
            }
        }
        bytes.truncate(longest);
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Sweeps, WAITING};
    use crate::words::Words;
    use std::collections::BTreeSet;

    fn all(bytes: &[u8], words: &[&str]) -> (Vec<Vec<u8>>, BTreeSet<Vec<u8>>) {
        let constants: Vec<Vec<u8>> = words.iter().map(|it| it.as_bytes().to_vec()).collect();
        let mut sweeps = Sweeps::default();
        sweeps.add(bytes, (0, 1));
        let made = sweeps.next(2 * MOST, &Words::of(&constants), 64);
        assert!(sweeps.is_empty() && made.iter().all(|(_, origin)| *origin == (0, 1)));
        let made: Vec<Vec<u8>> = made.into_iter().map(|(bytes, _)| bytes).collect();
        let set = made.iter().cloned().collect();
        (made, set)
    }

    #[test]
    fn each_word_comes_to_each_token_of_a_text() {
        let (made, set) = all(b"get a, b\r\nput c\r\n", &["limit", "\x01\x02"]);
        for wanted in [
            &b"limit a, b\r\nput c\r\n"[..],
            b"get limit a, b\r\nput c\r\n",
            b"get a,limit, b\r\nput c\r\n",
            b"get a, b\r\nlimit\r\nput c\r\n",
            b"get a, b\r\nput c limit\r\n",
            b"get a, b\r\nput 65536\r\n",
            b"get a b\r\nput c\r\n",
        ] {
            assert!(set.contains(wanted), "{:?}", String::from_utf8_lossy(wanted));
        }
        assert!(made.len() < 400, "{}", made.len());
    }

    #[test]
    fn each_word_and_byte_comes_to_each_place_of_other_inputs() {
        let (made, set) = all(b"\x01\x80\x81", &["MAGIC"]);
        assert_eq!(made.len(), 3 * (256 + 2 + 1));
        for wanted in [&b"\x01\x09\x81"[..], b"\x01MAGIC\x80\x81", b"\x01MA", b"\x01\x81"] {
            assert!(set.contains(wanted), "{wanted:?}");
        }
    }

    #[test]
    fn long_inputs_are_changed_evenly_in_turn_with_seeds_and_the_newest_one_first() {
        let mut sweeps = Sweeps::default();
        for number in 0..2 * WAITING {
            sweeps.add(&[0x80; 1000], (1, number));
        }
        sweeps.add(b"seed", (0, 0));
        sweeps.add(b"seed", (0, 1));
        let made = sweeps.next(4 * MOST, &Words::default(), 1000);
        let mut numbers: Vec<(u64, usize)> = made.iter().map(|(_, origin)| *origin).collect();
        numbers.dedup();
        assert_eq!(numbers[..5], [(0, 0), (1, 127), (0, 1), (1, 126), (1, 125)]);
        let made: Vec<_> = made.into_iter().filter(|(_, it)| *it == (1, 127)).collect();
        assert_eq!(made.len(), MOST);
        let changed: BTreeSet<usize> = made
            .iter()
            .filter_map(|(bytes, _)| bytes.iter().position(|byte| *byte != 0x80))
            .collect();
        assert!(changed.len() > 900, "{}", changed.len());
    }
}
