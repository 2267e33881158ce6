use super::copy::read;
use super::{FAULTS, guarded};

#[test]
fn the_text_of_every_fault_is_in_its_file_once() {
    let root = crate::root();
    assert!(FAULTS.len() >= 15);
    for fault in FAULTS.iter().chain(guarded().map(|guarded| &guarded.fault)) {
        let text = read(&root.join(fault.file)).unwrap();
        let count = text.matches(fault.original).count();
        assert_eq!(count, 1, "{}: {}", fault.file, fault.rule);
        assert_ne!(fault.original, fault.replacement, "{}", fault.rule);
    }
}
