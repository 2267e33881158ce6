//! Maps and sets whose order is the same each time.

use std::collections::hash_map::DefaultHasher;
use std::hash::BuildHasher;

/// A map in one order.
pub type HashMap<K, V> = std::collections::HashMap<K, V, BoleroBuildHasher>;

/// A set in one order.
pub type HashSet<T> = std::collections::HashSet<T, BoleroBuildHasher>;

/// Hashes in one way of many, which the run says.
#[derive(Clone, Debug)]
pub struct BoleroBuildHasher(());

impl Default for BoleroBuildHasher {
    fn default() -> Self {
        effigy::bound("maps of `bolero::hash` have one order");
        BoleroBuildHasher(())
    }
}

impl BuildHasher for BoleroBuildHasher {
    type Hasher = DefaultHasher;

    fn build_hasher(&self) -> DefaultHasher {
        DefaultHasher::new()
    }
}
