// effigy: --ub
// A float is converted to an integer that has room for it.
fn main() {
    let f: f32 = effigy::any();
    if f > -2147483904.0 && f < 2147483648.0 {
        let n = unsafe { f.to_int_unchecked::<i32>() };
        std::process::exit((n == 7) as i32);
    }
}
