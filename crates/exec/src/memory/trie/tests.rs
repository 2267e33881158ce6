use super::Trie;
use effigy_testkit::Rng;
use std::collections::BTreeMap;

#[test]
fn agrees_with_an_ordered_map_and_copies_share_nothing_that_is_written() {
    let mut rng = Rng::new(7);
    let mut next = move || rng.next_u64();
    let mut trie = Trie::new();
    let mut map = BTreeMap::new();
    let mut snapshot = None;
    for round in 0..5000 {
        let key = next() % 700 * if next() % 5 == 0 { 1 << 20 } else { 1 };
        match next() % 4 {
            0 => {
                trie.remove(key);
                map.remove(&key);
            }
            1 => {
                if let Some(v) = trie.get_mut(key) {
                    *v += 1;
                    *map.get_mut(&key).unwrap() += 1;
                }
            }
            _ => {
                trie.insert(key, round);
                map.insert(key, round);
            }
        }
        if round == 2500 {
            snapshot = Some((trie.clone(), map.clone()));
        }
    }
    for (trie, map) in [(trie, map), snapshot.unwrap()] {
        for key in 0..800 {
            assert_eq!(trie.get(key), map.get(&key));
        }
        let mut seen = Vec::new();
        trie.for_each(&mut |v| seen.push(**v));
        assert_eq!(seen, map.values().copied().collect::<Vec<_>>());
    }
}
