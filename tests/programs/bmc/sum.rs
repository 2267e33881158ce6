// bmc 2: bounded
// bmc 2 --k-induction: bounded
// bmc 8: proved
//! A sum of few bytes fits.

fn main() {
    let n: u8 = effigy::any();
    effigy::assume(n <= 5);
    let mut sum: u16 = 0;
    let mut i = 0;
    while i < n {
        let v: u8 = effigy::any();
        sum += u16::from(v);
        i += 1;
    }
    assert!(sum <= 5 * 255);
}
