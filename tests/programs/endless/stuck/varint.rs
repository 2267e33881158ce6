// effigy: --sym-stdin 2
// A number in groups of seven bits. The position stays where it is at a byte that announces more.
use std::io::Read;

fn number(bytes: &[u8]) -> u32 {
    let mut value = 0u32;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) { //~ FINDING[endless-loop]
        value = (value & 0xff) | u32::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            at += 1;
        }
    }
    value
}

fn main() {
    let mut bytes = [0; 2];
    if std::io::stdin().read_exact(&mut bytes).is_err() {
        return;
    }
    std::process::exit((number(&bytes) & 1) as i32);
}
