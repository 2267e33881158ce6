// effigy: --sym-stdin 2
// Interior mutability: a callback borrows what its caller already holds.
use std::cell::{Cell, OnceCell, RefCell};
use std::io::{self, Read};

struct Meter {
    total: Cell<u32>,
    samples: RefCell<Vec<u8>>,
    first: OnceCell<u8>,
}

impl Meter {
    fn add(&self, sample: u8) {
        self.total.set(self.total.get() + u32::from(sample));
        self.first.get_or_init(|| sample);
        self.samples.borrow_mut().push(sample); //~ FINDING[panic]: already borrowed
    }

    fn for_each(&self, mut visit: impl FnMut(u8)) {
        for sample in self.samples.borrow().iter() {
            visit(*sample);
        }
    }
}

fn main() -> io::Result<()> {
    let mut input = [0; 2];
    io::stdin().read_exact(&mut input)?;
    let meter = Meter { total: Cell::new(0), samples: RefCell::default(), first: OnceCell::new() };
    for byte in input {
        meter.add(byte);
    }
    assert_eq!(meter.total.get(), u32::from(input[0]) + u32::from(input[1]));
    assert_eq!(meter.first.get(), Some(&input[0]));

    let mut copies = Vec::new();
    meter.for_each(|sample| {
        if sample == 0xff {
            meter.add(0);
        }
        copies.push(sample);
    });
    assert_eq!(copies, input);
    if let Ok(mut samples) = meter.samples.try_borrow_mut() {
        samples.clear();
    }
    assert!(meter.samples.borrow().is_empty());
    Ok(())
}
