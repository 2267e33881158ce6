// effigy: --sym-stdin 1
// A checksum over a long block of one byte.
use std::io::Read;

fn main() {
    let mut byte = [0];
    if std::io::stdin().read_exact(&mut byte).is_err() || byte[0] > 1 {
        return;
    }
    let mut crc = 0xffffu16;
    for _ in 0..1000 {
        crc ^= u16::from(byte[0]) << 8;
        for _ in 0..8 {
            crc = if crc & 0x8000 != 0 { crc << 1 ^ 0x1021 } else { crc << 1 };
        }
    }
    std::process::exit(i32::from(crc == 0));
}
