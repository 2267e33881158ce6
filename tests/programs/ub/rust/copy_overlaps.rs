// effigy: --sym-stdin 1 --ub
// `copy_nonoverlapping` between ranges that overlap.
use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let mut v = [1u8, 2, 3, 4, 5, 6, 7, 8];
    let distance = ((input[0] & 3) + 1) as usize;
    let base = v.as_mut_ptr();
    unsafe { std::ptr::copy_nonoverlapping(base, base.add(distance), 4) }; //~ FINDING[panic]: unsafe precondition(s) violated
    std::process::exit(i32::from(v[7]));
}
