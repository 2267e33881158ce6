// bmc 16: proved
//! A vector that grows.

fn main() {
    let n: u8 = effigy::any();
    effigy::assume(n <= 4);
    let mut all = Vec::new();
    for i in 0..n {
        all.push(i);
    }
    assert_eq!(all.len(), usize::from(n));
    assert!(all.iter().enumerate().all(|(at, i)| usize::from(*i) == at));
}
