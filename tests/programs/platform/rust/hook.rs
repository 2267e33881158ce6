// effigy: --sym-stdin 1
// The hook runs at each panic, also at those that are caught; it knows the place and the payload.
use std::io::Read;
use std::panic;
use std::sync::atomic::{AtomicU32, Ordering};

static PANICS: AtomicU32 = AtomicU32::new(0);
static LINE: AtomicU32 = AtomicU32::new(0);

fn main() {
    let mut input = [0];
    std::io::stdin().read_exact(&mut input).unwrap();
    let byte = input[0];
    panic::set_hook(Box::new(|info| {
        PANICS.fetch_add(1, Ordering::Relaxed);
        LINE.store(info.location().map_or(0, |place| place.line()), Ordering::Relaxed);
    }));
    let caught = panic::catch_unwind(|| {
        if byte < 100 {
            panic!("small");
        }
    });
    let _ = panic::take_hook();
    assert_eq!(caught.is_err(), PANICS.load(Ordering::Relaxed) == 1);
    if caught.is_err() {
        assert_eq!(LINE.load(Ordering::Relaxed), 20);
        assert!(byte > 0); //~ FINDING[assertion]: byte > 0
    }
    // The default hook is back.
    let again = panic::catch_unwind(|| panic!("again"));
    assert!(again.is_err() && PANICS.load(Ordering::Relaxed) < 2);
}
