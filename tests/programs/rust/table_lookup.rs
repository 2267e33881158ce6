// effigy: --sym-stdin 2
// Constant tables, binary search and a lookup that trusts its caller.
use std::io::{self, Read};

/// Primes below thirty.
const PRIMES: [u8; 10] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];

/// How many days each month has in a common year.
static DAYS: [u8; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

fn days_of(month: u8) -> u8 {
    DAYS[usize::from(month - 1)] //~ FINDING[out-of-bounds]: index out of bounds: the len is 12
}

fn rank(candidate: u8) -> Option<usize> {
    PRIMES.binary_search(&candidate).ok()
}

fn next_prime(after: u8) -> Option<u8> {
    let position = match PRIMES.binary_search(&after) {
        Ok(position) => position + 1,
        Err(position) => position,
    };
    PRIMES.get(position).copied()
}

fn main() -> io::Result<()> {
    let mut bytes = [0; 2];
    io::stdin().read_exact(&mut bytes)?;
    let [kind, value] = bytes;
    match kind {
        b'm' if value > 0 && value <= 16 => {
            let days = days_of(value);
            assert!((28..=31).contains(&days));
        }
        b'p' => {
            if let Some(rank) = rank(value) {
                assert_eq!(PRIMES[rank], value);
                println!("a prime");
            }
        }
        b'n' => {
            let next = next_prime(value).expect("a larger prime"); //~ FINDING[panic]: a larger prime
            assert!(next > value);
        }
        _ => println!("nothing to do"),
    }
    Ok(())
}
