// effigy: --sym-stdin 1
// Persons in a ring are counted out, each so many places behind the one before.
use std::io::Read;

fn main() {
    let mut digit = [0];
    if std::io::stdin().read_exact(&mut digit).is_err() || !(b'2'..=b'4').contains(&digit[0]) {
        return;
    }
    let every = usize::from(digit[0] - b'0');
    let mut out = [false; 32];
    let (mut at, mut left, mut count) = (0, 32, 0);
    while left > 1 {
        if !out[at] {
            count += 1;
            if count == every {
                count = 0;
                out[at] = true;
                left -= 1;
            }
        }
        at = (at + 1) % 32;
    }
}
