fn main() {
    let text = unsafe { std::str::from_utf8_unchecked(&[0xff]) };
    std::process::exit(i32::from(text.len() != 1));
}
