// effigy: --sym-stdin 1
// Digits of a fraction by long division, until the remainder comes again: what comes again is looked for.
use std::io::Read;

fn period(by: u32) -> u32 {
    let (mut slow, mut fast) = (1 % by, 10 % by);
    let mut steps = 0;
    while slow != fast {
        slow = slow * 10 % by;
        fast = fast * 100 % by;
        steps += 1;
    }
    steps
}

fn main() {
    let mut digit = [0];
    if std::io::stdin().read_exact(&mut digit).is_err() || digit[0] > 1 {
        return;
    }
    std::process::exit(i32::from(period(1019) == 0));
}
