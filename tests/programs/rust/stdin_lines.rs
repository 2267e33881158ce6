// effigy: --sym-stdin 3
// Reads lines the way most programs do; the second line was taken for granted.
use std::io::{self, BufRead};

fn classify(line: &str) -> &'static str {
    match line.trim().chars().next() {
        None => "blank",
        Some('#') => "comment",
        Some(first) if first.is_ascii_digit() => "number",
        Some(_) => "other",
    }
}

fn main() -> io::Result<()> {
    let mut lines = Vec::new();
    for line in io::stdin().lock().lines() {
        lines.push(line?);
    }
    assert!(lines.len() <= 3);
    assert!(lines.iter().all(|line| !line.contains('\n')));

    let kinds: Vec<&str> = lines.iter().map(|line| classify(line)).collect();
    if kinds.first() == Some(&"comment") {
        let body = &lines[1]; //~ FINDING[out-of-bounds]: index out of bounds: the len is 1 but the index is 1
        println!("body of {} bytes", if body.is_empty() { "no" } else { "some" });
    }
    for (number, kind) in kinds.iter().enumerate() {
        println!("{}: {kind}", number + 1);
    }
    Ok(())
}
