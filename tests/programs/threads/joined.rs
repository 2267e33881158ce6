// effigy: --sym-stdin 2 --panic unwind
// threads: one order
//! A panic that leaves a thread is a finding, also where what joins the thread goes on; one that the thread catches itself is none.

use std::io::Read;
use std::panic;
use std::thread;

fn main() {
    let mut input = [0; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let [first, second] = input;
    let worker = thread::spawn(move || {
        if first == 7 {
            panic!("seven"); //~ FINDING[panic]: seven
        }
        first
    });
    let joined = worker.join();
    let caught = thread::spawn(move || {
        panic::catch_unwind(|| {
            if second == 9 {
                panic!("nine");
            }
        })
        .is_err()
    });
    let caught = caught.join().unwrap();
    assert!(joined.is_ok());
    assert_eq!(caught, second == 9);
}
