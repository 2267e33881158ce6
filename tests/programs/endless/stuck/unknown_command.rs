// effigy: --sym-stdin 1
// A command that nobody knows stops the machine for good.
use std::io::Read;

fn halt() -> ! {
    loop {} //~ FINDING[endless-loop]
}

fn main() {
    let mut command = [0];
    if std::io::stdin().read_exact(&mut command).is_err() {
        return;
    }
    match command[0] {
        b'a'..=b'z' => {}
        _ => halt(),
    }
}
