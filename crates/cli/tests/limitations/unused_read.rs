fn main() {
    let numbers = vec![1u8, 2];
    let n: usize = effigy::any();
    let _ = unsafe { *numbers.as_ptr().wrapping_add(n & 7) };
}
