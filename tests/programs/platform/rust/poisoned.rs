// effigy: --sym-stdin 1
// A lock that is held while a panic unwinds is poisoned.
use std::io::Read;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let total = Mutex::new(0u8);
    for part in [input[0], 100] {
        let _ = panic::catch_unwind(AssertUnwindSafe(|| {
            let mut total = total.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *total = total.checked_add(part).expect("an overflow");
        }));
    }
    let sum = total.lock().unwrap(); //~ FINDING[panic]: PoisonError
    assert_eq!(*sum, input[0] + 100);
}
