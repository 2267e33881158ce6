// effigy: --sym-stdin 8
//! Run-length coding of bytes in the manner of PackBits: packs its input, checks that this unpacks to the same, and tries to
//! unpack the input itself. Meant to be explored with 8 bytes of standard input.
//!
//! A header below 128 says how many bytes follow as they are, less one; one above says how often the next byte is repeated,
//! as 257 less that number. 128 is not used.

use std::io::{self, Read};

/// The longest run and the longest stretch of single bytes.
const LONGEST: usize = 128;

/// Writes single bytes, and forgets them.
fn flush(singles: &mut Vec<u8>, packed: &mut Vec<u8>) {
    for stretch in singles.chunks(LONGEST) {
        packed.push((stretch.len() - 1) as u8);
        packed.extend_from_slice(stretch);
    }
    singles.clear();
}

fn pack(data: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut singles = Vec::new();
    for equal in data.chunk_by(|a, b| a == b) {
        for run in equal.chunks(LONGEST) {
            if run.len() < 3 {
                singles.extend_from_slice(run);
            } else {
                flush(&mut singles, &mut packed);
                packed.push((257 - run.len()) as u8);
                packed.push(run[0]);
            }
        }
    }
    flush(&mut singles, &mut packed);
    packed
}

/// The bytes that were packed, or `None` for what `pack` does not write.
fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut data = Vec::new();
    let mut rest = packed;
    while let Some((&header, tail)) = rest.split_first() {
        let header = usize::from(header);
        rest = match header {
            0..=127 => {
                let (stretch, tail) = tail.split_at_checked(header + 1)?;
                data.extend_from_slice(stretch);
                tail
            }
            128 => return None,
            _ => {
                let (&byte, tail) = tail.split_first()?;
                data.resize(data.len() + 257 - header, byte);
                tail
            }
        };
    }
    Some(data)
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let packed = pack(&input);
    assert_eq!(unpack(&packed).as_deref(), Some(input.as_slice()));
    println!("{} bytes, {} packed", input.len(), packed.len());
    match unpack(&input) {
        Some(data) => println!("unpacked: {} bytes", data.len()),
        None => println!("unpacked: invalid"),
    }
    Ok(())
}
