// effigy: --sym-stdin 0..4
// A record says its length first; what follows may be shorter, or absent.
use std::io::Read;

fn sum(record: &[u8]) -> Option<u8> {
    let (length, rest) = record.split_first()?;
    let body = &rest[..usize::from(*length)]; //~ FINDING[out-of-bounds]: out of range for slice
    body.iter().try_fold(0u8, |sum, byte| sum.checked_add(*byte))
}

fn main() {
    let mut record = Vec::new();
    std::io::stdin().read_to_end(&mut record).unwrap();
    assert!(record.len() <= 4);
    match sum(&record) {
        Some(total) => assert!(total == 0 || record.len() > 1),
        None => assert!(record.is_empty() || record.len() > 2),
    }
}
