// effigy: --sym-stdin 3
// A checksum over standard input that is one type too narrow.
use std::io::{self, Read};

/// Adds all bytes; the accumulator is as narrow as its summands.
fn checksum(data: &[u8]) -> u8 {
    let mut total: u8 = 0;
    for byte in data {
        total += byte; //~ FINDING[overflow]: attempt to add with overflow
    }
    total
}

/// The same with wrap-around, which is what was meant.
fn wrapping_checksum(data: &[u8]) -> u8 {
    data.iter().fold(0, |total, byte| total.wrapping_add(*byte))
}

/// Wide enough for 2^56 bytes.
fn wide_checksum(data: &[u8]) -> u64 {
    data.iter().map(|byte| u64::from(*byte)).sum()
}

fn main() -> io::Result<()> {
    let mut data = Vec::new();
    io::stdin().read_to_end(&mut data)?;

    let wide = wide_checksum(&data);
    let wrapped = wrapping_checksum(&data);
    assert_eq!(wide as u8, wrapped);
    assert!(wide <= 255 * data.len() as u64);

    let narrow = checksum(&data);
    assert_eq!(narrow, wrapped);
    println!("{}", if narrow == 0 { "empty" } else { "summed" });
    Ok(())
}
