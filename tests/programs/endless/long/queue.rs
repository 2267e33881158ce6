// effigy: --sym-stdin 1
// Work that makes more work, less each time.
use std::io::Read;

fn main() {
    let mut first = [0];
    if std::io::stdin().read_exact(&mut first).is_err() || first[0] > 10 {
        return;
    }
    let mut queue = vec![first[0]];
    let mut done = 0u32;
    while let Some(size) = queue.pop() {
        done += 1;
        if size > 0 {
            queue.push(size - 1);
            queue.push(size - 1);
        }
    }
    std::process::exit(i32::from(done == 0));
}
