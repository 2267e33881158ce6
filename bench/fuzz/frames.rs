//! Reads frames from a line - a mark, a length, a kind, a body, a sum of Fletcher - and puts messages together of their parts.

use std::collections::BTreeMap;
use std::io::Read;

const MARK: u8 = 0x7e;

#[derive(Debug)]
pub enum Error {
    Mark(usize),
    Length(usize),
    Sum(usize),
    Kind(u8),
    Body,
}

/// A message that has come in part.
struct Partial {
    parts: Vec<Option<Vec<u8>>>,
}

#[derive(Default)]
pub struct Link {
    pub messages: Vec<Vec<u8>>,
    pub acknowledged: u16,
    partial: BTreeMap<u8, Partial>,
}

/// Two sums modulo 255, the second one of the first.
fn fletcher(data: &[u8]) -> u16 {
    let (mut first, mut second) = (0_u16, 0_u16);
    for byte in data {
        first = (first + u16::from(*byte)) % 255;
        second = (second + first) % 255;
    }
    second << 8 | first
}

/// A frame: its kind and its body.
struct Frame<'d> {
    kind: u8,
    body: &'d [u8],
}

/// Takes the frame at the beginning; what follows it.
fn frame(data: &[u8], at: usize) -> Result<(Frame<'_>, usize), Error> {
    let rest = &data[at..];
    let [mark, high, low, kind, behind @ ..] = rest else { return Err(Error::Length(at)) };
    if *mark != MARK {
        return Err(Error::Mark(at));
    }
    let length = usize::from(u16::from_be_bytes([*high, *low]));
    let body = behind.get(..length).ok_or(Error::Length(at))?;
    let sum = behind.get(length..length + 2).ok_or(Error::Length(at))?;
    // The mark is no part of the sum.
    if u16::from_be_bytes([sum[0], sum[1]]) != fletcher(&rest[1..4 + length]) {
        return Err(Error::Sum(at));
    }
    Ok((Frame { kind: *kind, body }, at + 4 + length + 2))
}

impl Link {
    fn take(&mut self, frame: &Frame<'_>) -> Result<(), Error> {
        match (frame.kind, frame.body) {
            (0, []) => {}
            (1, body) => self.messages.push(body.to_vec()),
            (2, [high, low]) => self.acknowledge(u16::from_be_bytes([*high, *low]))?,
            (3, [id, index, total, body @ ..]) => self.part(*id, *index, *total, body)?,
            (0 | 2 | 3, _) => return Err(Error::Body),
            (kind, _) => return Err(Error::Kind(kind)),
        }
        Ok(())
    }

    /// Numbers only grow.
    fn acknowledge(&mut self, number: u16) -> Result<(), Error> {
        if number < self.acknowledged {
            return Err(Error::Body);
        }
        self.acknowledged = number;
        Ok(())
    }

    /// One of so many parts of the message `id`, which is whole when all are there.
    fn part(&mut self, id: u8, index: u8, total: u8, body: &[u8]) -> Result<(), Error> {
        if index >= total || body.is_empty() {
            return Err(Error::Body);
        }
        let new = || Partial { parts: vec![None; usize::from(total)] };
        let partial = self.partial.entry(id).or_insert_with(new);
        partial.parts[usize::from(index)] = Some(body.to_vec());
        if partial.parts.iter().all(Option::is_some) {
            let whole = partial.parts.iter().flatten().flatten().copied().collect();
            self.messages.push(whole);
            self.partial.remove(&id);
        }
        Ok(())
    }
}

pub fn parse(data: &[u8]) -> Result<Link, Error> {
    let mut link = Link::default();
    let mut at = 0;
    while at < data.len() {
        let (frame, next) = frame(data, at)?;
        link.take(&frame)?;
        at = next;
    }
    Ok(link)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
