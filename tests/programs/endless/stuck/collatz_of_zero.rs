// effigy: --sym-stdin 1
// The steps of Collatz's sequence to one: half of zero is zero.
use std::io::Read;

fn main() {
    let mut digit = [0];
    if std::io::stdin().read_exact(&mut digit).is_err() || !(b'0'..=b'7').contains(&digit[0]) {
        return;
    }
    let mut n = u32::from(digit[0] - b'0');
    while n != 1 { //~ FINDING[endless-loop]
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
    }
}
