// effigy: --sym-stdin 1
// Attempts with a pause that doubles up to a bound; there is a last attempt.
use std::io::Read;

fn attempt(pause: u32) -> bool {
    (0..pause).fold(0u32, |sum, i| sum ^ i) == u32::MAX
}

fn main() {
    let mut kind = [0];
    if std::io::stdin().read_exact(&mut kind).is_err() || kind[0] != b'r' {
        return;
    }
    let mut pause = 1;
    for _ in 0..40 {
        if attempt(pause) {
            return;
        }
        pause = (pause * 2).min(256);
    }
}
