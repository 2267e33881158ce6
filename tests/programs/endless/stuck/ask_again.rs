// effigy: --sym-stdin 1
// A question is asked until the answer is yes, also when nobody answers any more.
use std::io::Read;

fn main() {
    let mut answer = [0];
    let mut input = std::io::stdin().lock();
    while answer[0] != b'y' { //~ FINDING[endless-loop]
        if input.read(&mut answer).is_err() {
            return;
        }
    }
}
