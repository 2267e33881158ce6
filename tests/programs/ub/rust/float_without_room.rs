// effigy: --ub
// A float is converted to an integer that has no room for it (`to_int_unchecked`). A native run does not show it.
fn main() {
    let f: f32 = effigy::any();
    let n = unsafe { f.to_int_unchecked::<i32>() }; //~ FINDING[invalid-value]
    std::process::exit((n == 7) as i32);
}
