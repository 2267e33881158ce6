// effigy: --sym-stdin 1
// A text is cut at its escapes. An escape at the beginning leaves the text as it was.
use std::io::Read;

fn plain(text: &[u8]) -> usize {
    let mut rest = text;
    let mut count = 0;
    while !rest.is_empty() { //~ FINDING[endless-loop]
        let next = rest.iter().position(|byte| *byte == 0x1b).unwrap_or(rest.len());
        count += next;
        rest = &rest[next..];
    }
    count
}

fn main() {
    let mut bytes = [0];
    if std::io::stdin().read_exact(&mut bytes).is_err() {
        return;
    }
    std::process::exit(plain(&bytes) as i32);
}
