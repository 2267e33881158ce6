//! A turnstile: a coin unlocks it, a push locks it again and counts.

use std::io::Read;

struct Turnstile {
    locked: bool,
    passed: u32,
}

impl Turnstile {
    #[inline(never)]
    fn step(&mut self, input: u8) {
        if input == b'c' {
            self.locked = false;
        } else if !self.locked {
            self.locked = true;
            self.passed += 1;
        }
    }
}

fn main() {
    let mut bytes = [0u8; 3];
    std::io::stdin().read_exact(&mut bytes).unwrap();
    let mut turnstile = Turnstile { locked: true, passed: 0 };
    for byte in bytes {
        turnstile.step(byte);
    }
    let passed = turnstile.passed;
    std::process::exit(if passed > 0 { 1 } else { 0 });
}
