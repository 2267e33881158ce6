// effigy: --ub
// A pointer just behind its object, and one far behind that is only a number.
fn main() {
    let a = [1u32, 2, 3, 4];
    let n: usize = effigy::any();
    effigy::assume(n < 200);
    let p = unsafe { a.as_ptr().add(n.min(4)) };
    let q = a.as_ptr().wrapping_add(n);
    std::process::exit(((p as usize ^ q as usize) & 1) as i32);
}
