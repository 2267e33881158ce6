fn main() {
    let c: char = unsafe { std::mem::transmute(0xd800u32) };
    std::process::exit(i32::from(c.len_utf8() != 3));
}
