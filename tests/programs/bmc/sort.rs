// bmc 16: proved
//! A list of four bytes is sorted by insertion.

fn main() {
    let mut a: [u8; 4] = effigy::any();
    for i in 1..a.len() {
        let mut j = i;
        while j > 0 && a[j - 1] > a[j] {
            a.swap(j - 1, j);
            j -= 1;
        }
    }
    assert!(a.windows(2).all(|pair| pair[0] <= pair[1]));
}
