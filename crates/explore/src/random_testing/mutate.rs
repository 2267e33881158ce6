//! Random inputs: small changes of inputs of tests, and short texts of few different characters.

mod text;

use super::constants::Constants;
use effigy_base::random::Random;
use effigy_outcome::{InputObject, Outcome, TestCase};
use effigy_posix::FAILING_ALLOCATION;
use std::ops::Range;

/// Most changes of one input.
const CHANGES: u64 = 5;

/// Digits of a number that inputs get as a whole.
const MOST_DIGITS: usize = 8;

/// Bytes that programs often look for.
const INTERESTING: &[u8] = b"\0\x01\x7f\x80\xff\t\n\r \"#%'()*+,-./09:;<=>?@AZ[\\]_az{|}";

/// Characters of two, three and four bytes.
const CHARACTERS: [&str; 4] = ["é", "ß", "€", "𝄞"];

/// Makes inputs.
#[derive(Debug)]
pub(super) struct Mutator {
    pub(super) random: Random,
    /// The longest that each argument can be.
    arguments: Vec<usize>,
    stdin: Option<usize>,
    /// Bytes that the program compares with.
    bytes: Vec<u8>,
    /// Texts that it has.
    words: Vec<Vec<u8>>,
    /// Numbers that the program compares with, in digits.
    numbers: Vec<Vec<u8>>,
}

impl Mutator {
    /// For inputs of these lengths.
    pub(super) fn new(seed: u64, arguments: Vec<usize>, stdin: Option<usize>) -> Self {
        let random = Random::new(seed.wrapping_add(1));
        Self { random, arguments, stdin, bytes: Vec::new(), words: Vec::new(), numbers: Vec::new() }
    }

    /// Takes up constants of the program.
    pub(super) fn learn(&mut self, constants: Constants) {
        for constant in constants.texts {
            match constant.as_slice() {
                [] => {}
                [byte] => self.bytes.push(*byte),
                _ => self.words.push(constant),
            }
        }
        // Of the bytes of short words each may be looked for by itself.
        let short: Vec<u8> =
            self.words.iter().filter(|w| w.len() <= 4).flatten().copied().collect();
        self.bytes.extend(short);
        self.bytes.sort_unstable();
        self.bytes.dedup();
        // A program may be given a number in decimal digits, or a large one in hexadecimal ones.
        let decimal = constants.numbers.iter().map(|n| n.to_string());
        let large = constants.numbers.iter().filter(|n| **n > 0xff);
        let both = decimal.chain(large.map(|n| format!("{n:x}")));
        self.numbers = both.map(String::into_bytes).collect();
        let longest = self.arguments.iter().copied().chain(self.stdin).max().unwrap_or_default();
        self.numbers.retain(|digits| digits.len() <= longest.min(MOST_DIGITS));
        self.numbers.sort_unstable();
        self.numbers.dedup();
    }

    /// An input: a changed copy of the first test, or of what a run begins with, with parts of the second one.
    pub(super) fn input(
        &mut self,
        first: Option<&TestCase>,
        second: Option<&TestCase>,
    ) -> TestCase {
        let start = self.start();
        let like = first.unwrap_or(&start);
        let mut parts = self.parts(like);
        if first.is_none() || self.random.below(3) == 0 {
            parts.iter_mut().for_each(|part| self.write(part));
        } else {
            if self.random.below(3) == 0 {
                parts.iter_mut().for_each(|part| self.fill_zeros(part));
            }
            let others = self.parts(second.unwrap_or(&start));
            self.change_some(&mut parts, &others);
        }
        self.test(like, parts)
    }

    /// What there is before the first test.
    fn start(&self) -> TestCase {
        TestCase {
            number: 0,
            arguments: vec![Vec::new(); self.arguments.len()],
            stdin: self.stdin.map(|length| vec![0; length]),
            objects: Vec::new(),
            predicted: Outcome::Exit(0),
            results: Vec::new(),
            threads: false,
        }
    }

    /// The parts that can be changed: arguments, standard input, objects.
    fn parts(&self, test: &TestCase) -> Vec<Vec<u8>> {
        let mut parts = Vec::new();
        for (index, length) in self.arguments.iter().enumerate() {
            let mut bytes = test.arguments.get(index).cloned().unwrap_or_default();
            bytes.resize(*length, 0);
            parts.push(bytes);
        }
        parts.push(test.stdin.clone().unwrap_or_default());
        parts.extend(test.objects.iter().map(|object| match is_fixed(object) {
            true => Vec::new(),
            false => object.bytes.clone(),
        }));
        parts
    }

    /// A test with other parts.
    fn test(&self, like: &TestCase, parts: Vec<Vec<u8>>) -> TestCase {
        let mut parts = parts.into_iter();
        let to_end = |bytes: Vec<u8>| bytes.into_iter().take_while(|b| *b != 0).collect();
        let arguments = parts.by_ref().take(self.arguments.len()).map(to_end).collect();
        let stdin = parts.next().filter(|_| like.stdin.is_some());
        let object = |(object, bytes): (&InputObject, Vec<u8>)| match is_fixed(object) {
            true => object.clone(),
            false => InputObject { bytes, ..object.clone() },
        };
        let objects = like.objects.iter().zip(parts).map(object).collect();
        TestCase { arguments, stdin, objects, ..like.clone() }
    }

    /// A few changes, in parts by their lengths, which stay as they are.
    fn change_some(&mut self, parts: &mut [Vec<u8>], others: &[Vec<u8>]) {
        let lengths: Vec<usize> = parts.iter().map(Vec::len).collect();
        let total: usize = lengths.iter().sum();
        for _ in 0..1 + self.random.below(CHANGES) {
            let mut at = self.random.below(total as u64);
            for (index, length) in lengths.iter().enumerate() {
                if at < *length {
                    let other = others.get(index).map(Vec::as_slice).unwrap_or_default();
                    if let Some(part) = parts.get_mut(index) {
                        self.change(part, other);
                        part.resize(*length, 0);
                    }
                    break;
                }
                at -= length;
            }
        }
    }

    /// A byte that may matter.
    fn byte(&mut self) -> u8 {
        let chance = self.random.below(8);
        let byte = match chance {
            0 => Some(self.random.below(256) as u8),
            1..=3 => self.random.pick(INTERESTING).copied(),
            _ => self.random.pick(&self.bytes).copied(),
        };
        byte.unwrap_or_else(|| 32 + self.random.below(95) as u8)
    }

    /// Some bytes that may matter.
    fn word(&mut self) -> Vec<u8> {
        match self.random.below(5) {
            4 if !self.numbers.is_empty() => self.number(),
            0 => self.random.pick(&CHARACTERS).map_or_else(Vec::new, |c| c.as_bytes().to_vec()),
            1 | 2 if !self.words.is_empty() => {
                self.random.pick(&self.words).cloned().unwrap_or_default()
            }
            _ => vec![self.byte()],
        }
    }

    /// Where something is changed, and up to where.
    fn range(&mut self, length: usize) -> Range<usize> {
        let (a, b) = (self.random.below(length as u64), self.random.below(length as u64));
        a.min(b)..a.max(b) + 1
    }

    /// One change of a part that is not empty. It may get another length, which the caller mends.
    fn change(&mut self, part: &mut Vec<u8>, other: &[u8]) {
        let length = part.len();
        let at = self.random.below(length as u64);
        let range = self.range(length);
        match self.random.below(14) {
            0 => part[at] ^= 1 << self.random.below(8),
            1 | 2 => part[at] = self.byte(),
            3 => {
                let word = self.word();
                part.iter_mut().skip(at).zip(word).for_each(|(to, from)| *to = from);
            }
            4 | 5 => {
                let word = self.word();
                part.splice(at..at, word);
                part.truncate(length);
            }
            6 => {
                // What is behind moves up; the last byte fills the rest.
                let last = part.last().copied().unwrap_or_default();
                part.drain(range);
                part.resize(length, last);
            }
            7 => {
                let from = self.random.below(other.len() as u64);
                let behind = other.iter().skip(from);
                part.iter_mut().skip(at).zip(behind).for_each(|(to, from)| *to = *from);
            }
            8 | 9 => self.within_classes(part),
            10 => {
                let byte = part[at];
                let fill = if self.random.below(2) == 0 { byte } else { self.byte() };
                part[range].fill(fill);
            }
            11 => {
                let copy = part[range].to_vec();
                part.iter_mut().skip(at).zip(copy).for_each(|(to, from)| *to = from);
            }
            12 => self.append(part),
            _ => self.write(&mut part[range]),
        }
    }

    /// Other digits for digits and other letters for letters, here and there.
    fn within_classes(&mut self, part: &mut [u8]) {
        let often = 1 + self.random.below(3) as u64;
        for byte in part {
            if self.random.below(1 + often) == 0 {
                continue;
            }
            let (first, count) = match byte {
                b'0'..=b'9' => (b'0', 10),
                b'a'..=b'f' => (b'a', 6),
                b'A'..=b'F' => (b'A', 6),
                b'g'..=b'z' => (b'a', 26),
                b'G'..=b'Z' => (b'A', 26),
                _ => continue,
            };
            *byte = first + self.random.below(count) as u8;
        }
    }
}

/// Whether an object says how the environment behaves, which a native run does not heed.
fn is_fixed(object: &InputObject) -> bool {
    object.name.starts_with(FAILING_ALLOCATION) || object.value.is_some()
}

#[cfg(test)]
mod tests;
