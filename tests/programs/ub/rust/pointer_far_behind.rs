// effigy: --ub
// A pointer far behind its object is computed (`pointer::add`). A native run does not show it.
fn main() {
    let a = [1u32, 2, 3, 4];
    let n: usize = effigy::any();
    effigy::assume(n < 200);
    let p = unsafe { a.as_ptr().add(n) }; //~ FINDING[out-of-bounds]
    std::process::exit((p as usize & 1) as i32);
}
