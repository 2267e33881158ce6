// effigy: --sym-stdin 1
// A counter that saturates and is looked at behind a fixed number of turns.
use std::io::Read;

fn main() {
    let mut step = [0];
    if std::io::stdin().read_exact(&mut step).is_err() || step[0] > 2 {
        return;
    }
    let mut level = 0u8;
    let mut turns = 0u32;
    while turns < 8000 {
        level = level.saturating_add(step[0]);
        turns += 1;
    }
    std::process::exit(i32::from(level > 100));
}
