// effigy: --sym-stdin 3
// Sorting, deduplicating and searching three bytes: every assertion holds.
use std::cmp::Reverse;
use std::io::{self, Read};

fn is_sorted(values: &[u8]) -> bool {
    values.windows(2).all(|pair| pair[0] <= pair[1])
}

/// The median of three without sorting.
fn median(a: u8, b: u8, c: u8) -> u8 {
    a.max(b).min(a.min(b).max(c))
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let &[a, b, c] = input.as_slice() else {
        return Ok(());
    };

    let mut sorted = vec![a, b, c];
    sorted.sort();
    assert!(is_sorted(&sorted));
    assert_eq!(sorted[1], median(a, b, c));

    let mut falling = [a, b, c];
    falling.sort_unstable_by_key(|value| Reverse(*value));
    assert!(falling.iter().rev().eq(sorted.iter()));

    assert!(sorted.binary_search(&b).is_ok());

    let whole: u32 = sorted.iter().map(|value| u32::from(*value)).sum();
    sorted.dedup();
    assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
    match sorted.len() {
        1 => assert_eq!(whole, 3 * u32::from(a)),
        2 => println!("one pair"),
        _ => println!("all different"),
    }
    Ok(())
}
