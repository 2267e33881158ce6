//! An archive of small texts (PKWARE's APPNOTE, sections 4.3 and 4.5): stored as they are, in one pass.

use std::io::{self, Write};

/// Bits of CRC-32, lowest first.
const POLYNOMIAL: u32 = 0xedb8_8320;
/// The date of the files: 1 January 1980, the first one there is.
const DATE: u16 = 0x21;
/// Names are in UTF-8.
const FLAGS: u16 = 1 << 11;
/// The version that reads stored files.
const VERSION: u16 = 20;
/// The version that reads archives with more than 65,534 files.
const VERSION_64: u16 = 45;

/// Writes an archive of files with their names.
pub(super) fn write(
    out: &mut dyn Write,
    files: impl Iterator<Item = (String, String)>,
) -> io::Result<()> {
    let table = table();
    let mut central = Vec::new();
    let (mut at, mut count) = (0u64, 0u64);
    for (name, text) in files {
        let size = small(text.len())?;
        let mut about = Vec::new();
        for number in [VERSION, FLAGS, 0, 0, DATE] {
            about.extend(number.to_le_bytes());
        }
        for number in [sum(&table, text.as_bytes()), size, size] {
            about.extend(number.to_le_bytes());
        }
        about.extend(u16::try_from(name.len()).map_err(io::Error::other)?.to_le_bytes());
        about.extend(0u16.to_le_bytes());
        out.write_all(&[b"PK\x03\x04", &about[..], name.as_bytes(), text.as_bytes()].concat())?;
        central.extend(b"PK\x01\x02");
        central.extend(VERSION.to_le_bytes());
        central.extend(&about);
        // No comment, the first disk, no attributes.
        central.extend([0; 10]);
        central.extend(small(at as usize)?.to_le_bytes());
        central.extend(name.as_bytes());
        at += (4 + about.len() + name.len() + text.len()) as u64;
        count += 1;
    }
    out.write_all(&central)?;
    out.write_all(&end(count, central.len() as u64, at)?)
}

/// The end of the archive: how many files, the size of their list, and where it begins.
fn end(count: u64, size: u64, at: u64) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let few = u16::try_from(count).unwrap_or(u16::MAX);
    if few == u16::MAX {
        out.extend(b"PK\x06\x06");
        out.extend(44u64.to_le_bytes());
        out.extend([VERSION_64, VERSION_64].map(u16::to_le_bytes).concat());
        out.extend([0; 8]);
        out.extend([count, count, size, at].map(u64::to_le_bytes).concat());
        out.extend(b"PK\x06\x07");
        out.extend([0; 4]);
        out.extend((at + size).to_le_bytes());
        out.extend(1u32.to_le_bytes());
    }
    out.extend(b"PK\x05\x06");
    out.extend([0; 4]);
    out.extend([few, few].map(u16::to_le_bytes).concat());
    out.extend([small(size as usize)?, small(at as usize)?].map(u32::to_le_bytes).concat());
    out.extend([0; 2]);
    Ok(out)
}

/// A size or a place that has 32 bits.
fn small(number: usize) -> io::Result<u32> {
    let large = |_| io::Error::other("an archive of more than 4 GB; name a folder");
    u32::try_from(number).map_err(large)
}

fn table() -> [u32; 256] {
    std::array::from_fn(|byte| {
        (0..8).fold(byte as u32, |sum, _| match sum & 1 {
            0 => sum >> 1,
            _ => sum >> 1 ^ POLYNOMIAL,
        })
    })
}

fn sum(table: &[u32; 256], bytes: &[u8]) -> u32 {
    let step = |sum: u32, byte: &u8| {
        let entry = table.get(usize::from(sum as u8 ^ byte)).copied().unwrap_or_default();
        sum >> 8 ^ entry
    };
    !bytes.iter().fold(!0, step)
}
