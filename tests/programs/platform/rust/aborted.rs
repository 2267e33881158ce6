// effigy: --sym-stdin 1
// Nothing catches an abort, nor an exit; destructors do not run then.
use std::io::Read;
use std::panic;
use std::process;

struct Loud;

impl Drop for Loud {
    fn drop(&mut self) {
        process::exit(3);
    }
}

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let byte = input[0];
    let caught = panic::catch_unwind(|| {
        let _loud = Loud;
        match byte {
            b'a' => process::abort(), //~ FINDING[abort]
            b'e' => process::exit(5),
            // The destructor leaves while this unwinds.
            _ => panic!("nobody comes to catch it"),
        }
    });
    // No path comes here.
    assert!(caught.is_ok());
}
