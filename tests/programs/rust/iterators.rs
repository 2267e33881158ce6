// effigy: --sym-stdin 4
// Iterator adaptors over four bytes; one window is compared with the wrong neighbour.
use std::io::{self, Read};

fn zigzag(values: &[u8]) -> bool {
    values.windows(3).all(|w| (w[0] < w[1]) != (w[1] < w[2]))
}

fn weighted(values: &[u8]) -> u32 {
    values.iter().enumerate().map(|(place, value)| (place as u32 + 1) * u32::from(*value)).sum()
}

fn interleave(left: &[u8], right: &[u8]) -> Vec<u8> {
    left.iter().zip(right).flat_map(|(l, r)| [*l, *r]).collect()
}

fn main() -> io::Result<()> {
    let mut bytes = [0; 4];
    io::stdin().read_exact(&mut bytes)?;

    let forward = weighted(&bytes);
    let backward: u32 =
        bytes.iter().rev().zip(1u32..).map(|(value, place)| place * u32::from(*value)).sum();
    let total = bytes.iter().fold(0u32, |sum, value| sum + u32::from(*value));
    assert_eq!(forward + backward, 5 * total);

    let (left, right) = bytes.split_at(2);
    assert_eq!(interleave(left, right), [bytes[0], bytes[2], bytes[1], bytes[3]]);

    let pairs: Vec<u16> =
        bytes.chunks(2).map(|pair| u16::from(pair[0]) << 8 | u16::from(pair[1])).collect();
    let back: Vec<u8> = pairs.iter().flat_map(|pair| pair.to_be_bytes()).collect();
    assert_eq!(back, bytes);

    let spaces = bytes.iter().take_while(|byte| **byte == b' ').count();
    let rest: Vec<&u8> = bytes.iter().skip_while(|byte| **byte == b' ').collect();
    assert_eq!(spaces + rest.len(), 4);

    let every_other: Vec<u8> = bytes.iter().step_by(2).copied().collect();
    assert_eq!(every_other.last(), bytes.get(2));

    if zigzag(&bytes) {
        let first_rise = bytes[0] < bytes[1];
        let last_rise = bytes[2] < bytes[3];
        assert_eq!(first_rise, last_rise);
        assert!(bytes[0] < bytes[3]); //~ FINDING[assertion]: bytes[0] < bytes[3]
    }
    Ok(())
}
