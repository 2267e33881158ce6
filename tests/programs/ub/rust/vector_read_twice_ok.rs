// effigy: --sym-stdin 1 --ub
// `ptr::read` takes a vector out of a `ManuallyDrop`, which does not drop it.
use std::io::Read;
use std::mem::ManuallyDrop;

fn main() {
    let mut input = [0u8; 1];
    std::io::stdin().read_exact(&mut input).unwrap();
    let original = ManuallyDrop::new(vec![input[0]; 4]);
    let copy = unsafe { std::ptr::read(&*original) };
    drop(copy);
}
