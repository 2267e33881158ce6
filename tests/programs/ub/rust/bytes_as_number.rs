// effigy: --ub
// Bytes on the stack are read as a number, whose alignment nobody asked for. A native run does not show it.
fn main() {
    let bytes = [1u8, 2, 3, 4, 5, 6, 7, 8];
    let number = std::hint::black_box(bytes.as_ptr()).cast::<u32>();
    std::process::exit((unsafe { *number } & 0xff) as i32); //~ FINDING[panic]: misaligned pointer dereference
}
