//! Replays the log of a store: records with sequence numbers, each with a sum of Adler that goes on from the last one.

use std::collections::{BTreeMap, VecDeque};
use std::io::Read;

const MAGIC: &[u8] = b"WAL1";

#[derive(Debug)]
pub enum Error {
    Magic,
    End(usize),
    Sum(usize),
    Sequence(u32),
    Body(u32),
    Key(u8),
    Kind(u8),
}

/// What a key had before a record; `None` when it was not there.
struct Change {
    key: u8,
    before: Option<u16>,
}

pub struct Log {
    pub values: BTreeMap<u8, u16>,
    /// What each record changed, so that it can be undone.
    history: VecDeque<Vec<Change>>,
    /// The number of the first record of the history.
    first: u32,
    /// The number of the next record.
    next: u32,
}

/// A record, its sum checked.
struct Record<'d> {
    number: u32,
    kind: u8,
    body: &'d [u8],
}

/// Two sums modulo 65521, the second one of the first, going on from earlier ones.
fn adler(start: u32, data: &[u8]) -> u32 {
    let (mut first, mut second) = (start & 0xffff, start >> 16);
    for byte in data {
        first = (first + u32::from(*byte)) % 65521;
        second = (second + first) % 65521;
    }
    second << 16 | first
}

fn u32_of(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// A record has the length of its body, its number, its kind, the body, and the sum.
fn record(data: &[u8], at: usize, sum: u32) -> Result<(Record<'_>, usize, u32), Error> {
    let rest = &data[at..];
    let length = usize::from(*rest.first().ok_or(Error::End(at))?);
    let (covered, behind) = rest.split_at_checked(6 + length).ok_or(Error::End(at))?;
    let stored = behind.get(..4).and_then(u32_of).ok_or(Error::End(at))?;
    let sum = adler(sum, covered);
    if sum != stored {
        return Err(Error::Sum(at));
    }
    let number = u32_of(&covered[1..5]).ok_or(Error::End(at))?;
    let record = Record { number, kind: covered[5], body: &covered[6..] };
    Ok((record, at + 6 + length + 4, sum))
}

impl Log {
    /// Puts a value, or takes the key away; what it had before.
    fn set(&mut self, key: u8, value: Option<u16>) -> Change {
        let before = match value {
            Some(value) => self.values.insert(key, value),
            None => self.values.remove(&key),
        };
        Change { key, before }
    }

    /// Forgets what the records before a number changed: they are in a copy of the store.
    fn trim(&mut self, number: u32) -> Result<(), Error> {
        if number < self.first || number >= self.next {
            return Err(Error::Body(self.next));
        }
        self.history.drain(..(number - self.first) as usize);
        self.first = number;
        Ok(())
    }

    /// Makes the store again as it was behind the record of a number; what is changed by that can be undone as well.
    fn undo(&mut self, number: u32) -> Result<Vec<Change>, Error> {
        if number == 0 || number >= self.next {
            return Err(Error::Body(self.next));
        }
        let kept = (number - self.first) as usize + 1;
        let mut undone = Vec::new();
        for index in (kept..self.history.len()).rev() {
            for change in self.history[index].iter().rev() {
                undone.push((change.key, change.before));
            }
        }
        Ok(undone.into_iter().map(|(key, before)| self.set(key, before)).collect())
    }

    fn replay(&mut self, record: &Record<'_>) -> Result<(), Error> {
        if record.number != self.next {
            return Err(Error::Sequence(record.number));
        }
        let changes = match (record.kind, record.body) {
            (1, [key, low, high]) => {
                vec![self.set(*key, Some(u16::from_le_bytes([*low, *high])))]
            }
            (2, [key]) if !self.values.contains_key(key) => return Err(Error::Key(*key)),
            (2, [key]) => vec![self.set(*key, None)],
            (3, number) => {
                self.trim(u32_of(number).ok_or(Error::Body(self.next))?)?;
                Vec::new()
            }
            (4, number) => self.undo(u32_of(number).ok_or(Error::Body(self.next))?)?,
            (1 | 2, _) => return Err(Error::Body(record.number)),
            (kind, _) => return Err(Error::Kind(kind)),
        };
        self.history.push_back(changes);
        self.next += 1;
        Ok(())
    }
}

pub fn parse(data: &[u8]) -> Result<Log, Error> {
    if !data.starts_with(MAGIC) {
        return Err(Error::Magic);
    }
    let mut log = Log { values: BTreeMap::new(), history: VecDeque::new(), first: 1, next: 1 };
    let (mut at, mut sum) = (MAGIC.len(), 1);
    while at < data.len() {
        let (record, next, new_sum) = record(data, at, sum)?;
        log.replay(&record)?;
        (at, sum) = (next, new_sum);
    }
    Ok(log)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
