// effigy: --ub
// The distance of two pointers to elements (`pointer::offset_from`).
fn main() {
    let numbers = [1u32, 2, 3, 4];
    let n: usize = effigy::any();
    effigy::assume(n <= 4);
    let start = numbers.as_ptr();
    let distance = unsafe { start.byte_add(4 * n).offset_from(start) };
    std::process::exit((distance == 2) as i32);
}
