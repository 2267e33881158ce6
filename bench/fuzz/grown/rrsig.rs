//! Reads an answer of a name server that is signed: addresses, keys, and signatures that name their key by its tag.

use std::io::Read;

const HEADER: usize = 12;
const ADDRESS: u16 = 1;
const SIGNATURE: u16 = 46;
const KEY: u16 = 48;
/// The longest name.
const LONGEST_NAME: usize = 255;

#[derive(Debug)]
pub enum Error {
    End,
    Header,
    Name(usize),
    Class(u16),
    Type(u16),
    Data(usize),
    NoKey(u16),
    NotCovered(u16),
    Time,
    Trailing,
}

/// The labels in small letters, the last one at the end.
type Name = Vec<Vec<u8>>;

#[derive(Debug)]
pub struct Signature {
    covered: u16,
    algorithm: u8,
    labels: u8,
    expiration: u32,
    inception: u32,
    tag: u16,
    signer: Name,
}

#[derive(Debug)]
pub struct Key {
    algorithm: u8,
    tag: u16,
}

#[derive(Debug)]
pub enum Data {
    Address([u8; 4]),
    Signature(Signature),
    Key(Key),
}

#[derive(Debug)]
pub struct Record {
    owner: Name,
    kind: u16,
    data: Data,
}

#[derive(Debug, Default)]
pub struct Answer {
    pub records: Vec<Record>,
    /// How many are signed, and how many of these were made of a wildcard.
    pub signed: usize,
    pub expanded: usize,
}

struct Reader<'d> {
    all: &'d [u8],
    at: usize,
}

impl<'d> Reader<'d> {
    fn bytes(&mut self, count: usize) -> Result<&'d [u8], Error> {
        let bytes = self.all.get(self.at..self.at + count).ok_or(Error::End)?;
        self.at += count;
        Ok(bytes)
    }

    fn u8(&mut self) -> Result<u8, Error> {
        Ok(self.bytes(1)?[0])
    }

    fn u16(&mut self) -> Result<u16, Error> {
        let bytes = self.bytes(2)?;
        Ok(u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn u32(&mut self) -> Result<u32, Error> {
        let bytes = self.bytes(4)?;
        Ok(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// A name, which may go on at an earlier place of the message.
    fn name(&mut self) -> Result<Name, Error> {
        let (start, mut lowest) = (self.at, self.at);
        let (mut name, mut length) = (Name::new(), 1);
        let mut behind = None;
        loop {
            match self.u8()? {
                0 => break,
                size @ 1..=63 => {
                    let label = self.bytes(usize::from(size))?;
                    length += label.len() + 1;
                    if length > LONGEST_NAME {
                        return Err(Error::Name(start));
                    }
                    name.push(label.to_ascii_lowercase());
                }
                high @ 0xc0.. => {
                    let target = usize::from(u16::from_be_bytes([high & 0x3f, self.u8()?]));
                    if target >= lowest {
                        return Err(Error::Name(start));
                    }
                    behind.get_or_insert(self.at);
                    (self.at, lowest) = (target, target);
                }
                _ => return Err(Error::Name(start)),
            }
        }
        self.at = behind.unwrap_or(self.at);
        Ok(name)
    }
}

/// The sum by which signatures name a key.
fn key_tag(data: &[u8]) -> u16 {
    let word = |pair: &[u8]| u32::from(pair[0]) << 8 | pair.get(1).map_or(0, |low| u32::from(*low));
    let sum: u32 = data.chunks(2).map(word).sum();
    ((sum + (sum >> 16)) & 0xffff) as u16
}

fn key(reader: &mut Reader<'_>, end: usize) -> Result<Key, Error> {
    let data = reader.all.get(reader.at..end).ok_or(Error::End)?;
    let (flags, protocol, algorithm) = (reader.u16()?, reader.u8()?, reader.u8()?);
    if flags & 0x0100 == 0 || protocol != 3 || reader.at >= end {
        return Err(Error::Data(reader.at));
    }
    reader.at = end;
    Ok(Key { algorithm, tag: key_tag(data) })
}

fn signature(reader: &mut Reader<'_>, end: usize) -> Result<Signature, Error> {
    let (covered, algorithm, labels) = (reader.u16()?, reader.u8()?, reader.u8()?);
    let (_time_to_live, expiration, inception) = (reader.u32()?, reader.u32()?, reader.u32()?);
    let (tag, signer) = (reader.u16()?, reader.name()?);
    if reader.at >= end {
        return Err(Error::Data(reader.at));
    }
    reader.at = end;
    Ok(Signature { covered, algorithm, labels, expiration, inception, tag, signer })
}

fn record(reader: &mut Reader<'_>) -> Result<Record, Error> {
    let owner = reader.name()?;
    let (kind, class, _time_to_live) = (reader.u16()?, reader.u16()?, reader.u32()?);
    if class != 1 {
        return Err(Error::Class(class));
    }
    let length = usize::from(reader.u16()?);
    let end = reader.at + length;
    let data = match kind {
        ADDRESS if length == 4 => {
            let bytes = reader.bytes(4)?;
            Data::Address([bytes[0], bytes[1], bytes[2], bytes[3]])
        }
        SIGNATURE => Data::Signature(signature(reader, end)?),
        KEY => Data::Key(key(reader, end)?),
        other => return Err(Error::Type(other)),
    };
    if reader.at > reader.all.len() {
        return Err(Error::End);
    }
    Ok(Record { owner, kind, data })
}

impl Answer {
    /// The key that made a signature.
    fn key(&self, signature: &Signature) -> Result<&Key, Error> {
        let keys = self.records.iter().filter_map(|record| match &record.data {
            Data::Key(key) if record.owner == signature.signer => Some(key),
            _ => None,
        });
        let mut fitting = keys.filter(|key| key.tag == signature.tag);
        fitting.next().ok_or(Error::NoKey(signature.tag))
    }

    /// Sees that each signature has its key and what it covers. One with fewer labels than the name is of a wildcard.
    fn check(&mut self) -> Result<(), Error> {
        let (mut signed, mut expanded) = (0, 0);
        for record in &self.records {
            let Data::Signature(signature) = &record.data else { continue };
            let covered = signature.covered;
            let covers = |it: &&Record| it.kind == covered && it.owner == record.owner;
            self.records.iter().find(covers).ok_or(Error::NotCovered(covered))?;
            if self.key(signature)?.algorithm != signature.algorithm {
                return Err(Error::NoKey(signature.tag));
            }
            if signature.inception > signature.expiration {
                return Err(Error::Time);
            }
            signed += 1;
            let missing = record.owner.len() - usize::from(signature.labels);
            if missing > 0 {
                expanded += 1;
            }
        }
        (self.signed, self.expanded) = (signed, expanded);
        Ok(())
    }
}

pub fn parse(data: &[u8]) -> Result<Answer, Error> {
    let mut reader = Reader { all: data, at: 0 };
    let (_id, flags) = (reader.u16()?, reader.u16()?);
    let (questions, count) = (reader.u16()?, reader.u16()?);
    let others = reader.u32()?;
    if flags & 0xf80f != 0x8000 || questions != 1 || others != 0 || reader.at != HEADER {
        return Err(Error::Header);
    }
    reader.name()?;
    reader.u32()?;
    let mut answer = Answer::default();
    for _ in 0..count {
        answer.records.push(record(&mut reader)?);
    }
    if reader.at != data.len() {
        return Err(Error::Trailing);
    }
    answer.check()?;
    Ok(answer)
}

fn main() {
    let mut data = Vec::new();
    if std::io::stdin().take(4096).read_to_end(&mut data).is_err() || parse(&data).is_err() {
        std::process::exit(1);
    }
}
