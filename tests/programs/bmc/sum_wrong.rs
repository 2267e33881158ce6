// bmc 2: bounded
// bmc 8: failed
//! A sum of bytes that is kept in a byte overflows in the fifth round at the earliest.

fn main() {
    let n: u8 = effigy::any();
    effigy::assume(n <= 5);
    let mut sum: u8 = 0;
    let mut i = 0;
    while i < n {
        let v: u8 = effigy::any();
        effigy::assume(v <= 60);
        sum += v;
        i += 1;
    }
    std::hint::black_box(sum);
}
