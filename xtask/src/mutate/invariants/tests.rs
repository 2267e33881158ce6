use super::pages::paragraphs;
use super::paragraph;
use super::table::entries;
use crate::mutate::copy::read;

#[test]
fn every_invariant_has_a_fault() {
    let root = crate::root();
    let paragraphs = paragraphs(&root).unwrap();
    assert!(paragraphs.len() > 100, "{}", paragraphs.len());
    for invariant in &paragraphs {
        let count = entries().filter(|entry| entry.is_of(invariant)).count();
        assert_eq!(count, 1, "{}: {}", invariant.page, invariant.text);
    }
    for entry in entries() {
        paragraph(&paragraphs, entry).unwrap();
        assert!(!entry.faults.is_empty(), "{}: {}", entry.page, entry.begins);
    }
}

#[test]
fn the_text_of_every_fault_of_an_invariant_is_in_its_file_once() {
    let root = crate::root();
    for fault in entries().flat_map(|entry| entry.faults) {
        fault.put_in(&read(&root.join(fault.file)).unwrap()).unwrap();
    }
}
