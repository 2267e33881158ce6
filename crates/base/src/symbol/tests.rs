use super::Symbol;

#[test]
fn equal_texts_are_one_symbol_in_every_thread() {
    let here: Vec<Symbol> = (0..300).map(|i| Symbol::new(&format!("shared {i}"))).collect();
    let there = std::thread::spawn(|| {
        (0..300).rev().map(|i| Symbol::new(&format!("shared {i}"))).collect::<Vec<_>>()
    });
    let mut there = there.join().unwrap();
    there.reverse();
    assert_eq!(here, there);
    assert_eq!(here[217].as_str(), "shared 217");
    assert_ne!(here[1], here[2]);
}

#[test]
fn symbols_are_ordered_by_their_texts() {
    let (late, early) = (Symbol::new("zebra of order"), Symbol::new("ant of order"));
    assert!(early < late);
}
