//! What was translated before: by node, and by what the variables that it has free stand for.

use rustc_hash::FxHashMap;

/// Words of a key that need no allocation.
const FEW: usize = 4;

/// A node and all that its translation depends on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Key {
    node: u32,
    count: u32,
    few: [u64; FEW],
    more: Box<[u64]>,
}

impl Key {
    pub fn new(node: usize) -> Self {
        let node = u32::try_from(node).unwrap_or(u32::MAX);
        Self { node, count: 0, few: [0; FEW], more: Box::default() }
    }

    pub fn push(&mut self, word: u64) {
        match self.few.get_mut(self.count as usize) {
            Some(place) => *place = word,
            None => {
                let mut more = std::mem::take(&mut self.more).into_vec();
                more.push(word);
                self.more = more.into();
            }
        }
        self.count += 1;
    }
}

/// Values by key.
pub(super) struct Cache<V>(FxHashMap<Key, V>);

impl<V> Default for Cache<V> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<V> Cache<V> {
    pub fn get(&self, key: &Key) -> Option<&V> {
        self.0.get(key)
    }

    pub fn insert(&mut self, key: Key, value: V) {
        self.0.insert(key, value);
    }
}
