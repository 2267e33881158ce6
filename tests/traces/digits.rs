//! `match` with a guard, `?`, iterators with closures, `while let`.
use std::io::Read;

fn digit(b: u8) -> Option<u32> {
    if b.is_ascii_digit() { Some(u32::from(b - b'0')) } else { None }
}

fn pair(t: &[u8]) -> Option<u32> {
    let a = digit(t[0])?;
    let b = digit(t[1])?;
    Some(a * 10 + b)
}

fn main() {
    let mut t = [0u8; 4];
    std::io::stdin().read_exact(&mut t).unwrap();
    let n = match pair(&t) {
        Some(n) if n > 50 => n - 50,
        Some(n) => n,
        None => 0,
    };
    let mut odd = 0;
    for b in t.iter().filter(|b| **b % 2 == 1) {
        odd += 1;
        if *b == b'9' {
            odd += 10;
        }
    }
    while let Some(x) = t.get(odd) {
        if *x == b'z' {
            break;
        }
        odd += 1;
    }
    let total: u32 = t.iter().map(|b| u32::from(*b)).sum();
    if total == 1000 && n == 7 {
        panic!("seven");
    }
    if n == 0 || odd > 13 {
        assert!(total < 900, "large");
    }
}
