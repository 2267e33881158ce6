fn main() {
    let bytes = vec![0xff];
    let text = unsafe { std::str::from_utf8_unchecked(&bytes) };
    std::process::exit(i32::from(text.len() != 1));
}
