// effigy: --sym-stdin 1..3
// A line may end at the end of the input, and be empty.
fn main() {
    let mut line = String::new();
    let Ok(count) = std::io::stdin().read_line(&mut line) else { return };
    assert!((1..=3).contains(&count));
    let word = line.trim_end_matches('\n');
    let first = word.as_bytes()[0]; //~ FINDING[out-of-bounds]: the len is 0 but the index is 0
    assert!(first != b'\n');
}
