// effigy: --ub
// The distance of two pointers is no multiple of the size of an element (`pointer::offset_from`). A native run does not show it.
fn main() {
    let numbers = [1u32, 2, 3, 4];
    let n: usize = effigy::any();
    effigy::assume(n < 16);
    let start = numbers.as_ptr();
    let distance = unsafe { start.byte_add(n).offset_from(start) }; //~ FINDING[invalid-value]
    std::process::exit((distance == 2) as i32);
}
