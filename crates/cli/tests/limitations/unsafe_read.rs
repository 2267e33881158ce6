use std::io::Read;

fn main() {
    let mut input = [0u8; 1];
    if std::io::stdin().read_exact(&mut input).is_err() {
        return;
    }
    let table = vec![1u8, 2, 3, 4];
    let index = usize::from(input[0] & 7);
    let value = unsafe { *table.as_ptr().add(index) };
    std::process::exit(i32::from(value == 9));
}
