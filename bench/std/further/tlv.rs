// effigy: --sym-stdin 10
//! Nested records of a tag, a length and that many bytes: decodes its input, prints the records, and checks that what is
//! encoded again decodes to the same. Meant to be explored with 10 bytes of standard input.
//!
//! A length has seven bits a byte, the lowest first; the eighth bit says that more follow. A tag of 128 or more holds records.

use std::fmt;
use std::io::{self, Read};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Record {
    Bytes(u8, Vec<u8>),
    Group(u8, Vec<Record>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Malformed {
    Length,
    Truncated { missing: usize },
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Malformed::Length => f.write_str("the length has no end, or is too large"),
            Malformed::Truncated { missing } => write!(f, "{missing} bytes are missing"),
        }
    }
}

/// A length of at most 32 bits, and the bytes behind it.
fn read_length(bytes: &[u8]) -> Result<(u32, &[u8]), Malformed> {
    let mut length = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        if index == 4 && byte > 15 {
            return Err(Malformed::Length);
        }
        length |= u32::from(byte & 127) << (7 * index);
        if byte < 128 {
            return Ok((length, &bytes[index + 1..]));
        }
    }
    Err(Malformed::Length)
}

fn write_length(mut length: usize, bytes: &mut Vec<u8>) {
    while length > 127 {
        bytes.push((length % 128) as u8 | 128);
        length /= 128;
    }
    bytes.push(length as u8);
}

fn decode(mut bytes: &[u8]) -> Result<Vec<Record>, Malformed> {
    let mut records = Vec::new();
    while let Some((&tag, rest)) = bytes.split_first() {
        let (length, rest) = read_length(rest)?;
        let length = length as usize;
        let missing = length.saturating_sub(rest.len());
        let (content, behind) =
            rest.split_at_checked(length).ok_or(Malformed::Truncated { missing })?;
        records.push(match tag {
            0..=127 => Record::Bytes(tag, content.to_vec()),
            128.. => Record::Group(tag, decode(content)?),
        });
        bytes = behind;
    }
    Ok(records)
}

fn encode(records: &[Record]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for record in records {
        let (tag, content) = match record {
            Record::Bytes(tag, content) => (tag, content.clone()),
            Record::Group(tag, inner) => (tag, encode(inner)),
        };
        bytes.push(*tag);
        write_length(content.len(), &mut bytes);
        bytes.extend(content);
    }
    bytes
}

fn print(records: &[Record], depth: usize) {
    for record in records {
        match record {
            Record::Bytes(tag, content) => println!("{:depth$}{tag}: {content:02x?}", ""),
            Record::Group(tag, inner) => {
                println!("{:depth$}{tag}: {} records", "", inner.len());
                print(inner, depth + 2);
            }
        }
    }
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    match decode(&input) {
        Ok(records) => {
            let encoded = encode(&records);
            assert!(encoded.len() <= input.len());
            print(&records, 0);
            assert_eq!(decode(&encoded), Ok(records));
        }
        Err(problem) => println!("malformed: {problem}"),
    }
    Ok(())
}
