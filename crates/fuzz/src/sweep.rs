//! Changes in order: each word of the program at each place of an input, once. Where a program wants one word behind another, a step
//! takes some thousand runs so, and chance takes many more.

use crate::mutate::text::{self, is_text};
use crate::mutate::{NUMBERS, correct, insert, overwrite};
use crate::words::Words;
use crate::work::{Base, Parent, Steps};
use effigy_base::random::Random;
use std::ops::Range;
use std::sync::Arc;

/// Most changes of one input; of longer ones some are left out, evenly. Of what chance made there is much.
const MOST: usize = 1 << 14;
const MOST_BY_CHANCE: usize = 1 << 11;

/// Places around what a step changed that come first.
const BEFORE: usize = 1;
const BEHIND: usize = 3;
const MOST_NEAR: usize = 12;

/// Longest piece that is left out or repeated, and how often lengths in front of it are corrected, others each time.
const PIECE: usize = 8;
const CORRECTED: usize = 2;

/// Inputs that wait.
const WAITING: usize = 64;

/// How far apart changes are that follow each other: primes, so that one of them divides no number of changes and each is met once.
const STRIDES: [usize; 3] = [7919, 7907, 7901];

/// An input that ran a new edge, and how far it was changed.
#[derive(Debug)]
struct Sweep {
    bytes: Arc<[u8]>,
    /// Where what is made of it comes from.
    base: Base,
    /// The bounds of the tokens of a text.
    tokens: Vec<(usize, usize)>,
    /// What is to be done, the last stage first.
    stages: Vec<Stage>,
}

/// The same changes at some places.
#[derive(Debug)]
struct Stage {
    kind: Kind,
    places: Range<usize>,
    /// How many changes were made, and how many are to be made at most.
    made: usize,
    most: usize,
}

/// What places are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Tokens of a text.
    Tokens,
    /// Single characters of a text.
    Characters,
    /// Bytes of another input.
    Bytes,
}

/// The inputs that are changed in order, in lists that have turns: those that chance did not make, with words; the same ones with single
/// characters, of which there are many; and those that chance made, of which more may be broken than what is new. The newest input of
/// a list comes first, since what it runs is the least known, and seeds come as they are.
#[derive(Debug, Default)]
pub(crate) struct Sweeps {
    words: Vec<Sweep>,
    characters: Vec<Sweep>,
    by_chance: Vec<Sweep>,
    turns: usize,
}

impl Sweeps {
    /// Whether there are inputs; `all` or those alone that chance did not make.
    pub(crate) fn are_there(&self, all: bool) -> bool {
        !self.words.is_empty() || !self.characters.is_empty() || all && !self.by_chance.is_empty()
    }

    /// Adds an input that was made of `parent`; of those that chance made one that waits for long is forgotten.
    pub(crate) fn add(&mut self, bytes: &[u8], base: Base, parent: &[u8]) {
        let is_seed = base.generation == 0;
        let (by_chance, base) = (base.steps == Steps::Chance, base.changed(Steps::Swept));
        let most = if by_chance { MOST_BY_CHANCE } else { MOST };
        let mut sweep = Sweep::new(bytes, base, &changed(parent, bytes), most);
        let characters = sweep.split_characters();
        if by_chance {
            if self.by_chance.len() == WAITING {
                self.by_chance.remove(0);
            }
            return self.by_chance.push(sweep);
        }
        let place = |list: &Vec<Sweep>| if is_seed { 0 } else { list.len() };
        self.words.insert(place(&self.words), sweep);
        if let Some(sweep) = characters {
            self.characters.insert(place(&self.characters), sweep);
        }
    }

    /// Changed inputs of one turn, with where each comes from: of `all` inputs, or of those alone that chance did not make. They have
    /// `longest` bytes at most, or as many as the input that they are made of.
    pub(crate) fn next(
        &mut self,
        (count, all): (usize, bool),
        words: &Words,
        longest: usize,
    ) -> Vec<(Vec<u8>, Parent)> {
        let changes = Changes::new(words);
        let mut made = Vec::with_capacity(count);
        let lists = [&mut self.words, &mut self.characters, &mut self.by_chance];
        let lists = lists.into_iter().take(if all { 3 } else { 2 });
        let mut there: Vec<_> = lists.filter(|list| !list.is_empty()).collect();
        let turn = self.turns % there.len().max(1);
        self.turns += 1;
        let Some(list) = there.get_mut(turn) else { return made };
        while made.len() < count {
            let Some(sweep) = list.last_mut() else { break };
            match sweep.next(&changes, longest) {
                Some(bytes) => made.push((bytes, (sweep.bytes.clone(), sweep.base))),
                None => drop(list.pop()),
            }
        }
        made
    }
}

/// The bytes of an input that differ from those of its parent: all between the first and the last one.
pub(crate) fn changed(parent: &[u8], bytes: &[u8]) -> Range<usize> {
    let same = |(one, other): &(&u8, &u8)| one == other;
    let before = bytes.iter().zip(parent).take_while(same).count();
    let behind = bytes[before..].iter().rev().zip(parent.iter().skip(before).rev());
    before..bytes.len() - behind.take_while(same).count()
}

/// The places around some bytes, of all places so many; none when all changed, as in a seed.
fn around((from, to): (usize, usize), all: usize) -> Range<usize> {
    let (from, to) = (from.saturating_sub(BEFORE), (to + BEHIND).min(all));
    if to.saturating_sub(from) >= all { 0..0 } else { from..to.min(from + MOST_NEAR) }
}

impl Sweep {
    fn new(bytes: &[u8], base: Base, new: &Range<usize>, most: usize) -> Self {
        let is_text = is_text(bytes);
        let tokens = if is_text { text::tokens(bytes) } else { Vec::new() };
        let near_bytes = around((new.start, new.end), bytes.len());
        let near_tokens = around(
            (
                tokens.partition_point(|(_, to)| *to <= new.start),
                tokens.partition_point(|(from, _)| *from < new.end),
            ),
            tokens.len(),
        );
        let stage = |kind, places| Stage { kind, places, made: 0, most };
        let stages = match is_text {
            true => vec![
                stage(Kind::Characters, 0..bytes.len()),
                stage(Kind::Characters, near_bytes),
                stage(Kind::Tokens, 0..tokens.len()),
                stage(Kind::Tokens, near_tokens),
            ],
            false => vec![stage(Kind::Bytes, 0..bytes.len()), stage(Kind::Bytes, near_bytes)],
        };
        Self { bytes: bytes.into(), base, tokens, stages }
    }

    /// Takes the changes of single characters apart.
    fn split_characters(&mut self) -> Option<Sweep> {
        let count = self.stages.partition_point(|stage| stage.kind == Kind::Characters);
        let stages: Vec<Stage> = self.stages.drain(..count).collect();
        let (bytes, tokens) = (self.bytes.clone(), Vec::new());
        (count > 0).then_some(Sweep { bytes, base: self.base, tokens, stages })
    }

    /// The next changed input; `None` when all were made.
    fn next(&mut self, all: &Changes<'_>, longest: usize) -> Option<Vec<u8>> {
        let (kind, place, change) = loop {
            let stage = self.stages.last_mut()?;
            match stage.next(all.of(stage.kind)) {
                Some((place, change)) => break (stage.kind, place, change),
                None => drop(self.stages.pop()),
            }
        };
        let (from, to) = match kind {
            Kind::Tokens => *self.tokens.get(place)?,
            Kind::Characters | Kind::Bytes => (place, place + 1),
        };
        let longest = longest.max(self.bytes.len());
        let mut bytes = self.bytes.to_vec();
        match change {
            Change::Byte(value) => bytes[from] = value,
            Change::Overwrite(word) => overwrite(&mut bytes, from, word),
            Change::Insert(word) => insert(&mut bytes, from, word, longest),
            Change::Put(value) => insert(&mut bytes, from, &[value], longest),
            Change::Replace(word) => drop(bytes.splice(from..to, word.iter().copied())),
            Change::Behind(word) => text::insert_behind(&mut bytes, to, word, longest),
            Change::Line(word) => text::insert_line(&mut bytes, from, word, longest),
            Change::Remove(count, _) => drop(bytes.drain(from..(from + count).min(bytes.len()))),
            Change::Repeat(count, _) => {
                let end = (from + count).min(bytes.len());
                let piece = bytes[from..end].to_vec();
                insert(&mut bytes, end, &piece, longest);
            }
        }
        if let Change::Remove(_, Some(chance)) | Change::Repeat(_, Some(chance)) = change {
            let number = (place * CORRECTED + chance) as u64;
            correct(&mut bytes, &self.bytes, &mut Random::new(number));
        }
        bytes.truncate(longest);
        Some(bytes)
    }
}

impl Stage {
    /// The next place and what is done there; `None` when all was done.
    fn next<'w>(&mut self, changes: &[Change<'w>]) -> Option<(usize, Change<'w>)> {
        let count = self.places.len() * changes.len();
        if self.made >= count.min(self.most) {
            return None;
        }
        let stride = STRIDES.into_iter().find(|stride| !count.is_multiple_of(*stride)).unwrap_or(1);
        let number = self.made * stride % count;
        self.made += 1;
        let change = changes.get(number / self.places.len())?;
        Some((self.places.start + number % self.places.len(), *change))
    }
}

/// What is done at a place.
#[derive(Clone, Copy, Debug)]
enum Change<'w> {
    /// The byte there becomes another one, or another one is put in front of it.
    Byte(u8),
    Put(u8),
    /// A word is put over what is there, or in front of it.
    Overwrite(&'w [u8]),
    Insert(&'w [u8]),
    /// A word is put in the place of the token, behind it, or in front of its line as a line of its own.
    Replace(&'w [u8]),
    Behind(&'w [u8]),
    Line(&'w [u8]),
    /// So many bytes are left out, or are there twice; of the lengths in front of them some are corrected by this chance.
    Remove(usize, Option<usize>),
    Repeat(usize, Option<usize>),
}

/// All that is done at each place of a kind.
struct Changes<'w> {
    of_tokens: Vec<Change<'w>>,
    of_characters: Vec<Change<'w>>,
    of_bytes: Vec<Change<'w>>,
}

impl<'w> Changes<'w> {
    fn new(words: &'w Words) -> Self {
        let words = words.constants().iter().map(Vec::as_slice);
        let numbers = NUMBERS.iter().map(|number| number.as_bytes());
        let texts = words.clone().filter(|word| is_text(word)).chain(numbers).chain([&[][..]]);
        let of_tokens = texts
            .flat_map(|word| [Change::Replace(word), Change::Behind(word), Change::Line(word)]);
        let of_characters = (b' '..=b'~')
            .chain([b'\n'])
            .flat_map(|value| [Change::Byte(value), Change::Put(value)])
            .chain([Change::Remove(1, None), Change::Repeat(1, None)]);
        let chances = || (0..CORRECTED).map(Some).chain([None]);
        let pieces = (1..=PIECE).flat_map(|count| {
            chances().flat_map(move |by| [Change::Remove(count, by), Change::Repeat(count, by)])
        });
        let of_bytes = (0..=u8::MAX)
            .map(Change::Byte)
            .chain(words.flat_map(|word| [Change::Overwrite(word), Change::Insert(word)]))
            .chain(pieces);
        Self {
            of_tokens: of_tokens.collect(),
            of_characters: of_characters.collect(),
            of_bytes: of_bytes.collect(),
        }
    }

    fn of(&self, kind: Kind) -> &[Change<'w>] {
        match kind {
            Kind::Tokens => &self.of_tokens,
            Kind::Characters => &self.of_characters,
            Kind::Bytes => &self.of_bytes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CORRECTED, Change, Kind, MOST, PIECE, STRIDES, Stage, Sweeps, WAITING, changed};
    use crate::mutate::NUMBERS;
    use crate::words::Words;
    use crate::work::{Base, Steps};
    use std::collections::{BTreeMap, BTreeSet};

    fn all(bytes: &[u8], words: &[&str]) -> (Vec<Vec<u8>>, BTreeSet<Vec<u8>>) {
        let constants: Vec<Vec<u8>> = words.iter().map(|it| it.as_bytes().to_vec()).collect();
        let mut sweeps = Sweeps::default();
        let base = Base { generation: 3, seed: 1, steps: Steps::Solved };
        sweeps.add(bytes, base, b"");
        let mut made = Vec::new();
        while sweeps.are_there(true) {
            made.extend(sweeps.next((2 * MOST, true), &Words::of(&constants), 64));
        }
        let of_it = Base { generation: 4, seed: 1, steps: Steps::Swept };
        assert!(made.iter().all(|(_, (_, base))| *base == of_it));
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
            b"get aX, b\r\nput c\r\n",
            b"get a, b\r\npuT c\r\n",
        ] {
            assert!(set.contains(wanted), "{:?}", String::from_utf8_lossy(wanted));
        }
        assert!(made.len() < 4_000, "{}", made.len());
    }

    #[test]
    fn each_word_and_byte_comes_to_each_place_of_other_inputs() {
        let (made, set) = all(b"\x01\x80\x81", &["MAGIC"]);
        assert_eq!(made.len(), 3 * (256 + 2 + 2 * PIECE * (1 + CORRECTED)));
        for wanted in [&b"\x01\x09\x81"[..], b"\x01MAGIC\x80\x81", b"\x01MA", b"\x01\x81"] {
            assert!(set.contains(wanted), "{wanted:?}");
        }
    }

    #[test]
    fn lengths_follow_what_is_left_out_or_repeated() {
        let chunk = b"\x01\x04\x09\x02\x81\x82\x01\xff";
        let (_, set) = all(chunk, &[]);
        assert!(set.contains(&b"\x01\x06\x09\x02\x81\x82\x81\x82\x01\xff"[..]));
        assert!(set.iter().any(|made| made.len() == chunk.len() - 1 && made[1] == 3));
    }

    #[test]
    fn other_lengths_are_corrected_each_time() {
        // A piece of five bytes in one of seven.
        let (_, set) = all(b"\x01\x07\x02\x05\x81\x82\x83\x84\x85", &[]);
        let grown = set.iter().filter(|made| made.len() == 10 && made[4] == 0x81);
        let mut corrected: BTreeMap<&[u8], BTreeSet<&[u8]>> = BTreeMap::new();
        for made in grown {
            corrected.entry(&made[4..]).or_default().insert(&made[..4]);
        }
        // None, some, and others.
        let most = corrected.values().map(BTreeSet::len).max();
        assert!(most >= Some(2 + 1), "{corrected:?}");
    }

    #[test]
    fn each_change_is_met_once_whatever_their_number() {
        for count in [STRIDES[0], STRIDES[0] * STRIDES[1], 7920] {
            let (places, most) = (0..count, usize::MAX);
            let mut stage = Stage { kind: Kind::Bytes, places, made: 0, most };
            let all = [Change::Byte(0)];
            // A few thousand are enough to meet one twice.
            let met = std::iter::from_fn(|| stage.next(&all)).take(10_000);
            let met: Vec<usize> = met.map(|(place, _)| place).collect();
            let different: BTreeSet<usize> = met.iter().copied().collect();
            assert_eq!((met.len(), different.len()), (count.min(10_000), count.min(10_000)));
        }
    }

    #[test]
    fn long_inputs_are_changed_evenly() {
        let mut sweeps = Sweeps::default();
        sweeps.add(&[0x80; 1000], Base::default(), b"");
        let made = sweeps.next((2 * MOST, false), &Words::default(), 1000);
        assert_eq!(made.len(), MOST);
        let changed: BTreeSet<usize> = made
            .iter()
            .filter_map(|(bytes, _)| bytes.iter().position(|byte| *byte != 0x80))
            .collect();
        assert!(changed.len() > 900, "{}", changed.len());
    }

    #[test]
    fn long_inputs_are_not_cut() {
        let mut sweeps = Sweeps::default();
        sweeps.add(&[0x80; 100], Base::default(), b"");
        let made = sweeps.next((MOST, false), &Words::default(), 64);
        let longest = made.iter().map(|(bytes, _)| bytes.len()).max();
        assert_eq!((longest, made.len()), (Some(100), MOST));
        let whole = made.iter().filter(|(bytes, _)| bytes.len() == 100).count();
        assert!(whole > MOST / 2, "{whole}");
    }

    #[test]
    fn what_a_step_changed_has_its_surroundings_changed_first() {
        assert_eq!(changed(b"get a, b", b"get a limit, b"), 5..11);
        assert_eq!(changed(b"aaa", b"aa"), 2..2);
        assert_eq!(changed(b"", b"seed"), 0..4);
        let text = b"one two limit three four five six seven";
        let mut sweeps = Sweeps::default();
        sweeps.add(text, Base::default(), b"one two three four five six seven");
        let words = Words::of(&[b"offset".to_vec()]);
        let count = (1 + 1 + 3) * 3 * (1 + NUMBERS.len() + 1);
        let first = sweeps.next((count, false), &words, 64);
        assert!(first.iter().any(|(bytes, _)| bytes.starts_with(b"one two limit offset three")));
        assert!(first.iter().all(|(bytes, _)| bytes.ends_with(b" six seven")));
        sweeps.next((1, false), &words, 64);
        let rest = sweeps.next((MOST, false), &words, 64);
        assert!(rest.iter().any(|(bytes, _)| bytes.ends_with(b" six offset")));
    }

    #[test]
    fn what_chance_made_has_half_of_the_turns_and_the_newest_comes_first() {
        let mut sweeps = Sweeps::default();
        for seed in 0..2 * WAITING {
            let base = Base { generation: 1, seed, steps: Steps::Chance };
            sweeps.add(b"by chance", base, b"");
        }
        for seed in [200, 201] {
            sweeps.add(b"seed", Base { seed, ..Base::default() }, b"");
        }
        for seed in [300, 301] {
            sweeps.add(b"solved", Base { generation: 2, seed, ..Base::default() }, b"");
        }
        let mut order = Vec::new();
        while sweeps.are_there(true) {
            let made = sweeps.next((10, true), &Words::default(), 64);
            order.extend(made.iter().map(|(_, (_, base))| base.seed));
        }
        let first = |seed: usize| order.iter().position(|it| *it == seed).expect("it has a turn");
        let before = |one: usize, other: usize| assert!(first(one) < first(other), "{one} {other}");
        // The newest one first, and seeds in their order.
        let newest = [(301, 300), (300, 200), (200, 201), (127, 126), (65, 64)];
        newest.into_iter().for_each(|(one, other)| before(one, other));
        // In turns.
        let turns = [(301, 127), (127, 300), (126, 201), (201, 64)];
        turns.into_iter().for_each(|(one, other)| before(one, other));
        assert!(!order.contains(&63));
    }
}
