// bmc 16: failed
//! An index that a loop moves out of a table.

fn main() {
    let steps: u8 = effigy::any();
    let table = [3u8, 1, 4, 1, 5, 9];
    let mut at = 0usize;
    let mut left = steps % 9;
    while left > 0 {
        at += usize::from(table[at] % 2);
        left -= 1;
        if table[at] == 4 {
            at += 2;
        }
    }
}
