// effigy: --sym-stdin 2
// Bit manipulation on one 16-bit word; one shift amount is taken from the word itself.
use std::io::{self, Read};

fn is_power_of_two(word: u16) -> bool {
    word != 0 && word & (word - 1) == 0
}

fn parity(word: u16) -> bool {
    let word = word ^ word >> 8;
    let word = word ^ word >> 4;
    0x6996u16 >> (word & 0xf) & 1 == 1
}

/// The mask of the lowest `count` bits.
fn low_mask(count: u32) -> u16 {
    (1u16 << count) - 1 //~ FINDING[overflow]: attempt to shift left with overflow
}

fn interleave(low: u8, high: u8) -> u16 {
    let spread = |byte: u8| {
        let x = u16::from(byte);
        let x = (x | x << 4) & 0x0f0f;
        let x = (x | x << 2) & 0x3333;
        (x | x << 1) & 0x5555
    };
    spread(low) | spread(high) << 1
}

fn main() -> io::Result<()> {
    let mut bytes = [0; 2];
    io::stdin().read_exact(&mut bytes)?;
    let word = u16::from_be_bytes(bytes);

    assert_eq!(is_power_of_two(word), word.count_ones() == 1);
    assert_eq!(parity(word), word.count_ones() % 2 == 1);
    assert_eq!(word.swap_bytes(), u16::from_le_bytes(bytes));
    assert_eq!(word.reverse_bits().reverse_bits(), word);
    let mixed = interleave(bytes[1], bytes[0]);
    assert_eq!(mixed & 1, word & 1);
    assert_eq!(mixed >> 15, word >> 15);

    let sign = (word as i16) >> 15;
    assert!(sign == 0 || sign == -1);
    let length = 16 - word.leading_zeros();
    assert!(word <= low_mask(length));
    Ok(())
}
