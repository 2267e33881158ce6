// effigy: --sym-stdin 2
// A panic that is caught is an answer, not a failure; what is done with the answer can fail.
use std::io::Read;
use std::panic;

const PRICES: [u16; 3] = [250, 420, 999];

fn price(class: u8, count: u8) -> u16 {
    PRICES[usize::from(class)].checked_mul(u16::from(count)).expect("too much")
}

fn main() {
    let mut input = [0; 2];
    std::io::stdin().read_exact(&mut input).unwrap();
    let [class, count] = input;
    match panic::catch_unwind(|| price(class, count)) {
        Ok(total) => assert!(total <= 65_000), //~ FINDING[assertion]: total <= 65_000
        Err(_) if class < 3 => assert!(count > 65),
        Err(_) => {}
    }
}
