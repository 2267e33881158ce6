// effigy: --sym-stdin 2
// threads: one order
//! The program ends with main, or when a thread says so, whatever the other threads do.
use std::io::Read;
use std::thread;
use std::time::Duration;

fn main() {
    let mut input = [0u8; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let _endless = thread::spawn(|| {
        loop {
            thread::sleep(Duration::from_millis(1));
        }
    });
    let decides = thread::spawn(move || {
        if input[0] == b'!' {
            std::process::exit(3);
        }
        input[0] % 5 * 60
    });
    let decided = decides.join().unwrap();
    let sum = decided + input[1]; //~ FINDING[overflow]: attempt to add with overflow
    assert!(sum >= decided);
}
