use super::Trie;
use effigy_testkit::{Rng, cases, times};
use std::collections::BTreeMap;

#[test]
fn agrees_with_an_ordered_map_and_copies_share_nothing_that_is_written() {
    cases([7], |seed| {
        let mut rng = Rng::new(seed);
        let mut trie = Trie::new();
        let mut map = BTreeMap::new();
        let mut snapshot = None;
        let rounds = times(5000);
        for round in 0..rounds {
            if round == rounds / 2 {
                snapshot = Some((trie.clone(), map.clone()));
            }
            let key = rng.below(700) as u64 * [1, 1, 1, 1, 1 << 20][rng.below(5)];
            match rng.below(4) {
                0 | 1 => {
                    trie.insert(key, round);
                    map.insert(key, round);
                }
                2 => {
                    if let Some(v) = trie.get_mut(key) {
                        *v += 1;
                        *map.get_mut(&key).unwrap() += 1;
                    }
                }
                _ => {
                    trie.remove(key);
                    map.remove(&key);
                }
            }
        }
        for (trie, map) in snapshot.into_iter().chain([(trie, map)]) {
            for key in 0..800 {
                assert_eq!(trie.get(key), map.get(&key));
            }
            let mut seen = Vec::new();
            trie.for_each(&mut |v| seen.push(**v));
            assert_eq!(seen, map.values().copied().collect::<Vec<_>>());
        }
    });
}
